/* stdio.h: scanf on strings; that of streams (stream_scan.c) uses it, too. A number is read with the branches of a
   person: sign, prefix, digits. */

#include "runtime.h"

double __secateur_read_double(const char *s, char **end);
long double __secateur_read_long(const char *s, char **end);
float __secateur_read_float(const char *s, char **end);

typedef struct { va_list list; } Arguments;

typedef struct {
    const char *start, *at; /* the whole input, and the rest still to be read */
    Arguments arguments;
} Scan;

typedef struct {
    int argument;                 /* its number, from 1; 0: the next one */
    int discards, allocates;
    int width;                    /* -1: no limit */
    int length;                   /* bytes of the result */
    char conversion;
    const char *set, *set_end;    /* of %[, after ^ */
    int is_inverted;
} Spec;

/* How a conversion ended. */
enum { DONE, NO_MATCH, NO_INPUT };

static const char *read_spec(const char *s, Spec *spec) {
    const char *t = s;
    int number = 0;
    spec->width = -1;
    for (; is_digit_byte(*t); t++) number = number * 10 + (*t - '0');
    if (t > s && *t == '$') {
        spec->argument = number;
        s = t + 1;
    }
    for (;; s++) {
        if (*s == '*')
            spec->discards = 1;
        else if (*s == 'm')
            spec->allocates = 1;
        else if (*s != '\'' && *s != 'I')
            break;
    }
    if (is_digit_byte(*s))
        for (spec->width = 0; is_digit_byte(*s); s++) spec->width = spec->width * 10 + (*s - '0');
    if (*s == 'm') spec->allocates = 1, s++;
    spec->length = 4;
    for (;; s++) switch (*s) {
        case 'h': spec->length /= 2; break;
        case 'l': case 'j': case 'z': case 't': case 'q': spec->length = 8; break;
        case 'L': spec->length = 16; break;
        default: spec->conversion = *s; return s;
        }
}

/* The pointer to which the result goes. */
static void *target(Scan *scan, const Spec *spec) {
    if (!spec->argument) return va_arg(scan->arguments.list, void *);
    void *found = NULL;
    va_list list;
    va_copy(list, scan->arguments.list);
    for (int i = 0; i < spec->argument; i++) found = va_arg(list, void *);
    va_end(list);
    return found;
}

static void store(Scan *scan, const Spec *spec, bits64 value) {
    if (spec->discards) return;
    void *to = target(scan, spec);
    switch (spec->length) {
    case 1: *(byte *)to = value; break;
    case 2: *(unsigned short *)to = value; break;
    case 4: *(bits32 *)to = value; break;
    default: *(bits64 *)to = value;
    }
}

/* --- numbers --- */

static int is_nil(const Scan *scan, int width) {
    const char *s = scan->at;
    return (unsigned)width >= 5 && s[0] == '(' && s[1] == 'n' && s[2] == 'i' && s[3] == 'l' && s[4] == ')';
}

/* The value saturates as in strtol and strtoul. */
static int read_integer(Scan *scan, const Spec *spec, unsigned base, int is_signed) {
    const char *s = scan->at;
    size_t room = (size_t)spec->width; /* -1: no limit */
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
    if (!any && spec->conversion == 'p' && is_nil(scan, spec->width)) s = scan->at + 5, any = 1;
    scan->at = s;
    if (!any) return NO_MATCH;
    bits64 limit = is_signed ? (bits64)__LONG_LONG_MAX__ + negative : -1ULL;
    if (any > 14 && (overflow | (value > limit))) {
        *__errno_location() = SECATEUR_ERANGE;
        value = limit;
    } else if (negative) {
        value = -value;
    }
    store(scan, spec, value);
    return DONE;
}

/* The length of a word at s, in either case, within the room; what is there of it is passed over even if it is not. */
static int skip_word(const char **s, size_t *room, const char *word) {
    for (; *word; word++, ++*s, --*room)
        if (!*room || lower_byte((byte)**s) != *word) return 0;
    return 1;
}

/* Passes over the text of a floating-point number, as glibc does: more than strtod reads, as in 1e+. 0: there is none. */
static int skip_float(const char **s, size_t room) {
    const char *start = *s;
    int has_sign = (**s == '-') | (**s == '+'), is_hexadecimal = 0, has_digit = 0, has_dot = 0, has_exponent = 0;
    if (has_sign) ++*s, room--;
    if (!room) return 0;
    if ((**s | 32) == 'n') return skip_word(s, &room, "nan");
    if ((**s | 32) == 'i') {
        if (!skip_word(s, &room, "inf")) return 0;
        return !room || (**s | 32) != 'i' || skip_word(s, &room, "inity");
    }
    if (**s == '0') {
        ++*s, room--, has_digit = 1;
        if (room > 1 && (**s | 32) == 'x') ++*s, room--, is_hexadecimal = 1, has_digit = 0;
    }
    int mark = is_hexadecimal ? 'p' : 'e';
    for (; room; ++*s, room--) {
        int c = (byte)**s;
        if (is_digit_byte(c) | (!has_exponent & is_hexadecimal & (digit_value(c) < 16))) {
            has_digit = 1;
        } else if (has_exponent && ((*s)[-1] | 32) == mark && (c == '-' || c == '+')) {
            continue;
        } else if (has_digit && !has_exponent && (c | 32) == mark) {
            has_exponent = has_dot = 1;
        } else if (c == '.' && !has_dot) {
            has_dot = 1;
        } else {
            break;
        }
    }
    return *s - start > has_sign + 2 * is_hexadecimal;
}

static int read_float(Scan *scan, const Spec *spec) {
    const char *start = scan->at;
    char own[64], *text = own, *end;
    if (!skip_float(&scan->at, (size_t)spec->width)) return NO_MATCH;
    size_t length = (size_t)(scan->at - start);
    if (length >= sizeof own) text = malloc(length + 1);
    if (!text) return NO_INPUT;
    __builtin_memcpy(text, start, length);
    text[length] = 0;
    if (spec->length == 4) {
        float value = __secateur_read_float(text, &end);
        if (end != text && !spec->discards) *(float *)target(scan, spec) = value;
    } else if (spec->length == 16) {
        long double value = __secateur_read_long(text, &end);
        if (end != text && !spec->discards) *(long double *)target(scan, spec) = value;
    } else {
        double value = __secateur_read_double(text, &end);
        if (end != text && !spec->discards) *(double *)target(scan, spec) = value;
    }
    int is_read = end != text;
    if (text != own) free(text);
    return is_read ? DONE : NO_MATCH;
}

/* --- text --- */

/* 1 when c is in the set between [ and ]. */
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

static int is_wanted(const Spec *spec, int c) {
    switch (spec->conversion) {
    case 'c': return c != 0;
    case 's': return !is_space_byte(c) & (c != 0);
    default: return (in_set(c, spec->set, spec->set_end) != spec->is_inverted) & (c != 0);
    }
}

/* Stores `n` bytes, as bytes or as wide characters, with a NUL at the end or without. */
static int store_text(Scan *scan, const Spec *spec, size_t n, int is_wide, int has_end) {
    size_t each = is_wide ? sizeof(wchar_t) : 1;
    void *to = target(scan, spec);
    if (spec->allocates) {
        void *made = malloc((n + 1) * each);
        if (!made) return NO_INPUT;
        *(void **)to = made;
        to = made;
    }
    for (size_t i = 0; i < n; i++) {
        if (is_wide)
            ((wchar_t *)to)[i] = (byte)scan->at[i];
        else
            ((char *)to)[i] = scan->at[i];
    }
    if (has_end && is_wide) ((wchar_t *)to)[n] = 0;
    if (has_end && !is_wide) ((char *)to)[n] = 0;
    return DONE;
}

static int read_text(Scan *scan, const Spec *spec, int is_wide) {
    size_t limit = spec->width < 1 ? (spec->conversion == 'c' ? 1 : (size_t)-1) : (size_t)spec->width, n = 0;
    int is_bad = 0;
    for (; n < limit && is_wanted(spec, (byte)scan->at[n]); n++) {
        is_bad = is_wide & (byte)scan->at[n] >> 7; /* no character of the locale "C" */
        if (is_bad) break;
    }
    if (is_bad) {
        if (!spec->discards && !spec->allocates) store_text(scan, spec, n, 1, 0);
        *__errno_location() = SECATEUR_EILSEQ;
        return NO_MATCH;
    }
    if (!n) return NO_MATCH;
    int result = spec->discards ? DONE : store_text(scan, spec, n, is_wide, spec->conversion != 'c');
    scan->at += n;
    return result;
}

/* The set of %[, whose text in the format ends at *format. A ] in first position belongs to the set. */
static void read_set(Spec *spec, const char **format) {
    const char *set = *format + 1, *end;
    spec->is_inverted = *set == '^';
    set += spec->is_inverted;
    end = *set ? set + 1 : set;
    while (*end && *end != ']') end++;
    spec->set = set;
    spec->set_end = *format = end;
}

/* --- the whole format --- */

/* One conversion, whose text in the format ends at *format. */
static int convert(Scan *scan, Spec *spec, const char **format) {
    int is_wide = spec->length == 8;
    switch (spec->conversion) {
    case 'd': return read_integer(scan, spec, 10, 1);
    case 'i': return read_integer(scan, spec, 0, 1);
    case 'u': return read_integer(scan, spec, 10, 0);
    case 'o': return read_integer(scan, spec, 8, 0);
    case 'x': case 'X': return read_integer(scan, spec, 16, 0);
    case 'p': spec->length = 8; return read_integer(scan, spec, 16, 0);
    case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A': return read_float(scan, spec);
    case 'S': spec->conversion = 's'; return read_text(scan, spec, 1);
    case 'C': spec->conversion = 'c'; return read_text(scan, spec, 1);
    case 's': case 'c': return read_text(scan, spec, is_wide);
    case '[': read_set(spec, format); return read_text(scan, spec, is_wide);
    default: return NO_MATCH;
    }
}

static int skips_spaces(int conversion) {
    return conversion && conversion != 'c' && conversion != 'C' && conversion != '[' && conversion != 'n';
}

static int is_known(int conversion) {
    int found = 0;
    for (const char *each = "%diuoxXpfFeEgGaAsScC["; *each; each++) found |= *each == conversion;
    return found;
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
        if (skips_spaces(spec.conversion))
            while (is_space_byte(*scan->at)) scan->at++;
        if (!*scan->at) return done || (spec.conversion && !is_known(spec.conversion)) ? done : -1;
        if (!spec.conversion || spec.conversion == '%') {
            if (*scan->at != *format) return done;
            scan->at++;
            continue;
        }
        int result = convert(scan, &spec, &format);
        if (result == NO_MATCH) return done;
        if (result == NO_INPUT) return done ? done : -1;
        done += !spec.discards;
    }
    return done;
}

/* `rest`: where the reading ended. */
int __secateur_scan(const char *input, const char **rest, const char *format, va_list list) {
    Scan scan = {input, input, {}};
    va_copy(scan.arguments.list, list);
    int done = scan_all(&scan, format);
    va_end(scan.arguments.list);
    *rest = scan.at;
    return done;
}

static int scan_string(const char *input, const char *format, va_list list) {
    const char *rest;
    return __secateur_scan(input, &rest, format, list);
}

int vsscanf(const char *input, const char *format, va_list list) { return scan_string(input, format, list); }
int __isoc99_vsscanf(const char *input, const char *format, va_list list) { return scan_string(input, format, list); }
int __isoc23_vsscanf(const char *input, const char *format, va_list list) { return scan_string(input, format, list); }
int sscanf(const char *input, const char *format, ...) { PASS(format, scan_string(input, format, list)) }
int __isoc99_sscanf(const char *input, const char *format, ...) { PASS(format, scan_string(input, format, list)) }
int __isoc23_sscanf(const char *input, const char *format, ...) { PASS(format, scan_string(input, format, list)) }
