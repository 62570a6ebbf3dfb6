/* string.h, stdlib.h and unistd.h: small functions on texts that few programs use. */

#include "runtime.h"

/* --- versions --- */

/* Where two texts first differ, runs of digits are compared as numbers; with leading zeros as fractions. */
int strverscmp(const char *x, const char *y) {
    size_t n = 0, digits = 0, zeros = 0; /* of the run of digits before the difference */
    int is_all_zero = 1;
    for (; x[n] == y[n]; n++) {
        if (!x[n]) return 0;
        if (!is_digit_byte(x[n])) {
            digits = zeros = 0;
            is_all_zero = 1;
        } else {
            digits++;
            is_all_zero &= x[n] == '0';
            zeros += is_all_zero;
        }
    }
    int a = (byte)x[n], b = (byte)y[n];
    int begins_with_zero = zeros > 0, a_digit = is_digit_byte(a), b_digit = is_digit_byte(b);
    if (begins_with_zero || (!digits && (a == '0' || b == '0') && a_digit && b_digit)) {
        /* fractions: 00 < 0 < 01 … */
        if (begins_with_zero && is_all_zero && digits == zeros) {
            if (a_digit && !b_digit) return -1;
            if (b_digit && !a_digit) return 1;
        }
        return a - b;
    }
    if (!a_digit && !b_digit) return a - b;
    if (!digits && (!a_digit || !b_digit)) return a - b;
    size_t p = n, q = n; /* the longer run of digits is the larger number */
    while (is_digit_byte(x[p]) && is_digit_byte(y[q])) p++, q++;
    if (is_digit_byte(x[p])) return 1;
    if (is_digit_byte(y[q])) return -1;
    return a - b;
}

/* --- numbers in base 64 --- */

static const char DIGITS[] = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

long a64l(const char *s) {
    unsigned value = 0;
    for (int n = 0; n < 6 && s[n]; n++) {
        unsigned digit = 0;
        while (digit < 64 && DIGITS[digit] != s[n]) digit++;
        if (digit == 64) break;
        value |= digit << (6 * n);
    }
    return value;
}

char *l64a(long number) {
    static char text[7];
    unsigned value = (unsigned)number;
    int n = 0;
    for (; value; value >>= 6) text[n++] = DIGITS[value & 63];
    text[n] = 0;
    return text;
}

/* --- others --- */

void swab(const void *restrict from, void *restrict to, long size) {
    const char *f = from;
    char *t = to;
    for (long n = 0; n + 1 < size; n += 2) {
        char first = f[n];
        t[n] = f[n + 1];
        t[n + 1] = first;
    }
}

void *memfrob(void *block, size_t size) {
    for (size_t n = 0; n < size; n++) ((char *)block)[n] ^= 42;
    return block;
}

/* The number of the next of the comma-separated words in `tokens`, and its value after =. */
int getsubopt(char **restrict options, char *const *restrict tokens, char **restrict value) {
    char *start = *options, *end = start;
    if (!*start) return -1;
    while ((*end != 0) & (*end != ',')) end++;
    char *sign = start;
    while (sign < end && *sign != '=') sign++;
    *options = *end ? end + 1 : end;
    for (int i = 0; tokens[i]; i++) {
        size_t n = 0, length = (size_t)(sign - start);
        while (n < length && tokens[i][n] == start[n]) n++;
        if (n < length || tokens[i][n]) continue;
        *value = sign < end ? sign + 1 : NULL;
        *end = 0;
        return i;
    }
    *value = start;
    *end = 0;
    return -1;
}

int rpmatch(const char *answer) { return (*answer | 32) == 'y' ? 1 : (*answer | 32) == 'n' ? 0 : -1; }

/* --- names that glibc's headers and older programs use --- */

char *__strdup(const char *s) {
    size_t size = length_of(s) + 1;
    char *to = malloc(size);
    if (to) __builtin_memcpy(to, s, size);
    return to;
}

char *__stpcpy(char *to, const char *from) {
    while ((*to = *from)) to++, from++;
    return to;
}

void *__mempcpy(void *to, const void *from, size_t size) {
    __builtin_memcpy(to, from, size);
    return (char *)to + size;
}

void *__rawmemchr(const void *block, int c) {
    const byte *s = block;
    while (*s != (byte)c) s++;
    return (void *)s;
}

static int compare_folded(const char *x, const char *y, size_t limit) {
    for (; limit; x++, y++, limit--) {
        int a = lower_byte((byte)*x), b = lower_byte((byte)*y);
        if ((a != b) | !a) return a - b;
    }
    return 0;
}

int strcasecmp_l(const char *x, const char *y, void *locale) { return (void)locale, compare_folded(x, y, (size_t)-1); }
int strncasecmp_l(const char *x, const char *y, size_t limit, void *locale) {
    return (void)locale, compare_folded(x, y, limit);
}

int strcoll_l(const char *x, const char *y, void *locale) {
    (void)locale;
    for (;; x++, y++) {
        int a = (byte)*x, b = (byte)*y;
        if ((a != b) | !a) return a - b;
    }
}

size_t strxfrm_l(char *to, const char *from, size_t size, void *locale) {
    size_t length = length_of(from);
    (void)locale;
    for (size_t n = 0; n < size && n <= length; n++) to[n] = from[n];
    return length;
}
