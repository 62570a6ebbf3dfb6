/* math.h: the exact functions. Each is LLVM's intrinsic of that name, which the machine and the solver know, or
   arithmetic on the bits of the number. The machine provides the others (sin, exp, pow …). */

#include "runtime.h"

#define UNARY(name) \
    double name(double x) { return __builtin_##name(x); } \
    float name##f(float x) { return __builtin_##name##f(x); }
#define BINARY(name) \
    double name(double x, double y) { return __builtin_##name(x, y); } \
    float name##f(float x, float y) { return __builtin_##name##f(x, y); }
#define TO_INTEGER(name, type, rounded) \
    type name(double x) { return (type)__builtin_##rounded(x); } \
    type name##f(float x) { return (type)__builtin_##rounded##f(x); }

UNARY(fabs)
UNARY(floor)
UNARY(ceil)
UNARY(trunc)
UNARY(round)
UNARY(rint)
UNARY(nearbyint)
UNARY(roundeven)
UNARY(sqrt)
BINARY(fmin)
BINARY(fmax)
BINARY(fmod)
BINARY(copysign)
TO_INTEGER(lround, long, round)
TO_INTEGER(llround, long long, round)
TO_INTEGER(lrint, long, rint)
TO_INTEGER(llrint, long long, rint)

/* --- classification, including the names that glibc's macros expand to --- */

#define INFINITE_BITS 0x7ff0000000000000ULL
#define INFINITE_BITS_FLOAT 0x7f800000U

INLINE int infinity_sign(double x) { return (x == __builtin_inf()) - (x == -__builtin_inf()); }
INLINE int infinity_sign_float(float x) { return (x == __builtin_inff()) - (x == -__builtin_inff()); }

int isnan(double x) { return x != x; }
int isnanf(float x) { return x != x; }
int isinf(double x) { return infinity_sign(x); }
int isinff(float x) { return infinity_sign_float(x); }
int finite(double x) { return __builtin_fabs(x) < __builtin_inf(); }
int finitef(float x) { return __builtin_fabsf(x) < __builtin_inff(); }
int __isnan(double x) { return x != x; }
int __isnanf(float x) { return x != x; }
int __isinf(double x) { return infinity_sign(x); }
int __isinff(float x) { return infinity_sign_float(x); }
int __finite(double x) { return __builtin_fabs(x) < __builtin_inf(); }
int __finitef(float x) { return __builtin_fabsf(x) < __builtin_inff(); }
int __signbit(double x) { return (int)(bits_of(x) >> 63); }
int __signbitf(float x) { return (int)(bits_of_float(x) >> 31); }
int __fpclassify(double x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
int __fpclassifyf(float x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }

double nan(const char *tag) {
    (void)tag;
    return __builtin_nan("");
}

float nanf(const char *tag) {
    (void)tag;
    return __builtin_nanf("");
}

/* --- on the bits --- */

double fdim(double x, double y) {
    if ((x != x) | (y != y)) return x + y;
    return x > y ? x - y : 0;
}

float fdimf(float x, float y) {
    if ((x != x) | (y != y)) return x + y;
    return x > y ? x - y : 0;
}

/* x as fraction * 2^exponent, where the fraction has the exponent field of 0.5; x is finite and not 0. */
static double split(double x, int *exponent) {
    int shift = 0;
    if (__builtin_fabs(x) < 0x1p-1022) x *= 0x1p64, shift = 64;
    bits64 bits = bits_of(x);
    *exponent = (int)(bits >> 52 & 2047) - 1022 - shift;
    return from_bits((bits & ~INFINITE_BITS) | 0x3fe0000000000000ULL);
}

static double fraction_of(double x, int *exponent) {
    *exponent = 0;
    if ((x == 0) | !(__builtin_fabs(x) < __builtin_inf())) return x + x;
    return split(x, exponent);
}

double frexp(double x, int *exponent) { return fraction_of(x, exponent); }
float frexpf(float x, int *exponent) { return (float)fraction_of(x, exponent); }

double ldexp(double x, int n) { return scale(x, n); }
double scalbn(double x, int n) { return scale(x, n); }
double scalbln(double x, long n) { return scale(x, n < -4000 ? -4000 : n > 4000 ? 4000 : n); }
float scalblnf(float x, long n) { return (float)scale(x, n < -4000 ? -4000 : n > 4000 ? 4000 : n); }
float ldexpf(float x, int n) { return (float)scale(x, n); }
float scalbnf(float x, int n) { return (float)scale(x, n); }

double modf(double x, double *whole) {
    *whole = __builtin_trunc(x);
    return __builtin_copysign(__builtin_fabs(x) == __builtin_inf() ? 0 : x - *whole, x);
}

float modff(float x, float *whole) {
    *whole = __builtin_truncf(x);
    return __builtin_copysignf(__builtin_fabsf(x) == __builtin_inff() ? 0 : x - *whole, x);
}

static int whole_exponent_of(double x) {
    int exponent;
    if (x == 0) return -2147483647 - 1;
    if (x != x) return -2147483647 - 1;
    if (__builtin_fabs(x) == __builtin_inf()) return 2147483647;
    split(x, &exponent);
    return exponent - 1;
}

int ilogb(double x) { return whole_exponent_of(x); }
int ilogbf(float x) { return whole_exponent_of(x); }

static double exponent_of(double x) {
    int exponent;
    if (x == 0) return -__builtin_inf();
    if (!(__builtin_fabs(x) < __builtin_inf())) return x * x;
    split(x, &exponent);
    return exponent - 1;
}

double logb(double x) { return exponent_of(x); }
float logbf(float x) { return (float)exponent_of(x); }

static double significand_of(double x) {
    int exponent;
    return 2 * fraction_of(x, &exponent);
}

double significand(double x) { return significand_of(x); }
float significandf(float x) { return (float)significand_of(x); }

double nextafter(double x, double y) {
    if ((x != x) | (y != y)) return x + y;
    if (x == y) return y;
    if (x == 0) return __builtin_copysign(0x1p-1074, y);
    return from_bits(bits_of(x) + ((x < y) == (x > 0) ? 1 : -1));
}

float nextafterf(float x, float y) {
    if ((x != x) | (y != y)) return x + y;
    if (x == y) return y;
    if (x == 0) return __builtin_copysignf(0x1p-149f, y);
    return from_bits_float(bits_of_float(x) + ((x < y) == (x > 0) ? 1 : -1));
}

double nexttoward(double x, long double y) {
    if ((x != x) | (y != y)) return (double)(x + y);
    if (x == y) return (double)y;
    if (x == 0) return y > 0 ? 0x1p-1074 : -0x1p-1074;
    return from_bits(bits_of(x) + ((x < y) == (x > 0) ? 1 : -1));
}

float nexttowardf(float x, long double y) {
    if ((x != x) | (y != y)) return (float)(x + y);
    if (x == y) return (float)y;
    if (x == 0) return y > 0 ? 0x1p-149f : -0x1p-149f;
    return from_bits_float(bits_of_float(x) + ((x < y) == (x > 0) ? 1 : -1));
}
