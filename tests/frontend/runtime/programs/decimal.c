/* stdlib.h: strings to floating point: value, bits, end and errno. */

#include "cases.h"

static void one(const char *s) {
    char *end;
    errno = 0;
    double wide = strtod(s, &end);
    show("%s: %s %ld %d", s, bytes(&wide, 8), at(end, s), errno);
    errno = 0;
    float narrow = strtof(s, &end);
    show(" %s %ld %d\n", bytes(&narrow, 4), at(end, s), errno);
}

/* The shortest text between two neighbours, and many more digits: where rounding is hardest. */
static void halfway(void) {
    union { uint64_t bits; double value; } made = {(uint64_t)pick(1u << 31) << 32 ^ (uint64_t)pick(1u << 31) << 7 ^ pick(1u << 8)};
    made.bits &= ~(1ULL << 63);
    if (made.bits >> 52 == 2047) made.bits ^= 1ULL << 61;
    char to[1200];
    snprintf(to, sizeof to, "%.*e", (int)pick(40), made.value);
    one(to);
    snprintf(to, sizeof to, "%a", made.value);
    one(to);
    union { uint32_t bits; float value; } small = {pick(0x7f800000)};
    double middle = ((double)small.value + (double)__builtin_nextafterf(small.value, 1e38f)) / 2;
    snprintf(to, sizeof to, "%.*e", 20 + (int)pick(60), middle);
    one(to);
}

void cases(int rounds) {
    static const char *const WORDS[] = {
        "", " ", "-", "+", ".", "e", "0", "-0", "1", "1.", ".1", "1e", "1e+", "1e5", "1e-5", "1e400", "-1e400", "1e-400", "inf", "INFINITY", "infinit", "nan", "nan(abc)", "nan(", "NAN(a b)", "-nan",
        "0x", "0x1", "0x.8", "0x1p", "0x1p4", "0x1.fffffffffffff8p0", "0x1p-1080", "0x1p-1075", "0x1.8p-1075", "0xg", "  12abc", "1.7976931348623157e308", "1.7976931348623159e308", "4.9e-324", "2.4e-324",
        "2.2250738585072011e-308", "179769313486231580793e289", "9007199254740993", "0.1e1000000", "0.000000000000000000000000000000000000000000001e45", "3.4028235677973366e38", "1e23", "8.5e22",
        "0.00000000000000000000000000000000000000000000070064923216240853546186479164495806564013097093825788587853e0", "1.5e0x", "1_0", "0x1.0000000000000800001p0", "0x1.00000000000008p0",
    };
    for (unsigned i = 0; i < COUNT(WORDS); i += rounds < 10 ? 4 : 1) one(WORDS[i]);
    for (int i = 0; i < rounds; i++) {
        one(text("0123456789.e-", 16));
        one(text("01259.eEx+-pfin", 14));
        char to[64];
        snprintf(to, sizeof to, "%u%09u%08u%se%d", 1 + pick(999), pick(1000000000), pick(100000000), pick(2) ? "" : ".5", (int)pick(660) - 340);
        one(to);
        if (rounds > 9) halfway();
    }
}
