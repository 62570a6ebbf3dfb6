/* N independent decisions: 2^N paths. Choose N with -D N=8. */
#ifndef N
#define N 12
#endif

int branches(int x[N])
{
    int taken = 0;

    for (int i = 0; i < N; i++)
        if (x[i] > 0)
            taken++;
    return taken;
}
