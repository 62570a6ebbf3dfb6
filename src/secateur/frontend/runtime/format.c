/* stdio.h: the sprintf family. A symbolic integer forks on its sign and its number of digits, not on the digits. */

#include "runtime.h"

typedef struct {
    char *out;    /* NULL: nothing is written */
    size_t size;  /* characters that may be written, without the final NUL */
    size_t count; /* characters that were to be written */
} Sink;

typedef struct {
    int left, plus, space, alternate, zero;
    int width, precision; /* precision -1: not given */
    int length;           /* bytes of an integer argument */
    int is_long_double;
    char conversion;
} Spec;

typedef struct { va_list list; } Arguments;

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
        int bits = base == 16 ? 4 : 3;
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
    long long value;
    switch (spec->length) {
    case 1: value = (signed char)va_arg(arguments->list, int); break;
    case 2: value = (short)va_arg(arguments->list, int); break;
    case 4: value = va_arg(arguments->list, int); break;
    default: value = va_arg(arguments->list, long long);
    }
    const char *sign = spec->plus ? "+" : spec->space ? " " : "";
    if (value < 0)
        put_number(sink, spec, -(bits64)value, 10, "-");
    else
        put_number(sink, spec, value, 10, sign);
}

static void put_unsigned(Sink *sink, Spec *spec, Arguments *arguments) {
    bits64 value;
    switch (spec->length) {
    case 1: value = (unsigned char)va_arg(arguments->list, int); break;
    case 2: value = (unsigned short)va_arg(arguments->list, int); break;
    case 4: value = va_arg(arguments->list, unsigned); break;
    default: value = va_arg(arguments->list, bits64);
    }
    const char *prefix = "";
    unsigned base = spec->conversion == 'u' ? 10 : spec->conversion == 'o' ? 8 : 16;
    if (base == 16 && spec->alternate && value) prefix = spec->conversion == 'x' ? "0x" : "0X";
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

static void put_character(Sink *sink, Spec *spec, int c) {
    if (!spec->left) pad(sink, ' ', spec->width - 1);
    put(sink, c);
    if (spec->left) pad(sink, ' ', spec->width - 1);
}

static void put_pointer(Sink *sink, Spec *spec, void *pointer) {
    if (pointer) {
        spec->conversion = 'x';
        put_number(sink, spec, (bits64)pointer, 16, "0x");
    } else {
        spec->precision = -1;
        put_text(sink, spec, "(nil)");
    }
}

/* --- floating point: the machine formats it --- */

static char *write_int(char *to, int value) {
    Sink sink = {to, 10, 0};
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
    double value = spec->is_long_double ? (double)va_arg(arguments->list, long double) : va_arg(arguments->list, double);
    int has_room = sink->count < sink->size;
    size_t room = has_room ? sink->size - sink->count + 1 : 0;
    sink->count += __secateur_format_double(has_room ? sink->out + sink->count : NULL, room, format, value);
}

/* --- conversions --- */

static const char *read_flags(const char *s, Spec *spec) {
    for (;; s++) switch (*s) {
        case '-': spec->left = 1; break;
        case '+': spec->plus = 1; break;
        case ' ': spec->space = 1; break;
        case '#': spec->alternate = 1; break;
        case '0': spec->zero = 1; break;
        default: return s;
        }
}

static const char *read_int(const char *s, int *value, Arguments *arguments) {
    if (*s == '*') {
        *value = va_arg(arguments->list, int);
        return s + 1;
    }
    for (*value = 0; is_digit_byte(*s); s++) *value = *value * 10 + (*s - '0');
    return s;
}

static const char *read_length(const char *s, Spec *spec) {
    spec->length = 4;
    for (;; s++) switch (*s) {
        case 'h': spec->length /= 2; break;
        case 'l': case 'j': case 'z': case 't': case 'q': spec->length = 8; break;
        case 'L': spec->length = 8, spec->is_long_double = 1; break;
        default: return s;
        }
}

static const char *read_spec(const char *s, Spec *spec, Arguments *arguments) {
    s = read_int(read_flags(s, spec), &spec->width, arguments);
    if (spec->width < 0) {
        spec->left = 1;
        spec->width = -spec->width;
    }
    spec->precision = -1;
    if (*s == '.') s = read_int(s + 1, &spec->precision, arguments);
    if (spec->precision < 0) spec->precision = -1;
    s = read_length(s, spec);
    spec->conversion = *s;
    return s;
}

static void put_count(Sink *sink, Spec *spec, Arguments *arguments) {
    void *to = va_arg(arguments->list, void *);
    switch (spec->length) {
    case 1: *(signed char *)to = sink->count; break;
    case 2: *(short *)to = sink->count; break;
    case 4: *(int *)to = sink->count; break;
    default: *(long *)to = sink->count;
    }
}

/* One conversion; 0 when it is unknown. */
static int convert(Sink *sink, Spec *spec, Arguments *arguments) {
    switch (spec->conversion) {
    case 'd': case 'i': put_signed(sink, spec, arguments); return 1;
    case 'u': case 'o': case 'x': case 'X': put_unsigned(sink, spec, arguments); return 1;
    case 'c': put_character(sink, spec, va_arg(arguments->list, int)); return 1;
    case 's': put_string(sink, spec, va_arg(arguments->list, const char *)); return 1;
    case 'p': put_pointer(sink, spec, va_arg(arguments->list, void *)); return 1;
    case 'n': put_count(sink, spec, arguments); return 1;
    case '%': put(sink, '%'); return 1;
    case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A':
        put_double(sink, spec, arguments);
        return 1;
    default: return 0;
    }
}

static int print(char *out, size_t size, const char *format, va_list list) {
    Sink sink = {size ? out : NULL, size ? size - 1 : 0, 0};
    Arguments arguments;
    va_copy(arguments.list, list);
    for (; *format; format++) {
        if (*format != '%') {
            put(&sink, *format);
            continue;
        }
        Spec spec = {0};
        const char *end = read_spec(format + 1, &spec, &arguments);
        if (!convert(&sink, &spec, &arguments)) {
            for (; format < end; format++) put(&sink, *format);
            if (!*end) break;
            put(&sink, *end);
        }
        format = end;
    }
    va_end(arguments.list);
    if (size) out[sink.count < sink.size ? sink.count : sink.size] = 0;
    return (int)sink.count;
}

#define WITHOUT_LIMIT ((size_t)-1 >> 1)

int __secateur_vsnprintf(char *out, size_t size, const char *format, va_list list) {
    return print(out, size, format, list);
}
int vsnprintf(char *out, size_t size, const char *format, va_list list) { return print(out, size, format, list); }
int vsprintf(char *out, const char *format, va_list list) { return print(out, WITHOUT_LIMIT, format, list); }
int snprintf(char *out, size_t size, const char *format, ...) { PASS(format, print(out, size, format, list)) }
int sprintf(char *out, const char *format, ...) { PASS(format, print(out, WITHOUT_LIMIT, format, list)) }

static int allocate_and_print(char **out, const char *format, va_list list) {
    int count = print(NULL, 0, format, list);
    *out = malloc((size_t)count + 1);
    return *out ? print(*out, (size_t)count + 1, format, list) : -1;
}

int vasprintf(char **out, const char *format, va_list list) { return allocate_and_print(out, format, list); }
int asprintf(char **out, const char *format, ...) { PASS(format, allocate_and_print(out, format, list)) }

/* --- printing for programs with %n in a format (see symbols.py): the count that is stored must be seen in C --- */

size_t fwrite(const void *data, size_t size, size_t count, void *stream);
extern void *stdout;

static int print_to(void *stream, const char *format, va_list list) {
    char *text;
    int count = allocate_and_print(&text, format, list);
    if (count < 0) return count;
    fwrite(text, 1, (size_t)count, stream);
    free(text);
    return count;
}

int __secateur_counting_vfprintf(void *stream, const char *format, va_list list) {
    return print_to(stream, format, list);
}
int __secateur_counting_vprintf(const char *format, va_list list) { return print_to(stdout, format, list); }
int __secateur_counting_fprintf(void *stream, const char *format, ...) { PASS(format, print_to(stream, format, list)) }
int __secateur_counting_printf(const char *format, ...) { PASS(format, print_to(stdout, format, list)) }

/* --- the checked variants that _FORTIFY_SOURCE calls --- */

int __vsnprintf_chk(char *out, size_t size, int flag, size_t room, const char *format, va_list list) {
    (void)flag, (void)room;
    return print(out, size, format, list);
}

int __vsprintf_chk(char *out, int flag, size_t room, const char *format, va_list list) {
    (void)flag, (void)room;
    return print(out, WITHOUT_LIMIT, format, list);
}

int __snprintf_chk(char *out, size_t size, int flag, size_t room, const char *format, ...) {
    (void)flag, (void)room;
    PASS(format, print(out, size, format, list))
}

int __sprintf_chk(char *out, int flag, size_t room, const char *format, ...) {
    (void)flag, (void)room;
    PASS(format, print(out, WITHOUT_LIMIT, format, list))
}
