/* stdlib.h and errno.h: program termination and environment. */

#include "runtime.h"

static int __secateur_errno; /* the machine knows this name (machine/initial.py) */

int *__errno_location(void) { return &__secateur_errno; }

int klee_get_errno(void) { return *__errno_location(); }

/* What main gets (see start.py): a name, and an empty environment. */
static char program_name[] = "program";
char *__secateur_arguments[] = {program_name, NULL};
char *__secateur_environment[] = {NULL};
char *program_invocation_name = program_name, *program_invocation_short_name = program_name;
char *__progname = program_name, *__progname_full = program_name;
char **environ = __secateur_environment;
char **__environ = __secateur_environment;

static struct {
    size_t count, room;
    void (**functions)(void);
    void (*exit)(int);
} at_exit;

/* The machine calls this when main returns, if the program contains it. */
_Noreturn void exit(int status) {
    while (at_exit.count) at_exit.functions[--at_exit.count]();
    __secateur_exit(status);
}

int atexit(void (*function)(void)) {
    if (at_exit.count == at_exit.room) {
        size_t room = 2 * at_exit.room + 8;
        void (**functions)(void) = malloc(room * sizeof *functions);
        if (!functions) return -1;
        if (at_exit.count) __builtin_memcpy(functions, at_exit.functions, at_exit.count * sizeof *functions);
        at_exit.functions = functions;
        at_exit.room = room;
    }
    at_exit.functions[at_exit.count++] = function;
    at_exit.exit = exit; /* so that a program with handlers has exit too */
    return 0;
}

/* The value, if an entry NAME=VALUE is of this name. */
static const char *value_of(const char *entry, const char *name) {
    int same = 1;
    size_t i = 0;
    for (; entry[i] != '='; i++) {
        same &= name[i] == entry[i];
        if (!same) return NULL;
    }
    return name[i] ? NULL : entry + i + 1;
}

static char *find_variable(const char *name) {
    __secateur_no_environment();
    for (char **at = environ; at && *at; at++) {
        const char *value = value_of(*at, name);
        if (value) return (char *)value;
    }
    return NULL;
}

char *getenv(const char *name) { return find_variable(name); }
char *secure_getenv(const char *name) { return find_variable(name); }

/* --- plain arithmetic of stdlib.h --- */

int abs(int x) { return x < 0 ? -x : x; }
long labs(long x) { return x < 0 ? -x : x; }
long long llabs(long long x) { return x < 0 ? -x : x; }
__INTMAX_TYPE__ imaxabs(__INTMAX_TYPE__ x) { return x < 0 ? -x : x; }

/* The position of the lowest set bit, counted from 1. */
int ffs(int x) { return x ? __builtin_ctz((unsigned)x) + 1 : 0; }
int ffsl(long x) { return x ? __builtin_ctzl((unsigned long)x) + 1 : 0; }
int ffsll(long long x) { return x ? __builtin_ctzll((unsigned long long)x) + 1 : 0; }

typedef struct { int quotient, remainder; } Div;
typedef struct { long quotient, remainder; } LongDiv;

Div div(int x, int y) { return (Div){x / y, x % y}; }
LongDiv ldiv(long x, long y) { return (LongDiv){x / y, x % y}; }
LongDiv lldiv(long x, long y) { return (LongDiv){x / y, x % y}; }
LongDiv imaxdiv(long x, long y) { return (LongDiv){x / y, x % y}; }
