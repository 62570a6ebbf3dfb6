/* time.h: strftime in the locale "C", with glibc's flags and widths. */

#include "calendar.h"

time_t __secateur_seconds(struct tm fields);

typedef struct {
    char *out;
    size_t size, count;
} Sink;

typedef struct {
    int pad;                      /* 0: as usual; _ - 0 */
    int width;                    /* -1: none */
    int is_upper, changes_case;   /* ^ and # */
    int modifier;                 /* E or O */
} Spec;

static void put(Sink *sink, int c) {
    if (sink->count < sink->size) sink->out[sink->count] = (char)c;
    sink->count++;
}

enum { AS_IT_IS, UPPER, LOWER };

static void put_text(Sink *sink, const Spec *spec, const char *text, size_t length, int change) {
    for (size_t n = length; spec->width > 0 && n < (size_t)spec->width; n++)
        put(sink, spec->pad == '0' ? '0' : ' ');
    for (size_t n = 0; n < length; n++) {
        int c = (byte)text[n];
        if (change == UPPER) c -= ((unsigned)c - 'a' < 26) << 5;
        if (change == LOWER) c = lower_byte(c);
        put(sink, c);
    }
}

static void put_word(Sink *sink, const Spec *spec, const char *text) {
    put_text(sink, spec, text, length_of(text), spec->is_upper ? UPPER : AS_IT_IS);
}

/* A number with at least `digits` digits, or with the width, filled with zeros or spaces. */
static void put_number(Sink *sink, const Spec *spec, long value, int digits, int usual) {
    char text[24], *end = text + sizeof text, *s = end;
    int pad = spec->pad ? spec->pad : usual, negative = value < 0;
    unsigned long rest = negative ? -(unsigned long)value : (unsigned long)value;
    do *--s = (char)('0' + rest % 10);
    while (rest /= 10);
    int wanted = spec->width > digits || pad == '-' ? spec->width : digits;
    int missing = wanted - negative - (int)(end - s);
    if (negative && pad == '0') put(sink, '-');
    for (; missing > 0; missing--) put(sink, pad == '0' ? '0' : ' ');
    if (negative && pad != '0') put(sink, '-');
    while (s < end) put(sink, *s++);
}

/* The year to which the ISO 8601 week belongs, and the week. */
static int iso_week(const struct tm *t, long *year) {
    *year = (int)(1900L + t->tm_year);
    int week = (t->tm_yday - (t->tm_wday + 6) % 7 + 10) / 7; /* of the Thursday */
    if (week < 1) {
        --*year;
        int day = t->tm_yday + 365 + is_leap(*year);
        return (day - (t->tm_wday + 6) % 7 + 10) / 7;
    }
    if (week == 53 && t->tm_yday - (t->tm_wday + 6) % 7 + 3 >= 365 + is_leap(*year)) {
        *year = (int)(*year + 1); /* as in glibc, it has 32 bits */
        return 1;
    }
    return week;
}

static const char *name_of(const char *names, int number, int count) {
    if ((unsigned)number >= (unsigned)count) return "?";
    while (number--) names += length_of(names) + 1;
    return names;
}

static const char DAYS[] = "Sunday\0Monday\0Tuesday\0Wednesday\0Thursday\0Friday\0Saturday";
static const char MONTHS[] =
    "January\0February\0March\0April\0May\0June\0July\0August\0September\0October\0November\0December";

static void put_name_of(Sink *sink, const Spec *spec, const char *names, int number, int count, int is_short) {
    const char *name = name_of(names, number, count);
    size_t length = length_of(name);
    put_text(sink, spec, name, is_short && length > 3 ? 3 : length,
             spec->is_upper || spec->changes_case ? UPPER : AS_IT_IS);
}

static void print(Sink *sink, const char *format, const struct tm *t, int is_upper);

/* A directive that stands for others. The width is that of the whole. */
static void put_all(Sink *sink, const Spec *spec, const char *format, const struct tm *t) {
    char text[512];
    Sink part = {text, sizeof text, 0};
    print(&part, format, t, spec->is_upper);
    put_text(sink, spec, text, part.count < sizeof text ? part.count : sizeof text, AS_IT_IS);
}

/* glibc fills the sign and the number each to the whole width. */
static void put_offset(Sink *sink, const Spec *spec, const struct tm *t) {
    if (t->tm_isdst < 0) return;
    long minutes = (t->tm_gmtoff < 0 ? -t->tm_gmtoff : t->tm_gmtoff) / 60;
    put_text(sink, spec, t->tm_gmtoff < 0 ? "-" : "+", 1, AS_IT_IS);
    put_number(sink, spec, minutes / 60 * 100 + minutes % 60, 4, '0');
}

/* glibc fills it as a text. */
static void put_seconds(Sink *sink, const Spec *spec, long time) {
    char text[24];
    Sink part = {text, sizeof text, 0};
    put_number(&part, &(Spec){'-', -1, 0, 0, 0}, time, 1, '-');
    put_text(sink, spec, text, part.count, AS_IT_IS);
}

/* One directive; 0 if it is unknown. */
static int convert(Sink *sink, const Spec *spec, int letter, const struct tm *t) {
    int hour = t->tm_hour > 12 ? t->tm_hour - 12 : t->tm_hour ? t->tm_hour : 12;
    long year;
    int this_year = (int)(1900L + t->tm_year); /* 32 bits, as in glibc */
    switch (letter) {
    case '%': put_text(sink, spec, "%", 1, AS_IT_IS); return 1;
    case 'n': put_text(sink, spec, "\n", 1, AS_IT_IS); return 1;
    case 't': put_text(sink, spec, "\t", 1, AS_IT_IS); return 1;
    case 'a': put_name_of(sink, spec, DAYS, t->tm_wday, 7, 1); return 1;
    case 'A': put_name_of(sink, spec, DAYS, t->tm_wday, 7, 0); return 1;
    case 'b': case 'h': put_name_of(sink, spec, MONTHS, t->tm_mon, 12, 1); return 1;
    case 'B': put_name_of(sink, spec, MONTHS, t->tm_mon, 12, 0); return 1;
    case 'c': put_all(sink, spec, "%a %b %e %H:%M:%S %Y", t); return 1;
    case 'D': case 'x': put_all(sink, spec, "%m/%d/%y", t); return 1;
    case 'F': put_all(sink, spec, "%Y-%m-%d", t); return 1;
    case 'r': put_all(sink, spec, "%I:%M:%S %p", t); return 1;
    case 'R': put_all(sink, spec, "%H:%M", t); return 1;
    case 'T': case 'X': put_all(sink, spec, "%H:%M:%S", t); return 1;
    case 'C': put_number(sink, spec, floor_div(this_year, 100), 1, '0'); return 1;
    case 'y': put_number(sink, spec, 1900L + t->tm_year - 100 * floor_div(1900L + t->tm_year, 100), 2, '0'); return 1;
    case 'Y': put_number(sink, spec, this_year, 1, '0'); return 1;
    case 'g': iso_week(t, &year), put_number(sink, spec, year - 100 * floor_div(year, 100), 2, '0'); return 1;
    case 'G': iso_week(t, &year), put_number(sink, spec, year, 1, '0'); return 1;
    case 'V': put_number(sink, spec, iso_week(t, &year), 2, '0'); return 1;
    case 'U': put_number(sink, spec, (t->tm_yday - t->tm_wday + 7) / 7, 2, '0'); return 1;
    case 'W': put_number(sink, spec, (t->tm_yday - (t->tm_wday - 1 + 7) % 7 + 7) / 7, 2, '0'); return 1;
    case 'd': put_number(sink, spec, t->tm_mday, 2, '0'); return 1;
    case 'e': put_number(sink, spec, t->tm_mday, 2, '_'); return 1;
    case 'H': put_number(sink, spec, t->tm_hour, 2, '0'); return 1;
    case 'k': put_number(sink, spec, t->tm_hour, 2, '_'); return 1;
    case 'I': put_number(sink, spec, hour, 2, '0'); return 1;
    case 'l': put_number(sink, spec, hour, 2, '_'); return 1;
    case 'j': put_number(sink, spec, t->tm_yday + 1, 3, '0'); return 1;
    case 'm': put_number(sink, spec, t->tm_mon + 1, 2, '0'); return 1;
    case 'M': put_number(sink, spec, t->tm_min, 2, '0'); return 1;
    case 'S': put_number(sink, spec, t->tm_sec, 2, '0'); return 1;
    case 'u': put_number(sink, spec, (t->tm_wday - 1 + 7) % 7 + 1, 1, '0'); return 1;
    case 'w': put_number(sink, spec, t->tm_wday, 1, '0'); return 1;
    case 'p': {
        int change = spec->changes_case ? LOWER : spec->is_upper ? UPPER : AS_IT_IS;
        put_text(sink, spec, t->tm_hour > 11 ? "PM" : "AM", 2, change);
        return 1;
    }
    case 'P': put_text(sink, spec, t->tm_hour > 11 ? "pm" : "am", 2, LOWER); return 1;
    case 's': put_seconds(sink, spec, __secateur_seconds(*t)); return 1;
    case 'z': put_offset(sink, spec, t); return 1;
    case 'Z': {
        const char *zone = t->tm_zone ? t->tm_zone : "";
        put_text(sink, spec, zone, length_of(zone), spec->changes_case ? LOWER : spec->is_upper ? UPPER : AS_IT_IS);
        return 1;
    }
    default: return 0;
    }
}

static int is_one_of(int c, const char *set) {
    int found = 0;
    for (; *set; set++) found |= *set == (char)c;
    return found;
}

static const char *read_spec(const char *s, Spec *spec) {
    for (;; s++) {
        if (is_one_of(*s, "_-0"))
            spec->pad = *s;
        else if (*s == '^')
            spec->is_upper = 1;
        else if (*s == '#')
            spec->changes_case = 1;
        else
            break;
    }
    if (is_digit_byte(*s))
        for (spec->width = 0; is_digit_byte(*s); s++)
            spec->width = spec->width > 100000000 ? spec->width : spec->width * 10 + *s - '0';
    if (*s == 'E' || *s == 'O') spec->modifier = *s++;
    return s;
}

/* Whether a modifier may come before a letter. */
static int is_allowed(const Spec *spec, int letter) {
    if (!spec->modifier) return 1;
    return spec->modifier == 'E' ? !is_one_of(letter, "aAbBhDdeFHIjkKlmMnpPrRsStTuUVWwgGzZ%")
                                 : !is_one_of(letter, "aAcCDFjnpPrRstTxXYzZ%");
}

static void print(Sink *sink, const char *format, const struct tm *t, int is_upper) {
    for (; *format; format++) {
        if (*format != '%') {
            put(sink, *format);
            continue;
        }
        Spec spec = {0, -1, is_upper, 0, 0};
        const char *end = read_spec(format + 1, &spec);
        if (!*end || !is_allowed(&spec, *end) || !convert(sink, &spec, *end, t)) {
            spec.pad = spec.width = 0;
            put_word(sink, &spec, "");
            for (; format < end; format++) put(sink, *format);
            if (!*end) return;
            put(sink, *end);
        }
        format = end;
    }
}

static size_t write_time(char *to, size_t size, const char *format, const struct tm *t) {
    Sink sink = {to, size, 0};
    print(&sink, format, t, 0);
    if (sink.count >= size) return 0;
    to[sink.count] = 0;
    return sink.count;
}

size_t strftime(char *to, size_t size, const char *format, const struct tm *t) { return write_time(to, size, format, t); }

size_t strftime_l(char *to, size_t size, const char *format, const struct tm *t, locale_t locale) {
    (void)locale;
    return write_time(to, size, format, t);
}
