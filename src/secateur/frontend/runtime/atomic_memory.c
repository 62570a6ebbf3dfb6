/* Atomic access to objects that no instruction reaches at once. There is one thread. */

#include "runtime.h"

static void copy(void *to, const void *from, size_t size) { __builtin_memcpy(to, from, size); }

/* Other types than those of the compiler's own declarations. */
void load(size_t size, void *from, void *to, int order) __asm__("__atomic_load");
void store(size_t size, void *to, void *from, int order) __asm__("__atomic_store");
void exchange(size_t size, void *place, void *from, void *to, int order) __asm__("__atomic_exchange");
_Bool compare_exchange(size_t size, void *place, void *expected, void *from, int order, int otherwise)
    __asm__("__atomic_compare_exchange");
_Bool is_lock_free(size_t size, void *place) __asm__("__atomic_is_lock_free");

void load(size_t size, void *from, void *to, int order) { copy(to, from, size); }

void store(size_t size, void *to, void *from, int order) { copy(to, from, size); }

void exchange(size_t size, void *place, void *from, void *to, int order) {
    copy(to, place, size);
    copy(place, from, size);
}

_Bool compare_exchange(size_t size, void *place, void *expected, void *from, int order, int otherwise) {
    const char *a = place, *b = expected;
    int differs = 0;
    for (size_t i = 0; i < size; i++) differs |= a[i] ^ b[i];
    if (differs) copy(expected, place, size);
    else copy(place, from, size);
    return !differs;
}

_Bool is_lock_free(size_t size, void *place) { return (size == 1) | (size == 2) | (size == 4) | (size == 8); }
