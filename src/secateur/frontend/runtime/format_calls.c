/* stdio.h: the functions that print into buffers, and those that print to streams in C (see symbols.py). */

#include "runtime.h"

int __secateur_vsnprintf(char *out, size_t size, const char *format, va_list list);

#define print __secateur_vsnprintf
#define WITHOUT_LIMIT ((size_t)-1 >> 1)

int vsnprintf(char *out, size_t size, const char *format, va_list list) { return print(out, size, format, list); }
int vsprintf(char *out, const char *format, va_list list) { return print(out, WITHOUT_LIMIT, format, list); }
int snprintf(char *out, size_t size, const char *format, ...) { PASS(format, print(out, size, format, list)) }
int sprintf(char *out, const char *format, ...) { PASS(format, print(out, WITHOUT_LIMIT, format, list)) }

static int allocate_and_print(char **out, const char *format, va_list list) {
    int count = print(NULL, 0, format, list);
    if (count < 0) return -1;
    *out = malloc((size_t)count + 1);
    return *out ? print(*out, (size_t)count + 1, format, list) : -1;
}

int vasprintf(char **out, const char *format, va_list list) { return allocate_and_print(out, format, list); }
int asprintf(char **out, const char *format, ...) { PASS(format, allocate_and_print(out, format, list)) }

/* --- for programs with %n in a format: the count that is stored must be seen in C; and for other directives that the
   machine does not know --- */

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

int __vasprintf_chk(char **out, int flag, const char *format, va_list list) {
    (void)flag;
    return allocate_and_print(out, format, list);
}

int __asprintf_chk(char **out, int flag, const char *format, ...) {
    (void)flag;
    PASS(format, allocate_and_print(out, format, list))
}

int vprintf(const char *format, va_list list);
int vfprintf(void *stream, const char *format, va_list list);

int __vprintf_chk(int flag, const char *format, va_list list) {
    (void)flag;
    return vprintf(format, list);
}

int __vfprintf_chk(void *stream, int flag, const char *format, va_list list) {
    (void)flag;
    return vfprintf(stream, format, list);
}

int __printf_chk(int flag, const char *format, ...) {
    (void)flag;
    PASS(format, vprintf(format, list))
}

int __fprintf_chk(void *stream, int flag, const char *format, ...) {
    (void)flag;
    PASS(format, vfprintf(stream, format, list))
}
