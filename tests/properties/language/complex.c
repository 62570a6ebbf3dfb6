/* Complex numbers: arithmetic, parts, comparisons, functions of the C library that only need their parts. */
#include <complex.h>

static double complex both(double complex x, float complex y) { return x * y + conj(x); }

long f(int a, int b, unsigned c, long d) {
    double complex x = (double)(a & 1023) + (double)(b & 1023) * I, y = 2.0 - 3.0 * I;
    float complex z = (float)(c & 255) + 1.0f * I;
    double complex sum = x + y, product = x * y, quotient = x / y, mixed = both(x, z);
    sum -= 4;
    product *= 2;
    if (sum == product) sum += I;
    __real__ sum += 1;
    int complex whole = (a & 15) + (b & 15) * 1i;
    whole = whole * whole + 3;
    double parts = creal(sum) + cimag(sum) * 2 + creal(product) - cimag(product) + creal(quotient) * 8 + cimag(mixed);
    parts += creal(mixed) + crealf(z) + cimagf(-z) + creal(~x) + (x != y);
    long double complex wide = x, half = wide / (3.0L + 4.0L * I) * (1.0L - 1.0L * I);
    parts += (double)(creall(half) * 4 + cimagl(conjl(half)) + cabsl(3.0L + 4.0L * I));
    return (long)parts + __real__ whole + __imag__ whole + (d & 7);
}
