// The answers of the supervisor to single system calls of the processes inside.
//
// Only numbers are judged, never memory of the program, which could change after it was looked at.
#include <linux/ioctl.h>

#include "launcher.h"

#define THREAD 0x00010000UL
#define THREAD_FLAGS 0x017d0f00UL  // memory, files, handlers, TLS, where the number is stored
#define FORK_FLAGS 0x01200000UL    // where the number is stored

static char *path_of(char *to, int process, const char *rest) {
    char *end = append_number(append(to, "/proc/"), (unsigned)process);
    return append(end, rest);
}

static long read_text(const char *path, char *to, long size) {
    long file = CALL4(openat, -100, path, CLOSES_ON_EXEC, 0), got;
    if (file < 0) return -1;
    got = CALL3(read, file, to, size - 1);
    CALL1(close, file);
    if (got >= 0) to[got] = 0;
    return got;
}

int open_children(int process) {
    char path[64];
    append(append_number(path_of(path, process, "/task/"), (unsigned)process), "/children");
    return (int)CALL4(openat, -100, path, CLOSES_ON_EXEC, 0);
}

int first_child(int children) {
    char text[64] = "";
    long got = CALL4(pread64, children, text, sizeof text - 1, 0);
    return got < 0 ? -1 : (int)number_in(text);
}

static int is_thread_of(int process, int64_t thread) {
    char path[64];
    if (thread == process) return 1;
    if (thread <= 0 || thread > 0x7fffffff) return 0;
    append_number(path_of(path, process, "/task/"), (unsigned long)thread);
    return CALL4(faccessat, -100, path, 0, 0) == 0;
}

static int count_threads(int process) {
    char path[64], text[2048];
    path_of(path, process, "/status");
    if (read_text(path, text, sizeof text) < 0) return MOST_THREADS;
    for (char *at = text; *at; at++)
        if (at[0] == '\n' && at[1] == 'T' && at[2] == 'h' && at[3] == 'r' && at[8] == ':') {
            for (at += 9; *at == '\t' || *at == ' '; at++) {}
            return (int)number_in(at);
        }
    return MOST_THREADS;
}

static unsigned long size_in(const char *text, const char *name) {
    size_t length = length_of(name);
    for (; *text; text++) {
        size_t same = 0;
        while (same < length && text[same] == name[same]) same++;
        if (same < length) continue;
        for (text += length; *text == '\t' || *text == ' '; text++) {}
        return (unsigned long)number_in(text);
    }
    return 0;
}

unsigned long memory_of(int process) {
    char path[64], text[4096];
    path_of(path, process, "/status");
    if (read_text(path, text, sizeof text) < 0) return ~0UL;
    return size_in(text, "\nVmRSS:") + size_in(text, "\nVmSwap:");
}

// Symbolic links are removed, not followed; the number of files and folders inside is bounded.
void empty_folder(int folder) {
    char names[4096];
    long got;
    CALL3(lseek, folder, 0, 0);
    while ((got = CALL3(getdents64, folder, names, sizeof names)) > 0)
        for (long at = 0; at < got; at += *(uint16_t *)(names + at + 16)) {
            const char *name = names + at + 19;
            if (same_text(name, ".") || same_text(name, "..")) continue;
            if (CALL3(unlinkat, folder, name, 0) == 0 || CALL3(unlinkat, folder, name, 0x200) == 0) continue;
            long inner = CALL4(openat, folder, name, FOLDER | NO_LINK | CLOSES_ON_EXEC, 0);
            if (inner < 0) continue;
            empty_folder((int)inner);
            CALL1(close, inner);
            CALL3(unlinkat, folder, name, 0x200);
        }
}

static int judge_clone(struct watched *watched, int process, uint64_t flags) {
    if (flags & THREAD) {
        if (flags & ~THREAD_FLAGS) return NOT_PERMITTED;
        return count_threads(process) < MOST_THREADS ? 0 : TRY_AGAIN;
    }
    if ((flags & ~FORK_FLAGS) != SIGCHLD_ || process != watched->server) return NOT_PERMITTED;
    if (first_child(watched->children)) return NOT_PERMITTED;  // one at a time
    if (watched->is_dirty) {
        long again = CALL4(openat, watched->scratch, ".", FOLDER | CLOSES_ON_EXEC, 0);
        empty_folder((int)again);
        CALL1(close, again);
        watched->is_dirty = 0;
    }
    watched->files_left = MOST_FILES;
    return 0;
}

// To itself; and the server to its child.
static int judge_signal(struct watched *watched, int process, uint64_t target) {
    int64_t number = (int32_t)target;
    if (is_thread_of(process, number)) return 0;
    if (process == watched->server && number > 0 && number == first_child(watched->children)) return 0;
    return NOT_PERMITTED;
}

// The server could keep its files over many tests, so what it makes is counted for all of them.
static int judge_file(struct watched *watched, int process, uint64_t flags) {
    int *left = process == watched->server && !(flags & NAMELESS) ? &watched->own_files_left : &watched->files_left;
    if ((flags & TRUNCATES) && !(flags & WRITES)) return NO_ACCESS;
    if (*left <= 0) return NO_QUOTA;
    --*left;
    watched->is_dirty = 1;
    return 0;
}

static int judge(struct watched *watched, int process, const struct seccomp_data *call) {
    switch (call->nr) {
        case __NR_execve:
        case __NR_execveat:
            if (watched->has_started || process != watched->server) return NOT_PERMITTED;
            watched->has_started = 1;
            return 0;
        case __NR_clone: return judge_clone(watched, process, call->args[0]);
        case __NR_tgkill:
        case __NR_rt_tgsigqueueinfo:
            if (!is_thread_of(process, (int32_t)call->args[1])) return NOT_PERMITTED;
            return judge_signal(watched, process, call->args[0]);
        case __NR_kill:
        case __NR_tkill:
        case __NR_rt_sigqueueinfo: return judge_signal(watched, process, call->args[0]);
        case __NR_memfd_create:
            return process == watched->server && watched->memory_files++ < 3 ? 0 : NOT_PERMITTED;
        case __NR_openat: return judge_file(watched, process, call->args[2]);
#if defined(__x86_64__)
        case __NR_fork: return judge_clone(watched, process, SIGCHLD_);
        case __NR_open: return judge_file(watched, process, call->args[1]);
#endif
        default: return judge_file(watched, process, WRITES);
    }
}

static int is_nameless(const struct seccomp_data *call) {
#if defined(__x86_64__)
    if (call->nr == __NR_open) return (call->args[1] & NAMELESS) != 0;
#endif
    return call->nr == __NR_openat && (call->args[2] & NAMELESS) != 0;
}

// A file without a name, as from tmpfile(), is a file in memory, whichever folder was named. They are used again, so
// that what a program keeps open is bounded, too; one test cannot make as many as there are.
static long give_memory_file(struct watched *watched, uint64_t id) {
    struct seccomp_notif_addfd wanted = {.id = id, .newfd_flags = CLOSES_ON_EXEC};
    int *kept = &watched->nameless[watched->next_nameless++ % LENGTH(watched->nameless)];
    char path[64];
    if (!*kept) *kept = (int)CALL2(memfd_create, "secateur", 1);
    if (*kept < 0 || CALL2(ftruncate, *kept, 0)) return -NO_ACCESS;
    append_number(append(path, "/proc/self/fd/"), (unsigned)*kept);
    long file = CALL4(openat, -100, path, 2 | CLOSES_ON_EXEC, 0), given;
    if (file < 0) return file;
    wanted.srcfd = (uint32_t)file;
    given = CALL3(ioctl, watched->listener, SECCOMP_IOCTL_NOTIF_ADDFD, &wanted);
    CALL1(close, file);
    return given;
}

void answer_request(struct watched *watched) {
    union {
        struct seccomp_notif notice;
        char room[512];  // newer kernels may want more
    } asked = {0};
    struct seccomp_notif_resp response = {0};
    const struct seccomp_data *call = &asked.notice.data;
    if (CALL3(ioctl, watched->listener, SECCOMP_IOCTL_NOTIF_RECV, &asked) < 0) return;
    int error = judge(watched, (int)asked.notice.pid, call);
    response.id = asked.notice.id;
    response.error = -error;
    if (!error && is_nameless(call)) {
        long given = give_memory_file(watched, asked.notice.id);
        if (given < 0) response.error = -NO_ACCESS;
        else response.val = given;
    } else if (!error) {
        response.flags = SECCOMP_USER_NOTIF_FLAG_CONTINUE;
    }
    CALL3(ioctl, watched->listener, SECCOMP_IOCTL_NOTIF_SEND, &response);
}
