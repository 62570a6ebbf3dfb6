// The entry of the process, and the stack on which the program runs.
//
// The program gets its own stack at a fixed place: addresses are the same in every run, and nothing is mapped around
// it, so that overrunning either end is detected as a fault.
#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime.h"

#define STACK_SIZE (64UL << 20)
#define STACK_TOP 0x6ff000000000UL

typedef void constructor(int, char **, char **);
extern constructor *__init_array_start[] __attribute__((visibility("hidden")));
extern constructor *__init_array_end[] __attribute__((visibility("hidden")));
// Registration of globals, which the linker script takes out of the list of constructors; once, before any fork.
extern constructor *secateur_registration_start[] __attribute__((visibility("hidden")));
extern constructor *secateur_registration_end[] __attribute__((visibility("hidden")));

extern int main(int, char **, char **);
extern int secateur_serve(int fenced);
extern int __libc_start_main(int (*)(int, char **, char **), int, char **, constructor *, void (*)(void),
                             void (*)(void), void *);
extern char **environ;

address secateur_stack_low, secateur_stack_high;

// Among the program's variables, not the runtime's, which the program must not access.
__attribute__((section(".data.secateur_arguments"))) static char *arguments[] = {"program", NULL};
__attribute__((section(".data.secateur_environment"))) static char *no_environment[] = {NULL};
static int main_result;

// Of a program that is started with a command line, input or files: see harness/world_file.py.
extern __attribute__((weak)) int __secateur_world(char ***, char ***);
static int word_count = 1;
static char **words = arguments;

static void call_all(constructor **from, constructor **to) {
    for (; from < to; from++) (*from)(word_count, words, environ);
}

// The bottom frame of the program's own stack.
__attribute__((used)) static void bottom(void) {
    char **given = arguments, **variables;  // on the program's stack, which it can write
    if (__secateur_world) {
        word_count = __secateur_world(&given, &variables);
        secateur_root();
    }
    words = given;
    call_all(__init_array_start, __init_array_end);
    main_result = main(word_count, words, environ);
}

static void call_on_stack(address top) {
#if defined(__x86_64__)
    __asm__ volatile(
        "movq %%rsp, %%r12\n\tmovq %%rbp, %%r13\n\tmovq %0, %%rsp\n\txorl %%ebp, %%ebp\n\tcall *%%rdx\n\t"
        "movq %%r12, %%rsp\n\tmovq %%r13, %%rbp"
        : "+a"(top)
        : "d"(bottom)
        : "memory", "cc", "rbx", "rcx", "rsi", "rdi", "r8", "r9", "r10", "r11", "r12", "r13", "r14", "r15");
#else
    __asm__ volatile(
        "mov x19, sp\n\tmov x20, x29\n\tmov sp, %0\n\tmov x29, xzr\n\tblr %1\n\tmov sp, x19\n\tmov x29, x20"
        :
        : "r"(top), "r"(bottom)
        : "memory", "cc", "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8", "x9", "x10", "x11", "x12", "x13",
          "x14", "x15", "x16", "x17", "x18", "x19", "x20", "x30");
#endif
}

int secateur_run_program(void) {
    environ = no_environment;  // as in the machine: getenv finds nothing
    errno = 0;
    call_on_stack(secateur_stack_high - 64);
    return main_result;
}

static int server_main(int count, char **words, char **environment) {
    (void)words, (void)environment;
    int flags = MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE;
    char *wanted = (char *)(STACK_TOP - STACK_SIZE);
    char *stack = mmap(wanted, STACK_SIZE, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (stack == MAP_FAILED) return 125;
    madvise(stack, STACK_SIZE, MADV_NOHUGEPAGE);
    mprotect(stack, 1 << 16, PROT_NONE);  // in case the kernel has chosen another place
    secateur_stack_low = (address)stack + (1 << 16);
    secateur_stack_high = (address)stack + STACK_SIZE;
    call_all(secateur_registration_start, secateur_registration_end);
    return secateur_serve(count > 1);
}

static void no_constructors(int count, char **words, char **environment) {
    (void)count, (void)words, (void)environment;  // the program's constructors run in each test's own process
}

__attribute__((used)) void secateur_start(long *stack, void (*at_exit)(void)) {
    __libc_start_main(server_main, (int)stack[0], (char **)(stack + 1), no_constructors, NULL, at_exit, stack);
    _exit(125);
}

#if defined(__x86_64__)
__asm__(".globl secateur_entry\nsecateur_entry:\n\txorl %ebp, %ebp\n\tmovq %rsp, %rdi\n\tmovq %rdx, %rsi\n\t"
        "andq $-16, %rsp\n\tcall secateur_start\n\thlt\n");
#else
__asm__(".globl secateur_entry\nsecateur_entry:\n\tmov x29, xzr\n\tmov x1, x0\n\tmov x0, sp\n\t"
        "bl secateur_start\n\tbrk #0\n");
#endif

// glibc has these functions only in its static part, which only development packages include.
extern int __cxa_atexit(void (*)(void *), void *, void *);
extern int __cxa_at_quick_exit(void (*)(void *), void *);
int atexit(void (*function)(void)) { return __cxa_atexit((void (*)(void *))function, NULL, NULL); }
int at_quick_exit(void (*function)(void)) { return __cxa_at_quick_exit((void (*)(void *))function, NULL); }
