/* wchar.h and inttypes.h: wide strings to numbers. */

#define CHAR wchar_t
#define DIGIT(c) (int)(c)
#include "number.h"

double __secateur_read_double(const char *s, char **end);

long wcstol(const wchar_t *s, wchar_t **end, int base) { return read_signed(s, end, base, 0); }
long long wcstoll(const wchar_t *s, wchar_t **end, int base) { return read_signed(s, end, base, 0); }
unsigned long wcstoul(const wchar_t *s, wchar_t **end, int base) { return read_unsigned(s, end, base, 0); }
wide wcstoull(const wchar_t *s, wchar_t **end, int base) { return read_unsigned(s, end, base, 0); }
__INTMAX_TYPE__ wcstoimax(const wchar_t *s, wchar_t **end, int base) { return read_signed(s, end, base, 0); }
__UINTMAX_TYPE__ wcstoumax(const wchar_t *s, wchar_t **end, int base) { return read_unsigned(s, end, base, 0); }
long __isoc23_wcstol(const wchar_t *s, wchar_t **end, int base) { return read_signed(s, end, base, 1); }
long long __isoc23_wcstoll(const wchar_t *s, wchar_t **end, int base) { return read_signed(s, end, base, 1); }
unsigned long __isoc23_wcstoul(const wchar_t *s, wchar_t **end, int base) { return read_unsigned(s, end, base, 1); }
wide __isoc23_wcstoull(const wchar_t *s, wchar_t **end, int base) { return read_unsigned(s, end, base, 1); }

/* A number has only characters of ASCII: it is read from a copy. */
double wcstod(const wchar_t *s, wchar_t **end) {
    size_t length = 0;
    while ((s[length] > 0) & (s[length] < 128)) length++;
    char *copy = malloc(length + 1), *stop;
    if (!copy) return 0;
    for (size_t n = 0; n < length; n++) copy[n] = (char)s[n];
    copy[length] = 0;
    double result = __secateur_read_double(copy, &stop);
    if (end) *end = (wchar_t *)s + (stop - copy);
    free(copy);
    return result;
}
