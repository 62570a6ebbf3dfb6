/* stdlib.h: strings to `long double`. What belongs to the number is found as for `double`; the machine, which has it as
   text, rounds it. */

#include "runtime.h"

double __secateur_read_double(const char *s, char **end);

long double __secateur_read_long(const char *s, char **end) {
    int before = *__errno_location();
    char *stop;
    long double result = 0;
    __secateur_read_double(s, &stop);
    *__errno_location() = before;
    if (stop != s) {
        int error = __secateur_read_extended(s, (size_t)(stop - s), &result);
        if (error) *__errno_location() = error;
    }
    if (end) *end = stop;
    return result;
}

long double strtold(const char *s, char **end) { return __secateur_read_long(s, end); }
long double strtold_l(const char *s, char **end, void *locale) { return (void)locale, __secateur_read_long(s, end); }
