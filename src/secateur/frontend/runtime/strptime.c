/* time.h: strptime in the locale "C". */

#include "calendar.h"

/* What has been read, and so need not be computed. */
typedef struct {
    struct tm *tm;
    int has_week_day, has_year_day, has_month, has_month_day;
    int is_12_hours, is_afternoon;
    int century, takes_century; /* -1: none */
    int week, week_start;       /* the day on which weeks begin, -1: no week was read */
    int wants_days;
} Reading;

static const char *read_all(const char *s, const char *format, Reading *to);

static const char *skip_spaces(const char *s) {
    while (is_space_byte(*s)) s++;
    return s;
}

/* A number of at most `digits` digits, in a range; NULL if there is none. */
static const char *number(const char *s, int least, int most, int digits, int *value) {
    while (*s == ' ') s++;
    if (!is_digit_byte(*s)) return NULL;
    int result = 0;
    do result = result * 10 + *s++ - '0';
    while (--digits > 0 && result * 10 <= most && is_digit_byte(*s));
    *value = result;
    return result < least || result > most ? NULL : s;
}

/* The length of a word at s, in either case; 0 if it is not there. */
static size_t word_at(const char *s, const char *word) {
    size_t n = 0;
    while (word[n] && lower_byte((byte)s[n]) == lower_byte((byte)word[n])) n++;
    return word[n] ? 0 : n;
}

static const char DAYS[] = "Sunday\0Monday\0Tuesday\0Wednesday\0Thursday\0Friday\0Saturday\0";
static const char MONTHS[] =
    "January\0February\0March\0April\0May\0June\0July\0August\0September\0October\0November\0December\0";

/* One of the names, in full or its first three letters; the longest that fits. */
static const char *name(const char *s, const char *names, int *number) {
    for (int n = 0; *names; names += length_of(names) + 1, n++) {
        char brief[4] = {names[0], names[1], names[2], 0};
        size_t length = word_at(s, names);
        if (!length) length = word_at(s, brief);
        if (length) {
            *number = n;
            return s + length;
        }
    }
    return NULL;
}

static const char *offset(const char *s, Reading *to) {
    s = skip_spaces(s);
    if (*s == 'Z') {
        to->tm->tm_gmtoff = 0;
        return s + 1;
    }
    if (*s != '+' && *s != '-') return NULL;
    int is_negative = *s++ == '-', digits = 0, value = 0;
    while (digits < 4 && is_digit_byte(*s)) {
        value = value * 10 + *s++ - '0';
        digits++;
        if (*s == ':' && digits == 2 && is_digit_byte(s[1])) s++;
    }
    if (digits == 2)
        value *= 100;
    else if (digits != 4 || value % 100 >= 60)
        return NULL;
    to->tm->tm_gmtoff = value / 100 * 3600 + value % 100 * 60;
    if (is_negative) to->tm->tm_gmtoff = -to->tm->tm_gmtoff;
    return s;
}

/* Seconds since 1970. */
static const char *seconds(const char *s, Reading *to) {
    if (!is_digit_byte(*s)) return NULL;
    time_t time = 0;
    for (; is_digit_byte(*s); s++) time = time * 10 + *s - '0';
    return localtime_r(&time, to->tm) ? s : NULL;
}

static const char *half_of_day(const char *s, Reading *to) {
    size_t length = word_at(s, "AM");
    to->is_afternoon = !length;
    if (!length) length = word_at(s, "PM");
    return length ? s + length : NULL;
}

static const char *date(const char *s, int letter, Reading *to) {
    struct tm *tm = to->tm;
    int value;
    to->wants_days = 1;
    switch (letter) {
    case 'b': case 'B': case 'h': s = name(s, MONTHS, &tm->tm_mon), to->has_month = 1; return s;
    case 'c': return read_all(s, "%a %b %e %H:%M:%S %Y", to);
    case 'D': case 'x': return read_all(s, "%m/%d/%y", to);
    case 'F': return read_all(s, "%Y-%m-%d", to);
    case 'C': return number(s, 0, 99, 2, &to->century);
    case 'd': case 'e': s = number(s, 1, 31, 2, &tm->tm_mday), to->has_month_day = 1; return s;
    case 'm':
        s = number(s, 1, 12, 2, &value);
        if (s) tm->tm_mon = value - 1;
        to->has_month = 1;
        return s;
    case 'y':
        s = number(s, 0, 99, 2, &value);
        if (s) tm->tm_year = value >= 69 ? value : value + 100;
        to->takes_century = 1;
        return s;
    default:
        s = number(s, 0, 9999, 4, &value);
        if (s) tm->tm_year = value - 1900;
        to->takes_century = 0;
        return s;
    }
}

static const char *directive(const char *s, int letter, Reading *to) {
    struct tm *tm = to->tm;
    int value;
    switch (letter) {
    case '%': return *s == '%' ? s + 1 : NULL;
    case 'a': case 'A': to->has_week_day = 1; return name(s, DAYS, &tm->tm_wday);
    case 'H': case 'k': to->is_12_hours = 0; return number(s, 0, 23, 2, &tm->tm_hour);
    case 'I': case 'l':
        s = number(s, 1, 12, 2, &value);
        if (s) tm->tm_hour = value % 12;
        to->is_12_hours = 1;
        return s;
    case 'j':
        s = number(s, 1, 366, 3, &value);
        if (s) tm->tm_yday = value - 1;
        to->has_year_day = 1;
        return s;
    case 'M': return number(s, 0, 59, 2, &tm->tm_min);
    case 'n': case 't': return skip_spaces(s);
    case 'p': return half_of_day(s, to);
    case 'r': return read_all(s, "%I:%M:%S %p", to);
    case 'R': return read_all(s, "%H:%M", to);
    case 's': return seconds(s, to);
    case 'S': return number(s, 0, 61, 2, &tm->tm_sec);
    case 'T': case 'X': return read_all(s, "%H:%M:%S", to);
    case 'u':
        s = number(s, 1, 7, 1, &value);
        if (s) tm->tm_wday = value % 7;
        to->has_week_day = 1;
        return s;
    case 'w': to->has_week_day = 1; return number(s, 0, 6, 1, &tm->tm_wday);
    case 'g': return number(s, 0, 99, 2, &value);
    case 'G':
        if (!is_digit_byte(*s)) return NULL;
        while (is_digit_byte(*s)) s++;
        return s;
    case 'U': to->week_start = 0; return number(s, 0, 53, 2, &to->week);
    case 'W': to->week_start = 1; return number(s, 0, 53, 2, &to->week);
    case 'V': return number(s, 0, 53, 2, &value);
    case 'z': return offset(s, to);
    case 'Z': return s;
    case 'b': case 'B': case 'h': case 'c': case 'D': case 'x': case 'F': case 'C': case 'd': case 'e': case 'm': case 'y':
    case 'Y': return date(s, letter, to);
    default: return NULL;
    }
}

static int is_one_of(int c, const char *set) {
    int found = 0;
    for (; *set; set++) found |= *set == (char)c;
    return found && c;
}

static const char *read_all(const char *s, const char *format, Reading *to) {
    for (; s && *format; format++) {
        if (is_space_byte(*format)) {
            s = skip_spaces(s);
            continue;
        }
        if (*format != '%') {
            s = *s == *format ? s + 1 : NULL;
            continue;
        }
        format++;
        while (is_one_of(*format, "-_0^#")) format++;
        if (*format == 'E' && !is_one_of(*++format, "cCYxX")) return NULL;
        if (*format == 'O' && !is_one_of(*++format, "bBdeHImMSUVWwyh")) return NULL;
        s = directive(s, *format, to);
        if (!*format) return NULL;
    }
    return s;
}

/* --- what follows from the fields that were read --- */

static void set_week_day(struct tm *tm) {
    long year = 1900L + tm->tm_year;
    long days = days_before_year(year) + days_before_month(tm->tm_mon, is_leap(year)) + tm->tm_mday - 1;
    tm->tm_wday = (int)(days + 4 - 7 * floor_div(days + 4, 7));
}

static void set_month(Reading *to) {
    struct tm *tm = to->tm;
    int leap = is_leap(1900L + tm->tm_year), month = 0;
    while (month < 12 && days_before_month(month + 1, leap) <= tm->tm_yday) month++;
    if (!to->has_month) tm->tm_mon = month;
    if (!to->has_month_day) tm->tm_mday = tm->tm_yday - days_before_month(month, leap) + 1;
}

static void set_by_week(Reading *to) {
    struct tm *tm = to->tm;
    int week_day = tm->tm_wday, month_day = tm->tm_mday, month = tm->tm_mon, start = to->week_start;
    tm->tm_mday = 1, tm->tm_mon = 0;
    set_week_day(tm); /* of 1 January */
    if (to->has_month_day) tm->tm_mday = month_day;
    if (to->has_month) tm->tm_mon = month;
    if (!to->has_year_day)
        tm->tm_yday = (7 - (tm->tm_wday - start)) % 7 + (to->week - 1) * 7 + (week_day - start + 7) % 7;
    if (!to->has_month_day || !to->has_month) set_month(to);
    tm->tm_wday = week_day;
}

static void complete(Reading *to) {
    struct tm *tm = to->tm;
    if (to->is_12_hours && to->is_afternoon) tm->tm_hour += 12;
    if (to->century >= 0) tm->tm_year = (to->century - 19) * 100 + (to->takes_century ? tm->tm_year % 100 : 0);
    if (to->wants_days && !to->has_week_day) {
        if (!(to->has_month && to->has_month_day) && to->has_year_day) {
            set_month(to);
            to->has_month = to->has_month_day = 1;
        }
        if (to->has_month || (unsigned)tm->tm_mon < 12) set_week_day(tm);
    }
    if (to->wants_days && !to->has_year_day && (to->has_month || (unsigned)tm->tm_mon < 12))
        tm->tm_yday = days_before_month(tm->tm_mon, is_leap(1900L + tm->tm_year)) + tm->tm_mday - 1;
    if (to->week_start >= 0 && to->has_week_day) set_by_week(to);
}

static char *read_time(const char *s, const char *format, struct tm *tm) {
    Reading reading = {.tm = tm, .century = -1, .week_start = -1};
    s = read_all(s, format, &reading);
    if (s) complete(&reading);
    return (char *)s;
}

char *strptime(const char *s, const char *format, struct tm *tm) { return read_time(s, format, tm); }
char *strptime_l(const char *s, const char *format, struct tm *tm, locale_t locale) {
    return (void)locale, read_time(s, format, tm);
}
