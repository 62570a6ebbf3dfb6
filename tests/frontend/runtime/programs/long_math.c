/* math.h: functions of long double, and those that take one. Results bit by bit; of NaN only that it is one. */

#include "cases.h"
#include <math.h>

#define LINE(name, call) show(" " name " %s", of_long(call))

static const char *of_long(long double x) { return x != x ? "nan" : bytes(&x, 10); }
static const char *of_double(double x) { return x != x ? "nan" : bytes(&x, 8); }
static const char *of_float(float x) { return x != x ? "nan" : bytes(&x, 4); }

/* Whether the quotients agree in sign and in the last three bits, as the standard has it. */
static int last_bits(int quotient) { return quotient < 0 ? -(-quotient & 7) : quotient & 7; }

static void one(long double x) {
    int power = 0;
    long double whole = 0;
    show("%s:", of_long(x));
    show(" %d %d %d %d %d", !!isnanl(x), isinfl(x), !!finitel(x), x != x ? 0 : !!signbit(x), fpclassify(x));
    LINE("logb", logbl(x));
    if (x == x && x - x == 0 && x != 0) show(" ilogb %d", ilogbl(x));
    LINE("frexp", frexpl(x, &power));
    if (x - x == 0) show(" %d", power);
    LINE("modf", modfl(x, &whole));
    LINE("whole", whole);
    LINE("floor", floorl(x));
    LINE("ceil", ceill(x));
    LINE("trunc", truncl(x));
    LINE("round", roundl(x));
    LINE("rint", rintl(x));
    LINE("nearbyint", nearbyintl(x));
    LINE("fabs", fabsl(x));
    LINE("sqrt", sqrtl(x));
    if (fabsl(x) < 0x1p62L) show(" %ld %ld %lld %lld", lroundl(x), lrintl(x), llroundl(x), llrintl(x));
    show(" significand %s %s\n", of_double(significand((double)x)), of_float(significandf((float)x)));
}

static void two(long double x, long double y) {
    int first = 0, second = 0, third = 0;
    show("%s", of_long(x));
    show(" %s:", of_long(y));
    LINE("fdim", fdiml(x, y));
    LINE("nextafter", nextafterl(x, y));
    LINE("nexttoward", nexttowardl(x, y));
    show(" %s %s", of_double(nexttoward((double)x, y)), of_float(nexttowardf((float)x, y)));
    LINE("copysign", copysignl(x, y == y ? y : 1));
    LINE("fmod", fmodl(x, y));
    LINE("remainder", remainderl(x, y));
    show(" drem %s %s", of_double(drem((double)x, (double)y)), of_float(dremf((float)x, (float)y)));
    long double rest = remquol(x, y, &first);
    double wide = remquo((double)x, (double)y, &second);
    float narrow = remquof((float)x, (float)y, &third);
    show(" remquo %s", of_long(rest));
    show(" %s %s", of_double(wide), of_float(narrow));
    show(" %d %d %d", rest == rest ? last_bits(first) : 0, wide == wide ? last_bits(second) : 0, narrow == narrow ? last_bits(third) : 0);
    if (!(x == 0 && y == 0)) {
        LINE("fmax", fmaxl(x, y));
        LINE("fmin", fminl(x, y));
    }
    show("\n");
}

static void scaled(long double x, int n) {
    show("%s %d:", of_long(x), n);
    LINE("ldexp", ldexpl(x, n));
    LINE("scalbn", scalbnl(x, n));
    LINE("scalbln", scalblnl(x, n));
    show("\n");
}

/* A number of any size, a subnormal one, or one near an integer. */
static long double any(void) {
    union { struct { uint64_t low; uint16_t top; } part; long double value; } made = {{0, 0}};
    made.part.low = ((uint64_t)pick(1u << 31) << 33) ^ ((uint64_t)pick(1u << 31) << 11) ^ pick(1u << 11);
    unsigned kind = pick(4);
    made.part.top = (uint16_t)(kind == 0 ? pick(0x7fff) : kind == 1 ? 0 : 0x3fff + pick(70) - 5);
    made.part.low = made.part.top ? made.part.low | 1ULL << 63 : made.part.low & ~(1ULL << 63);
    return pick(2) ? -made.value : made.value;
}

void cases(int rounds) {
    static const long double NUMBERS[] = {
        0.0L, -0.0L, 1.0L, -1.0L, 0.5L, -0.5L, 1.5L, 2.5L, -2.5L, 3.7L, 0x1p-16445L, -0x1p-16445L, 0x1p-16382L, 0x0.fffffffffffffffep-16382L, 0x1.fffffffffffffffep16383L, 0x1p-149L, 0x1p-150L, 0x1p-1074L,
        0x1p63L, 0x1.fffffffffffffffep62L, 0x1p53L, 0x1.00000000000008p0L, 0x1p128L, 0x1p1024L, 1e4932L, HUGE_VALL, -HUGE_VALL, (long double)NAN,
    };
    static const int POWERS[] = {0, 1, -1, 63, -64, 16383, -16445, 32767, -32767, 70000, -70000};
    unsigned step = rounds < 10 ? 5 : 1;
    for (unsigned i = 0; i < COUNT(NUMBERS); i += step) {
        one(NUMBERS[i]);
        for (unsigned j = 0; j < COUNT(NUMBERS); j += step) two(NUMBERS[i], NUMBERS[j]);
        for (unsigned j = 0; j < COUNT(POWERS); j += step) scaled(NUMBERS[i], POWERS[j]);
    }
    for (int i = 0; i < rounds; i++) {
        one(any());
        two(any(), any());
        scaled(any(), (int)pick(40000) - 20000);
    }
}
