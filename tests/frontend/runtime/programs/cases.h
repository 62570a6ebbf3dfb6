/* Shared by the programs that compare a C library with ours. `cases` prints what functions return on edge inputs, and on
   `rounds` random ones, by `show`; the output must be the same with both libraries, and in the machine. */

#define _GNU_SOURCE
#include <errno.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

void cases(int rounds);
extern void show(const char *format, ...) __attribute__((format(printf, 1, 2)));

#define COUNT(array) (sizeof(array) / sizeof *(array))

static unsigned long random_state = 88172645463325252UL;

/* Any of the numbers below n. */
static inline unsigned pick(unsigned n) {
    random_state = random_state * 6364136223846793005UL + 1442695040888963407UL;
    return (unsigned)(random_state >> 33) % n;
}

/* A random string over an alphabet, with fewer than `longest` characters. The last eight are kept. */
static inline char *text(const char *alphabet, unsigned longest) {
    static char kept[8][128];
    static int next;
    char *to = kept[next++ % 8];
    unsigned letters = 0, length = pick(longest);
    while (alphabet[letters]) letters++;
    for (unsigned i = 0; i < length; i++) to[i] = alphabet[pick(letters)];
    to[length] = 0;
    return to;
}

/* Bytes in hexadecimal. */
static inline const char *bytes(const void *from, size_t size) {
    static char kept[2][2 * 300 + 1];
    static int next;
    char *to = kept[next++ % 2];
    const unsigned char *at = (const unsigned char *)from;
    for (size_t i = 0; i < size && i < 300; i++) {
        to[2 * i] = "0123456789abcdef"[at[i] >> 4];
        to[2 * i + 1] = "0123456789abcdef"[at[i] & 15];
    }
    to[2 * size] = 0;
    return to;
}

/* Where a pointer is in a block; -1 for NULL. */
static inline long at(const void *pointer, const void *block) {
    return pointer ? (long)((const char *)pointer - (const char *)block) : -1;
}
