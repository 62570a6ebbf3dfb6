/* time.h: the calendar, and dates as text. */

#include "cases.h"
#include <time.h>

static const char *const FORMATS[] = {
    "%a %A %b %B %h", "%c|%x|%X", "%C %d %D %e %F", "%g %G %V", "%H %I %j %k %l %m %M", "%n%t%%", "%p %P %r %R", "%s", "%S %T %u",
    "%U %w %W %y %Y", "%z %Z", "%Ec %EC %Ex %EX %Ey %EY", "%Od %Oe %OH %OI %Om %OM %OS %Ou %OU %OV %Ow %OW %Oy", "%Q %", "%5%d",
};
static const char *const FLAGS[] = {"", "_", "-", "0", "^", "#", "_#", "0^", "-^", "+"};
static const char LETTERS[] = "aAbBcCdDeFgGhHIjklmMnpPrRsSTuUVwWxXyYzZ%";

static int few; /* cases, because the machine runs them */

static void fields(const struct tm *t) {
    show("%d-%d-%d %d:%d:%d", t->tm_year, t->tm_mon, t->tm_mday, t->tm_hour, t->tm_min, t->tm_sec);
    show(" %d %d %d %ld %s\n", t->tm_wday, t->tm_yday, t->tm_isdst, t->tm_gmtoff, t->tm_zone ? t->tm_zone : "-");
}

static void formats(const struct tm *t) {
    char to[400];
    for (unsigned i = 0; i < COUNT(FORMATS); i += few ? 4 : 1) show("%zu %s\n", strftime(to, sizeof to, FORMATS[i], t), to);
    for (unsigned i = 0; i < 8; i++) {
        char format[40];
        sprintf(format, "<%%%s", FLAGS[pick(COUNT(FLAGS))]);
        if (pick(2)) sprintf(format + strlen(format), "%u", pick(14));
        sprintf(format + strlen(format), "%c>", LETTERS[pick(sizeof LETTERS - 1)]);
        size_t size = pick(4) ? sizeof to : pick(20), length = strftime(to, size, format, t);
        show("%s %zu %s\n", format, length, length ? to : "");
    }
}

static void one_time(time_t time) {
    struct tm t = {0}, *same = gmtime_r(&time, &t);
    show("%ld %d\n", (long)time, same == &t);
    if (!same) return;
    fields(&t);
    show("%d %ld\n", timegm(&t) == time, (long)timegm(&t));
    fields(gmtime(&time));
    show("%s", asctime(&t));
    char to[64];
    show("%s", asctime_r(&t, to));
    if (localtime_r(&time, &t)) {
        fields(&t);
        fields(localtime(&time));
        show("%ld %s", (long)mktime(&t), ctime(&time));
        formats(&t);
    }
}

static int near(int range) { return (int)pick(2u * (unsigned)range + 1) - range; }

static void odd_fields(void) {
    struct tm t = {near(200), near(200), near(100), near(100), near(40), near(3000), 0, 0, pick(2) ? 0 : -1, 0, NULL}, copy = t;
    show("%ld ", (long)mktime(&t));
    fields(&t);
    show("%ld ", (long)timegm(&copy));
    fields(&copy);
    struct tm wild = {near(99), near(99), near(99), near(99), (int)pick(12), near(99999), (int)pick(7), (int)pick(366), 0, 0, "Z"};
    formats(&wild);
}

void cases(int rounds) {
    few = rounds < 10;
    static const long TIMES[] = {0, -1, 951782399, 951782400, 4107542399, 1700000000, -62167219200, 67767976233532799, 67767976233532800,
                                 -67768040609740800, -67768040609740801, 2147483647, 2147483648, -2147483649, 253402300800};
    for (unsigned i = 0; i < COUNT(TIMES); i += rounds < 10 ? 5 : 1) one_time(TIMES[i]);
    for (int i = 0; i < rounds; i++) {
        one_time((long)pick(1u << 31) * (pick(2) ? 2 : -2));
        if (!pick(10)) one_time((long)pick(1u << 30) * (pick(2) ? 60000 : -60000));
        odd_fields();
        show("%.0f %d\n", difftime(pick(1u << 30), pick(1u << 30)), dysize(near(3000)));
    }
    struct tm t = {0};
    t.tm_year = 2147483647;
    show("%ld %d\n", (long)timegm(&t), errno);
}
