/* signal.h: handlers are recorded. No signal arrives from outside; those that the program raises itself run the handler,
   or do what is usual. A signal that ends the program gives the status that a shell shows: 128 and its number. */

#include "runtime.h"

#include <signal.h>
#include <unistd.h>

enum { EPERM_NUMBER = 1 };

typedef void (*Handler)(int);
typedef unsigned long Set; /* bit n - 1 stands for signal n */

static struct sigaction __secateur_actions[65]; /* the machine knows this name */
#define actions __secateur_actions
static Set blocked, pending;
static stack_t own_stack = {.ss_flags = SS_DISABLE};

INLINE int is_signal(int number) { return (unsigned)number - 1 < 64; }
INLINE Set bit(int number) { return (Set)1 << (number - 1); }
INLINE Set bits(const sigset_t *set) { return set->__val[0]; }

/* --- sets --- */

int sigemptyset(sigset_t *set) {
    __builtin_memset(set, 0, sizeof *set);
    return 0;
}

int sigfillset(sigset_t *set) {
    __builtin_memset(set, 0, sizeof *set);
    set->__val[0] = ~(bit(32) | bit(33)); /* which glibc keeps for itself */
    return 0;
}

int sigaddset(sigset_t *set, int number) {
    if (!is_signal(number)) FAIL(SECATEUR_EINVAL, -1);
    set->__val[0] |= bit(number);
    return 0;
}

int sigdelset(sigset_t *set, int number) {
    if (!is_signal(number)) FAIL(SECATEUR_EINVAL, -1);
    set->__val[0] &= ~bit(number);
    return 0;
}

int sigismember(const sigset_t *set, int number) {
    if (!is_signal(number)) FAIL(SECATEUR_EINVAL, -1);
    return (bits(set) & bit(number)) != 0;
}

int sigisemptyset(const sigset_t *set) { return !bits(set); }

int sigandset(sigset_t *to, const sigset_t *x, const sigset_t *y) {
    sigset_t both = {{bits(x) & bits(y)}};
    *to = both;
    return 0;
}

int sigorset(sigset_t *to, const sigset_t *x, const sigset_t *y) {
    sigset_t both = {{bits(x) | bits(y)}};
    *to = both;
    return 0;
}

/* --- what a signal does --- */

static void by_default(int number) {
    switch (number) {
    case SIGCHLD: case SIGCONT: case SIGURG: case SIGWINCH: return;
    case SIGSTOP: case SIGTSTP: case SIGTTIN: case SIGTTOU: pause(); return; /* nobody continues it */
    case SIGABRT: abort();
    default: __secateur_exit(128 + number);
    }
}

static void deliver_pending(void);

/* As in Linux, signals that are pending together pile up: the last of them is handled first. */
static void deliver(int number) {
    struct sigaction action = actions[number];
    if (action.sa_handler == SIG_IGN) return;
    if (action.sa_handler == SIG_DFL) {
        by_default(number);
        return;
    }
    Set before = blocked;
    if (action.sa_flags & (int)SA_RESETHAND) actions[number].sa_handler = SIG_DFL;
    blocked |= bits(&action.sa_mask) | (action.sa_flags & SA_NODEFER ? 0 : bit(number));
    deliver_pending();
    if (action.sa_flags & SA_SIGINFO) {
        siginfo_t information = {.si_signo = number, .si_code = SI_TKILL};
        action.sa_sigaction(number, &information, NULL);
    } else {
        action.sa_handler(number);
    }
    blocked = before;
}

static void deliver_pending(void) {
    while (pending & ~blocked) {
        int number = __builtin_ctzl(pending & ~blocked) + 1;
        pending &= ~bit(number);
        deliver(number);
    }
}

/* A signal that is blocked stays pending even if it is ignored: that may change before it arrives. */
static int send_signal(int number) {
    if (!number) return 0;
    if (!is_signal(number)) FAIL(SECATEUR_EINVAL, -1);
    pending |= bit(number);
    deliver_pending();
    return 0;
}

int raise(int number) { return send_signal(number); }
int gsignal(int number) { return send_signal(number); }

int kill(pid_t process, int number) {
    __secateur_this_system();
    if (process != OWN_PROCESS && process != 0 && process != -OWN_PROCESS) FAIL(SECATEUR_ESRCH, -1);
    return send_signal(number);
}

int killpg(pid_t group, int number) {
    __secateur_this_system();
    if (group != OWN_PROCESS && group != 0) FAIL(SECATEUR_ESRCH, -1);
    return send_signal(number);
}

/* --- handlers --- */

static int may_be_handled(int number) { return is_signal(number) && number != SIGKILL && number != SIGSTOP && (number < 32 || number > 33); }

static void set_action(int number, const struct sigaction *wanted) {
    actions[number] = *wanted;
    actions[number].sa_mask.__val[0] &= ~(bit(SIGKILL) | bit(SIGSTOP));
    if (wanted->sa_handler == SIG_IGN) pending &= ~bit(number);
}

int sigaction(int number, const struct sigaction *restrict wanted, struct sigaction *restrict before) {
    if (!is_signal(number) || (wanted && !may_be_handled(number))) FAIL(SECATEUR_EINVAL, -1);
    struct sigaction old = actions[number];
    if (wanted) set_action(number, wanted);
    if (before) *before = old;
    return 0;
}

static Handler handle(int number, Handler handler, int flags) {
    if (handler == SIG_ERR || !may_be_handled(number)) FAIL(SECATEUR_EINVAL, SIG_ERR);
    struct sigaction wanted = {.sa_handler = handler, .sa_flags = flags};
    Handler before = actions[number].sa_handler;
    if (!(flags & SA_NODEFER)) wanted.sa_mask.__val[0] = bit(number);
    set_action(number, &wanted);
    return before;
}

Handler signal(int number, Handler handler) { return handle(number, handler, SA_RESTART); }
Handler bsd_signal(int number, Handler handler) { return handle(number, handler, SA_RESTART); }
Handler ssignal(int number, Handler handler) { return handle(number, handler, SA_RESTART); }
Handler sysv_signal(int number, Handler handler) { return handle(number, handler, (int)(SA_RESETHAND | SA_NODEFER)); }
Handler __sysv_signal(int number, Handler handler) { return handle(number, handler, (int)(SA_RESETHAND | SA_NODEFER)); }

int siginterrupt(int number, int interrupts) {
    if (!may_be_handled(number)) FAIL(SECATEUR_EINVAL, -1);
    if (interrupts)
        actions[number].sa_flags &= ~SA_RESTART;
    else
        actions[number].sa_flags |= SA_RESTART;
    return 0;
}

int sigaltstack(const stack_t *restrict wanted, stack_t *restrict before) {
    stack_t old = own_stack;
    if (wanted) own_stack = *wanted;
    if (before) *before = old;
    return 0;
}

/* --- what is blocked --- */

static int block(int how, const sigset_t *set, sigset_t *before) {
    Set old = blocked, wanted = set ? bits(set) & ~(bit(SIGKILL) | bit(SIGSTOP) | bit(32) | bit(33)) : 0;
    if (set) switch (how) {
        case SIG_BLOCK: blocked |= wanted; break;
        case SIG_UNBLOCK: blocked &= ~wanted; break;
        case SIG_SETMASK: blocked = wanted; break;
        default: return SECATEUR_EINVAL;
        }
    if (before) {
        sigemptyset(before);
        before->__val[0] = old;
    }
    deliver_pending();
    return 0;
}

int sigprocmask(int how, const sigset_t *restrict set, sigset_t *restrict before) {
    int problem = block(how, set, before);
    if (problem) FAIL(problem, -1);
    return 0;
}

int pthread_sigmask(int how, const sigset_t *restrict set, sigset_t *restrict before) { return block(how, set, before); }

int sigpending(sigset_t *set) {
    sigemptyset(set);
    set->__val[0] = pending;
    return 0;
}

int __libc_current_sigrtmin(void) { return 34; }
int __libc_current_sigrtmax(void) { return 64; }
