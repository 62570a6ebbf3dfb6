// The supervisor: starts the child, answers it, watches its memory, and ends everything with it.
//
//   launcher SCRATCH PROGRAM MEMORY INPUT (KIND PATH)... -- [ARGUMENT...]
//
// PROGRAM is the number of an open file, or -1 to try out the fence; MEMORY is in KiB; INPUT: `requests` or `nothing`.
// The status is the program's, 128 + N after signal N, or 124 if there is no fence (a word on standard error says why).
#include <linux/ioctl.h>

#include "launcher.h"

#ifndef SECCOMP_IOCTL_NOTIF_SET_FLAGS
#define SECCOMP_IOCTL_NOTIF_SET_FLAGS 0x40082104UL
#endif

struct watched_file {
    int file;
    short wanted, seen;
};
#define READABLE 1
#define ENDED (8 | 16 | 32)

static long now(void) {  // in milliseconds
    long time[2] = {0};
    CALL2(clock_gettime, 1, time);
    return time[0] * 1000 + time[1] / 1000000;
}

static struct task read_task(char **words, char **environment) {
    struct task task = {.scratch = words[1], .program = (int)number_in(words[2])};
    task.memory = (unsigned long)number_in(words[3]);
    task.takes_requests = same_text(words[4], "requests");
    task.rules = words + 5;
    char **end = task.rules;
    while (*end && !same_text(*end, "--")) end++;
    if (!*end) give_up("arguments");
    *end = NULL;
    task.arguments = end + 1;
    task.environment = environment;
    return task;
}

// End every process that is left. Orphans become children of the supervisor.
static int end_everything(int server) {
    int status = 0, orphans = open_children((int)CALL0(getpid));
    CALL2(kill, server, SIGKILL_);
    for (;;) {
        int left = first_child(orphans), how = 0;
        if (left > 0) CALL2(kill, left, SIGKILL_);
        long ended = CALL4(wait4, -1, &how, 0x40000000, 0);
        if (ended == server) status = how;
        if (ended < 0 && ended != -INTERRUPTED) break;
    }
    return status & 0x7f ? 128 + (status & 0x7f) : status >> 8 & 0xff;
}

static void watch_memory(const struct watched *watched, unsigned long most) {
    int child = first_child(watched->children);
    if (child > 0 && memory_of(child) > most) CALL2(kill, child, SIGKILL_);
    if (memory_of(watched->server) > most) CALL2(kill, watched->server, SIGKILL_);
}

static void watch(struct watched *watched, unsigned long memory, int input, int ending) {
    struct watched_file files[] = {{watched->listener, READABLE, 0}, {input, 0, 0}, {ending, READABLE, 0}};
    long last = now(), pause[2] = {0, 50000000};
    for (;;) {
        long count = CALL5(ppoll, files, LENGTH(files), pause, 0, 8);
        if (count > 0 && ((files[1].seen & ENDED) || files[2].seen)) return;
        if (count > 0 && files[0].seen & READABLE) answer_request(watched);
        else if (count > 0 && files[0].seen & ENDED) files[0].file = -1;
        if (count <= 0 || now() - last >= 50) {
            watch_memory(watched, memory);
            last = now();
        }
        pause[0] = 0, pause[1] = 50000000;  // the kernel leaves what remained
    }
}

int launch(int count, char **words, char **environment) {
    if (count < 6) give_up("arguments");
    struct task task = read_task(words, environment);
    int pipe[2], listener = -1;
    CALL0(setsid);
    CALL5(prctl, 36, 1, 0, 0, 0);  // PR_SET_CHILD_SUBREAPER
    CALL3(close_range, 3, ~0u, 4);
    int input = (int)CALL3(fcntl, 0, 1030, 3), scratch = (int)CALL4(openat, -100, task.scratch, CLOSES_ON_EXEC, 0);
    if (scratch < 0 || CALL2(pipe2, pipe, CLOSES_ON_EXEC)) give_up("scratch");
    // With the same table of files, until it becomes the program: so its listener is ours.
    int server = (int)secateur_call(__NR_clone, 0x400 | SIGCHLD_, 0, 0, 0, 0, 0);
    if (server == 0) go_inside(&task, pipe[1]);
    if (server < 0) give_up("processes");
    CALL5(prctl, 4, 0, 0, 0, 0);  // PR_SET_DUMPABLE: not to be read or traced
    int ending = (int)CALL2(pidfd_open, server, 0);
    struct watched_file told[] = {{pipe[0], READABLE, 0}, {ending, READABLE, 0}};
    while (CALL5(ppoll, told, 2, 0, 0, 8) == -INTERRUPTED) {}
    if (told[0].seen & READABLE) CALL3(read, pipe[0], &listener, sizeof listener);
    int children = open_children(server);
    if (listener < 0 || children < 0) return end_everything(server);
    CALL3(ioctl, listener, SECCOMP_IOCTL_NOTIF_SET_FLAGS, 1);  // Linux 6.6: wake on the same processor
    struct watched watched = {server, children, listener, scratch};
    watched.files_left = watched.own_files_left = MOST_FILES;
    watch(&watched, task.memory, input, ending);
    return end_everything(server);
}
