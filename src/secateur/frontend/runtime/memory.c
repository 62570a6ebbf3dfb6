/* string.h: blocks of bytes. Copying uses LLVM's intrinsics, which the machine executes in one step. */

#include "runtime.h"

void *memcpy(void *to, const void *from, size_t size) { return __builtin_memcpy(to, from, size); }

void *memmove(void *to, const void *from, size_t size) { return __builtin_memmove(to, from, size); }

void *memset(void *to, int value, size_t size) { return __builtin_memset(to, value, size); }

void *mempcpy(void *to, const void *from, size_t size) {
    __builtin_memcpy(to, from, size);
    return (char *)to + size;
}

void bcopy(const void *from, void *to, size_t size) { __builtin_memmove(to, from, size); }

void bzero(void *to, size_t size) { __builtin_memset(to, 0, size); }

void explicit_bzero(void *to, size_t size) { __builtin_memset(to, 0, size); }

static int compare(const byte *x, const byte *y, size_t size) {
    for (size_t n = 0; n < size; n++)
        if (x[n] != y[n]) return x[n] - y[n];
    return 0;
}

/* Both blocks must be there as a whole, wherever they differ. */
static int compare_blocks(const void *x, const void *y, size_t size) {
    __secateur_readable(x, size);
    __secateur_readable(y, size);
    return compare(x, y, size);
}

int memcmp(const void *x, const void *y, size_t size) { return compare_blocks(x, y, size); }

int bcmp(const void *x, const void *y, size_t size) { return compare_blocks(x, y, size); }

void *memchr(const void *block, int c, size_t size) {
    const byte *s = block;
    for (size_t n = 0; n < size; n++)
        if (s[n] == (byte)c) return (void *)(s + n);
    return NULL;
}

void *rawmemchr(const void *block, int c) {
    const byte *s = block;
    while (*s != (byte)c) s++;
    return (void *)s;
}

void *memrchr(const void *block, int c, size_t size) {
    const byte *s = block;
    while (size--)
        if (s[size] == (byte)c) return (void *)(s + size);
    return NULL;
}

void *memccpy(void *to, const void *from, int c, size_t size) {
    byte *t = to;
    const byte *f = from;
    for (size_t n = 0; n < size; n++)
        if ((t[n] = f[n]) == (byte)c) return t + n + 1;
    return NULL;
}

void *memmem(const void *block, size_t size, const void *wanted, size_t length) {
    const byte *s = block;
    for (size_t n = 0; n + length <= size; n++)
        if (!compare(s + n, wanted, length)) return (void *)(s + n);
    return NULL;
}
