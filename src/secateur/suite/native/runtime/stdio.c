// Output and input functions that access memory of the program: the format, the strings it refers to, the buffers.
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "runtime.h"

static const char *skip_number(const char *at, va_list *rest, long *value) {
    *value = -1;
    if (*at == '*') {
        *value = va_arg(*rest, int);
        return at + 1;
    }
    if (*at >= '0' && *at <= '9') *value = 0;
    for (; *at >= '0' && *at <= '9'; at++) *value = *value * 10 + *at - '0';
    return at;
}

// Where the output goes: a buffer of `size` bytes, `count` of which are written so far; NULL for a stream.
struct place_to_print {
    char *to;
    size_t size, count;
    int is_stream;
};

static void check_text(const char *text, long precision, struct place_to_print *into, void *frame) {
    size_t limit = precision < 0 ? ALL : (size_t)precision;
    if (into->to && into->count < into->size) {
        size_t room = into->size - into->count;
        secateur_check_apart_text(into->to, into->to + into->count, text, limit < room ? limit : room, 0, frame);
    }
    secateur_check_string(text, limit, frame);
}

// Check the argument of one conversion; 0 if it is unknown, and so is the position of the next argument.
static int check_argument(
    char conversion, const char *length, long precision, va_list *rest, struct place_to_print *into, void *frame) {
    switch (conversion) {
        case 'd': case 'i': case 'u': case 'x': case 'X': case 'o': case 'c': case 'b':
            if (*length == 'l' || *length == 'j' || *length == 'z' || *length == 't' || *length == 'q')
                (void)va_arg(*rest, long);
            else
                (void)va_arg(*rest, int);
            return 1;
        case 'e': case 'E': case 'f': case 'F': case 'g': case 'G': case 'a': case 'A':
            if (*length == 'L')
                (void)va_arg(*rest, long double);
            else
                (void)va_arg(*rest, double);
            return 1;
        case 's': {
            const char *text = va_arg(*rest, const char *);
            // In a buffer, NULL is "(null)", as in glibc; compilers may print it by `puts`, which reads it.
            if (*length != 'l' && (text || into->is_stream)) check_text(text, precision, into, frame);
            return 1;
        }
        case 'n': {
            void *to = va_arg(*rest, void *);
            size_t size = *length == 'l' || *length == 'j' || *length == 'z' || *length == 't' ? 8 : 4;
            if (*length == 'h') size = length[1] == 'h' ? 1 : 2;
            into->to = NULL;  // what follows is not counted: that would store the number
            secateur_check((address)to, size, 1, frame);
            return 1;
        }
        case 'p': (void)va_arg(*rest, void *); return 1;
        case '%': case 'm': return 1;
        default: return 0;
    }
}

// The number of characters that the beginning of a format, up to `end`, prints.
static size_t printed(const char *format, const char *end, va_list arguments) {
    char beginning[end - format + 1];
    va_list again;
    secateur_copy(beginning, format, (size_t)(end - format));
    beginning[end - format] = 0;
    va_copy(again, arguments);
    int count = vsnprintf(NULL, 0, beginning, again);
    va_end(again);
    return count < 0 ? 0 : (size_t)count;
}

static void check_format(const char *format, va_list arguments, struct place_to_print into, void *frame) {
    va_list rest;
    long width, precision;
    secateur_check_string(format, ALL, frame);
    va_copy(rest, arguments);
    for (const char *at = format; (at = strchr(at, '%'));) {
        if (into.to) into.count = printed(format, at, arguments);
        at++;
        at += strspn(at, "-+ #0'I");
        at = skip_number(at, &rest, &width);
        precision = -1;
        if (*at == '.') {
            at = skip_number(at + 1, &rest, &precision);
            if (precision < 0) precision = at[-1] == '*' ? -1 : 0;
        }
        const char *length = at;
        at += strspn(at, "hlLqjzt");
        if (!*at || !check_argument(*at, length, precision, &rest, &into, frame)) break;
        at++;
    }
    va_end(rest);
}

// ---- formatted output

#define FORMATTED(call)                 \
    va_list arguments;                  \
    va_start(arguments, format);        \
    int result = call;                  \
    va_end(arguments);                  \
    return result;

// The test may say that output fails.
static int output_fails(const char *function, FILE *stream) {
    static const int errors[] = {EIO, ENOSPC};
    int error = secateur_call_fails(function, errors);
    if (!error) return 0;
    stream->_flags |= 0x20;  // glibc's flag of an error
    errno = error;
    return 1;
}

static int checked_print(const char *name, FILE *stream, const char *format, va_list arguments, void *frame) {
    if (output_fails(name, stream)) return -1;
    check_format(format, arguments, (struct place_to_print){.is_stream = 1}, frame);
    return vfprintf(stream, format, arguments);
}

static int checked_format(char *to, size_t size, const char *format, va_list arguments, void *frame) {
    va_list again;
    check_format(format, arguments, (struct place_to_print){size ? to : NULL, size, 0, 0}, frame);
    va_copy(again, arguments);
    int length = vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (length >= 0 && size) secateur_check((address)to, (size_t)length < size ? (size_t)length + 1 : size, 1, frame);
    if (size == ALL) return vsprintf(to, format, arguments);
    return vsnprintf(to, size, format, arguments);
}

CHECKED(int, printf, const char *format, ...) { FORMATTED(checked_print("printf", stdout, format, arguments, HERE)) }
CHECKED(int, fprintf, FILE *to, const char *format, ...) {
    FORMATTED(checked_print("fprintf", to, format, arguments, HERE))
}
CHECKED(int, sprintf, char *to, const char *format, ...) {
    FORMATTED(checked_format(to, ALL, format, arguments, HERE))
}
CHECKED(int, snprintf, char *to, size_t size, const char *format, ...) {
    FORMATTED(checked_format(to, size, format, arguments, HERE))
}
CHECKED(int, vprintf, const char *format, va_list arguments) {
    return checked_print("vprintf", stdout, format, arguments, HERE);
}
CHECKED(int, vfprintf, FILE *to, const char *format, va_list arguments) {
    return checked_print("vfprintf", to, format, arguments, HERE);
}
CHECKED(int, vsprintf, char *to, const char *format, va_list arguments) {
    return checked_format(to, ALL, format, arguments, HERE);
}
CHECKED(int, vsnprintf, char *to, size_t size, const char *format, va_list arguments) {
    return checked_format(to, size, format, arguments, HERE);
}

// ---- plain output, and input from strings

CHECKED(int, puts, const char *text) {
    if (output_fails("puts", stdout)) return -1;
    secateur_check_string(text, ALL, HERE);
    return puts(text);
}

CHECKED(int, fputs, const char *text, FILE *to) {
    if (output_fails("fputs", to)) return -1;
    secateur_check_string(text, ALL, HERE);
    return fputs(text, to);
}

CHECKED(size_t, fwrite, const void *from, size_t size, size_t count, FILE *to) {
    if (output_fails("fwrite", to)) return 0;
    secateur_check((address)from, size * count, 0, HERE);
    return fwrite(from, size, count, to);
}

#define PUT(name)                                                        \
    CHECKED(int, name, int c, FILE *to) { return output_fails("fputc", to) ? -1 : fputc(c, to); }
PUT(fputc)
PUT(putc)
PUT(fputc_unlocked)
PUT(putc_unlocked)
PUT(_IO_putc)
CHECKED(int, putchar, int c) { return output_fails("putchar", stdout) ? -1 : putchar(c); }
CHECKED(int, putchar_unlocked, int c) { return output_fails("putchar", stdout) ? -1 : putchar(c); }
CHECKED(int, fflush, FILE *to) { return to && to->_fileno >= 0 && output_fails("fflush", to) ? -1 : fflush(to); }
CHECKED(int, fflush_unlocked, FILE *to) { return to && output_fails("fflush", to) ? -1 : fflush(to); }
CHECKED(int, fputs_unlocked, const char *text, FILE *to) {
    if (output_fails("fputs", to)) return -1;
    secateur_check_string(text, ALL, HERE);
    return fputs(text, to);
}
CHECKED(size_t, fwrite_unlocked, const void *from, size_t size, size_t count, FILE *to) {
    if (output_fails("fwrite", to)) return 0;
    secateur_check((address)from, size * count, 0, HERE);
    return fwrite(from, size, count, to);
}

#define SCAN(name)                                                       \
    int secateur_checked_##name(const char *text, const char *format, ...) {       \
        secateur_check_string(text, ALL, HERE);                          \
        secateur_check_string(format, ALL, HERE);                        \
        FORMATTED(vsscanf(text, format, arguments))                      \
    }
SCAN(sscanf)
SCAN(__isoc99_sscanf)
SCAN(__isoc23_sscanf)
