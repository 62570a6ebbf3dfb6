// How a run reports what happened: lines of tab-separated fields, written to the result descriptor.
//
//   see <type> <value> <name>      fault <kind> <line> <column> <program counters> <file> <message>
//   end <status> <unread inputs>   assume        mismatch <message>        undefined <name>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "runtime.h"

#define MAX_FRAMES 24
#define SCAN_WORDS 4096

extern char __executable_start[] __attribute__((visibility("hidden")));
extern char etext[] __attribute__((visibility("hidden")));

int secateur_result_descriptor = -1;

static address frames[MAX_FRAMES];
static int frame_count;
static void *aborting;  // the frame that called abort

void secateur_line(const char *format, ...) {
    char text[4096];
    va_list rest;
    va_start(rest, format);
    int length = vsnprintf(text, sizeof text - 1, format, rest);
    va_end(rest);
    if (length < 0) return;
    if ((size_t)length > sizeof text - 2) length = sizeof text - 2;
    text[length++] = '\n';
    for (char *at = text; length > 0;) {
        ssize_t put = write(secateur_result_descriptor, at, (size_t)length);
        if (put <= 0) return;
        at += put, length -= (int)put;
    }
}

void secateur_escape(char *to, size_t size, const char *text) {
    size_t used = 0;
    for (; *text && used + 2 < size; text++) {
        const char *special = strchr("\t\n\\", *text);
        if (special) to[used++] = '\\';
        to[used++] = special ? "tn\\"[special - "\t\n\\"] : *text;
    }
    to[used] = 0;
}

static int in_program(address where) { return where >= (address)__executable_start && where < (address)etext; }

static void add_frame(address where) {
    if (frame_count < MAX_FRAMES) frames[frame_count++] = where;
}

// Frames linked by saved frame pointers, which all functions of the program and the runtime keep.
int secateur_callers(address frame, address *to, int most) {
    int count = 0;
    while (count < most && frame >= secateur_stack_low && frame + 16 <= secateur_stack_high && frame % 8 == 0) {
        address *link = (address *)frame;
        if (link[1]) to[count++] = link[1] - 1;
        if (link[0] <= frame) break;
        frame = link[0];
    }
    return count;
}

static void walk(address frame) {
    frame_count += secateur_callers(frame, frames + frame_count, MAX_FRAMES - frame_count);
}

// Inside the C library, frames are not linked: look for return addresses of the program on the stack.
static void scan(address stack) {
    address end = stack + SCAN_WORDS * sizeof(address);
    if (stack < secateur_stack_low || stack >= secateur_stack_high) return;
    if (end > secateur_stack_high) end = secateur_stack_high;
    for (stack &= ~(address)7; stack < end && frame_count < 8; stack += 8) {
        address where = *(address *)stack;
        if (!in_program(where) || !in_program(where - 7)) continue;
#if defined(__x86_64__)
        const unsigned char *code = (const unsigned char *)where;
        if (code[-5] != 0xe8 && code[-2] != 0xff && code[-3] != 0xff && code[-6] != 0xff) continue;  // not after a call
#endif
        add_frame(where - 1);
    }
}

RUNTIME_NORETURN static void report(const char *kind, struct place place, const char *message) {
    char pcs[MAX_FRAMES * 18 + 2] = "", file[1024] = "", text[512];
    for (int i = 0, used = 0; i < frame_count; i++)
        used += snprintf(pcs + used, sizeof pcs - (size_t)used, "%s%lx", i ? "," : "", (unsigned long)frames[i]);
    if (place.file) secateur_escape(file, sizeof file, place.file);
    secateur_escape(text, sizeof text, message);
    secateur_line("fault\t%s\t%u\t%u\t%s\t%s\t%s", kind, place.line, place.column, pcs, file, text);
    secateur_leave();
}

void secateur_fault(const char *kind, struct place place, void *frame, const char *message) {
    frame_count = 0;
    walk((address)frame);
    report(kind, place, message);
}

static const char *kind_of_segv(const siginfo_t *info, address stack, const char **message) {
    address where = (address)info->si_addr;
    if (info->si_code == 0x80 /* SI_KERNEL: no address that could exist */) {
        *message = "access to an impossible address";
        return "out-of-bounds";
    }
    if (where + NEAR_NULL < 2 * NEAR_NULL) {
        *message = "null pointer dereferenced";
        return "null-pointer";
    }
    address guard = secateur_stack_low;
    if (where < guard + 4096 && where + (1 << 20) > guard && stack < guard + (1 << 20)) {
        *message = "the stack is exhausted";
        return "stack-overflow";
    }
    *message = "access to memory outside any object";
    return "out-of-bounds";
}

static void on_signal(int signal, siginfo_t *info, void *context) {
    const mcontext_t *machine = &((ucontext_t *)context)->uc_mcontext;
#if defined(__x86_64__)
    address pc = (address)machine->gregs[REG_RIP], frame = (address)machine->gregs[REG_RBP];
    address stack = (address)machine->gregs[REG_RSP];
#else
    address pc = machine->pc, frame = machine->regs[29], stack = machine->sp;
#endif
    const char *kind = "signal", *message = "killed by a signal";
    frame_count = 0;
    if (signal == SIGABRT && aborting) {
        walk((address)aborting);
    } else if (in_program(pc)) {
        add_frame(pc);
        walk(frame);
    } else {
        scan(stack);
    }
    if (signal == SIGSEGV || signal == SIGBUS) kind = kind_of_segv(info, stack, &message);
    if (signal == SIGABRT) kind = "abort", message = "abort() was called";
    if (signal == SIGFPE) kind = "division-by-zero", message = "arithmetic trap";
    if (signal == SIGILL || signal == SIGTRAP) kind = "abort", message = "a trap was executed";
    report(kind, NOWHERE, message);
}

void secateur_catch_signals(void) {
    static const int caught[] = {SIGSEGV, SIGBUS, SIGABRT, SIGFPE, SIGILL, SIGTRAP};
    static char space[1 << 16] __attribute__((aligned(16)));
    stack_t other = {.ss_sp = space, .ss_size = sizeof space};
    struct sigaction action = {.sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESETHAND};
    action.sa_sigaction = on_signal;
    sigaltstack(&other, NULL);
    for (size_t i = 0; i < sizeof caught / sizeof *caught; i++) sigaction(caught[i], &action, NULL);
}

RUNTIME_NORETURN CHECKED(void, abort, void) {
    aborting = HERE;
    raise(SIGABRT);
    signal(SIGABRT, SIG_DFL);
    raise(SIGABRT);
    _exit(134);
}

RUNTIME_NORETURN
CHECKED(void, __assert_fail, const char *text, const char *file, unsigned line, const char *function) {
    char message[512];
    fprintf(stderr, "program: %s:%u: %s: Assertion `%s' failed.\n", file, line, function, text);
    snprintf(message, sizeof message, "assertion failed: %s", text);
    secateur_fault("assertion", (struct place){file, line, 0}, HERE, message);
}

RUNTIME_NORETURN void secateur_undefined(const char *name) {
    secateur_line("undefined\t%s", name);
    secateur_leave();
}
