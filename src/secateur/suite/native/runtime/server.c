// The fork server: reads tests from standard input, runs each in its own process, answers on standard output.
//
// Request:  u32 size of the inputs, u32 time limit in milliseconds, the inputs.
// Response: u32 wait status, u32 whether it timed out, u32 sizes of the result, the output and the error output; then
//           the three themselves, each cut to LONGEST_ANSWER.
//
// Inside the fence (see launcher/) a test cannot make processes or send signals to this one, and has none of its files
// but the three channels.
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "runtime.h"

#define OUTPUT_LIMIT (16u << 20)
#define LONGEST_ANSWER (4u << 20)

enum { RESULT, OUTPUT, ERROR, CHANNELS };

static int channels[CHANNELS], requests, responses, nothing, is_fenced;

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
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (!is_fenced) {
        setpgid(0, 0);
        limit(RLIMIT_CORE, 0);
        limit(RLIMIT_FSIZE, OUTPUT_LIMIT);
    }
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
    if (!is_fenced) kill(-child, SIGKILL);
    kill(child, SIGKILL);
    waitpid(child, status, 0);
    return 1;
}

// A response is mostly short: it is written at once, so that the reader wakes once.
static char block[1 << 14];
static size_t in_block;

static int flush(void) {
    int done = write_all(responses, block, in_block);
    in_block = 0;
    return done;
}

static int put_channel(int channel, size_t size) {
    for (off_t at = 0; (size_t)at < size;) {
        size_t room = sizeof block - in_block, left = size - (size_t)at;
        ssize_t got = pread(channel, block + in_block, left < room ? left : room, at);
        if (got <= 0) return 0;
        at += got, in_block += (size_t)got;
        if (in_block == sizeof block && !flush()) return 0;
    }
    // The next test gets the channel as the first one did: the state of the file is shared.
    if (size && ftruncate(channel, 0)) return 0;
    return !lseek(channel, 0, SEEK_SET) && !fcntl(channel, F_SETFL, 0);
}

static int answer(uint32_t status, uint32_t late) {
    uint32_t head[2 + CHANNELS] = {status, late};
    if (is_fenced) secateur_put_left_files(channels[RESULT]);  // the fence empties the folder before the next test
    for (int i = 0; i < CHANNELS; i++) {
        off_t size = lseek(channels[i], 0, SEEK_END);
        head[2 + i] = size < LONGEST_ANSWER ? (uint32_t)size : LONGEST_ANSWER;
    }
    memcpy(block, head, sizeof head);
    in_block = sizeof head;
    for (int i = 0; i < CHANNELS; i++)
        if (!put_channel(channels[i], head[2 + i])) return 0;
    return flush();
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

int secateur_serve(int fenced) {
    sigset_t ended;
    unsigned char *inputs = NULL;
    size_t room = 0;
    uint32_t request[2];
    is_fenced = fenced;
    if (is_fenced) prctl(PR_SET_DUMPABLE, 0);  // a test cannot open the files of its server through /proc
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
        if (!is_fenced) kill(-child, SIGKILL);  // processes that the program may have left running
        if (!answer((uint32_t)status, late)) return 125;
    }
    return 0;
}
