/* math.h: remainder and remquo, the rest of a division whose quotient is rounded to the nearest integer. Each step is exact. */

#include "runtime.h"

/* `large` is the largest power of two, `small` twice the smallest normal number: half of what is below it may be rounded. */
#define REMAINDERS(kind, suffix, small, large, fabs, fmod, signbit, infinity)                                      \
    static kind nearest##suffix(kind rest, kind unit, int *steps) {                                                 \
        if (unit < small) {                                                                                         \
            if (rest + rest > unit) {                                                                               \
                rest -= unit, ++*steps;                                                                             \
                if (rest + rest >= unit) rest -= unit, ++*steps;                                                    \
            }                                                                                                       \
        } else if (rest > unit / 2) {                                                                               \
            rest -= unit, ++*steps;                                                                                 \
            if (rest >= unit / 2) rest -= unit, ++*steps;                                                           \
        }                                                                                                           \
        return rest;                                                                                                \
    }                                                                                                               \
    static kind rest##suffix(kind x, kind y) {                                                                      \
        kind rest = fabs(x), unit = fabs(y);                                                                        \
        int steps = 0;                                                                                              \
        if (!(rest < infinity) | !(unit > 0)) return (x * y) / (x * y);                                             \
        if (unit < large) rest = fmod(rest, unit + unit);                                                           \
        rest = nearest##suffix(rest, unit, &steps);                                                                 \
        return signbit(x) ? -rest : rest;                                                                           \
    }                                                                                                               \
    /* The quotient modulo 8, or 8: as much as the standard asks for. */                                            \
    static kind divided##suffix(kind x, kind y, int *quotient) {                                                    \
        kind rest = fabs(x), unit = fabs(y);                                                                        \
        int steps = 0;                                                                                              \
        if (!(rest < infinity) | !(unit > 0)) return (x * y) / (x * y);                                             \
        if (unit < large / 4) rest = fmod(rest, 8 * unit);                                                          \
        if (unit < large / 2 && rest >= 4 * unit) rest -= 4 * unit, steps += 4;                                     \
        if (unit < large && rest >= 2 * unit) rest -= 2 * unit, steps += 2;                                         \
        rest = nearest##suffix(rest, unit, &steps);                                                                 \
        *quotient = !signbit(x) == !signbit(y) ? steps : -steps;                                                    \
        return signbit(x) ? -rest : rest;                                                                           \
    }

REMAINDERS(double, _double, 0x1p-1021, 0x1p1023, __builtin_fabs, __builtin_fmod, __builtin_signbit, __builtin_inf())
REMAINDERS(long double, _long, 0x1p-16381L, 0x1p16383L, __builtin_fabsl, __builtin_fmodl, __builtin_signbitl,
           __builtin_infl())

double remainder(double x, double y) { return rest_double(x, y); }
float remainderf(float x, float y) { return (float)rest_double(x, y); }
long double remainderl(long double x, long double y) { return rest_long(x, y); }
double drem(double x, double y) { return rest_double(x, y); }
float dremf(float x, float y) { return (float)rest_double(x, y); }
double remquo(double x, double y, int *quotient) { return divided_double(x, y, quotient); }
float remquof(float x, float y, int *quotient) { return (float)divided_double(x, y, quotient); }
long double remquol(long double x, long double y, int *quotient) { return divided_long(x, y, quotient); }
