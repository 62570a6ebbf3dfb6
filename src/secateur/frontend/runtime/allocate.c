/* stdlib.h: allocation functions built on the machine's malloc and free. */

#include "runtime.h"

void *calloc(size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) {
        *__errno_location() = SECATEUR_ENOMEM;
        return NULL;
    }
    void *object = malloc(total);
    if (object) __builtin_memset(object, 0, total);
    return object;
}

static void *resize(void *object, size_t size) {
    if (!object) return malloc(size);
    size_t old = __secateur_object_size(object);
    if (!size) {
        free(object);
        return NULL;
    }
    void *moved = malloc(size);
    if (moved) {
        __builtin_memcpy(moved, object, old < size ? old : size);
        free(object);
    }
    return moved;
}

void *realloc(void *object, size_t size) { return resize(object, size); }

void *reallocarray(void *object, size_t count, size_t size) {
    size_t total;
    if (__builtin_mul_overflow(count, size, &total)) {
        *__errno_location() = SECATEUR_ENOMEM;
        return NULL;
    }
    return resize(object, total);
}

/* Every object satisfies any alignment. */
void *aligned_alloc(size_t alignment, size_t size) {
    (void)alignment;
    return malloc(size);
}

void *memalign(size_t alignment, size_t size) {
    (void)alignment;
    return malloc(size);
}

int posix_memalign(void **result, size_t alignment, size_t size) {
    if (alignment < sizeof(void *) || (alignment & (alignment - 1))) return SECATEUR_EINVAL;
    void *object = malloc(size);
    if (!object) return SECATEUR_ENOMEM;
    *result = object;
    return 0;
}

size_t malloc_usable_size(void *object) { return object ? __secateur_object_size(object) : 0; }
