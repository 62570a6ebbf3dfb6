/* Reads integers from strings of CHAR, whose characters DIGIT makes a number. Included by number.c and wide_number.c.

   Digits are read with no branch on their value other than "is it a digit". A number with few digits cannot
   overflow, so overflow is checked only for longer ones: short symbolic strings pay nothing for it. */

#include "runtime.h"

typedef unsigned long long wide;

typedef struct {
    wide value;      /* of the digits, modulo 2^64 */
    int negative;    /* there was a minus sign */
    int overflow;    /* the digits do not fit 64 bits */
    int is_short;    /* the digits are few enough to fit 62 bits */
    const CHAR *end; /* the end of the number; NULL when there is none */
} Number;

/* The number of digits that always fit 62 bits. */
static int safe_digits(int base) {
    int bits = 1;
    while ((1 << bits) < base) bits++;
    return 62 / bits;
}

static int is_prefix(const CHAR *s, int letter, unsigned base) {
    return s[0] == '0' && (s[1] | 32) == letter && digit_value(DIGIT(s[2])) < base;
}

static Number read_number(const CHAR *s, int base, int binary) {
    Number number = {0, 0, 0, 1, NULL};
    while (is_space_byte(*s)) s++;
    if (*s == '-') {
        number.negative = 1;
        s++;
    } else if (*s == '+') {
        s++;
    }
    if ((base == 0 || base == 16) && is_prefix(s, 'x', 16)) {
        s += 2;
        base = 16;
    } else if (binary && (base == 0 || base == 2) && is_prefix(s, 'b', 2)) {
        s += 2;
        base = 2;
    } else if (base == 0) {
        base = *s == '0' ? 8 : 10;
    }
    int safe = safe_digits(base);
    for (;; s++, safe--) {
        unsigned digit = base <= 10 ? (unsigned)DIGIT(*s) - '0' : digit_value(DIGIT(*s));
        if (digit >= (unsigned)base) return number;
        if (safe > 0) {
            number.value = number.value * base + digit;
        } else {
            number.is_short = 0;
            number.overflow |= __builtin_mul_overflow(number.value, (wide)base, &number.value);
            number.overflow |= __builtin_add_overflow(number.value, (wide)digit, &number.value);
        }
        number.end = s + 1;
    }
}

static int is_base(int base) {
    if (base >= 0 && base != 1 && base <= 36) return 1;
    *__errno_location() = SECATEUR_EINVAL;
    return 0;
}

static long long read_signed(const CHAR *s, CHAR **end, int base, int binary) {
    if (!is_base(base)) return 0;
    Number number = read_number(s, base, binary);
    if (end) *end = (CHAR *)(number.end ? number.end : s);
    wide limit = (wide)__LONG_LONG_MAX__ + number.negative;
    if (!number.is_short && (number.overflow | (number.value > limit))) {
        *__errno_location() = SECATEUR_ERANGE;
        return (long long)limit;
    }
    return (long long)(number.negative ? -number.value : number.value);
}

static wide read_unsigned(const CHAR *s, CHAR **end, int base, int binary) {
    if (!is_base(base)) return 0;
    Number number = read_number(s, base, binary);
    if (end) *end = (CHAR *)(number.end ? number.end : s);
    if (number.overflow) {
        *__errno_location() = SECATEUR_ERANGE;
        return -1ULL;
    }
    return number.negative ? -number.value : number.value;
}
