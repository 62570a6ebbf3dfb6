/* syslog.h: nobody reads the log; what it is to repeat on the error output is there. */

#include "runtime.h"

#include <stdio.h>
#include <syslog.h>

extern char *program_invocation_short_name;

static int mask = 255, options;
static const char *ident;

void openlog(const char *name, int wanted, int facility) {
    (void)facility;
    ident = name;
    options = wanted;
}

void closelog(void) { ident = NULL; }

static void repeat(int priority, const char *format, va_list list) {
    static char text[8192];
    const char *tag = ident ? ident : program_invocation_short_name;
    if (!(options & LOG_PERROR) || !(mask >> (priority & 7) & 1)) return;
    int length = vsnprintf(text, sizeof text, format, list);
    if (length >= (int)sizeof text) length = sizeof text - 1;
    if (options & LOG_PID) fprintf(stderr, "%s[%d]: ", tag, OWN_PROCESS);
    else fprintf(stderr, "%s: ", tag);
    fputs(text, stderr);
    if (length < 1 || text[length - 1] != '\n') fputc('\n', stderr);
}

void vsyslog(int priority, const char *format, va_list list) { repeat(priority, format, list); }

#define PASS_ON                      \
    va_list list;                    \
    va_start(list, format);          \
    repeat(priority, format, list);  \
    va_end(list);

void syslog(int priority, const char *format, ...) { PASS_ON }

void __syslog_chk(int priority, int flag, const char *format, ...) {
    (void)flag;
    PASS_ON
}

void __vsyslog_chk(int priority, int flag, const char *format, va_list list) {
    (void)flag;
    repeat(priority, format, list);
}

int setlogmask(int wanted) {
    int before = mask;
    if (wanted) mask = wanted;
    return before;
}
