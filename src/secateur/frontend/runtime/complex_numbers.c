/* Complex numbers: what the compiler calls for products and quotients (C11, Annex G, as in compiler-rt), and the parts
   of a number. The replay uses the same code, because compilers differ in the last bit of a quotient. */

#include <math.h>

#define is_nan(x) ((x) != (x))
#define is_infinite(x) (((x) == (__typeof__(x))INFINITY) | ((x) == -(__typeof__(x))INFINITY))
#define is_finite(x) (!is_nan(x) && !is_infinite(x))

#define PRODUCT(name, real, copysign)                                                                \
    real _Complex name(real a, real b, real c, real d) {                                             \
        real ac = a * c, bd = b * d, ad = a * d, bc = b * c, x = ac - bd, y = ad + bc;               \
        if (is_nan(x) && is_nan(y)) {                                                                \
            int again = 0;                                                                           \
            if (is_infinite(a) || is_infinite(b)) {                                                  \
                a = copysign(is_infinite(a) ? 1 : 0, a);                                             \
                b = copysign(is_infinite(b) ? 1 : 0, b);                                             \
                if (is_nan(c)) c = copysign(0, c);                                                   \
                if (is_nan(d)) d = copysign(0, d);                                                   \
                again = 1;                                                                           \
            }                                                                                        \
            if (is_infinite(c) || is_infinite(d)) {                                                  \
                c = copysign(is_infinite(c) ? 1 : 0, c);                                             \
                d = copysign(is_infinite(d) ? 1 : 0, d);                                             \
                if (is_nan(a)) a = copysign(0, a);                                                   \
                if (is_nan(b)) b = copysign(0, b);                                                   \
                again = 1;                                                                           \
            }                                                                                        \
            if (!again && (is_infinite(ac) || is_infinite(bd) || is_infinite(ad) || is_infinite(bc))) { \
                if (is_nan(a)) a = copysign(0, a);                                                   \
                if (is_nan(b)) b = copysign(0, b);                                                   \
                if (is_nan(c)) c = copysign(0, c);                                                   \
                if (is_nan(d)) d = copysign(0, d);                                                   \
                again = 1;                                                                           \
            }                                                                                        \
            if (again) {                                                                             \
                x = (real)INFINITY * (a * c - b * d);                                                \
                y = (real)INFINITY * (a * d + b * c);                                                \
            }                                                                                        \
        }                                                                                            \
        real _Complex z;                                                                             \
        __real__ z = x;                                                                              \
        __imag__ z = y;                                                                              \
        return z;                                                                                    \
    }

#define QUOTIENT(name, real, copysign, logb, scalbn, fmax, fabs)                                     \
    real _Complex name(real a, real b, real c, real d) {                                             \
        int power = 0;                                                                               \
        real larger = fmax(fabs(c), fabs(d)), scale = logb(larger);                                  \
        if (is_finite(scale)) {                                                                      \
            power = (int)scale;                                                                      \
            c = scalbn(c, -power);                                                                   \
            d = scalbn(d, -power);                                                                   \
        }                                                                                            \
        real below = c * c + d * d;                                                                  \
        real x = scalbn((a * c + b * d) / below, -power), y = scalbn((b * c - a * d) / below, -power); \
        if (is_nan(x) && is_nan(y)) {                                                                \
            if (below == 0 && (!is_nan(a) || !is_nan(b))) {                                          \
                x = copysign((real)INFINITY, c) * a;                                                 \
                y = copysign((real)INFINITY, c) * b;                                                 \
            } else if ((is_infinite(a) || is_infinite(b)) && is_finite(c) && is_finite(d)) {         \
                a = copysign(is_infinite(a) ? 1 : 0, a);                                             \
                b = copysign(is_infinite(b) ? 1 : 0, b);                                             \
                x = (real)INFINITY * (a * c + b * d);                                                \
                y = (real)INFINITY * (b * c - a * d);                                                \
            } else if (is_infinite(scale) && scale > 0 && is_finite(a) && is_finite(b)) {            \
                c = copysign(is_infinite(c) ? 1 : 0, c);                                             \
                d = copysign(is_infinite(d) ? 1 : 0, d);                                             \
                x = 0 * (a * c + b * d);                                                             \
                y = 0 * (b * c - a * d);                                                             \
            }                                                                                        \
        }                                                                                            \
        real _Complex z;                                                                             \
        __real__ z = x;                                                                              \
        __imag__ z = y;                                                                              \
        return z;                                                                                    \
    }

#define PARTS(real, creal, cimag, conj)                                                              \
    real creal(real _Complex z) { return __real__ z; }                                               \
    real cimag(real _Complex z) { return __imag__ z; }                                               \
    real _Complex conj(real _Complex z) { return ~z; }

PRODUCT(__muldc3, double, __builtin_copysign)
PRODUCT(__mulsc3, float, __builtin_copysignf)
PRODUCT(__mulxc3, long double, __builtin_copysignl)
QUOTIENT(__divdc3, double, __builtin_copysign, logb, scalbn, fmax, fabs)
QUOTIENT(__divsc3, float, __builtin_copysignf, logbf, scalbnf, fmaxf, fabsf)
QUOTIENT(__divxc3, long double, __builtin_copysignl, logbl, scalbnl, fmaxl, fabsl)
PARTS(double, creal, cimag, conj)
PARTS(float, crealf, cimagf, conjf)
PARTS(long double, creall, cimagl, conjl)
double cabs(double _Complex z) { return hypot(__real__ z, __imag__ z); }
long double cabsl(long double _Complex z) { return hypotl(__real__ z, __imag__ z); }
float cabsf(float _Complex z) { return hypotf(__real__ z, __imag__ z); }
double carg(double _Complex z) { return atan2(__imag__ z, __real__ z); }
float cargf(float _Complex z) { return atan2f(__imag__ z, __real__ z); }
long double cargl(long double _Complex z) { return atan2l(__imag__ z, __real__ z); }
