// longjmp: a fault if the function that called setjmp has returned. Its frame is then not among those that are linked
// from here, or was called from elsewhere. glibc keeps the frame pointer in the buffer, mangled; setjmp also keeps the
// return address of that function, in a part of the buffer that glibc does not use.
#include <setjmp.h>
#include <signal.h>

#include "runtime.h"

#if defined(__x86_64__) && defined(__GLIBC__)
#define KEPT 192
#define BEGIN(name)                                                                                     \
    ".globl secateur_checked_" #name "\n.type secateur_checked_" #name ", @function\n"                 \
    "secateur_checked_" #name ":\n movq 8(%rbp), %rax\n movq %rax, 192(%rdi)\n movq $0, 184(%rdi)\n"
#define CONTINUE(name) " jmp " #name "@PLT\n"
_Static_assert(sizeof(struct __jmp_buf_tag) == KEPT + 8, "the last words of the set of signals are free");
__asm__(BEGIN(setjmp) CONTINUE(setjmp));
__asm__(BEGIN(_setjmp) CONTINUE(_setjmp));
__asm__(BEGIN(__sigsetjmp)
        " pushq %rdi\n pushq %rsi\n subq $8, %rsp\n call secateur_keep_signals@PLT\n"
        " addq $8, %rsp\n popq %rsi\n popq %rdi\n" CONTINUE(__sigsetjmp));

// Signals are those of the machine's C library, so the kernel does not know which are blocked.
int secateur_checked_sigprocmask(int how, const sigset_t *set, sigset_t *before);

static address *kept_signals(struct __jmp_buf_tag *buffer) { return (address *)((char *)buffer + KEPT - 16); }

void secateur_keep_signals(struct __jmp_buf_tag *buffer, int is_wanted) {
    sigset_t blocked;
    if (!is_wanted || secateur_checked_sigprocmask(SIG_BLOCK, NULL, &blocked)) return;
    kept_signals(buffer)[0] = *(const address *)&blocked;
    kept_signals(buffer)[1] = 1;
}

static void restore_signals(struct __jmp_buf_tag *buffer) {
    sigset_t blocked;
    if (!kept_signals(buffer)[1]) return;
    sigemptyset(&blocked);
    *(address *)&blocked = kept_signals(buffer)[0];
    secateur_checked_sigprocmask(SIG_SETMASK, &blocked, NULL);
}

static int is_running(const struct __jmp_buf_tag *buffer, address frame) {
    address guard, kept = (address)buffer->__jmpbuf[1];
    __asm__("movq %%fs:0x30, %0" : "=r"(guard));
    address wanted = (kept >> 17 | kept << 47) ^ guard, caller = *(const address *)((const char *)buffer + KEPT);
    while (frame >= secateur_stack_low && frame + 16 <= secateur_stack_high && frame % 8 == 0) {
        const address *link = (const address *)frame;
        if (frame == wanted) return link[1] == caller;
        if (link[0] <= frame) return 0;
        frame = link[0];
    }
    return 0;
}
#else
static int is_running(const struct __jmp_buf_tag *buffer, address frame) { return 1; }
static void restore_signals(struct __jmp_buf_tag *buffer) {}
#endif

static void require_running(const struct __jmp_buf_tag *buffer, void *frame) {
    secateur_check((address)buffer, sizeof *buffer, 0, frame);
    address here = *(address *)frame;
    if (here < secateur_stack_low || here >= secateur_stack_high) return;  // on a stack of the program's own
    if (!is_running(buffer, here))
        secateur_fault("use-after-free", NOWHERE, frame, "longjmp into a function that has returned");
}

#define LEAVE                                                  \
    require_running(buffer, HERE);                             \
    restore_signals(buffer);                                   \
    siglongjmp(buffer, value);
CHECKED(RUNTIME_NORETURN void, longjmp, struct __jmp_buf_tag *buffer, int value) { LEAVE }
CHECKED(RUNTIME_NORETURN void, _longjmp, struct __jmp_buf_tag *buffer, int value) { LEAVE }
CHECKED(RUNTIME_NORETURN void, siglongjmp, struct __jmp_buf_tag *buffer, int value) { LEAVE }
CHECKED(RUNTIME_NORETURN void, __longjmp_chk, struct __jmp_buf_tag *buffer, int value) { LEAVE }
