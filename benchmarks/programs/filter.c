/* A filter of second order in single precision over four samples, with a dead band, clipping and a peak detector. */
#include <math.h>

enum { SAMPLES = 4 };

struct filter {
    float b0, b1, b2, a1, a2;
    float x1, x2, y1, y2;
};

static float clipped(float x)
{
    return x > 1 ? 1 : x < -1 ? -1 : x;
}

static float next(struct filter *f, float x)
{
    float y = f->b0 * x + f->b1 * f->x1 + f->b2 * f->x2 - f->a1 * f->y1 - f->a2 * f->y2;

    if (fabsf(y) < 1e-6f)
        y = 0;
    f->x2 = f->x1;
    f->x1 = x;
    f->y2 = f->y1;
    f->y1 = y;
    return y;
}

/* The number of samples above the threshold after filtering, or -1. */
int filter(const float *samples, float threshold, int is_smooth)
{
    struct filter f = {0.0675f, 0.1349f, 0.0675f, -1.1430f, 0.4128f, 0, 0, 0, 0};
    float peak = 0;
    int above = 0;

    if (!(threshold > 0 && threshold < 1))
        return -1;
    for (int i = 0; i < SAMPLES; i++) {
        if (isnan(samples[i]))
            return -1;
        float y = clipped(samples[i]);
        if (is_smooth)
            y = next(&f, y);
        if (fabsf(y) > peak)
            peak = fabsf(y);
        if (y > threshold)
            above++;
    }
    return peak < 0.01f ? 0 : above;
}
