/* stdio.h: scanf on strings. That of streams (stream_scan.c) uses it, too. */

#include "runtime.h"

double __secateur_read_double(const char *s, char **end);

typedef struct { va_list list; } Arguments;

typedef struct {
    const char *start, *at; /* the whole input, and the rest still to be read */
    Arguments arguments;
} Scan;

typedef struct {
    int discard, width; /* width 0: no limit */
    int length;         /* bytes of the result */
    char conversion;
} Spec;

static const char *read_spec(const char *s, Spec *spec) {
    if (*s == '*') spec->discard = 1, s++;
    for (; is_digit_byte(*s); s++) spec->width = spec->width * 10 + (*s - '0');
    spec->length = 4;
    for (;; s++) switch (*s) {
        case 'h': spec->length /= 2; break;
        case 'l': case 'j': case 'z': case 't': case 'q': case 'L': spec->length = 8; break;
        default: spec->conversion = *s; return s;
        }
}

static void store(Scan *scan, const Spec *spec, bits64 value) {
    if (spec->discard) return;
    void *to = va_arg(scan->arguments.list, void *);
    switch (spec->length) {
    case 1: *(byte *)to = value; break;
    case 2: *(unsigned short *)to = value; break;
    case 4: *(bits32 *)to = value; break;
    default: *(bits64 *)to = value;
    }
}

/* 1 when a number was read. The value saturates as in strtol and strtoul. */
static int read_integer(Scan *scan, const Spec *spec, unsigned base, int is_signed) {
    const char *s = scan->at;
    size_t room = spec->width ? (size_t)spec->width : (size_t)-1;
    int negative = *s == '-', overflow = 0, any = 0;
    if (negative | (*s == '+')) s++, room--;
    if (room && (base == 0 || base == 16) && *s == '0') {
        s++, room--, any = 1;
        if (room && (*s | 32) == 'x') {
            s++, room--, base = 16; /* glibc reads a lone 0x as 0 */
        } else if (!base) {
            base = 8;
        }
    }
    if (!base) base = 10;
    bits64 value = 0;
    for (; room; s++, room--, any++) {
        unsigned digit = digit_value((byte)*s);
        if (digit >= base) break;
        if (any < 15) {
            value = value * base + digit;
        } else {
            overflow |= __builtin_mul_overflow(value, (bits64)base, &value);
            overflow |= __builtin_add_overflow(value, (bits64)digit, &value);
        }
    }
    scan->at = s;
    if (!any) return 0;
    bits64 limit = is_signed ? (bits64)__LONG_LONG_MAX__ + negative : -1ULL;
    if (any > 14 && (overflow | (value > limit)))
        value = limit;
    else if (negative)
        value = -value;
    store(scan, spec, value);
    return 1;
}

static int is_float_byte(int c) {
    return (digit_value(c) < 16) | (c == '.') | (c == '+') | (c == '-') | ((c | 32) == 'x') | ((c | 32) == 'p') |
           ((c | 32) == 'i') | ((c | 32) == 'n') | ((c | 32) == 't') | ((c | 32) == 'y');
}

static int read_float(Scan *scan, const Spec *spec) {
    char text[128], *end;
    int limit = spec->width && spec->width < 127 ? spec->width : 127, n = 0;
    while (n < limit && is_float_byte((byte)scan->at[n])) text[n] = scan->at[n], n++;
    text[n] = 0;
    double value = __secateur_read_double(text, &end);
    if (end == text) return 0;
    scan->at += end - text;
    if (spec->discard) return 1;
    if (spec->length == 8)
        *va_arg(scan->arguments.list, double *) = value;
    else
        *va_arg(scan->arguments.list, float *) = (float)value;
    return 1;
}

/* 1 when c is in the set between [ and ], whose text starts at `set` (after ^) and ends before `end`. */
static int in_set(int c, const char *set, const char *end) {
    int found = 0;
    for (; set < end; set++) {
        if (set[0] != 0 && set + 2 < end && set[1] == '-') {
            found |= (c >= (byte)set[0]) & (c <= (byte)set[2]);
            set += 2;
        } else {
            found |= c == (byte)*set;
        }
    }
    return found;
}

/* Stores matching bytes in a buffer: %s (set NULL), %[…]. */
static int read_bytes(Scan *scan, const Spec *spec, const char *set, const char *end, int inverted) {
    char *to = spec->discard ? NULL : va_arg(scan->arguments.list, char *);
    size_t limit = spec->width ? (size_t)spec->width : (size_t)-1, n = 0;
    for (; n < limit; n++) {
        int c = (byte)scan->at[n];
        int wanted = set ? in_set(c, set, end) != inverted : !is_space_byte(c);
        if (!wanted | !c) break;
        if (to) to[n] = (char)c;
    }
    if (n && to) to[n] = 0;
    scan->at += n;
    return n != 0;
}

static int read_characters(Scan *scan, const Spec *spec) {
    char *to = spec->discard ? NULL : va_arg(scan->arguments.list, char *);
    int count = spec->width ? spec->width : 1;
    for (int n = 0; n < count; n++) {
        if (!*scan->at) return n != 0;
        if (to) to[n] = *scan->at;
        scan->at++;
    }
    return 1;
}

/* One conversion, whose text in the format ends at *format; 1 when something was read. */
static int convert(Scan *scan, const Spec *spec, const char **format) {
    switch (spec->conversion) {
    case 'd': return read_integer(scan, spec, 10, 1);
    case 'i': return read_integer(scan, spec, 0, 1);
    case 'u': return read_integer(scan, spec, 10, 0);
    case 'o': return read_integer(scan, spec, 8, 0);
    case 'x': case 'X': return read_integer(scan, spec, 16, 0);
    case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A': return read_float(scan, spec);
    case 's': return read_bytes(scan, spec, NULL, NULL, 0);
    case 'c': return read_characters(scan, spec);
    case '[': {
        const char *set = *format + 1;
        int inverted = *set == '^';
        set += inverted;
        const char *end = set + 1; /* a ] in first position belongs to the set */
        while (*end && *end != ']') end++;
        *format = end;
        return read_bytes(scan, spec, set, end, inverted);
    }
    default: return 0;
    }
}

static int scan_all(Scan *scan, const char *format) {
    int done = 0;
    for (; *format; format++) {
        if (is_space_byte(*format)) {
            while (is_space_byte(*scan->at)) scan->at++;
            continue;
        }
        Spec spec = {0};
        if (*format == '%') format = read_spec(format + 1, &spec);
        if (spec.conversion == 'n') {
            store(scan, &spec, scan->at - scan->start);
            continue;
        }
        if (spec.conversion && spec.conversion != 'c' && spec.conversion != '[')
            while (is_space_byte(*scan->at)) scan->at++;
        if (!*scan->at) return done ? done : -1;
        if (!spec.conversion || spec.conversion == '%') {
            if (*scan->at != *format) return done;
            scan->at++;
        } else {
            if (!convert(scan, &spec, &format)) return done;
            done += !spec.discard;
        }
    }
    return done;
}

/* `rest`: where the reading ended. */
int __secateur_scan(const char *input, const char **rest, const char *format, va_list list) {
    Scan scan = {input, input, {}};
    va_copy(scan.arguments.list, list);
    int done = scan_all(&scan, format);
    *rest = scan.at;
    return done;
}

static int scan_string(const char *input, const char *format, va_list list) {
    const char *rest;
    return __secateur_scan(input, &rest, format, list);
}

int vsscanf(const char *input, const char *format, va_list list) { return scan_string(input, format, list); }
int sscanf(const char *input, const char *format, ...) { PASS(format, scan_string(input, format, list)) }
int __isoc99_sscanf(const char *input, const char *format, ...) { PASS(format, scan_string(input, format, list)) }
int __isoc23_sscanf(const char *input, const char *format, ...) { PASS(format, scan_string(input, format, list)) }
