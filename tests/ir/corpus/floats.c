/* float and double: arithmetic, comparison, conversion, special values. */
#include <math.h>

float single = 1.1f;
double twice = 1.1;
float exact = 0.5f;
double tiny = 5e-324;
double infinite = INFINITY;
float minus_infinite = -INFINITY;
double not_a_number = NAN;
float single_nan = NAN;
double minus_zero = -0.0;
double large = 1.7976931348623157e308;
double table[] = {0, 1, -1.5, 1e10, 3.14159265358979};

float add(float a, float b) { return (a + b) * 0.1f - a / b; }
double remainder_of(double a, double b) { return fmod(a, b) - -a; }
int compare(double a, double b) { return (a < b) + (a <= b) + (a > b) + (a >= b) + (a == b) + (a != b); }
int classify(double a) { return isnan(a) || isinf(a) || __builtin_isgreater(a, 1.0) || isfinite(a) || signbit(a); }
int to_int(float a) { return (int)a + (int)(unsigned)a + (int)(long)a + (short)a; }
double from_int(int a, unsigned b, long c, unsigned long d, _Bool e) { return a + (double)b + c + d + e; }
float narrow(double a) { return (float)a; }
double widen(float a) { return a; }
double builtins(double a, double b) {
    return fabs(a) + floor(a) + ceil(b) + trunc(a) + sqrt(b) + copysign(a, b) + fmin(a, b) + fmax(a, b) + __builtin_fma(a, b, a) +
           round(a) + rint(b);
}
int truth(float a) { return a ? 1 : !a; }
double loop(int n) {
    double s = 0;
    for (double x = 0; x < n; x += 0.25)
        s += x;
    return s;
}
_Complex double square(_Complex double z) { return z * 2.0 + 1.0; }
