/* pthread.h: what a program with one thread can call. Making another one is not supported. */

#include "runtime.h"

enum { EBUSY_NUMBER = 16, EDEADLK_NUMBER = 35, RECURSIVE = 1, CHECKING = 2 };

/* As in glibc: the members that initialisers set. */
typedef struct {
    int lock;
    unsigned count;
    int owner;
    unsigned users;
    int kind;
} Mutex;

int pthread_mutex_init(Mutex *mutex, const int *attributes) {
    __builtin_memset(mutex, 0, 40);
    if (attributes) mutex->kind = *attributes & 3;
    return 0;
}

int pthread_mutex_destroy(Mutex *mutex) { return mutex->lock ? EBUSY_NUMBER : 0; }

int pthread_mutex_trylock(Mutex *mutex) {
    if (mutex->lock && mutex->kind != RECURSIVE) return EBUSY_NUMBER;
    mutex->lock = 1;
    mutex->count++;
    return 0;
}

void pause(void);

/* A plain mutex that is locked twice waits for ever. */
int pthread_mutex_lock(Mutex *mutex) {
    if (mutex->lock && mutex->kind == CHECKING) return EDEADLK_NUMBER;
    if (mutex->lock && mutex->kind != RECURSIVE) pause();
    mutex->lock = 1;
    mutex->count++;
    return 0;
}

int pthread_mutex_unlock(Mutex *mutex) {
    if (!mutex->lock && mutex->kind) return 1 /* EPERM */;
    if (mutex->count) mutex->count--;
    if (!mutex->count) mutex->lock = 0;
    return 0;
}

int pthread_mutexattr_init(int *attributes) { return *attributes = 0; }
int pthread_mutexattr_destroy(int *attributes) { return (void)attributes, 0; }
int pthread_mutexattr_settype(int *attributes, int kind) {
    if ((unsigned)kind > 3) return SECATEUR_EINVAL;
    *attributes = kind;
    return 0;
}

int pthread_once(int *done, void (*function)(void)) {
    if (!*done) {
        *done = 2;
        function();
    }
    return 0;
}

unsigned long pthread_self(void) { return 1; }
int pthread_equal(unsigned long x, unsigned long y) { return x == y; }
