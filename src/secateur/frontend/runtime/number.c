/* stdlib.h and inttypes.h: strings to integers. */

#define CHAR char
#define DIGIT(c) (byte)(c)
#include "number.h"

int atoi(const char *s) { return (int)read_signed(s, NULL, 10, 0); }
long atol(const char *s) { return read_signed(s, NULL, 10, 0); }
long long atoll(const char *s) { return read_signed(s, NULL, 10, 0); }

long strtol(const char *s, char **end, int base) { return read_signed(s, end, base, 0); }
long long strtoll(const char *s, char **end, int base) { return read_signed(s, end, base, 0); }
unsigned long strtoul(const char *s, char **end, int base) { return read_unsigned(s, end, base, 0); }
wide strtoull(const char *s, char **end, int base) { return read_unsigned(s, end, base, 0); }

long __isoc23_strtol(const char *s, char **end, int base) { return read_signed(s, end, base, 1); }
long long __isoc23_strtoll(const char *s, char **end, int base) { return read_signed(s, end, base, 1); }
unsigned long __isoc23_strtoul(const char *s, char **end, int base) { return read_unsigned(s, end, base, 1); }
wide __isoc23_strtoull(const char *s, char **end, int base) { return read_unsigned(s, end, base, 1); }

__INTMAX_TYPE__ strtoimax(const char *s, char **end, int base) { return read_signed(s, end, base, 0); }
__UINTMAX_TYPE__ strtoumax(const char *s, char **end, int base) { return read_unsigned(s, end, base, 0); }
__INTMAX_TYPE__ __isoc23_strtoimax(const char *s, char **end, int base) { return read_signed(s, end, base, 1); }
__UINTMAX_TYPE__ __isoc23_strtoumax(const char *s, char **end, int base) { return read_unsigned(s, end, base, 1); }

long strtol_l(const char *s, char **end, int base, void *locale) { return (void)locale, read_signed(s, end, base, 0); }
long long strtoll_l(const char *s, char **end, int base, void *locale) {
    return (void)locale, read_signed(s, end, base, 0);
}
unsigned long strtoul_l(const char *s, char **end, int base, void *locale) {
    return (void)locale, read_unsigned(s, end, base, 0);
}
wide strtoull_l(const char *s, char **end, int base, void *locale) {
    return (void)locale, read_unsigned(s, end, base, 0);
}
