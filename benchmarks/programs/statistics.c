/* Statistics of four samples: their mean and deviation, outliers, how steep they are, and a class for the whole. */
#include <math.h>

enum { COUNT = 4 };

struct summary {
    double mean, deviation, smallest, largest;
    int outliers, rising;
};

enum { NO_NUMBER = -1, OUT_OF_RANGE = -2, STEADY = 0, NOISY, DRIFTING, SPIKES };

static int summarise(const double *x, struct summary *s)
{
    double sum = 0, squares = 0;

    s->smallest = s->largest = x[0];
    s->outliers = s->rising = 0;
    for (int i = 0; i < COUNT; i++) {
        if (!isfinite(x[i]))
            return NO_NUMBER;
        if (x[i] < -1000 || x[i] > 1000)
            return OUT_OF_RANGE;
        s->smallest = fmin(s->smallest, x[i]);
        s->largest = fmax(s->largest, x[i]);
        sum += x[i];
    }
    s->mean = sum / COUNT;
    for (int i = 0; i < COUNT; i++)
        squares += (x[i] - s->mean) * (x[i] - s->mean);
    s->deviation = sqrt(squares / (COUNT - 1));
    for (int i = 0; i < COUNT; i++)
        if (fabs(x[i] - s->mean) > 100)
            s->outliers++;
    for (int i = 1; i < COUNT; i++)
        if (x[i] > x[i - 1])
            s->rising++;
    return 0;
}

int statistics(const double *samples)
{
    struct summary s;
    int error = summarise(samples, &s);

    if (error)
        return error;
    if (s.largest - s.smallest < 1)
        return STEADY;
    if (s.outliers)
        return SPIKES;
    if (s.rising == COUNT - 1 || s.rising == 0)
        return DRIFTING;
    return s.deviation > 25 ? NOISY : STEADY;
}
