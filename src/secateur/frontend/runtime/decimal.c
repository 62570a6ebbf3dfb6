/* stdlib.h: strings to floating point, correctly rounded.

   A short number needs only one rounding: its digits form an exact integer, which is multiplied or divided by an
   exact power of ten. Symbolic digits should only take this path, which does not branch on their values. All other
   numbers use long division. */

#include "runtime.h"

enum { LIMBS = 160, DIGITS = 800 };

/* What a type can hold: bits of precision, exponents of the smallest and the largest normal number. */
typedef struct { int precision, least, most, exact_digits, exact_power; } Format;

static const Format FLOAT = {24, -126, 127, 7, 10}, DOUBLE = {53, -1022, 1023, 15, 22};

/* --- long arithmetic: non-negative integers, 32 bits per limb, least significant first --- */

typedef struct { int count; bits32 limbs[LIMBS]; } Long;

static void multiply_add(Long *x, bits32 factor, bits32 carry) {
    bits64 rest = carry;
    for (int i = 0; i < x->count; i++) {
        rest += (bits64)x->limbs[i] * factor;
        x->limbs[i] = (bits32)rest;
        rest >>= 32;
    }
    if (rest) x->limbs[x->count++] = (bits32)rest;
}

static void multiply_power(Long *x, bits32 base, int power) {
    for (; power > 0; power--) multiply_add(x, base, 0);
}

static void shift_left(Long *x, int bits) {
    for (; bits >= 16; bits -= 16) multiply_add(x, 65536, 0);
    multiply_add(x, (bits32)1 << bits, 0);
}

static int bit_length(const Long *x) { return 32 * x->count - __builtin_clz(x->limbs[x->count - 1]); }

static int order(const Long *x, const Long *y) {
    if (x->count != y->count) return x->count - y->count;
    for (int i = x->count - 1; i >= 0; i--)
        if (x->limbs[i] != y->limbs[i]) return x->limbs[i] < y->limbs[i] ? -1 : 1;
    return 0;
}

static void subtract(Long *x, const Long *y) {
    bits64 borrow = 0;
    for (int i = 0; i < x->count; i++) {
        bits64 less = (i < y->count ? y->limbs[i] : 0) + borrow;
        borrow = x->limbs[i] < less;
        x->limbs[i] -= (bits32)less;
    }
    while (x->count && !x->limbs[x->count - 1]) x->count--;
}

/* --- rounding --- */

static double out_of_range(double result) {
    *__errno_location() = SECATEUR_ERANGE;
    return result;
}

/* The precision in bits of a number of this magnitude (at least 2^exponent); 0 or less below the smallest number. */
static int precision_at(int exponent, const Format *format) {
    int missing = format->least - exponent;
    return missing > 0 ? format->precision - missing : format->precision;
}

/* mantissa * 2^exponent, where the mantissa is already rounded to the format's precision. */
static double finish(bits64 mantissa, int exponent, const Format *format, int inexact) {
    int highest = mantissa ? 63 - __builtin_clzll(mantissa) + exponent : format->least - 1;
    if (highest > format->most) return out_of_range(__builtin_inf());
    double result = scale((double)mantissa, exponent);
    if (inexact && highest < format->least) return out_of_range(result);
    return result;
}

/* numerator / denominator by long division, rounded to the precision that the format has there, ties to even. */
static double divide(Long *numerator, Long *denominator, const Format *format) {
    int exponent = bit_length(numerator) - bit_length(denominator);
    if (exponent > 0)
        shift_left(denominator, exponent);
    else
        shift_left(numerator, -exponent);
    if (order(numerator, denominator) < 0) {
        shift_left(numerator, 1);
        exponent--;
    }
    int bits = precision_at(exponent, format);
    if (bits < 0) return out_of_range(0);
    bits64 mantissa = 0;
    if (!bits) shift_left(denominator, 1); /* below the smallest number: is it more than half of that? */
    for (int i = 0; i < bits; i++) {
        if (i) shift_left(numerator, 1);
        int fits = order(numerator, denominator) >= 0;
        if (fits) subtract(numerator, denominator);
        mantissa = mantissa * 2 + fits;
        if (!numerator->count) {
            mantissa <<= bits - 1 - i;
            break;
        }
    }
    int inexact = numerator->count != 0;
    if (inexact) {
        shift_left(numerator, 1);
        int half = order(numerator, denominator);
        mantissa += half > 0 || (half == 0 && (mantissa & 1));
    }
    return finish(mantissa, exponent - bits + 1, format, inexact);
}

/* --- reading --- */

/* The digits at s (possibly with a point), `count` of them significant, the last with weight 10^power. */
static double long_decimal(const char *s, int count, int power, const Format *format) {
    Long numerator = {0}, denominator = {1, {1}};
    int used = 0, dropped = 0;
    for (; used < count && used < DIGITS; s++)
        if (*s != '.') multiply_add(&numerator, 10, *s - '0'), used++;
    for (int left = count - used; left > 0; s++)
        if (*s != '.') dropped |= *s != '0', left--;
    power += count - used;
    if (dropped) multiply_add(&numerator, 10, 1), power--;
    if (power > 0)
        multiply_power(&numerator, 10, power);
    else
        multiply_power(&denominator, 10, -power);
    return divide(&numerator, &denominator, format);
}

static double short_decimal(bits64 digits, int power, const Format *format) {
    double factor = 1;
    for (int i = power < 0 ? -power : power; i > 0; i--) factor *= 10;
    if (format->precision == 24) /* each operation must round to single */
        return power < 0 ? (float)digits / (float)factor : (float)digits * (float)factor;
    return power < 0 ? (double)digits / factor : (double)digits * factor;
}

/* The exponent after `mark` (e or p) at *s, which is moved past it; 0 when there is none. */
static int read_exponent(const char **s, int mark) {
    const char *t = *s;
    if ((*t | 32) != mark) return 0;
    t++;
    int negative = *t == '-', value = 0;
    if (negative | (*t == '+')) t++;
    if (!is_digit_byte(*t)) return 0;
    for (; is_digit_byte(*t); t++)
        if (value < 100000) value = value * 10 + (*t - '0');
    *s = t;
    return negative ? -value : value;
}

static double read_decimal(const char **end, const Format *format) {
    const char *s = *end, *first = NULL;
    int count = 0, power = 0, point = 0, any = 0;
    bits64 digits = 0;
    for (;; s++) {
        int c = *s;
        if (!point && c == '.') {
            point = 1;
            continue;
        }
        if (!is_digit_byte(c)) break;
        any = 1;
        power -= point;
        if (!first && c == '0') continue;
        if (!first) first = s;
        if (count < 19) digits = digits * 10 + (unsigned)(c - '0');
        count++;
    }
    if (!any) return 0;
    int exponent = read_exponent(&s, 'e');
    *end = s;
    if (!count) return 0;
    int magnitude = count + power + exponent; /* the number is below 10^magnitude */
    if (magnitude > 400) return out_of_range(__builtin_inf());
    if (magnitude < -400) return out_of_range(0);
    power += exponent;
    if (count <= format->exact_digits && power <= format->exact_power && power >= -format->exact_power)
        return short_decimal(digits, power, format);
    return long_decimal(first, count, power, format);
}

/* The part after 0x. Bits past the 60th only distinguish an exact half from more than half. */
static double read_hexadecimal(const char **end, const Format *format) {
    const char *s = *end;
    int exponent = 0, point = 0;
    bits64 mantissa = 0;
    for (;; s++) {
        if (!point && *s == '.') {
            point = 1;
            continue;
        }
        unsigned digit = digit_value((byte)*s);
        if (digit >= 16) break;
        if (mantissa >> 60) {
            mantissa |= digit != 0;
            exponent += 4;
        } else {
            mantissa = mantissa * 16 + digit;
        }
        exponent -= 4 * point;
    }
    exponent += read_exponent(&s, 'p');
    *end = s;
    if (!mantissa) return 0;
    Long numerator = {2, {(bits32)mantissa, (bits32)(mantissa >> 32)}}, denominator = {1, {1}};
    if (!numerator.limbs[1]) numerator.count = 1;
    if (exponent > 2000) return out_of_range(__builtin_inf());
    if (exponent < -2000) return out_of_range(0);
    shift_left(exponent > 0 ? &numerator : &denominator, exponent > 0 ? exponent : -exponent);
    return divide(&numerator, &denominator, format);
}

/* The length of the word if it is at s, in either case; else 0. */
static int word_at(const char *s, const char *word) {
    int n = 0;
    while (word[n] && lower_byte((byte)s[n]) == word[n]) n++;
    return word[n] ? 0 : n;
}

static double read_word(const char **end) {
    const char *s = *end;
    int length = word_at(s, "infinity");
    if (!length) length = word_at(s, "inf");
    *end = s + length;
    if (length) return __builtin_inf();
    length = word_at(s, "nan");
    if (!length) return 0;
    *end = s + length;
    if (s[3] == '(') {
        const char *t = s + 4;
        while (digit_value((byte)*t) < 36 || *t == '_') t++;
        if (*t == ')') *end = t + 1;
    }
    return __builtin_nan("");
}

static double read_double(const char *s, char **end, const Format *format) {
    const char *start = s;
    while (is_space_byte(*s)) s++;
    int negative = *s == '-';
    if (negative | (*s == '+')) s++;
    const char *body = s;
    double result;
    if (s[0] == '0' && (s[1] | 32) == 'x' && digit_value((byte)s[2 + (s[2] == '.')]) < 16) {
        s += 2;
        result = read_hexadecimal(&s, format);
    } else if (is_digit_byte(*s) | (*s == '.')) {
        result = read_decimal(&s, format);
    } else {
        result = read_word(&s);
    }
    if (end) *end = (char *)(s == body ? start : s);
    return negative && s != body ? -result : result;
}

double __secateur_read_double(const char *s, char **end) { return read_double(s, end, &DOUBLE); }
float __secateur_read_float(const char *s, char **end) { return (float)read_double(s, end, &FLOAT); }

double strtod(const char *s, char **end) { return read_double(s, end, &DOUBLE); }
float strtof(const char *s, char **end) { return (float)read_double(s, end, &FLOAT); }
double atof(const char *s) { return read_double(s, NULL, &DOUBLE); }

double strtod_l(const char *s, char **end, void *locale) { return (void)locale, read_double(s, end, &DOUBLE); }
float strtof_l(const char *s, char **end, void *locale) { return (void)locale, (float)read_double(s, end, &FLOAT); }
