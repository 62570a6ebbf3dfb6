// The fork server: reads tests from standard input, runs each in its own process, answers on standard output.
//
// Request:  u32 size of the inputs, u32 time limit in milliseconds, the inputs.
// Response: u32 wait status, u32 whether it timed out, u32 sizes of the result, the output and the error output; then
//           the three themselves.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runtime.h"

#define OUTPUT_LIMIT (64u << 20)

enum { RESULT, OUTPUT, ERROR, CHANNELS };

static int channels[CHANNELS], requests, responses, nothing;

static int read_all(int from, void *to, size_t size) {
    for (char *at = to; size;) {
        ssize_t got = read(from, at, size);
        if (got < 0 && errno == EINTR) continue;
        if (got <= 0) return 0;
        at += got, size -= (size_t)got;
    }
    return 1;
}

static int write_all(int to, const void *from, size_t size) {
    for (const char *at = from; size;) {
        ssize_t put = write(to, at, size);
        if (put < 0 && errno == EINTR) continue;
        if (put <= 0) return 0;
        at += put, size -= (size_t)put;
    }
    return 1;
}

static void limit(int resource, rlim_t value) {
    struct rlimit both = {value, value};
    setrlimit(resource, &both);
}

// The process of one test; never returns.
static void run_test(const unsigned char *inputs, size_t size) {
    sigset_t none;
    setpgid(0, 0);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    limit(RLIMIT_CORE, 0);
    limit(RLIMIT_FSIZE, OUTPUT_LIMIT);
    dup2(nothing, 0);
    dup2(channels[OUTPUT], 1);
    dup2(channels[ERROR], 2);
    close(requests), close(responses), close(nothing), close(channels[OUTPUT]), close(channels[ERROR]);
    secateur_result_descriptor = channels[RESULT];
    // Output printed before a fault must not be lost.
    setvbuf(stdout, NULL, _IONBF, 0);
    setvbuf(stderr, NULL, _IONBF, 0);
    secateur_set_inputs(inputs, size);
    secateur_catch_signals();
    sigemptyset(&none);
    sigprocmask(SIG_SETMASK, &none, NULL);
    int status = secateur_run_program();
    secateur_line("end\t%d\t%u", status & 0xff, secateur_unread_inputs());
    exit(status);
}

static long long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000000000LL + time.tv_nsec;
}

// Wait for the test's process; after `milliseconds` it is killed. Returns whether it timed out.
static uint32_t await(pid_t child, uint32_t milliseconds, int *status) {
    long long end = now() + milliseconds * 1000000LL;
    sigset_t ended;
    sigemptyset(&ended);
    sigaddset(&ended, SIGCHLD);
    for (;;) {
        if (waitpid(child, status, WNOHANG) == child) return 0;
        long long left = end - now();
        if (left <= 0) break;
        struct timespec wait = {left / 1000000000, left % 1000000000};
        sigtimedwait(&ended, NULL, &wait);
    }
    kill(-child, SIGKILL), kill(child, SIGKILL);
    waitpid(child, status, 0);
    return 1;
}

static int answer(uint32_t status, uint32_t late) {
    uint32_t head[2 + CHANNELS] = {status, late};
    for (int i = 0; i < CHANNELS; i++) head[2 + i] = (uint32_t)lseek(channels[i], 0, SEEK_END);
    if (!write_all(responses, head, sizeof head)) return 0;
    for (int i = 0; i < CHANNELS; i++) {
        char block[1 << 14];
        lseek(channels[i], 0, SEEK_SET);
        for (size_t left = head[2 + i]; left;) {
            size_t part = left < sizeof block ? left : sizeof block;
            if (!read_all(channels[i], block, part) || !write_all(responses, block, part)) return 0;
            left -= part;
        }
        if (head[2 + i] && (ftruncate(channels[i], 0) || lseek(channels[i], 0, SEEK_SET))) return 0;
    }
    return 1;
}

static int open_channels(void) {
    requests = fcntl(0, F_DUPFD_CLOEXEC, 1000);
    responses = fcntl(1, F_DUPFD_CLOEXEC, 1000);
    nothing = open("/dev/null", O_RDWR | O_CLOEXEC);
    dup2(nothing, 0), dup2(nothing, 1);
    for (int i = 0; i < CHANNELS; i++) {
        int memory = (int)syscall(SYS_memfd_create, "secateur", 1 /* close on exec */);
        channels[i] = fcntl(memory, F_DUPFD_CLOEXEC, 1000);
        close(memory);
        if (channels[i] < 0) return 0;
    }
    return requests >= 0 && responses >= 0;
}

int secateur_serve(void) {
    sigset_t ended;
    unsigned char *inputs = NULL;
    size_t room = 0;
    uint32_t request[2];
    if (!open_channels()) return 125;
    sigemptyset(&ended);
    sigaddset(&ended, SIGCHLD);
    sigprocmask(SIG_BLOCK, &ended, NULL);
    while (read_all(requests, request, sizeof request)) {
        if (request[0] > room) {
            if (inputs) munmap(inputs, room);
            room = (request[0] + 0xffffUL) & ~0xffffUL;
            inputs = mmap(NULL, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (inputs == MAP_FAILED) return 125;
        }
        if (!read_all(requests, inputs, request[0])) return 125;
        pid_t child = fork();
        if (child < 0) return 125;
        if (child == 0) run_test(inputs, request[0]);
        int status = 0;
        uint32_t late = await(child, request[1], &status);
        kill(-child, SIGKILL);  // processes that the program may have left running
        if (!answer((uint32_t)status, late)) return 125;
    }
    return 0;
}
