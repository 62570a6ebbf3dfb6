/* setjmp and longjmp. A function that calls setjmp gets a variable of its own, its *mark* (`ir/unwinding.py`).
   A buffer holds the address of the mark and the number of the call; longjmp writes the number into the mark, which
   is a fault if the function has returned, and returns. From then on every function on the way returns at once, until
   the one whose mark is set goes on at that call. */

#include <signal.h>

int __secateur_unwinding;
int __secateur_jump_value;

struct saved {
    int *mark;
    long number;
    void (*restore)(struct saved *);  // which signals are blocked, if sigsetjmp was told to keep that
    sigset_t signals;
};

_Static_assert(sizeof(struct saved) <= 200, "there is room for it in a jmp_buf");

/* `setjmp` becomes a call of this. */
void __secateur_mark(struct saved *buffer, int *mark, long number) {
    buffer->mark = mark;
    buffer->number = number;
    buffer->restore = 0;
}

static void restore_signals(struct saved *buffer) { sigprocmask(SIG_SETMASK, &buffer->signals, 0); }

/* `sigsetjmp` becomes a call of this. */
void __secateur_mark_signals(struct saved *buffer, int *mark, long number, int with_signals) {
    __secateur_mark(buffer, mark, number);
    if (!with_signals) return;
    buffer->restore = restore_signals;
    sigprocmask(SIG_BLOCK, 0, &buffer->signals);
}

void __secateur_unwind(struct saved *buffer, int value) {
    *buffer->mark = (int)buffer->number;
    if (buffer->restore) buffer->restore(buffer);
    __secateur_jump_value = value ? value : 1;
    __secateur_unwinding = 1;
}

/* `__builtin_longjmp` gives 1. */
int __secateur_builtin_setjmp(struct saved *buffer) { __secateur_mark(buffer, 0, 0); return 0; }
void __secateur_builtin_longjmp(struct saved *buffer) { __secateur_unwind(buffer, 1); }

/* These have other types in <setjmp.h>, where longjmp does not return. Called by name, the first three are replaced. */
#define NAMED(name) __asm__(#name)

int plain_setjmp(struct saved *) NAMED(setjmp);
int short_setjmp(struct saved *) NAMED(_setjmp);
int signal_setjmp(struct saved *, int) NAMED(__sigsetjmp);
void plain_longjmp(struct saved *, int) NAMED(longjmp);
void short_longjmp(struct saved *, int) NAMED(_longjmp);
void signal_longjmp(struct saved *, int) NAMED(siglongjmp);
void checked_longjmp(struct saved *, int) NAMED(__longjmp_chk);

int plain_setjmp(struct saved *buffer) { __secateur_mark(buffer, 0, 0); return 0; }
int short_setjmp(struct saved *buffer) { __secateur_mark(buffer, 0, 0); return 0; }
int signal_setjmp(struct saved *buffer, int with) { __secateur_mark_signals(buffer, 0, 0, with); return 0; }
void plain_longjmp(struct saved *buffer, int value) { __secateur_unwind(buffer, value); }
void short_longjmp(struct saved *buffer, int value) { __secateur_unwind(buffer, value); }
void signal_longjmp(struct saved *buffer, int value) { __secateur_unwind(buffer, value); }
void checked_longjmp(struct saved *buffer, int value) { __secateur_unwind(buffer, value); }
