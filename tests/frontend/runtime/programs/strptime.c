/* time.h: strptime reads what strftime writes, and much else. */

#include "cases.h"
#include <time.h>

static const char *const FORMATS[] = {
    "%Y-%m-%d", "%d/%m/%y", "%H:%M:%S", "%I:%M %p", "%a %b %d", "%A, %d %B %Y", "%j %Y", "%Y %j", "%U %w %Y", "%W %a %Y", "%C%y", "%C", "%s", "%F %T", "%D %R", "%c", "%x %X", "%r", "%e.%m.%Y",
    "%k:%M", "%l %p", "%n%d%t%m", "%u %V", "%G %g", "%z", "%H%M%S", "%EC %OH", "%EY %Om", "%Ec", "%Ex %EX", "%Od", "%Oe", "%OM", "%OS", "%OU", "%OW", "%OV", "%Ow", "%Oy", "%OI", "%Ob", "%b %Y", "%d", "%m", "%%%d", "%Y", "%y%j", "x%dy", "%U %A %Y", "%-d %_m",
};

static void one(const char *s, const char *format) {
    struct tm t = {1, 2, 3, 4, 5, 100, 3, 50, 0, 0, "zone"};
    const char *end = strptime(s, format, &t);
    show("'%s' '%s': %ld", s, format, at(end, s));
    if (end && t.tm_year > -1900) show(" %d-%d-%d %d:%d:%d %d %d %d %ld", t.tm_year, t.tm_mon, t.tm_mday, t.tm_hour, t.tm_min, t.tm_sec, t.tm_wday, t.tm_yday, t.tm_isdst, t.tm_gmtoff);
    show("\n");
}

void cases(int rounds) {
    for (int i = 0; i < (rounds < 10 ? 12 : rounds); i++) {
        const char *format = FORMATS[pick(COUNT(FORMATS))];
        time_t time = (time_t)pick(1u << 31) * 2 - (1 << 30);
        struct tm t;
        char s[100];
        gmtime_r(&time, &t);
        if (strcmp(format, "%c") == 0 || strcmp(format, "%x %X") == 0) t.tm_year %= 100;
        strftime(s, sizeof s, format, &t);
        if (!pick(3) && *s) s[pick((unsigned)strlen(s))] = "0 9:x+-a"[pick(8)];
        one(s, format);
        one(text("012 39:-+Zax", 9), format);
    }
}
