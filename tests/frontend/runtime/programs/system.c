/* What the computer, its users and the clock have in common everywhere: what is refused, and what belongs together. */

#include "cases.h"
#include <grp.h>
#include <iconv.h>
#include <pwd.h>
#include <sched.h>
#include <signal.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/times.h>
#include <sys/utsname.h>
#include <time.h>
#include <unistd.h>

#define FAILS(call) (errno = 0, show("%s: %d", #call, (int)(call)), show(" %d\n", errno))

static void limits(int resource) {
    struct rlimit limit, wrong = {2, 1};
    show("%d: ", resource);
    int result = getrlimit(resource, &limit);
    show("%d %d ", result, result || limit.rlim_cur <= limit.rlim_max);
    errno = 0;
    show("%d", setrlimit(resource, &wrong));
    show(" %d\n", errno);
}

static void users(const char *name, uid_t id) {
    struct passwd *user = getpwnam(name), own, *found;
    char buffer[1024];
    show("%s %d ", name, user != NULL);
    if (user) show("%s %d %d ", user->pw_name, (int)user->pw_uid, getpwuid(user->pw_uid) != NULL);
    int result = getpwuid_r(id, &own, buffer, sizeof buffer, &found);
    show("%d %d ", result, found ? own.pw_uid == id : -1);
    struct group *group = getgrnam(name);
    show("%d %d\n", group != NULL, group ? getgrgid(group->gr_gid) != NULL : -1);
}

static void clocks(void) {
    struct timespec now, resolution, wrong = {0, 2000000000}, negative = {-1, 0}, none = {0, 0};
    struct timeval other;
    for (int id = -1; id < 14; id++) {
        if (id == 8 || id == 9 || id == 10) continue; /* alarms need hardware */
        errno = 0;
        show("%d %d ", clock_gettime(id, &now), clock_getres(id, &resolution));
        show("%d\n", errno);
    }
    FAILS(nanosleep(&wrong, NULL));
    FAILS(nanosleep(&negative, NULL));
    FAILS(nanosleep(&none, NULL));
    FAILS(clock_nanosleep(CLOCK_MONOTONIC, 0, &wrong, NULL));
    FAILS(clock_nanosleep(99, 0, &none, NULL));
    FAILS(timespec_get(&now, 0));
    FAILS(timespec_get(&now, TIME_UTC));
    time_t first = time(NULL), second;
    show("%d %d ", time(&second) == second, second >= first);
    show("%d %d\n", gettimeofday(&other, NULL), other.tv_sec >= first);
    show("%d %d %d\n", clock() >= 0, usleep(0), (int)sleep(0));
    struct itimerval timer;
    FAILS(getitimer(7, &timer));
    FAILS(getitimer(ITIMER_REAL, &timer));
    show("%ld\n", (long)timer.it_value.tv_sec);
    show("%u %u %u\n", alarm(100), alarm(0), alarm(0));
}

static void processes(void) {
    struct utsname name;
    char host[65];
    show("%d %d %d\n", getpgid(0) == getpgrp(), getpgid(getpid()) == getpgrp(), getppid() != getpid());
    FAILS(kill(getpid(), 0));
    FAILS(kill(getpid(), 99));
    FAILS(uname(&name));
    FAILS(gethostname(host, sizeof host));
    show("%s %d\n", name.sysname, strcmp(host, name.nodename));
    FAILS(gethostname(host, 1));
    show("%d %d %ld\n", sysconf(_SC_PAGESIZE) == getpagesize(), sysconf(_SC_NPROCESSORS_ONLN) >= 1, sysconf(_SC_CLK_TCK));
    FAILS(sysconf(-5));
    FAILS(getpriority(9, 0));
    FAILS(setpriority(9, 0, 1));
    struct rusage usage;
    FAILS(getrusage(RUSAGE_SELF, &usage));
    FAILS(getrusage(17, &usage));
    FAILS(sched_yield());
    cpu_set_t processors;
    FAILS(sched_getaffinity(0, sizeof processors, &processors));
    show("%d\n", CPU_COUNT(&processors) >= 1);
    FAILS(sched_getaffinity(0, 3, &processors));
    FAILS(getrandom(host, 10, 0));
    FAILS(getentropy(host, 300));
    FAILS(getentropy(host, 10));
    FAILS(pathconf("/", _PC_NAME_MAX));
    FAILS(fpathconf(1, 99));
    FAILS(iconv_open("nothing", "NOTHING") == (iconv_t)-1);
    FAILS(getgroups(-1, NULL));
    uid_t real, effective, saved;
    show("%d %d ", getresuid(&real, &effective, &saved), real == getuid() && effective == geteuid());
    show("%d %d\n", setuid(getuid()), setgid(getgid()));
}



void cases(int rounds) {
    processes();
    clocks();
    for (int i = -1; i < 18; i++) limits(i);
    users("root", 0);
    users("no such user", 0);
    users("", 54321);
    setpwent();
    show("%d\n", getpwent() != NULL);
    endpwent();
    for (int i = 0; i < rounds; i++) {
        char *name = text("qxz", 9);
        show("%s %d %d\n", name, getpwnam(name) != NULL, getgrnam(name) != NULL);
    }
}
