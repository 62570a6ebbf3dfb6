#include "../stats.c"
#include "check.h"
static void valid(void)
{
    EACH {
        size_t n = below(6), bins = below(4);
        int *s = bytes(n * sizeof *s), low, high;
        unsigned *b = malloc(bins * sizeof *b);
        unsigned char *out = malloc(n);
        stats_range(s, n, &low, &high);
        stats_jump(s, n);
        stats_histogram((unsigned *)s, n, b, bins);
        stats_sum(s, s + n);
        stats_max(s, s + n);
        stats_smooth((unsigned char *)s, out, n, below(4));
        report(s, (int)n);
    }
}
static void bug(const char *name)
{
    BUG(stats_mean) stats_mean(malloc(4), 0);
}
