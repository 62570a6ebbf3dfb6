/* The calendar: days and dates. Shared by the files of time.h. */

#include "runtime.h"

#include <time.h>

enum { EOVERFLOW_NUMBER = 75 };

INLINE long floor_div(long x, long y) { return x / y - (x % y < 0); }

INLINE int is_leap(long year) { return (year % 4 == 0) & ((year % 100 != 0) | (year % 400 == 0)); }

/* The days from 1 January 1970 to a year's 1 January. */
INLINE long days_before_year(long year) {
    long y = year - 1;
    return 365 * (year - 1970) + floor_div(y, 4) - floor_div(y, 100) + floor_div(y, 400) - 477;
}

/* The days of a year before a month, 0 to 11. The lengths of the months from March on repeat every five. */
INLINE int days_before_month(int month, int leap) {
    return month < 2 ? 31 * month : (153 * (month - 2) + 2) / 5 + 59 + leap;
}

/* The names are in one text, three or nine letters each. */
static inline void put_name(char *to, const char *names, int number, int length) {
    for (int n = 0; n < length; n++) to[n] = names[number * length + n];
}
