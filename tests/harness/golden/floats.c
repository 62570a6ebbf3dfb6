// f --buffer 2
double f(float x, double y, const float *xs, double *ys)
{
    ys[0] = x;
    return x + y + xs[0];
}
