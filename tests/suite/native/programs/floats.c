#include <complex.h>
#include <errno.h>
#include <float.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(void) {
    printf("%.3f %.3f %.3f\n", sin(1), pow(2, 0.5), exp(1));
    printf("%g %g %d\n", floor(-1.5), fmod(7.5, 2), isnan(NAN) != 0);
    printf("%.2Lf %" PRId64 "\n", 1.25L, INT64_C(1) << 40);
    __int128 w = (__int128)1 << 100;
    unsigned __int128 u = ((unsigned __int128)1 << 100) + 12345;
    printf("%d %d %.0f\n", (int)(w / ((__int128)1 << 98)), (int)(u % 1000007), (double)w);
    errno = 0;
    printf("%g %d %d\n", strtod("1e-3xyz", NULL), errno, abs(-3));
    srand(1);
    printf("%d\n", rand());
    printf("%s\n", getenv("HOME") ? "home" : "none");
    double complex z = 1 + 2 * I;
    printf("%g\n", cabs(z * 2));
    return 0;
}
