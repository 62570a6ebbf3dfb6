/* time.h, sys/time.h and unistd.h: the clock, which stands still unless it is an input, and timers,
   which never expire. */

#include "runtime.h"

#include <sys/time.h>
#include <sys/times.h>
#include <time.h>
#include <unistd.h>

enum { EPERM_NUMBER = 1, NANOSECONDS = 1000000000, ONE_TIME = 1700000000 };

long secateur_havoc_i64(const char *name);
void secateur_assume(int condition);

/* An input is a time that is not before the last one. */
static long now(void) {
    static long last;
    if (!__secateur_clock_moves()) return ONE_TIME;
    long time = secateur_havoc_i64("clock");
    secateur_assume((time >= last) & (time < 1L << 40));
    return last = time;
}

time_t time(time_t *to) {
    time_t found = now();
    if (to) *to = found;
    return found;
}

int gettimeofday(struct timeval *restrict to, void *restrict zone) {
    if (to) *to = (struct timeval){now(), 0};
    if (zone) *(struct timezone *)zone = (struct timezone){0, 0};
    return 0;
}

static int is_clock(clockid_t id) { return (unsigned)id < 12 && id != 10; }

int clock_gettime(clockid_t id, struct timespec *to) {
    if (!is_clock(id)) FAIL(SECATEUR_EINVAL, -1);
    int is_cpu = id == CLOCK_PROCESS_CPUTIME_ID || id == CLOCK_THREAD_CPUTIME_ID;
    *to = (struct timespec){is_cpu ? 0 : now(), 0};
    return 0;
}

int clock_getres(clockid_t id, struct timespec *to) {
    if (!is_clock(id)) FAIL(SECATEUR_EINVAL, -1);
    if (to) *to = (struct timespec){0, 1};
    return 0;
}

int timespec_get(struct timespec *to, int base) {
    if (base != 1) return 0;
    *to = (struct timespec){now(), 0};
    return base;
}

clock_t clock(void) { return now(), 0; }

clock_t times(struct tms *to) {
    *to = (struct tms){0, 0, 0, 0};
    return now() * 100;
}

/* Only the superuser may set the clock. */
int settimeofday(const struct timeval *now, const struct timezone *zone) {
    (void)now, (void)zone;
    FAIL(EPERM_NUMBER, -1);
}

int clock_settime(clockid_t id, const struct timespec *now) {
    (void)now;
    FAIL(is_clock(id) ? EPERM_NUMBER : SECATEUR_EINVAL, -1);
}

/* --- sleeping takes no time --- */

unsigned sleep(unsigned seconds) { return now(), (void)seconds, 0; }

int usleep(unsigned microseconds) { return now(), (void)microseconds, 0; }

static int is_duration(const struct timespec *t) { return t->tv_sec >= 0 && t->tv_nsec >= 0 && t->tv_nsec < NANOSECONDS; }

int nanosleep(const struct timespec *duration, struct timespec *rest) {
    (void)rest;
    if (!is_duration(duration)) FAIL(SECATEUR_EINVAL, -1);
    return now(), 0;
}

int clock_nanosleep(clockid_t id, int flags, const struct timespec *duration, struct timespec *rest) {
    (void)flags, (void)rest;
    if (!is_clock(id) || !is_duration(duration)) return SECATEUR_EINVAL;
    return now(), 0;
}

/* --- timers --- */

static unsigned alarm_seconds;
static struct itimerval timers[3];

unsigned alarm(unsigned seconds) {
    unsigned before = alarm_seconds;
    now();
    alarm_seconds = seconds;
    return before;
}

int getitimer(__itimer_which_t which, struct itimerval *to) {
    if ((unsigned)which > 2) FAIL(SECATEUR_EINVAL, -1);
    *to = timers[which];
    return 0;
}

int setitimer(__itimer_which_t which, const struct itimerval *restrict wanted, struct itimerval *restrict before) {
    if ((unsigned)which > 2) FAIL(SECATEUR_EINVAL, -1);
    now();
    if (before) *before = timers[which];
    timers[which] = *wanted;
    return 0;
}
