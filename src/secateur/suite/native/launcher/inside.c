// What the child does to itself before it becomes the program: limits, Landlock, no capabilities, the filter.
#include "launcher.h"

#define RULESET_VERSION 1
#define PATH_BENEATH 1
#define READS (1u << 2 | 1u << 3)
#define RUNS (1u << 0)
#define WRITES_FILES (1u << 1 | 1u << 14)
#define MAKES_DEVICES (1u << 6 | 1u << 9 | 1u << 11)  // character devices, sockets, block devices
#define DEVICE_CONTROL (1u << 15)
#define ON_FILES (RUNS | 1u << 1 | 1u << 2 | 1u << 14 | DEVICE_CONTROL)

struct ruleset {
    uint64_t files, network, scopes;
};

struct beneath {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

struct limit {
    uint64_t soft, hard;
};

static void set_limit(int resource, uint64_t value) {
    struct limit both = {value, value};
    if (CALL4(prlimit64, 0, resource, &both, 0)) give_up("limits");
}

static void set_limits(void) {
    enum { PROCESSOR = 0, FILE_BYTES = 1, CORE = 4, OPEN_FILES = 7, LOCKED = 8 };
    enum { QUEUED_BYTES = 12, NICE = 13, REAL_TIME = 14 };
    set_limit(PROCESSOR, MOST_SECONDS);
    set_limit(FILE_BYTES, FILE_SIZE);
    set_limit(CORE, 0);
    set_limit(OPEN_FILES, MOST_OPEN);
    set_limit(LOCKED, 0);
    set_limit(QUEUED_BYTES, 0);
    set_limit(NICE, 0);
    set_limit(REAL_TIME, 0);
    long score = CALL4(openat, -100, "/proc/self/oom_score_adj", 1, 0);
    if (score >= 0) CALL3(write, score, "1000", 4), CALL1(close, score);  // first to go when memory runs out
}

static uint64_t known_rights(long version) {
    if (version >= 5) return (1u << 16) - 1;
    return version >= 3 ? (1u << 15) - 1 : version == 2 ? (1u << 14) - 1 : (1u << 13) - 1;
}

static void allow(long ruleset, int file, uint64_t rights) {
    struct beneath rule = {rights, file};
    if (CALL4(landlock_add_rule, ruleset, PATH_BENEATH, &rule, 0)) give_up("landlock");
}

static int is_folder(int file) {
    char mode[144];  // struct stat is of this size, or smaller
    if (CALL2(fstat, file, mode)) return 0;
#if defined(__x86_64__)
    return (*(uint32_t *)(mode + 24) & 0170000) == 0040000;
#else
    return (*(uint32_t *)(mode + 16) & 0170000) == 0040000;
#endif
}

static void allow_path(long ruleset, const char *path, uint64_t rights, uint64_t known) {
    long file = CALL4(openat, -100, path, 010000000 | CLOSES_ON_EXEC, 0);
    if (file < 0) return;  // not on this system
    if (!is_folder((int)file)) rights &= ON_FILES;
    allow(ruleset, (int)file, rights & known);
    CALL1(close, file);
}

static void restrict_files(const struct task *task) {
    long version = CALL3(landlock_create_ruleset, 0, 0, RULESET_VERSION);
    if (version < 1) give_up("landlock");
    uint64_t known = known_rights(version);
    struct ruleset wanted = {known, 3, 3};
    long ruleset = CALL3(landlock_create_ruleset, &wanted, version >= 6 ? 24 : version >= 4 ? 16 : 8, 0);
    if (ruleset < 0) give_up("landlock");
    for (char **rule = task->rules; rule[0]; rule += 2) {
        uint64_t rights = READS;
        if (same_text(rule[0], "run")) rights |= RUNS;
        if (same_text(rule[0], "write")) rights |= WRITES_FILES;
        allow_path(ruleset, rule[1], rights, known);
    }
    allow_path(ruleset, ".", ~(uint64_t)(RUNS | MAKES_DEVICES | DEVICE_CONTROL), known);
    if (task->program >= 0) allow(ruleset, task->program, RUNS | 1u << 2);
    if (CALL2(landlock_restrict_self, ruleset, 0)) give_up("landlock");
    CALL1(close, ruleset);
}

// Also for root: nothing can be regained, because new privileges are ruled out before.
static void drop_capabilities(void) {
    struct {
        uint32_t version;
        int32_t process;
    } head = {0x20080522, 0};
    struct {
        uint32_t effective, permitted, inheritable;
    } none[2] = {{0}};
    CALL2(prctl, 28, 0xcf);               // PR_SET_SECUREBITS: being root means nothing
    CALL5(prctl, 47, 4, 0, 0, 0);         // PR_CAP_AMBIENT_CLEAR_ALL
    for (int which = 0; which < 64; which++) CALL2(prctl, 24, which);  // PR_CAPBSET_DROP
    if (CALL2(capset, &head, none)) give_up("capabilities");
}

void go_inside(const struct task *task, int tell) {
    CALL2(prctl, 1, SIGKILL_);  // dies with the supervisor
    set_limits();
    if (CALL1(chdir, task->scratch)) give_up("scratch");
    if (!task->takes_requests) {
        long empty = CALL4(openat, -100, "/dev/null", 0, 0);
        if (empty < 0 || CALL3(dup3, empty, 0, 0) < 0) give_up("scratch");
    }
    if (CALL5(prctl, 38, 1, 0, 0, 0)) give_up("privileges");
    restrict_files(task);
    drop_capabilities();
    int listener = install_filter();
    CALL3(write, tell, &listener, sizeof listener);
    if (listener < 0) give_up("seccomp");
    if (task->program < 0) leave(try_the_fence());
    CALL5(execveat, task->program, "", task->arguments, task->environment, 0x1000);
    give_up("exec");
}
