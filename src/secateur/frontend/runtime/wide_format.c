/* wchar.h: the printf family for wide characters. Numbers are formatted as in printf; texts and characters here. */

#include "runtime.h"

int __secateur_vsnprintf(char *out, size_t size, const char *format, va_list list);

typedef struct {
    wchar_t *out; /* NULL: nothing is written */
    size_t size;  /* characters that may be written, without the final NUL */
    size_t count;
    int failed; /* a byte is no character */
} Sink;

typedef struct {
    char format[40]; /* the same conversion for printf; width and precision are numbers */
    int left, width, precision, length;
    char conversion;
} Spec;

enum { NONE, CHAR, SHORT, LONG, LONG_DOUBLE };

static void put(Sink *sink, wchar_t c) {
    if (sink->count < sink->size) sink->out[sink->count] = c;
    sink->count++;
}

static void pad(Sink *sink, int count) {
    for (; count > 0; count--) put(sink, L' ');
}

static char *append_number(char *to, int value) {
    char digits[12];
    int count = 0;
    for (; value > 9; value /= 10) digits[count++] = (char)('0' + value % 10);
    *to++ = (char)('0' + value);
    while (count) *to++ = digits[--count];
    return to;
}

static const wchar_t *read_number(const wchar_t *s, int *number, va_list list) {
    if (*s == '*') {
        *number = va_arg(list, int);
        return s + 1;
    }
    for (*number = 0; *s >= '0' && *s <= '9'; s++)
        if (*number < 100000000) *number = *number * 10 + (int)(*s - '0');
    return s;
}

static const wchar_t *read_spec(const wchar_t *s, Spec *spec, va_list list) {
    char *to = spec->format;
    *to++ = '%';
    for (int more = 1; more; ) switch (*s) {
        case '-': spec->left = 1; /* fall through */
        case '+': case ' ': case '#': case '0':
            if (to - spec->format < 8) *to++ = (char)*s;
            s++;
            break;
        default: more = 0;
        }
    s = read_number(s, &spec->width, list);
    if (spec->width < 0) spec->left = 1, spec->width = -spec->width, *to++ = '-';
    if (spec->width) to = append_number(to, spec->width);
    spec->precision = -1;
    if (*s == '.') {
        s = read_number(s + 1, &spec->precision, list);
        if (spec->precision >= 0) *to++ = '.', to = append_number(to, spec->precision);
    }
    for (;; s++) {
        if (*s == 'h') spec->length = spec->length == SHORT ? CHAR : SHORT;
        else if (*s == 'l' || *s == 'z' || *s == 'j' || *s == 't' || *s == 'q') spec->length = LONG;
        else if (*s == 'L') spec->length = LONG_DOUBLE;
        else break;
        *to++ = (char)*s;
    }
    spec->conversion = (char)*s;
    *to++ = spec->conversion;
    *to = 0;
    return s;
}

static void put_wide(Sink *sink, const Spec *spec, const wchar_t *text, int count) {
    if (!spec->left) pad(sink, spec->width - count);
    for (int i = 0; i < count; i++) put(sink, text[i]);
    if (spec->left) pad(sink, spec->width - count);
}

static void put_text(Sink *sink, const Spec *spec, va_list list) {
    int count = 0, is_wide = spec->length == LONG || spec->conversion == 'S';
    if (is_wide) {
        const wchar_t *text = va_arg(list, const wchar_t *);
        if (!text) text = spec->precision >= 0 && spec->precision < 6 ? L"" : L"(null)";
        while (count != spec->precision && text[count]) count++;
        put_wide(sink, spec, text, count);
        return;
    }
    const char *text = va_arg(list, const char *);
    if (!text) text = spec->precision >= 0 && spec->precision < 6 ? "" : "(null)";
    while (count != spec->precision && text[count]) {
        if ((byte)text[count] > 127) sink->failed = 1;
        count++;
    }
    if (!spec->left) pad(sink, spec->width - count);
    for (int i = 0; i < count; i++) put(sink, (byte)text[i]);
    if (spec->left) pad(sink, spec->width - count);
}

static void put_character(Sink *sink, const Spec *spec, va_list list) {
    wchar_t c = (wchar_t)va_arg(list, int);
    if (spec->length != LONG && spec->conversion == 'c') {
        c = (wchar_t)(byte)c;
        if (c > 127) sink->failed = 1;
    }
    put_wide(sink, spec, &c, 1);
}

static int print_number(char *out, size_t size, const char *format, ...) {
    PASS(format, __secateur_vsnprintf(out, size, format, list))
}

/* A number, by printf. */
static void put_number(Sink *sink, const Spec *spec, va_list list) {
    bits64 integer = 0;
    double real = 0;
    long double long_real = 0;
    char own[400], *text = own;
    int is_real = 0, count = 0;
    switch (spec->conversion) {
    case 'f': case 'F': case 'e': case 'E': case 'g': case 'G': case 'a': case 'A':
        is_real = spec->length == LONG_DOUBLE ? 2 : 1;
        if (is_real == 2) long_real = va_arg(list, long double);
        else real = va_arg(list, double);
        break;
    case 'p': integer = (bits64)va_arg(list, void *); break;
    default: integer = spec->length == LONG || spec->length == LONG_DOUBLE ? va_arg(list, bits64) : (bits64)va_arg(list, int);
    }
    for (size_t room = sizeof own;; room = (size_t)count + 1) {
        if (is_real == 2) count = print_number(text, room, spec->format, long_real);
        else if (is_real) count = print_number(text, room, spec->format, real);
        else if (spec->length >= LONG || spec->conversion == 'p') count = print_number(text, room, spec->format, integer);
        else count = print_number(text, room, spec->format, (int)integer);
        if ((size_t)count < room) break;
        text = malloc((size_t)count + 1);
        if (!text) return;
    }
    for (int i = 0; i < count; i++) put(sink, text[i]);
    if (text != own) free(text);
}

static void store_count(const Sink *sink, const Spec *spec, va_list list) {
    void *to = va_arg(list, void *);
    switch (spec->length) {
    case CHAR: *(signed char *)to = (signed char)sink->count; break;
    case SHORT: *(short *)to = (short)sink->count; break;
    case LONG: *(long *)to = (long)sink->count; break;
    default: *(int *)to = (int)sink->count;
    }
}

static int print(Sink *sink, const wchar_t *format, va_list list) {
    for (; *format; format++) {
        if (*format != '%') {
            put(sink, *format);
            continue;
        }
        Spec spec = {0};
        format = read_spec(format + 1, &spec, list);
        switch (spec.conversion) {
        case 's': case 'S': put_text(sink, &spec, list); break;
        case 'c': case 'C': put_character(sink, &spec, list); break;
        case 'n': store_count(sink, &spec, list); break;
        case '%': put(sink, L'%'); break;
        case 0: return -1;
        default: put_number(sink, &spec, list);
        }
        if (sink->failed) {
            *__errno_location() = SECATEUR_EILSEQ;
            return -1;
        }
    }
    return 0;
}

/* Other than snprintf, these fail if there is no room for all. */
static int print_into(wchar_t *out, size_t size, const wchar_t *format, va_list list) {
    Sink sink = {size ? out : NULL, size ? size - 1 : 0, 0, 0};
    int failed = print(&sink, format, list);
    if (size) out[sink.count < size ? sink.count : size - 1] = 0;
    return failed || sink.count >= size ? -1 : (int)sink.count;
}

int vswprintf(wchar_t *out, size_t size, const wchar_t *format, va_list list) {
    return print_into(out, size, format, list);
}
int swprintf(wchar_t *out, size_t size, const wchar_t *format, ...) { PASS(format, print_into(out, size, format, list)) }

/* --- to streams, whose text is in bytes --- */

size_t fwrite(const void *data, size_t size, size_t count, void *stream);
extern void *stdout;

static int print_to(void *stream, const wchar_t *format, va_list list) {
    va_list again;
    va_copy(again, list);
    Sink sink = {NULL, 0, 0, 0};
    int failed = print(&sink, format, again);
    va_end(again);
    if (failed) return -1;
    wchar_t *wide = malloc((sink.count + 1) * sizeof *wide);
    char *text = malloc(sink.count + 1);
    int count = -1;
    if (wide && text) {
        sink = (Sink){wide, sink.count, 0, 0};
        print(&sink, format, list);
        count = (int)sink.count;
        for (int i = 0; i < (int)sink.count; i++) {
            if ((unsigned)wide[i] > 127) {
                *__errno_location() = SECATEUR_EILSEQ;
                count = -1;
                break;
            }
            text[i] = (char)wide[i];
        }
        if (count > 0) fwrite(text, 1, (size_t)count, stream);
    }
    free(wide);
    free(text);
    return count;
}

int vfwprintf(void *stream, const wchar_t *format, va_list list) { return print_to(stream, format, list); }
int vwprintf(const wchar_t *format, va_list list) { return print_to(stdout, format, list); }
int fwprintf(void *stream, const wchar_t *format, ...) { PASS(format, print_to(stream, format, list)) }
int wprintf(const wchar_t *format, ...) { PASS(format, print_to(stdout, format, list)) }
