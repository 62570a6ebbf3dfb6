/* error.h and err.h: messages with the name of the program, which may end it. */

#include "runtime.h"

char *__secateur_error_text(int number);
int fputs(const char *text, void *stream);
int fprintf(void *stream, const char *format, ...);
int vfprintf(void *stream, const char *format, va_list list);
_Noreturn void exit(int status);
extern void *stderr;
extern char *program_invocation_name, *program_invocation_short_name;

/* --- error.h --- */

unsigned error_message_count;
int error_one_per_line;
void (*error_print_progname)(void);

static const char *last_file;
static unsigned last_line;

static int is_same_place(const char *file, unsigned line) {
    if (line != last_line || !file != !last_file) return 0;
    if (!file || file == last_file) return 1;
    size_t n = 0;
    while (file[n] && file[n] == last_file[n]) n++;
    return file[n] == last_file[n];
}

/* With a place, if there is one: a file, which may be NULL, and a line. */
static void say(int has_place, const char *file, unsigned line, int status, int number, const char *format, va_list list) {
    if (error_print_progname)
        error_print_progname();
    else
        fprintf(stderr, has_place ? "%s:" : "%s: ", program_invocation_name);
    if (has_place) fprintf(stderr, file ? "%s:%u: " : " ", file, line);
    vfprintf(stderr, format, list);
    error_message_count++;
    if (number) fprintf(stderr, ": %s", __secateur_error_text(number));
    fputs("\n", stderr);
    if (status) exit(status);
}

void error(int status, int number, const char *format, ...) {
    va_list list;
    va_start(list, format);
    say(0, NULL, 0, status, number, format, list);
    va_end(list);
}

void error_at_line(int status, int number, const char *file, unsigned line, const char *format, ...) {
    if (error_one_per_line) {
        if (is_same_place(file, line)) return;
        last_file = file, last_line = line;
    }
    va_list list;
    va_start(list, format);
    say(1, file, line, status, number, format, list);
    va_end(list);
}

/* --- err.h --- */

/* A message, and the text of an error number, if there is one. */
static void warn_with(const int *number, const char *format, va_list list) {
    fprintf(stderr, "%s: ", program_invocation_short_name);
    if (format) vfprintf(stderr, format, list);
    if (number) fprintf(stderr, format ? ": %s" : "%s", __secateur_error_text(*number));
    fputs("\n", stderr);
}

#define ERROR_NUMBER &(int){*__errno_location()}
#define WARN(number) \
    va_list list; \
    va_start(list, format); \
    warn_with(number, format, list); \
    va_end(list);

void vwarn(const char *format, va_list list) { warn_with(ERROR_NUMBER, format, list); }
void vwarnx(const char *format, va_list list) { warn_with(NULL, format, list); }
void warn(const char *format, ...) { WARN(ERROR_NUMBER) }
void warnx(const char *format, ...) { WARN(NULL) }

_Noreturn void verr(int status, const char *format, va_list list) {
    warn_with(ERROR_NUMBER, format, list);
    exit(status);
}

_Noreturn void verrx(int status, const char *format, va_list list) {
    warn_with(NULL, format, list);
    exit(status);
}

_Noreturn void err(int status, const char *format, ...) {
    WARN(ERROR_NUMBER)
    exit(status);
}

_Noreturn void errx(int status, const char *format, ...) {
    WARN(NULL)
    exit(status);
}
