// Tries to get out, in a process inside the fence. What the kernel says it offers is not enough.
#include "launcher.h"

static int opens(const char *path, int flags) {
    long file = CALL4(openat, -100, path, flags, 0600);
    if (file >= 0) CALL1(close, file);
    return file >= 0;
}

int try_the_fence(void) {
    if (opens("/etc/passwd", 0) || opens("/", 0) || opens("/proc/self/status", 0)) return 1;
    if (opens("/secateur-probe", CREATES | 2)) return 2;
    if (!opens("probe", CREATES | 2)) return 3;  // the scratch folder
    if (CALL3(socket, 2, 1, 0) >= 0 || CALL3(socket, 1, 1, 0) >= 0) return 4;
    if (CALL2(kill, CALL0(getppid), 0) == 0 || CALL2(kill, -1, 0) == 0) return 5;
    if (CALL2(kill, CALL0(getpid), 0)) return 6;
    if (CALL2(unshare, 0x10000000, 0) == 0 || CALL4(ptrace, 0, 0, 0, 0) == 0) return 7;
    return 0;
}
