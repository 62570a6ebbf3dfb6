/* Attempts to get out of the fence. Each returns 1 if it succeeded. They do no harm if there is no fence: what they
   write is in PLACE, loops are bounded, signals are number 0. The test that includes this file chooses one by number. */
#define _GNU_SOURCE
#include <arpa/inet.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <linux/capability.h>
#include <netinet/in.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/mount.h>
#include <sys/prctl.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/uio.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

/* By system calls: the replay's own versions of these functions look only into the scratch folder. */
#define open(path, flags, mode) (int)syscall(SYS_openat, AT_FDCWD, path, flags, mode)
#define truncate(path, size) (int)syscall(SYS_truncate, path, size)
#define unlink(path) (int)syscall(SYS_unlinkat, AT_FDCWD, path, 0)
#define rmdir(path) (int)syscall(SYS_unlinkat, AT_FDCWD, path, AT_REMOVEDIR)
#define mkdir(path, mode) (int)syscall(SYS_mkdirat, AT_FDCWD, path, mode)
#define symlink(target, path) (int)syscall(SYS_symlinkat, target, AT_FDCWD, path)
#define link(from, to) (int)syscall(SYS_linkat, AT_FDCWD, from, AT_FDCWD, to, 0)
#define rename(from, to) (int)syscall(SYS_renameat, AT_FDCWD, from, AT_FDCWD, to)
#define chmod(path, mode) (int)syscall(SYS_fchmodat, AT_FDCWD, path, mode)
#define fchmodat(base, path, mode, flags) (int)syscall(SYS_fchmodat, base, path, mode)
#define chown(path, owner, group) (int)syscall(SYS_fchownat, AT_FDCWD, path, owner, group, 0)
#define utimes(path, times) (int)syscall(SYS_utimensat, AT_FDCWD, path, NULL, 0)

#define MARK PLACE "/mark"
#define MADE PLACE "/made" /* a name of its own: the attacks run in any order, beside each other */
#define VICTIM PLACE "/victim" /* a file that anybody may write */
#define SECRET PLACE "/secret" /* a file that only its owner may read */

/* The replay leads these functions to our own C library; an attack goes to the system. */
#define kill(process, number) (int)syscall(SYS_kill, process, number)
#define getpid() (int)syscall(SYS_getpid)
#define getppid() (int)syscall(SYS_getppid)
#define setrlimit(resource, limit) (int)syscall(SYS_setrlimit, resource, limit)
#define setpriority(which, who, value) (int)syscall(SYS_setpriority, which, who, value)
#define setpgid(process, group) (int)syscall(SYS_setpgid, process, group)
#define setsid() (int)syscall(SYS_setsid)
static void ignore(int number)
{
    struct { void *handler; unsigned long flags, restorer, mask; } action = {(void *)1, 0, 0, 0}; /* SIG_IGN */
    syscall(SYS_rt_sigaction, number, &action, NULL, 8);
}
#define signal(number, handler) ignore(number)

static int opens(const char *path, int flags)
{
    int file = open(path, flags, 0600);
    if (file >= 0)
        close(file);
    return file >= 0;
}

static int writes_elsewhere(void) { return opens(MARK, O_CREAT | O_WRONLY); }
static int overwrites(void) { return opens(VICTIM, O_WRONLY) || opens(VICTIM, O_RDWR | O_APPEND); }
static int truncates(void)
{
    return opens(VICTIM, O_WRONLY | O_TRUNC) || opens(VICTIM, O_RDONLY | O_TRUNC) || truncate(VICTIM, 0) == 0;
}
static int reads_secret(void) { return opens(SECRET, O_RDONLY); }
static int reads_passwords(void) { return opens("/etc/shadow", O_RDONLY) || opens("/etc/passwd", O_RDONLY); }
static int reads_sources(void) { return opens(PLACE "/attack.c", O_RDONLY); }
static int lists_folders(void)
{
    return opens(PLACE, O_RDONLY | O_DIRECTORY) || opens("/", O_RDONLY | O_DIRECTORY);
}
static int deletes(void) { return unlink(PLACE "/removable") == 0 || rmdir(PLACE "/folder") == 0; }
static int makes_folders(void) { return mkdir(MADE, 0700) == 0 || mknod(MADE, S_IFIFO | 0600, 0) == 0; }

static int runs_commands(void) { return system("echo out > " MARK) == 0; }
static int opens_pipes(void)
{
    FILE *stream = popen("echo out", "r");
    return stream != NULL;
}
static int forks(void)
{
    int made = 0;
    for (int i = 0; i < 200; i++) {
        pid_t child = fork();
        if (child == 0)
            _exit(0);
        made += child > 0;
    }
    while (waitpid(-1, NULL, WNOHANG) > 0)
        ;
    return made > 0;
}
static int makes_daemons(void)
{
    pid_t child = fork();
    if (child == 0) {
        setsid();
        if (fork() == 0) {
            sleep(1);
            _exit(!opens(MARK, O_CREAT | O_WRONLY));
        }
        _exit(0);
    }
    return child > 0;
}
static int clones(void)
{
    long flags[] = {SIGCHLD, CLONE_PARENT | SIGCHLD, CLONE_NEWUSER | SIGCHLD, CLONE_NEWPID | SIGCHLD};
    for (int i = 0; i < 4; i++) {
        long child = syscall(SYS_clone, flags[i], 0, 0, 0, 0);
        if (child == 0)
            _exit(0);
        if (child > 0)
            return 1;
    }
    return syscall(SYS_clone3, NULL, 0) == -1 && errno != ENOSYS;
}
static int starts_programs(void)
{
    char *words[] = {"sh", "-c", "echo out > " MARK, NULL};
    if (opens(MARK, O_RDONLY))
        return 1;
    return execv("/bin/sh", words) == 0 || syscall(SYS_execveat, AT_FDCWD, "/bin/sh", words, NULL, 0) == 0;
}
static void *waits(void *unused)
{
    pause();
    return unused;
}
static int makes_threads(void)
{
    int made = 0;
    pthread_t thread;
    for (int i = 0; i < 200; i++)
        made += pthread_create(&thread, NULL, waits, NULL) == 0;
    return made >= 100 || made == 0;
}

static int connects(void)
{
    int kinds[][2] = {{AF_INET, SOCK_STREAM}, {AF_INET, SOCK_DGRAM}, {AF_INET6, SOCK_STREAM}, {AF_NETLINK, SOCK_RAW}};
    for (int i = 0; i < 4; i++)
        if (socket(kinds[i][0], kinds[i][1], 0) >= 0)
            return 1;
    return 0;
}
static int listens(void)
{
    struct sockaddr_in here = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    int file = socket(AF_INET, SOCK_STREAM, 0);
    return bind(file, (struct sockaddr *)&here, sizeof here) == 0 && listen(file, 1) == 0;
}
static int uses_local_sockets(void)
{
    struct sockaddr_un name = {.sun_family = AF_UNIX, .sun_path = "\0secateur-attack"};
    int pair[2], file = socket(AF_UNIX, SOCK_STREAM, 0);
    return bind(file, (struct sockaddr *)&name, sizeof name) == 0 || socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0;
}

static int traces(void)
{
    if (ptrace(PTRACE_SEIZE, getppid(), NULL, NULL) == 0) {
        ptrace(PTRACE_DETACH, getppid(), NULL, NULL);
        return 1;
    }
    return ptrace(PTRACE_TRACEME, 0, NULL, NULL) == 0;
}
static int reads_memory(void)
{
    static char byte;
    char path[64];
    struct iovec here = {&byte, 1}, there = {&byte, 1};
    snprintf(path, sizeof path, "/proc/%d/mem", (int)getppid());
    return opens(path, O_RDWR) || process_vm_readv(getppid(), &here, 1, &there, 1, 0) == 1 ||
           process_vm_writev(getppid(), &here, 1, &there, 1, 0) == 1;
}
static int looks_around(void)
{
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/environ", (int)getppid());
    return opens("/proc/self/root/etc/passwd", O_RDONLY) || opens("/proc/self/environ", O_RDONLY) ||
           opens(path, O_RDONLY) ||
           opens("/sys/kernel", O_RDONLY) || opens("/proc/self/mem", O_RDWR);
}
static int opens_files_of_its_parent(void)
{
    for (int file = 0; file < 1100; file++) {
        char path[64];
        snprintf(path, sizeof path, "/proc/%d/fd/%d", (int)getppid(), file);
        if (opens(path, O_RDWR | O_NONBLOCK))
            return 1;
    }
    return 0;
}
static int signals(void)
{
    return kill(getppid(), 0) == 0 || kill(-1, 0) == 0 || kill(0, 0) == 0 || kill(1, 0) == 0 ||
           syscall(SYS_tgkill, getppid(), getppid(), 0) == 0 || syscall(SYS_tkill, getppid(), 0) == 0 ||
           sigqueue(getppid(), 0, (union sigval){0}) == 0 || kill(getpid(), 0) != 0;
}
static int signals_by_file(void)
{
    int both[2];
    if (pipe(both))
        return 0;
    return fcntl(both[0], F_SETOWN, getppid()) == 0 || fcntl(both[0], F_SETSIG, SIGURG) == 0 ||
           fcntl(both[0], F_SETFL, O_ASYNC) == 0;
}
static int opens_processes(void)
{
    int file = (int)syscall(434 /* pidfd_open */, getppid(), 0);
    return file >= 0 || syscall(438 /* pidfd_getfd */, file, 1, 0) >= 0;
}

static int writes_through_links(void)
{
    return (symlink(VICTIM, "link") == 0 && opens("link", O_WRONLY)) ||
           (symlink(SECRET, "way") == 0 && opens("way", O_RDONLY)) ||
           (symlink(PLACE, "place") == 0 && opens("place/mark", O_CREAT | O_WRONLY)) || opens("../victim", O_WRONLY);
}
static int links_out(void)
{
    opens("own", O_CREAT | O_WRONLY);
    return link("own", MARK) == 0 || link(SECRET, "secret") == 0 || rename("own", MARK) == 0 ||
           rename(VICTIM, "victim") == 0 || renameat2(AT_FDCWD, VICTIM, AT_FDCWD, "own", 2) == 0;
}
static int changes_rights(void)
{
    struct timeval times[2] = {{1, 0}, {1, 0}};
    return chmod(VICTIM, 0777) == 0 || chown(VICTIM, getuid(), getgid()) == 0 || utimes(VICTIM, times) == 0 ||
           setxattr(VICTIM, "user.mark", "x", 1, 0) == 0 || fchmodat(AT_FDCWD, SECRET, 0644, 0) == 0;
}
static int makes_many_files(void)
{
    int made = 0;
    for (int i = 0; i < 300; i++) {
        char name[16];
        snprintf(name, sizeof name, "file%d", i);
        made += opens(name, O_CREAT | O_WRONLY);
    }
    return made > 100 || made == 0;
}
static int writes_much(void)
{
    static char block[1 << 20];
    int file = open("much", O_CREAT | O_WRONLY, 0600), written = 0;
    signal(SIGXFSZ, SIG_IGN);
    for (int i = 0; i < 40; i++)
        written += write(file, block, sizeof block) == sizeof block;
    return written > 16 || written == 0 || ftruncate(file, 1L << 40) == 0 || fallocate(file, 0, 0, 1L << 30) == 0;
}

static int gains_privileges(void)
{
    struct __user_cap_header_struct head = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct held[2] = {{0}};
    if (syscall(SYS_capget, &head, held) == 0 && (held[0].permitted || held[1].permitted))
        return 1;
    return setuid(getuid() + 1) == 0 || setgid(getgid() + 1) == 0 || prctl(PR_SET_NO_NEW_PRIVS, 0, 0, 0, 0) == 0 ||
           prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1;
}
static int makes_namespaces(void)
{
    if (mount("none", PLACE "/folder", "tmpfs", 0, NULL) == 0)
        return umount(PLACE "/folder"), 1;
    return unshare(CLONE_NEWUSER) == 0 || unshare(CLONE_NEWNS) == 0 || chroot(PLACE) == 0 || setns(0, 0) == 0;
}
static int uses_new_calls(void)
{
    static char space[256];
    return syscall(425 /* io_uring_setup */, 1, space) >= 0 || syscall(SYS_bpf, 0, space, sizeof space) >= 0 ||
           syscall(SYS_perf_event_open, space, 0, -1, -1, 0) >= 0 || syscall(SYS_userfaultfd, 1) >= 0 ||
           syscall(SYS_add_key, "user", "x", "x", 1, -3) >= 0 || syscall(SYS_keyctl, 0, -3, 1) >= 0 ||
           syscall(SYS_memfd_create, "x", 0) >= 0 || syscall(437 /* openat2 */, AT_FDCWD, "/", space, 24) >= 0 ||
           syscall(SYS_personality, 0x0040000) >= 0 || syscall(SYS_quotactl, 0, 0, 0, 0) >= 0 ||
           syscall(0x40000000 | 39 /* getpid of x32 */) >= 0;
}
static int shares_memory(void)
{
    int segment = shmget(IPC_PRIVATE, 4096, IPC_CREAT | 0600);
    if (segment >= 0)
        return shmctl(segment, IPC_RMID, NULL), 1;
    return opens("/dev/shm", O_RDONLY) ||
           mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0) != MAP_FAILED;
}
static int opens_devices(void)
{
    const char *names[] = {"/dev/tty", "/dev/mem", "/dev/kmsg", "/dev/sda", "/dev/vda", "/dev/ptmx", "/dev/fuse"};
    for (int i = 0; i < 7; i++)
        if (opens(names[i], O_RDONLY))
            return 1;
    return mknod("device", S_IFCHR | 0600, 0x103) == 0;
}
static int types_for_the_user(void)
{
    for (int file = 0; file < 3; file++)
        if (ioctl(file, TIOCSTI, "x") == 0 || ioctl(file, TIOCSCTTY, 0) == 0)
            return 1;
    return 0;
}
static int has_foreign_files(void)
{
    for (int file = 0; file < 2000; file++) {
        struct stat about;
        if (fstat(file, &about) == 0 && (S_ISFIFO(about.st_mode) || S_ISSOCK(about.st_mode) || S_ISDIR(about.st_mode)))
            return 1;
    }
    return 0;
}
static int changes_others(void)
{
    struct rlimit limit = {1, 1};
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(0, &set);
    return prlimit(getppid(), RLIMIT_CORE, &limit, NULL) == 0 || setpriority(PRIO_PROCESS, getppid(), 1) == 0 ||
           sched_setaffinity(getppid(), sizeof set, &set) == 0 || setpgid(0, 0) == 0 || setsid() >= 0;
}
static int outlives_its_parent(void)
{
    return prctl(PR_SET_PDEATHSIG, 0) == 0 || prctl(PR_SET_CHILD_SUBREAPER, 1) == 0;
}
static int raises_limits(void)
{
    struct rlimit limit = {RLIM_INFINITY, RLIM_INFINITY};
    return setrlimit(RLIMIT_FSIZE, &limit) == 0 || setrlimit(RLIMIT_NOFILE, &limit) == 0;
}

#define ATTEMPTS(X) \
    X(writes_elsewhere) X(overwrites) X(truncates) X(reads_secret) X(reads_passwords) X(reads_sources) \
    X(lists_folders) X(deletes) X(makes_folders) X(runs_commands) X(opens_pipes) X(forks) X(makes_daemons) \
    X(clones) X(starts_programs) \
    X(makes_threads) X(connects) X(listens) X(uses_local_sockets) X(traces) X(reads_memory) X(looks_around) \
    X(opens_files_of_its_parent) X(signals) \
    X(signals_by_file) X(opens_processes) X(writes_through_links) X(links_out) X(changes_rights) X(makes_many_files) \
    X(writes_much) X(gains_privileges) X(makes_namespaces) X(uses_new_calls) X(shares_memory) X(opens_devices) \
    X(types_for_the_user) X(has_foreign_files) X(changes_others) X(outlives_its_parent) X(raises_limits)

static int attempt(int which)
{
    static int (*const all[])(void) = {
#define POINTER(name) name,
        ATTEMPTS(POINTER)
    };
    return which >= 0 && which < (int)(sizeof all / sizeof *all) && all[which]();
}
