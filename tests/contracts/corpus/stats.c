/* Statistics of samples. */
#include <limits.h>
#include <stddef.h>
#include <string.h>

/* The mean, rounded towards zero. */
int stats_mean(const int *samples, int count)
{
    long long sum = 0;
    for (int i = 0; i < count; i++)
        sum += samples[i];
    return (int)(sum / count); /* seeded: no samples */
}

/* The smallest and the largest; whether there are samples. */
int stats_range(const int *samples, size_t count, int *low, int *high)
{
    if (count == 0)
        return 0;
    *low = *high = samples[0];
    for (size_t i = 1; i < count; i++) {
        if (samples[i] < *low)
            *low = samples[i];
        if (samples[i] > *high)
            *high = samples[i];
    }
    return 1;
}

/* The distance between neighbours that are farthest apart. */
unsigned stats_jump(const int *samples, size_t count)
{
    unsigned largest = 0;
    for (size_t i = 1; i < count; i++) {
        int a = samples[i - 1], b = samples[i];
        unsigned distance = a < b ? (unsigned)b - (unsigned)a : (unsigned)a - (unsigned)b;
        if (distance > largest)
            largest = distance;
    }
    return largest;
}

/* Counts values by bins of a width of 10; larger ones go to the last bin. */
void stats_histogram(const unsigned *samples, size_t count, unsigned *bins, size_t bin_count)
{
    memset(bins, 0, bin_count * sizeof *bins);
    for (size_t i = 0; i < count && bin_count > 0; i++) {
        size_t bin = samples[i] / 10;
        bins[bin < bin_count ? bin : bin_count - 1]++;
    }
}

/* Sums between two places. */
long long stats_sum(const int *begin, const int *end)
{
    long long sum = 0;
    for (; begin != end; begin++)
        sum += *begin;
    return sum;
}

/* The largest between two places; INT_MIN if there are none. */
int stats_max(const int *begin, const int *end)
{
    int largest = INT_MIN;
    while (begin < end) {
        if (*begin > largest)
            largest = *begin;
        begin++;
    }
    return largest;
}

/* A moving average with a window; out gets one value per sample. */
void stats_smooth(const unsigned char *samples, unsigned char *out, size_t count, size_t window)
{
    for (size_t i = 0; i < count; i++) {
        unsigned sum = 0, n = 0;
        for (size_t k = i; k < count && k < i + window; k++, n++)
            sum += samples[k];
        out[i] = (unsigned char)(n > 0 ? sum / n : samples[i]);
    }
}

int report(const int *samples, int count)
{
    int low, high;
    if (!stats_range(samples, (size_t)count, &low, &high))
        return 0;
    return stats_mean(samples, count) + (stats_sum(samples, samples + count) > low);
}
