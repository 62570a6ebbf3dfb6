/* unistd.h, sys/utsname.h, sys/resource.h and sched.h: the computer and the process, which are always the same. */

#include "runtime.h"

#include <sys/resource.h>
#include <sys/utsname.h>
#include <unistd.h>

enum { EPERM_NUMBER = 1, ENAMETOOLONG_NUMBER = 36, PARENT = 1, PAGE = 4096 };

static const char HOST[] = "host";

int uname(struct utsname *to) {
    __secateur_this_system();
    *to = (struct utsname){"Linux", "host", "6.1.0", "#1 SMP", "x86_64", "(none)"};
    return 0;
}

int gethostname(char *to, size_t size) {
    __secateur_this_system();
    for (size_t n = 0; n < size && n < sizeof HOST; n++) to[n] = HOST[n];
    if (size < sizeof HOST) FAIL(ENAMETOOLONG_NUMBER, -1);
    return 0;
}

int getdomainname(char *to, size_t size) {
    __secateur_this_system();
    if (size < 7) FAIL(SECATEUR_EINVAL, -1);
    copy_limited(to, "(none)", size);
    return 0;
}

long gethostid(void) { return __secateur_this_system(), 0; }

int sethostname(const char *name, size_t size) {
    (void)name, (void)size;
    FAIL(EPERM_NUMBER, -1);
}

/* --- processes --- */

static int own(void) { return __secateur_this_system(), OWN_PROCESS; }

pid_t getpid(void) { return own(); }
pid_t getpgrp(void) { return own(); }
pid_t gettid(void) { return own(); }
pid_t getppid(void) { return own(), PARENT; }

static int group_of(pid_t process) {
    if (process == 0 || process == OWN_PROCESS) return own();
    FAIL(SECATEUR_ESRCH, -1);
}

pid_t getpgid(pid_t process) { return group_of(process); }
pid_t getsid(pid_t process) { return group_of(process); }
pid_t setsid(void) { FAIL(EPERM_NUMBER, -1); }
int setpgid(pid_t process, pid_t group) {
    (void)group;
    return group_of(process) < 0 ? -1 : 0;
}

int sched_yield(void) { return 0; }

/* The first processor is the only one. */
int sched_getaffinity(pid_t process, size_t size, unsigned long *to) {
    if (group_of(process) < 0) return -1;
    if (size < sizeof *to || size % sizeof *to) FAIL(SECATEUR_EINVAL, -1);
    __builtin_memset(to, 0, size);
    *to = 1;
    return 0;
}

int __sched_cpucount(size_t size, const unsigned long *set) {
    int count = 0;
    for (size_t n = 0; n < size / sizeof *set; n++) count += __builtin_popcountl(set[n]);
    return count;
}

/* --- limits --- */

static struct rlimit limits[16]; /* what the program has set, plus 1; 0: the usual one */

static rlim_t usual_limit(int resource) {
    return resource == RLIMIT_NOFILE ? 1024 : resource == RLIMIT_STACK ? 8 << 20 : resource == RLIMIT_CORE ? 0 : RLIM_INFINITY;
}

static int get_limit(int resource, struct rlimit *to) {
    if ((unsigned)resource >= 16) FAIL(SECATEUR_EINVAL, -1);
    __secateur_this_system();
    to->rlim_cur = limits[resource].rlim_cur ? limits[resource].rlim_cur - 1 : usual_limit(resource);
    to->rlim_max = limits[resource].rlim_max ? limits[resource].rlim_max - 1 : RLIM_INFINITY;
    return 0;
}

static int set_limit(int resource, const struct rlimit *wanted) {
    struct rlimit now;
    if (get_limit(resource, &now)) return -1;
    if (wanted->rlim_cur > wanted->rlim_max) FAIL(SECATEUR_EINVAL, -1);
    if (wanted->rlim_max > now.rlim_max) FAIL(EPERM_NUMBER, -1);
    limits[resource] = (struct rlimit){wanted->rlim_cur + 1, wanted->rlim_max + 1};
    return 0;
}

int getrlimit(int resource, struct rlimit *to) { return get_limit(resource, to); }
int getrlimit64(int resource, struct rlimit *to) { return get_limit(resource, to); }
int setrlimit(int resource, const struct rlimit *wanted) { return set_limit(resource, wanted); }
int setrlimit64(int resource, const struct rlimit *wanted) { return set_limit(resource, wanted); }

int getrusage(int who, struct rusage *to) {
    if (who != RUSAGE_SELF && who != RUSAGE_CHILDREN && who != 1) FAIL(SECATEUR_EINVAL, -1);
    __secateur_this_system();
    __builtin_memset(to, 0, sizeof *to);
    return 0;
}

static int niceness;

int getpriority(int which, id_t who) {
    if ((unsigned)which > PRIO_USER) FAIL(SECATEUR_EINVAL, -1);
    (void)who;
    __secateur_this_system();
    return niceness;
}

int setpriority(int which, id_t who, int value) {
    (void)who;
    if ((unsigned)which > PRIO_USER) FAIL(SECATEUR_EINVAL, -1);
    value = value > 19 ? 19 : value < -20 ? -20 : value;
    if (value < niceness) FAIL(13 /* EACCES */, -1);
    niceness = value;
    return 0;
}

int nice(int by) {
    if (by < 0) FAIL(EPERM_NUMBER, -1);
    __secateur_this_system();
    niceness = niceness + by > 19 ? 19 : niceness + by;
    return niceness;
}

/* --- configuration --- */

long sysconf(int name) {
    __secateur_this_system();
    switch (name) {
    case _SC_ARG_MAX: return 2097152;
    case _SC_CHILD_MAX: return 1024;
    case _SC_CLK_TCK: return 100;
    case _SC_NGROUPS_MAX: return 65536;
    case _SC_OPEN_MAX: return 1024;
    case _SC_PAGESIZE: return PAGE;
    case _SC_LINE_MAX: return 2048;
    case _SC_BC_STRING_MAX: return 1000;
    case _SC_RE_DUP_MAX: return 32767;
    case _SC_IOV_MAX: return 1024;
    case _SC_HOST_NAME_MAX: return 64;
    case _SC_LOGIN_NAME_MAX: return 256;
    case _SC_TTY_NAME_MAX: return 32;
    case _SC_GETPW_R_SIZE_MAX: case _SC_GETGR_R_SIZE_MAX: return 1024;
    case _SC_NPROCESSORS_CONF: case _SC_NPROCESSORS_ONLN: return 1;
    case _SC_PHYS_PAGES: return 1 << 20;
    case _SC_AVPHYS_PAGES: return 1 << 19;
    case _SC_STREAM_MAX: return 16;
    case _SC_TZNAME_MAX: return 6;
    case _SC_VERSION: case _SC_2_VERSION: return 200809;
    default: break;
    }
    if ((unsigned)name > 255) FAIL(SECATEUR_EINVAL, -1); /* others have no limit */
    return -1;
}

int getpagesize(void) { return __secateur_this_system(), PAGE; }
int getdtablesize(void) { return __secateur_this_system(), 1024; }
int get_nprocs(void) { return __secateur_this_system(), 1; }
int get_nprocs_conf(void) { return __secateur_this_system(), 1; }

int getloadavg(double *to, int count) {
    __secateur_this_system();
    if (count > 3) count = 3;
    for (int i = 0; i < count; i++) to[i] = 0;
    return count;
}

size_t confstr(int name, char *to, size_t size) {
    static const char path[] = "/bin:/usr/bin";
    if (name != _CS_PATH) FAIL(SECATEUR_EINVAL, 0);
    if (size) copy_limited(to, path, size);
    return sizeof path;
}

unsigned long getauxval(unsigned long kind) {
    (void)kind;
    __secateur_this_system();
    FAIL(SECATEUR_ENOENT, 0);
}

static long path_limit(int name) {
    __secateur_this_system();
    switch (name) {
    case _PC_LINK_MAX: return 65000;
    case _PC_MAX_CANON: case _PC_MAX_INPUT: case _PC_NAME_MAX: return 255;
    case _PC_PATH_MAX: case _PC_PIPE_BUF: return 4096;
    case _PC_CHOWN_RESTRICTED: case _PC_NO_TRUNC: return 1;
    case _PC_VDISABLE: return 0;
    default: break;
    }
    if ((unsigned)name > 64) FAIL(SECATEUR_EINVAL, -1);
    return -1;
}

long pathconf(const char *path, int name) { return (void)path, path_limit(name); }
long fpathconf(int descriptor, int name) { return (void)descriptor, path_limit(name); }

/* --- numbers that the system draws: always 0 --- */

static void draw(void *to, size_t size) {
    __secateur_this_system();
    __builtin_memset(to, 0, size);
}

ssize_t getrandom(void *to, size_t size, unsigned flags) { return (void)flags, draw(to, size), (ssize_t)size; }

int getentropy(void *to, size_t size) {
    if (size > 256) FAIL(5 /* EIO */, -1);
    draw(to, size);
    return 0;
}

void arc4random_buf(void *to, size_t size) { draw(to, size); }
unsigned arc4random(void) { return __secateur_this_system(), 0; }
unsigned arc4random_uniform(unsigned limit) { return __secateur_this_system(), (void)limit, 0; }

/* --- numbers of devices --- */

unsigned gnu_dev_major(unsigned long device) { return (unsigned)((device >> 8 & 0xfff) | (device >> 32 & ~0xfffUL)); }
unsigned gnu_dev_minor(unsigned long device) { return (unsigned)((device & 0xff) | (device >> 12 & ~0xffUL)); }
unsigned long gnu_dev_makedev(unsigned major, unsigned minor) {
    return (minor & 0xffUL) | (major & 0xfffUL) << 8 | (minor & ~0xffUL) << 12 | (major & ~0xfffUL) << 32;
}
