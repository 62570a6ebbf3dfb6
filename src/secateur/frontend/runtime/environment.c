/* stdlib.h: the environment, over `environ`. What changes is kept in memory that is never freed, as in glibc. */

#include "runtime.h"

extern char **environ, **__environ;

static char **own; /* the last list that was made here, with room for `room` entries */
static size_t room;

/* The length of the name if it is a valid one; 0 if it is not. */
static size_t valid_length(const char *name) {
    size_t length = 0;
    if (!name) return 0;
    while ((name[length] != 0) & (name[length] != '=')) length++;
    return name[length] ? 0 : length;
}

/* The entry of a variable; NULL if it has none. */
static char **find(const char *name, size_t length) {
    for (char **each = environ; each && *each; each++) {
        size_t n = 0;
        while (n < length && (*each)[n] == name[n]) n++;
        if (n == length && (*each)[n] == '=') return each;
    }
    return NULL;
}

static char *value_of(const char *name) {
    size_t length = length_of(name);
    char **entry = length ? find(name, length) : NULL;
    if (entry) return *entry + length + 1;
    __secateur_no_environment();
    return NULL;
}

char *getenv(const char *name) { return value_of(name); }
char *secure_getenv(const char *name) { return value_of(name); }
char *__secure_getenv(const char *name) { return value_of(name); }

/* Replaces the entry of a variable, or adds one. */
static int enter(const char *name, size_t length, char *entry) {
    char **old = find(name, length);
    if (old) {
        *old = entry;
        return 0;
    }
    size_t count = 0;
    while (environ && environ[count]) count++;
    if (environ != own || count + 2 > room) {
        size_t wanted = 2 * count + 8;
        char **list = malloc(wanted * sizeof *list);
        if (!list) FAIL(SECATEUR_ENOMEM, -1);
        for (size_t n = 0; n < count; n++) list[n] = environ[n];
        environ = own = list;
        room = wanted;
    }
    environ[count] = entry;
    environ[count + 1] = NULL;
    __environ = environ;
    return 0;
}

int setenv(const char *name, const char *value, int replace) {
    size_t length = valid_length(name), size = 0;
    if (!length) FAIL(SECATEUR_EINVAL, -1);
    if (!replace && find(name, length)) return 0;
    while (value[size]) size++;
    char *entry = malloc(length + size + 2);
    if (!entry) FAIL(SECATEUR_ENOMEM, -1);
    __builtin_memcpy(entry, name, length);
    entry[length] = '=';
    __builtin_memcpy(entry + length + 1, value, size + 1);
    return enter(name, length, entry);
}

static int forget(const char *name, size_t length) {
    char **entry;
    while ((entry = find(name, length)))
        for (; *entry; entry++) entry[0] = entry[1];
    return 0;
}

int unsetenv(const char *name) {
    size_t length = valid_length(name);
    if (!length) FAIL(SECATEUR_EINVAL, -1);
    return forget(name, length);
}

int putenv(char *entry) {
    size_t length = 0;
    while ((entry[length] != 0) & (entry[length] != '=')) length++;
    return entry[length] ? enter(entry, length, entry) : forget(entry, length);
}

int clearenv(void) {
    environ = __environ = own = NULL;
    room = 0;
    return 0;
}
