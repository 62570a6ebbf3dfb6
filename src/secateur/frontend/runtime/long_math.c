/* math.h for `long double`: the exact functions. The machine provides the others (sinl, expl, powl …). */

#include "runtime.h"

#define UNARY(name) long double name##l(long double x) { return __builtin_##name##l(x); }
#define BINARY(name) long double name##l(long double x, long double y) { return __builtin_##name##l(x, y); }
#define TO_INTEGER(name, type, rounded) type name##l(long double x) { return (type)__builtin_##rounded##l(x); }

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

#define INFINITE __builtin_infl()

typedef union {
    long double number;
    struct { bits64 fraction; unsigned short top; } part;
} Parts;

static int field(long double x) { return ((Parts){x}).part.top & 0x7fff; }

int isnanl(long double x) { return x != x; }
int isinfl(long double x) { return (x == INFINITE) - (x == -INFINITE); }
int finitel(long double x) { return __builtin_fabsl(x) < INFINITE; }
int __isnanl(long double x) { return x != x; }
int __isinfl(long double x) { return (x == INFINITE) - (x == -INFINITE); }
int __finitel(long double x) { return __builtin_fabsl(x) < INFINITE; }
int __signbitl(long double x) { return ((Parts){x}).part.top >> 15; }
int __fpclassifyl(long double x) { return __builtin_fpclassify(0, 1, 4, 3, 2, x); }
long double nanl(const char *tag) { return (void)tag, __builtin_nanl(""); }

long double fdiml(long double x, long double y) {
    if ((x != x) | (y != y)) return x + y;
    return x > y ? x - y : 0;
}

/* In steps that are exact but for the last one. */
static long double scale_long(long double x, int n) {
    for (int i = 0; i < 3 && n > 16383; i++, n -= 16383) x *= 0x1p16383L;
    for (int i = 0; i < 3 && n < -16382; i++, n += 16382 - 113) x *= 0x1p-16269L;
    if (n > 16383) n = 16383;
    if (n < -16382) n = -16382;
    Parts factor = {1};
    factor.part.top = (unsigned short)(16383 + n);
    return x * factor.number;
}

long double ldexpl(long double x, int n) { return scale_long(x, n); }
long double scalbnl(long double x, int n) { return scale_long(x, n); }
long double scalblnl(long double x, long n) { return scale_long(x, n < -70000 ? -70000 : n > 70000 ? 70000 : (int)n); }

/* As for `double`, in math.c. */
static long double split(long double x, int *exponent) {
    int shift = 0;
    if (!field(x)) x *= 0x1p64L, shift = 64;
    Parts parts = {x};
    *exponent = field(x) - 16382 - shift;
    parts.part.top = (unsigned short)((parts.part.top & 0x8000) | 16382);
    return parts.number;
}

long double frexpl(long double x, int *exponent) {
    *exponent = 0;
    if ((x == 0) | !(__builtin_fabsl(x) < INFINITE)) return x + x;
    return split(x, exponent);
}

long double modfl(long double x, long double *whole) {
    *whole = __builtin_truncl(x);
    return __builtin_copysignl(__builtin_fabsl(x) == INFINITE ? 0 : x - *whole, x);
}

int ilogbl(long double x) {
    int exponent;
    if ((x == 0) | (x != x)) return -2147483647 - 1;
    if (__builtin_fabsl(x) == INFINITE) return 2147483647;
    split(x, &exponent);
    return exponent - 1;
}

long double logbl(long double x) {
    int exponent;
    if (x == 0) return -INFINITE;
    if (!(__builtin_fabsl(x) < INFINITE)) return x * x;
    split(x, &exponent);
    return exponent - 1;
}

/* The neighbour of a number that is not 0, further from 0 or nearer to it. */
static long double neighbour(long double x, int further) {
    const bits64 leading = 1ULL << 63;
    Parts parts = {x};
    bits64 before = parts.part.fraction;
    parts.part.fraction = further ? before + 1 : before - 1;
    if (further && !field(x) && parts.part.fraction == leading) parts.part.top++;
    if (further && !parts.part.fraction) parts.part.top++, parts.part.fraction = leading;
    if (!further && before == leading && field(x)) {
        parts.part.top--;
        if (field(x) > 1) parts.part.fraction |= leading;
    }
    return parts.number;
}

long double nextafterl(long double x, long double y) {
    if ((x != x) | (y != y)) return x + y;
    if (x == y) return y;
    if (x == 0) return __builtin_copysignl(0x1p-16445L, y);
    return neighbour(x, (x < y) == (x > 0));
}

long double nexttowardl(long double x, long double y) { return nextafterl(x, y); }
