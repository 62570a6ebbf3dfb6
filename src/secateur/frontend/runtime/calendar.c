/* time.h: dates and times, in the time zone UTC. */

#include "calendar.h"

char *tzname[2] = {"UTC", "UTC"};
long timezone;
int daylight;
char *__tzname[2] = {"UTC", "UTC"};
long __timezone;
int __daylight;

static struct tm shown; /* by gmtime and localtime */
static char text[64];   /* of asctime and ctime */

/* The environment variable TZ would choose another zone. */
void tzset(void) { __secateur_no_environment(); }

/* --- seconds to fields --- */

/* NULL if the year does not fit. */
static struct tm *take_apart(time_t time, struct tm *to, const char *zone) {
    long days = floor_div(time, 86400), seconds = time - days * 86400;
    /* The year is found by its distance from 1 March 2000, in cycles of 400, 100, 4 years and 1. */
    long since = days - 11017, cycle = floor_div(since, 146097), day = since - cycle * 146097;
    long century = day / 36524;
    if (century == 4) century = 3;
    day -= century * 36524;
    long four = day / 1461, rest = day - four * 1461, one = rest / 365;
    if (one == 4) one = 3;
    rest -= one * 365;
    int month = (int)(5 * rest + 2) / 153; /* from March */
    long year = 2000 + 400 * cycle + 100 * century + 4 * four + one + (month >= 10);
    if (year - 1900 != (int)(year - 1900)) FAIL(EOVERFLOW_NUMBER, NULL);
    to->tm_sec = (int)(seconds % 60);
    to->tm_min = (int)(seconds / 60 % 60);
    to->tm_hour = (int)(seconds / 3600);
    to->tm_mday = (int)rest - (153 * month + 2) / 5 + 1;
    to->tm_mon = month < 10 ? month + 2 : month - 10;
    to->tm_year = (int)(year - 1900);
    to->tm_wday = (int)(days + 4 - 7 * floor_div(days + 4, 7));
    to->tm_yday = (int)(days - days_before_year(year));
    to->tm_isdst = 0;
    to->tm_gmtoff = 0;
    to->tm_zone = zone;
    return to;
}

static struct tm *local(time_t time, struct tm *to) {
    __secateur_no_environment();
    return take_apart(time, to, "UTC");
}

struct tm *gmtime_r(const time_t *time, struct tm *to) { return take_apart(*time, to, "GMT"); }
struct tm *gmtime(const time_t *time) { return take_apart(*time, &shown, "GMT"); }
struct tm *localtime_r(const time_t *time, struct tm *to) { return local(*time, to); }
struct tm *localtime(const time_t *time) { return local(*time, &shown); }

/* --- fields to seconds --- */

/* The fields may have any values. They are set to their usual ranges; -1 if the year does not fit. */
static time_t put_together(struct tm *fields, const char *zone) {
    long months = fields->tm_mon, years = floor_div(months, 12);
    int month = (int)(months - 12 * years);
    long year = 1900L + fields->tm_year + years;
    long days = days_before_year(year) + days_before_month(month, is_leap(year)) + fields->tm_mday - 1L;
    time_t time = ((days * 24 + fields->tm_hour) * 60 + fields->tm_min) * 60 + fields->tm_sec;
    return take_apart(time, fields, zone) ? time : -1;
}

time_t __secateur_seconds(struct tm fields) { return put_together(&fields, "UTC"); }

time_t mktime(struct tm *fields) {
    __secateur_no_environment();
    return put_together(fields, "UTC");
}

time_t timelocal(struct tm *fields) {
    __secateur_no_environment();
    return put_together(fields, "UTC");
}

time_t timegm(struct tm *fields) { return put_together(fields, "GMT"); }

double difftime(time_t later, time_t earlier) {
    return (unsigned long)later - (unsigned long)earlier > (unsigned long)__LONG_MAX__
               ? -(double)((unsigned long)earlier - (unsigned long)later)
               : (double)((unsigned long)later - (unsigned long)earlier);
}

int dysize(int year) { return 365 + is_leap(year); }

/* --- as text --- */

static char *put_number(char *to, int value, int digits, int pad) {
    char part[16], *end = text_with_number(part, "", value < 0 ? -value : value);
    int length = (int)(end - part) + (value < 0);
    if (pad == ' ')
        for (; length < digits; length++) *to++ = ' ';
    if (value < 0) *to++ = '-', length--;
    if (pad == '0')
        for (length = (int)(end - part); length < digits; length++) *to++ = '0';
    for (char *s = part; *s; s++) *to++ = *s;
    return to;
}

/* At most `size` bytes are written; NULL if that is not enough. */
static char *write_date(const struct tm *t, char *to, size_t size) {
    char all[96], *s = all;
    if (!t) FAIL(SECATEUR_EINVAL, NULL);
    if (t->tm_year > 2147483647 - 1900) FAIL(EOVERFLOW_NUMBER, NULL);
    put_name(s, (unsigned)t->tm_wday < 7 ? "SunMonTueWedThuFriSat" : "???", (unsigned)t->tm_wday < 7 ? t->tm_wday : 0, 3);
    s[3] = ' ';
    put_name(s + 4, (unsigned)t->tm_mon < 12 ? "JanFebMarAprMayJunJulAugSepOctNovDec" : "???",
             (unsigned)t->tm_mon < 12 ? t->tm_mon : 0, 3);
    s = put_number(s + 7, t->tm_mday, 3, ' ');
    *s++ = ' ';
    s = put_number(s, t->tm_hour, 2, '0');
    *s++ = ':';
    s = put_number(s, t->tm_min, 2, '0');
    *s++ = ':';
    s = put_number(s, t->tm_sec, 2, '0');
    *s++ = ' ';
    s = put_number(s, 1900 + t->tm_year, 0, ' ');
    *s++ = '\n';
    *s = 0;
    copy_limited(to, all, size);
    if ((size_t)(s - all) < size) return to;
    FAIL(EOVERFLOW_NUMBER, NULL);
}

enum { USUAL_SIZE = 26 }; /* of the caller's buffer */

char *asctime_r(const struct tm *t, char *to) { return write_date(t, to, USUAL_SIZE); }
char *asctime(const struct tm *t) { return write_date(t, text, sizeof text); }

char *ctime_r(const time_t *time, char *to) {
    struct tm t;
    return local(*time, &t) ? write_date(&t, to, USUAL_SIZE) : NULL;
}

char *ctime(const time_t *time) {
    struct tm t;
    return local(*time, &t) ? write_date(&t, text, sizeof text) : NULL;
}
