/* libgen.h and string.h: the parts of the name of a file. */

#include "runtime.h"

static char *last_part(char *path) {
    char *part = path;
    for (; *path; path++)
        if (*path == '/') part = path + 1;
    return part;
}

/* GNU: nothing after a final slash. */
char *basename(const char *path) { return last_part((char *)path); }

/* POSIX, which cuts slashes off the end. */
char *__xpg_basename(char *path) {
    if (!path || !*path) return ".";
    size_t length = length_of(path);
    if (path[length - 1] != '/') return last_part(path);
    while (length > 1 && path[length - 1] == '/') length--;
    if (length == 1 && path[0] == '/') return path + length_of(path) - 1; /* nothing but slashes: the last of them */
    path[length] = 0;
    return last_part(path);
}

char *dirname(char *path) {
    if (!path) return ".";
    size_t length = length_of(path), end = length;
    while (end && path[end - 1] == '/') end--; /* slashes at the end */
    while (end && path[end - 1] != '/') end--; /* the last part */
    if (!end && *path != '/') return ".";
    if (!end) end = length; /* nothing but slashes */
    size_t cut = end;
    while (cut && path[cut - 1] == '/') cut--; /* the slashes before it */
    if (!cut) cut = end == 2 ? 2 : 1;          /* exactly two at the start stay */
    if (path[cut]) path[cut] = 0;
    return path;
}
