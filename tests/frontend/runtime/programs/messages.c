/* Texts of errors and signals, messages to standard error, and parts of file names. */

#include "cases.h"
#include <err.h>
#include <error.h>
#include <signal.h>

char *dirname(char *);
char *__xpg_basename(char *);
int __xpg_strerror_r(int, char *, size_t);

static void print_name(void) { show("<name> "); }

static void one_number(int number, size_t size) {
    char buffer[64] = "untouched";
    const char *text = strerror_r(number, buffer, sizeof buffer), *name = strerrorname_np(number);
    show("%d %s %s %s %s\n", number, strerror(number), text, name ? name : "-", buffer);
    int result = size || number < 0 ? __xpg_strerror_r(number, buffer, size) : 0;
    show("%d %s\n", result, size ? buffer : "");
    const char *abbreviation = sigabbrev_np(number), *description = sigdescr_np(number);
    show("%s %s %s\n", strsignal(number), abbreviation ? abbreviation : "-", description ? description : "-");
    errno = number;
    perror(size & 1 ? "prefix" : size & 2 ? "" : NULL);
    psignal(number, "p");
    errno = number;
    warn("w %d %s", number, "text");
    warnx("wx %d", number);
    errno = number;
    warn(NULL);
    warnx(NULL);
    error(0, number, "e %d", number);
    error_at_line(0, number, size & 1 ? "file.c" : NULL, 12, "at %s", "line");
    show("%u\n", error_message_count);
}

void cases(int rounds) {
    for (int i = -1; i < 140; i += rounds < 10 ? 31 : 1) one_number(i, pick(64));
    error_one_per_line = 1;
    for (int i = 0; i < 6; i++) error_at_line(0, 0, i & 2 ? "a.c" : "b.c", (unsigned)i / 3, "line %d", i);
    error_print_progname = print_name;
    error(0, 2, "named");
    error_at_line(0, 0, "c.c", 3, "named");
    error_print_progname = NULL;
    error_one_per_line = 0;
    error_message_count = 0;
    for (int i = 0; i < rounds + 5; i++) {
        char *path = text("/a.", 8), copy[128], other[128];
        strcpy(copy, path), strcpy(other, path);
        char *folder = dirname(copy), *name = __xpg_basename(other);
        show("'%s': '%s' '%s' '%s'\n", path, folder, name, basename(path));
        show("%s %s\n", bytes(copy, strlen(path) + 1), bytes(other, strlen(path) + 1));
    }
}
