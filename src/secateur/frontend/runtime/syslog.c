/* syslog.h: nobody reads the log. */

#include "runtime.h"

static int mask = 255;

void openlog(const char *name, int options, int facility) { (void)name, (void)options, (void)facility; }
void closelog(void) {}
void syslog(int priority, const char *format, ...) { (void)priority, (void)format; }
void vsyslog(int priority, const char *format, va_list list) { (void)priority, (void)format, (void)list; }

int setlogmask(int wanted) {
    int before = mask;
    if (wanted) mask = wanted;
    return before;
}
