/* The calendar. */
#include <ctype.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

enum weekday { MONDAY, TUESDAY, WEDNESDAY, THURSDAY, FRIDAY, SATURDAY, SUNDAY };

struct date {
    int year, month, day; /* month and day from 1 on */
};

static const int DAYS[12] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

int is_leap_year(int year)
{
    return (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
}

/* 0 for a month that does not exist. */
int days_in_month(int year, int month)
{
    if (month < 1 || month > 12)
        return 0;
    return month == 2 && is_leap_year(year) ? 29 : DAYS[month - 1];
}

static int digits(const char *s, int n, int *value)
{
    *value = 0;
    for (int i = 0; i < n; i++) {
        if (!isdigit((unsigned char)s[i]))
            return 0;
        *value = *value * 10 + (s[i] - '0');
    }
    return 1;
}

/* Reads "2024-02-29"; whether it is a date. */
int date_parse(const char *s, struct date *out)
{
    if (!digits(s, 4, &out->year) || s[4] != '-')
        return 0;
    if (!digits(s + 5, 2, &out->month) || s[7] != '-')
        return 0;
    if (!digits(s + 8, 2, &out->day) || s[10] != '\0')
        return 0;
    return out->day >= 1 && out->day <= days_in_month(out->year, out->month);
}

/* Reads the number of a month as text has it: "1" to "12". The days of that month in a common year. */
int days_of_month_text(const char *s)
{
    int month = 0;
    for (int i = 0; i < 2 && isdigit((unsigned char)s[i]); i++)
        month = month * 10 + (s[i] - '0');
    if (month > 12)
        return 0;
    return DAYS[month - 1]; /* seeded: 0 or no number at all */
}

int is_weekend(enum weekday day)
{
    static const char WORKING[] = {1, 1, 1, 1, 1, 0, 0};
    return !WORKING[day];
}

enum weekday next_day(enum weekday day)
{
    return day == SUNDAY ? MONDAY : (enum weekday)(day + 1);
}

/* Writes hours and minutes as "hh:mm" to a buffer of 6 characters. */
void format_minutes(unsigned minutes, char out[6])
{
    unsigned hours = minutes / 60 % 24;
    minutes %= 60;
    out[0] = (char)('0' + hours / 10);
    out[1] = (char)('0' + hours % 10);
    out[2] = ':';
    out[3] = (char)('0' + minutes / 10);
    out[4] = (char)('0' + minutes % 10);
    out[5] = '\0';
}
