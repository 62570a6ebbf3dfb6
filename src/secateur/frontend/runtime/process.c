/* stdlib.h and errno.h: how a program starts and ends, and plain arithmetic. */

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

/* A function that is called at the end: as it is, with an argument, or with the status, too. */
typedef struct {
    void (*plain)(void);
    void (*with_argument)(void *);
    void (*full)(int, void *);
    void *argument;
} Handler;

typedef struct {
    size_t count, room;
    Handler *handlers;
    void (*exit)(int);
} Handlers;

static Handlers at_exit, at_quick_exit_;

static int add(Handlers *to, Handler handler, void (*exit)(int)) {
    if (to->count == to->room) {
        size_t room = 2 * to->room + 8;
        Handler *handlers = malloc(room * sizeof *handlers);
        if (!handlers) return -1;
        if (to->count) __builtin_memcpy(handlers, to->handlers, to->count * sizeof *handlers);
        to->handlers = handlers;
        to->room = room;
    }
    to->handlers[to->count++] = handler;
    to->exit = exit; /* so that a program with handlers has the function that calls them, too */
    return 0;
}

static void run(Handlers *from, int status) {
    while (from->count) {
        Handler handler = from->handlers[--from->count];
        if (handler.plain)
            handler.plain();
        else if (handler.with_argument)
            handler.with_argument(handler.argument);
        else
            handler.full(status, handler.argument);
    }
}

/* The machine calls this when main returns, if the program contains it. */
_Noreturn void exit(int status) {
    run(&at_exit, status);
    __secateur_exit(status);
}

_Noreturn void quick_exit(int status) {
    run(&at_quick_exit_, status);
    __secateur_exit(status);
}

int atexit(void (*function)(void)) { return add(&at_exit, (Handler){.plain = function}, exit); }

int on_exit(void (*function)(int, void *), void *argument) {
    return add(&at_exit, (Handler){.full = function, .argument = argument}, exit);
}

int at_quick_exit(void (*function)(void)) { return add(&at_quick_exit_, (Handler){.plain = function}, quick_exit); }

/* What compilers call for destructors. */
int __cxa_atexit(void (*function)(void *), void *argument, void *owner) {
    (void)owner;
    return add(&at_exit, (Handler){.with_argument = function, .argument = argument}, exit);
}

int __cxa_thread_atexit_impl(void (*function)(void *), void *argument, void *owner) {
    (void)owner;
    return add(&at_exit, (Handler){.with_argument = function, .argument = argument}, exit);
}

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
