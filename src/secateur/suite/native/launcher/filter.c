// Which system calls a program inside the fence can make. Everything that is not listed fails.
//
// Calls that make processes, threads, files or signals are left to the supervisor, which sees all processes; none of
// them is judged by memory that the program could still change. See seccomp_unotify(2).
#include "launcher.h"

#if defined(__x86_64__)
#define ARCHITECTURE 0xc000003eu
#else
#define ARCHITECTURE 0xc00000b7u
#endif
#define FIRST_UNKNOWN 451  // what newer kernels have; C libraries do without it if it does not exist

static const int plain_calls[] = {
    // files that are open, or that Landlock judges
    __NR_read, __NR_write, __NR_readv, __NR_writev, __NR_pread64, __NR_pwrite64, __NR_preadv, __NR_pwritev, __NR_close,
    __NR_close_range, __NR_lseek, __NR_fstat, __NR_newfstatat, __NR_statx, __NR_faccessat, __NR_faccessat2,
    __NR_readlinkat, __NR_getdents64, __NR_getcwd, __NR_chdir, __NR_fchdir, __NR_dup, __NR_dup3, __NR_pipe2, __NR_ppoll,
    __NR_pselect6, __NR_ftruncate, __NR_fallocate, __NR_fsync, __NR_fdatasync, __NR_flock, __NR_unlinkat,
    __NR_renameat2, __NR_copy_file_range, __NR_sendfile, __NR_fadvise64, __NR_statfs, __NR_fstatfs, __NR_umask,
    __NR_getxattr,
    // memory
    __NR_brk, __NR_munmap, __NR_mprotect, __NR_mremap, __NR_madvise, __NR_msync, __NR_mincore, __NR_membarrier,
    // signals to itself, time
    __NR_rt_sigaction, __NR_rt_sigprocmask, __NR_rt_sigreturn, __NR_rt_sigsuspend, __NR_rt_sigpending,
    __NR_rt_sigtimedwait, __NR_sigaltstack, __NR_restart_syscall, __NR_nanosleep, __NR_clock_nanosleep,
    __NR_clock_gettime, __NR_clock_getres, __NR_gettimeofday, __NR_times, __NR_setitimer, __NR_getitimer,
    __NR_timer_create, __NR_timer_settime, __NR_timer_gettime, __NR_timer_delete, __NR_timer_getoverrun,
    // what it is, and its end
    __NR_getpid, __NR_getppid, __NR_gettid, __NR_getuid, __NR_geteuid, __NR_getgid, __NR_getegid, __NR_getresuid,
    __NR_getresgid, __NR_getgroups, __NR_getpgid, __NR_getsid, __NR_getrusage, __NR_sysinfo, __NR_uname, __NR_getcpu,
    __NR_getpriority, __NR_sched_yield, __NR_sched_getaffinity, __NR_sched_getparam, __NR_sched_getscheduler,
    __NR_sched_get_priority_max, __NR_sched_get_priority_min, __NR_getrandom, __NR_futex, __NR_set_robust_list,
    __NR_set_tid_address, __NR_rseq, __NR_exit, __NR_exit_group, __NR_wait4, __NR_waitid, __NR_capget,
#if defined(__x86_64__)
    __NR_stat, __NR_lstat, __NR_access, __NR_readlink, __NR_getdents, __NR_dup2, __NR_pipe, __NR_poll, __NR_select,
    __NR_unlink, __NR_rmdir, __NR_rename, __NR_alarm, __NR_pause, __NR_time, __NR_getpgrp, __NR_arch_prctl,
    __NR_getrlimit,
#endif
    __NR_renameat,
};

static const int asked_calls[] = {
    __NR_clone, __NR_execve, __NR_execveat, __NR_kill, __NR_tkill, __NR_tgkill, __NR_rt_sigqueueinfo,
    __NR_rt_tgsigqueueinfo, __NR_memfd_create, __NR_mkdirat, __NR_symlinkat, __NR_linkat, __NR_mknodat,
#if defined(__x86_64__)
    __NR_fork, __NR_creat, __NR_mkdir, __NR_symlink, __NR_link, __NR_mknod,
#endif
};

static const int missing_calls[] = {__NR_clone3, __NR_openat2};  // C libraries then use what can be judged

static const unsigned descriptor_commands[] = {0, 1, 2, 3, 5, 6, 7, 36, 37, 38, 1030, 1032, 1034};
static const unsigned terminal_commands[] = {0x5401, 0x5413, 0x541b, 0x5421, 0x5450, 0x5451, 0x802c542a};
static const unsigned process_commands[] = {2, 3, 15, 16, 23, 39, 41, 0x53564d41};

static struct sock_filter code[600];
static unsigned short used;

static void add(struct sock_filter step) {
    if (used == LENGTH(code)) give_up("filter");
    code[used++] = step;
}

static void load(size_t offset) { add((struct sock_filter)BPF_STMT(BPF_LD | BPF_W | BPF_ABS, (unsigned)offset)); }
static void finish(unsigned what) { add((struct sock_filter)BPF_STMT(BPF_RET | BPF_K, what)); }
static void load_argument(int which) { load(offsetof(struct seccomp_data, args) + 8 * (size_t)which); }

// A test of the loaded value. What follows up to `otherwise` is for those that are equal, or have any of the bits.
static unsigned short if_equal(unsigned value) {
    add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, value, 0, 0));
    return used - 1;
}

static unsigned short if_any_bit(unsigned bits) {
    add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JSET | BPF_K, bits, 0, 0));
    return used - 1;
}

static void otherwise(unsigned short test) {
    if (used - test - 1 > 255) give_up("filter");
    code[test].jf = (unsigned char)(used - test - 1);
}

#define ERROR(number) (SECCOMP_RET_ERRNO | (number))

static void each(const int *calls, size_t count, unsigned what) {
    for (size_t i = 0; i < count; i++) {
        unsigned short test = if_equal((unsigned)calls[i]);
        finish(what);
        otherwise(test);
    }
}

// The loaded command is allowed if it is in the list.
static void only(const unsigned *commands, size_t count, unsigned error) {
    each((const int *)commands, count, SECCOMP_RET_ALLOW);
    finish(ERROR(error));
}

// What makes a file is asked for. Older kernels do not let Landlock judge truncation by a descriptor that only reads.
static void opening(int call, int flags) {
    unsigned short test = if_equal((unsigned)call), makes, truncates, writes;
    load_argument(flags);
    makes = if_any_bit(CREATES | NAMELESS);
    finish(SECCOMP_RET_USER_NOTIF);
    otherwise(makes);
    truncates = if_any_bit(TRUNCATES);
    writes = if_any_bit(WRITES);
    finish(SECCOMP_RET_ALLOW);
    otherwise(writes);
    finish(ERROR(NO_ACCESS));
    otherwise(truncates);
    finish(SECCOMP_RET_ALLOW);
    otherwise(test);
}

// Not huge pages, and no shared memory without a file: nothing counts them.
static void mapping(void) {
    unsigned short test = if_equal(__NR_mmap), huge, anonymous, shared;
    load_argument(3);
    huge = if_any_bit(0x40000);
    finish(ERROR(NO_MEMORY));
    otherwise(huge);
    anonymous = if_any_bit(0x20);
    shared = if_any_bit(1);
    finish(ERROR(NO_MEMORY));
    otherwise(shared);
    otherwise(anonymous);
    finish(SECCOMP_RET_ALLOW);
    otherwise(test);
}

// Never a signal to others when something can be read: O_ASYNC, F_SETOWN, F_SETSIG.
static void descriptors(void) {
    unsigned short test = if_equal(__NR_fcntl), sets, notifies;
    load_argument(1);
    sets = if_equal(4);
    load_argument(2);
    notifies = if_any_bit(020000);
    finish(ERROR(NOT_PERMITTED));
    otherwise(notifies);
    finish(SECCOMP_RET_ALLOW);
    otherwise(sets);
    only(descriptor_commands, LENGTH(descriptor_commands), NOT_PERMITTED);
    otherwise(test);
}

// A process can choose to die with its parent, but not to outlive it; it can close its memory and files to others.
static void process_control(void) {
    unsigned short test = if_equal(__NR_prctl), ends, kills, hides, is_hidden;
    load_argument(0);
    hides = if_equal(4);  // PR_SET_DUMPABLE
    load_argument(1);
    is_hidden = if_equal(0);
    finish(SECCOMP_RET_ALLOW);
    otherwise(is_hidden);
    finish(ERROR(NOT_PERMITTED));
    otherwise(hides);
    ends = if_equal(1);
    load_argument(1);
    kills = if_equal(SIGKILL_);
    finish(SECCOMP_RET_ALLOW);
    otherwise(kills);
    finish(ERROR(NOT_PERMITTED));
    otherwise(ends);
    only(process_commands, LENGTH(process_commands), NOT_PERMITTED);
    otherwise(test);
}

static void terminals(void) {
    unsigned short test = if_equal(__NR_ioctl);
    load_argument(1);
    only(terminal_commands, LENGTH(terminal_commands), NOT_A_TERMINAL);
    otherwise(test);
}

static void limits(void) {
    unsigned short test = if_equal(__NR_prlimit64), itself;
    load_argument(0);
    itself = if_equal(0);
    finish(SECCOMP_RET_ALLOW);
    otherwise(itself);
    finish(ERROR(NOT_PERMITTED));
    otherwise(test);
}

static void other_machines(void) {
    load(offsetof(struct seccomp_data, arch));
    unsigned short ours = if_equal(ARCHITECTURE);
    load(offsetof(struct seccomp_data, nr));
    add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JGE | BPF_K, FIRST_UNKNOWN, 0, 1));
    finish(ERROR(NO_SUCH_CALL));  // with those of the x32 interface
    add((struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JA, 1, 0, 0));
    otherwise(ours);
    finish(SECCOMP_RET_KILL_PROCESS);
}

int install_filter(void) {
    other_machines();
    // First what has arguments to judge; the kernel remembers which calls are always allowed.
    mapping();
    descriptors();
    process_control();
    terminals();
    limits();
#if defined(__x86_64__)
    opening(__NR_open, 1);
#endif
    opening(__NR_openat, 2);
    each(asked_calls, LENGTH(asked_calls), SECCOMP_RET_USER_NOTIF);
    each(plain_calls, LENGTH(plain_calls), SECCOMP_RET_ALLOW);
    each(missing_calls, LENGTH(missing_calls), ERROR(NO_SUCH_CALL));
    finish(ERROR(NOT_PERMITTED));
    struct sock_fprog program = {used, code};
    // Without the mitigation of speculative stores, which would slow down the tests; there is nothing to leak to them.
    unsigned long flags = SECCOMP_FILTER_FLAG_NEW_LISTENER | SECCOMP_FILTER_FLAG_SPEC_ALLOW;
    return (int)CALL3(seccomp, SECCOMP_SET_MODE_FILTER, flags, &program);
}
