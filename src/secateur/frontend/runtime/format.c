/* stdio.h: what the printf family writes. A symbolic integer forks on its sign and its number of digits, not on the digits.
   The functions themselves are in format_calls.c. */

#include "runtime.h"

typedef struct {
    char *out;    /* NULL: nothing is written */
    size_t size;  /* characters that may be written, without the final NUL */
    size_t count; /* characters that were to be written */
    int failed;   /* a wide character has no byte */
} Sink;

typedef struct {
    int argument; /* its number, from 1; 0: the next one */
    int left, plus, space, alternate, zero;
    int width, precision; /* precision -1: not given */
    int length;           /* bytes of an integer argument */
    int is_long_double;
    char conversion;
} Spec;

typedef union {
    bits64 bits;
    double real;
    long double long_real;
} Value;

/* Formats with numbered arguments (%2$d) need all of them at once, as their types say how they are passed. */
enum { MOST_NUMBERED = 64 };

typedef struct {
    va_list list;
    Value *numbered; /* NULL: they are not numbered */
} Arguments;

static bits64 next_integer(Arguments *from, int argument, int length) {
    if (from->numbered && argument) return from->numbered[argument - 1].bits;
    return length == 8 ? va_arg(from->list, bits64) : (bits64)va_arg(from->list, int);
}

static void *next_pointer(Arguments *from, int argument) { return (void *)next_integer(from, argument, 8); }

static double next_double(Arguments *from, const Spec *spec) {
    if (from->numbered && spec->argument) return from->numbered[spec->argument - 1].real;
    return va_arg(from->list, double);
}

static long double next_long_double(Arguments *from, const Spec *spec) {
    if (from->numbered && spec->argument) return from->numbered[spec->argument - 1].long_real;
    return va_arg(from->list, long double);
}

static void put(Sink *sink, int c) {
    if (sink->count < sink->size) sink->out[sink->count] = (char)c;
    sink->count++;
}

static void pad(Sink *sink, int c, int count) {
    for (; count > 0; count--) put(sink, c);
}

/* --- integers --- */

static int count_digits(bits64 value, unsigned base) {
    int count = 1;
    if (base == 10) {
        for (bits64 limit = 10; count < 20 && value >= limit; limit *= 10) count++;
    } else {
        int bits = base == 16 ? 4 : base == 8 ? 3 : 1;
        while (count * bits < 64 && value >> (count * bits)) count++;
    }
    return count;
}

static void put_digits(Sink *sink, bits64 value, unsigned base, int count, int letters) {
    bits64 unit = 1;
    for (int i = 1; i < count; i++) unit *= base;
    for (; count; count--, unit /= base) {
        unsigned digit = (unsigned)(value / unit % base);
        put(sink, digit + '0' + (base == 16) * (-(digit > 9) & letters));
    }
}

static void put_number(Sink *sink, Spec *spec, bits64 value, unsigned base, const char *prefix) {
    int digits = spec->precision == 0 && !value ? 0 : count_digits(value, base);
    int zeros = spec->precision > digits ? spec->precision - digits : 0;
    if (base == 8 && spec->alternate && !zeros && (value || !digits)) zeros = 1;
    int length = (int)length_of(prefix) + digits + zeros;
    if (spec->zero && !spec->left && spec->precision < 0 && spec->width > length) {
        zeros += spec->width - length;
        length = spec->width;
    }
    if (!spec->left) pad(sink, ' ', spec->width - length);
    for (; *prefix; prefix++) put(sink, *prefix);
    pad(sink, '0', zeros);
    if (digits) put_digits(sink, value, base, digits, spec->conversion == 'X' ? 7 : 39);
    if (spec->left) pad(sink, ' ', spec->width - length);
}

static void put_signed(Sink *sink, Spec *spec, Arguments *arguments) {
    long long value = (long long)next_integer(arguments, spec->argument, spec->length);
    switch (spec->length) {
    case 1: value = (signed char)value; break;
    case 2: value = (short)value; break;
    case 4: value = (int)value; break;
    }
    const char *sign = spec->plus ? "+" : spec->space ? " " : "";
    if (value < 0)
        put_number(sink, spec, -(bits64)value, 10, "-");
    else
        put_number(sink, spec, value, 10, sign);
}

static void put_unsigned(Sink *sink, Spec *spec, Arguments *arguments) {
    bits64 value = next_integer(arguments, spec->argument, spec->length);
    switch (spec->length) {
    case 1: value = (unsigned char)value; break;
    case 2: value = (unsigned short)value; break;
    case 4: value = (unsigned)value; break;
    }
    int letter = spec->conversion | 32;
    unsigned base = letter == 'u' ? 10 : letter == 'o' ? 8 : letter == 'b' ? 2 : 16;
    char sign[3] = {'0', spec->conversion, 0};
    const char *prefix = (base == 16 || base == 2) && spec->alternate && value ? sign : "";
    put_number(sink, spec, value, base, prefix);
}

/* --- text and pointers --- */

/* At most `precision` bytes (-1: all) of s. */
static void put_text(Sink *sink, Spec *spec, const char *s) {
    int length = 0;
    if (sink->out && sink->count <= sink->size) { /* the NUL counts */
        size_t room = sink->size - sink->count + 1, precision = (size_t)spec->precision;
        __secateur_apart(sink->out, sink->out + sink->count, s, precision < room ? precision : room, 0);
    }
    while (length != spec->precision && s[length]) length++;
    if (!spec->left) pad(sink, ' ', spec->width - length);
    for (int i = 0; i < length; i++) put(sink, s[i]);
    if (spec->left) pad(sink, ' ', spec->width - length);
}

static void put_string(Sink *sink, Spec *spec, const char *s) {
    if (s)
        put_text(sink, spec, s);
    else
        put_text(sink, spec, spec->precision >= 0 && spec->precision < 6 ? "" : "(null)");
}

/* The bytes of a wide string in the locale "C"; a precision counts them. */
static void put_wide(Sink *sink, Spec *spec, const wchar_t *s) {
    static const wchar_t null[] = {'(', 'n', 'u', 'l', 'l', ')', 0};
    int length = 0;
    if (!s) s = spec->precision >= 0 && spec->precision < 6 ? null + 6 : null;
    for (; length != spec->precision && s[length]; length++) sink->failed |= (unsigned)s[length] >= 128;
    if (!spec->left) pad(sink, ' ', spec->width - length);
    for (int i = 0; i < length; i++) put(sink, s[i]);
    if (spec->left) pad(sink, ' ', spec->width - length);
}

static void put_character(Sink *sink, Spec *spec, int c) {
    if (!spec->left) pad(sink, ' ', spec->width - 1);
    put(sink, c);
    if (spec->left) pad(sink, ' ', spec->width - 1);
}

static void put_pointer(Sink *sink, Spec *spec, void *pointer) {
    if (pointer) {
        spec->conversion = 'x';
        put_number(sink, spec, (bits64)pointer, 16, spec->plus ? "+0x" : spec->space ? " 0x" : "0x");
    } else {
        spec->precision = -1;
        put_text(sink, spec, "(nil)");
    }
}

/* --- floating point: the machine formats it --- */

static char *write_int(char *to, int value) {
    Sink sink = {to, 10, 0, 0};
    put_digits(&sink, value, 10, count_digits(value, 10), 0);
    return to + sink.count;
}

static void put_double(Sink *sink, Spec *spec, Arguments *arguments) {
    char format[40], *to = format;
    *to++ = '%';
    if (spec->left) *to++ = '-';
    if (spec->plus) *to++ = '+';
    if (spec->space) *to++ = ' ';
    if (spec->alternate) *to++ = '#';
    if (spec->zero) *to++ = '0';
    if (spec->width) to = write_int(to, spec->width);
    if (spec->precision >= 0) {
        *to++ = '.';
        to = write_int(to, spec->precision);
    }
    *to++ = spec->conversion;
    *to = 0;
    int has_room = sink->count < sink->size;
    size_t room = has_room ? sink->size - sink->count + 1 : 0;
    char *out = has_room ? sink->out + sink->count : NULL;
    if (spec->is_long_double)
        sink->count += __secateur_format_extended(out, room, format, next_long_double(arguments, spec));
    else
        sink->count += __secateur_format_double(out, room, format, next_double(arguments, spec));
}

/* --- conversions --- */

static const char *read_flags(const char *s, Spec *spec) {
    for (;; s++) switch (*s) {
        case '-': spec->left = 1; break;
        case '+': spec->plus = 1; break;
        case ' ': spec->space = 1; break;
        case '#': spec->alternate = 1; break;
        case '0': spec->zero = 1; break;
        case '\'': case 'I': break; /* the locale "C" groups no digits, and has no others */
        default: return s;
        }
}

/* The number before a dollar sign; 0 if there is none. */
static const char *read_position(const char *s, int *position) {
    const char *t = s;
    int value = 0;
    for (; is_digit_byte(*t); t++) value = value > MOST_NUMBERED ? value : value * 10 + (*t - '0');
    *position = *t == '$' ? value : 0;
    return *t == '$' ? t + 1 : s;
}

/* A number or a star. While the types of the arguments are collected, a star has no value. */
static const char *read_int(const char *s, int *value, Arguments *arguments, int *star) {
    if (*s == '*') {
        *star = 0;
        s++;
        if (is_digit_byte(*s)) s = read_position(s, star);
        *value = arguments ? (int)next_integer(arguments, *star, 4) : 0;
        return s;
    }
    for (*value = 0; is_digit_byte(*s); s++) *value = *value * 10 + (*s - '0');
    return s;
}

static const char *read_length(const char *s, Spec *spec) {
    spec->length = 4;
    for (;; s++) switch (*s) {
        case 'h': spec->length /= 2; break;
        case 'l': case 'j': case 'z': case 'Z': case 't': case 'q': spec->length = 8; break;
        case 'L': spec->length = 8, spec->is_long_double = 1; break;
        default: return s;
        }
}

/* `stars`: the numbers of the arguments for width and precision, -1 for the next. */
static const char *read_spec(const char *s, Spec *spec, Arguments *arguments, int stars[2]) {
    if ((unsigned)*s - '1' < 9) s = read_position(s, &spec->argument);
    s = read_int(read_flags(s, spec), &spec->width, arguments, &stars[0]);
    if (spec->width < 0) {
        spec->left = 1;
        spec->width = -spec->width;
    }
    spec->precision = -1;
    if (*s == '.') s = read_int(s + 1, &spec->precision, arguments, &stars[1]);
    if (spec->precision < 0) spec->precision = -1;
    s = read_length(s, spec);
    spec->conversion = *s;
    return s;
}

/* --- numbered arguments --- */

enum Kind { NOT_USED, INT, WIDE_INT, REAL, LONG_REAL };

static enum Kind kind_of(const Spec *spec) {
    switch (spec->conversion) {
    case 'd': case 'i': case 'u': case 'o': case 'x': case 'X': case 'b': case 'B': return spec->length == 8 ? WIDE_INT : INT;
    case 'c': case 'C': return INT;
    case 's': case 'S': case 'p': case 'n': return WIDE_INT;
    case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A':
        return spec->is_long_double ? LONG_REAL : REAL;
    default: return NOT_USED;
    }
}

static void collect(const char *format, va_list list, Value *to) {
    byte kinds[MOST_NUMBERED + 1] = {0};
    int count = 0;
    for (; *format; format++) {
        if (*format != '%') continue;
        Spec spec = {0};
        int stars[2] = {0, 0};
        format = read_spec(format + 1, &spec, NULL, stars);
        int places[3] = {stars[0], stars[1], spec.argument};
        for (int i = 0; i < 3; i++) {
            if (places[i] < 1 || places[i] > MOST_NUMBERED) continue;
            kinds[places[i]] = i < 2 ? INT : (byte)kind_of(&spec);
            if (places[i] > count) count = places[i];
        }
        if (!*format) break;
    }
    for (int i = 1; i <= count; i++) switch (kinds[i]) {
        case WIDE_INT: to[i - 1].bits = va_arg(list, bits64); break;
        case REAL: to[i - 1].real = va_arg(list, double); break;
        case LONG_REAL: to[i - 1].long_real = va_arg(list, long double); break;
        default: to[i - 1].bits = (bits64)va_arg(list, int);
        }
}

/* --- conversions --- */

char *__secateur_error_text(int number);

static void put_count(Sink *sink, Spec *spec, void *to) {
    switch (spec->length) {
    case 1: *(signed char *)to = sink->count; break;
    case 2: *(short *)to = sink->count; break;
    case 4: *(int *)to = sink->count; break;
    default: *(long *)to = sink->count;
    }
}

/* One conversion; 0 when it is unknown. */
static int convert(Sink *sink, Spec *spec, Arguments *arguments) {
    int argument = spec->argument, is_wide = spec->length == 8;
    switch (spec->conversion) {
    case 'd': case 'i': put_signed(sink, spec, arguments); return 1;
    case 'u': case 'o': case 'x': case 'X': case 'b': case 'B': put_unsigned(sink, spec, arguments); return 1;
    case 'C': is_wide = 1; __attribute__((fallthrough));
    case 'c': {
        unsigned c = (unsigned)next_integer(arguments, argument, 4);
        sink->failed |= is_wide & (c >= 128);
        put_character(sink, spec, (int)c);
        return 1;
    }
    case 'S': is_wide = 1; __attribute__((fallthrough));
    case 's':
        if (is_wide)
            put_wide(sink, spec, next_pointer(arguments, argument));
        else
            put_string(sink, spec, next_pointer(arguments, argument));
        return 1;
    case 'm': put_text(sink, spec, __secateur_error_text(*__errno_location())); return 1;
    case 'p': put_pointer(sink, spec, next_pointer(arguments, argument)); return 1;
    case 'n': put_count(sink, spec, next_pointer(arguments, argument)); return 1;
    case '%': put(sink, '%'); return 1;
    case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A':
        put_double(sink, spec, arguments);
        return 1;
    default: return 0;
    }
}

/* At the first numbered argument, all are collected. */
static int needs_numbers(const char *s, const Arguments *arguments) {
    int position;
    if (arguments->numbered || (unsigned)*s - '1' >= 9) return 0;
    read_position(s, &position);
    return position;
}

static void print(Sink *sink, const char *format, Arguments *arguments, Value *numbered) {
    for (; *format && !sink->failed; format++) {
        if (*format != '%') {
            put(sink, *format);
            continue;
        }
        if (needs_numbers(format + 1, arguments)) {
            collect(format, arguments->list, numbered);
            arguments->numbered = numbered;
        }
        Spec spec = {0};
        int stars[2];
        const char *end = read_spec(format + 1, &spec, arguments, stars);
        if (!convert(sink, &spec, arguments)) {
            for (; format < end; format++) put(sink, *format);
            if (!*end) break;
            put(sink, *end);
        }
        format = end;
    }
}

int __secateur_vsnprintf(char *out, size_t size, const char *format, va_list list) {
    Sink sink = {size ? out : NULL, size ? size - 1 : 0, 0, 0};
    Value numbered[MOST_NUMBERED];
    Arguments arguments = {.numbered = NULL};
    va_copy(arguments.list, list);
    print(&sink, format, &arguments, numbered);
    va_end(arguments.list);
    if (size) out[sink.count < sink.size ? sink.count : sink.size] = 0;
    if (sink.failed) FAIL(SECATEUR_EILSEQ, -1);
    return (int)sink.count;
}
