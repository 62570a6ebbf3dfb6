#include "../date.c"
#include "check.h"
static void valid(void)
{
    EACH {
        struct date d;
        char *s = string(12, "0123456789-"), out[6];
        date_parse(s, &d);
        is_leap_year((int)any());
        days_in_month((int)any(), (int)below(20) - 4);
        is_weekend((enum weekday)below(7));
        next_day((enum weekday)below(7));
        format_minutes(any(), out);
        free(s);
    }
    struct date d;
    date_parse("2024-02-29", &d);
}
static void bug(const char *name)
{
    BUG(days_of_month_text) days_of_month_text("x");
}
