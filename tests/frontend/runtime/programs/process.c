/* stdlib.h and signal.h: the environment, and signals that the program raises. */

#include "cases.h"
#include <signal.h>

static int turns;

static void handler(int number) {
    show("<%d", number);
    if (turns-- > 0) raise(number == SIGUSR1 ? SIGUSR2 : SIGUSR1);
    show(">");
}

static void informed(int number, siginfo_t *information, void *context) {
    (void)context;
    show("[%d %d]", number, information->si_signo);
}

static void sets(void) {
    sigset_t x, y, both;
    sigemptyset(&x), sigfillset(&y);
    for (int i = -1; i < 70; i++) {
        errno = 0;
        show("%d %d %d ", sigismember(&x, i), sigismember(&y, i), errno);
    }
    show("\n");
    for (int i = 0; i < 30; i++) {
        int number = (int)pick(66) - 1;
        if (number == 32 || number == 33) continue;
        show("%d", pick(3) ? sigaddset(&x, number) : sigdelset(&x, number));
        if (pick(2)) sigdelset(&y, number);
        sigandset(&both, &x, &y);
        show(" %d %d %d", sigismember(&x, number), sigismember(&both, number), sigisemptyset(&both));
        sigorset(&both, &x, &y);
        show(" %d\n", sigismember(&both, number));
    }
}

static void signals(void) {
    static const int NUMBERS[] = {SIGUSR1, SIGUSR2, SIGTERM, SIGWINCH, SIGCHLD};
    struct sigaction action = {0}, before;
    sigset_t set, old;
    int number = NUMBERS[pick(COUNT(NUMBERS))];
    turns = (int)pick(4);
    sigemptyset(&set);
    sigaddset(&set, NUMBERS[pick(COUNT(NUMBERS))]);
    switch (pick(6)) {
    case 0: show("%d", signal(number, handler) == SIG_ERR); break;
    case 1: show("%d", signal(number, SIG_IGN) == handler); break;
    case 2: show("%d %d", sigprocmask((int)pick(3), &set, &old), sigismember(&old, number)); break;
    case 3:
        action.sa_sigaction = informed;
        action.sa_flags = SA_SIGINFO;
        show("%d", sigaction(number, &action, &before));
        show(" %d", before.sa_handler == handler);
        break;
    case 4:
        action.sa_handler = handler;
        action.sa_flags = pick(2) ? SA_NODEFER : 0;
        action.sa_mask = set;
        show("%d", sigaction(number, &action, &before));
        break;
    default:
        sigaction(number, NULL, &before);
        if (before.sa_handler == SIG_DFL) signal(number, handler);
        show("raise %d", raise(number));
    }
    sigpending(&set);
    show(" %d\n", sigismember(&set, number));
}

static void environment(void) {
    static const char *const NAMES[] = {"A", "B", "AB", "LONGER", "", "A=B", "a"};
    static char kept[64][16];
    static int next;
    for (int i = 0; i < 12; i++) {
        const char *name = NAMES[pick(COUNT(NAMES))], *value = text("xy=", 5);
        errno = 0;
        switch (pick(5)) {
        case 0: show("%d", setenv(name, value, 1)); break;
        case 1: show("%d", setenv(name, value, 0)); break;
        case 2: show("%d", unsetenv(name)); break;
        case 3: {
            char *entry = kept[next++ % 64];
            snprintf(entry, 16, "%s%s%s", *name ? name : "Q", pick(3) ? "=" : "", value);
            show("%d", strchr(entry, '=') == entry ? 0 : putenv(entry));
            break;
        }
        default: show("%s", getenv(name) ? getenv(name) : "-");
        }
        show(" %d\n", errno);
    }
    show("%d\n", clearenv());
}

static void arithmetic(void) {
    long x = (long)pick(1u << 31) - (1 << 30), y = (long)pick(2000) - 1000;
    if (!y) y = 1;
    div_t a = div((int)x, (int)y);
    ldiv_t b = ldiv(x, y);
    lldiv_t c = lldiv(x, y);
    show("%d %d %ld %ld %lld %lld %ld\n", a.quot, a.rem, b.quot, b.rem, c.quot, c.rem, labs(x));
}

void cases(int rounds) {
    clearenv();
    sets();
    signal(SIGUSR1, handler), signal(SIGUSR2, handler), signal(SIGTERM, handler);
    signal(SIGWINCH, SIG_DFL), signal(SIGCHLD, SIG_DFL);
    for (int i = 0; i < rounds; i++) {
        environment();
        for (int j = 0; j < 5; j++) signals();
        arithmetic();
    }
    signal(SIGWINCH, SIG_DFL), signal(SIGCHLD, SIG_DFL);
    sigset_t none;
    sigemptyset(&none);
    signal(SIGUSR1, SIG_IGN), signal(SIGUSR2, SIG_IGN), signal(SIGTERM, SIG_IGN);
    sigprocmask(SIG_SETMASK, &none, NULL);
    signal(SIGUSR1, SIG_DFL), signal(SIGUSR2, SIG_DFL), signal(SIGTERM, SIG_DFL);
    errno = 0;
    show("%d", signal(SIGKILL, SIG_IGN) == SIG_ERR);
    show(" %d %d\n", errno, raise(0));
}
