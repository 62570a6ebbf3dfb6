/* string.h: NUL-terminated strings. */

#include "runtime.h"

size_t strlen(const char *s) { return length_of(s); }

size_t strnlen(const char *s, size_t limit) {
    size_t n = 0;
    while (n < limit && s[n]) n++;
    return n;
}

/* --- copying --- */

static char *copy(char *to, const char *from) {
    while ((*to = *from)) to++, from++;
    return to;
}

#define ALL ((size_t)-1)

char *strcpy(char *to, const char *from) {
    __secateur_apart(to, to, from, ALL, 0);
    copy(to, from);
    return to;
}

char *stpcpy(char *to, const char *from) {
    __secateur_apart(to, to, from, ALL, 0);
    return copy(to, from);
}

char *stpncpy(char *to, const char *from, size_t limit) {
    __secateur_apart(to, to, from, limit, 0);
    size_t n = 0;
    while (n < limit && (to[n] = from[n])) n++;
    char *end = to + n;
    for (; n < limit; n++) to[n] = 0;
    return end;
}

char *strncpy(char *to, const char *from, size_t limit) {
    __secateur_apart(to, to, from, limit, 0);
    size_t n = 0;
    while (n < limit && (to[n] = from[n])) n++;
    for (; n < limit; n++) to[n] = 0;
    return to;
}

char *strcat(char *to, const char *from) {
    char *end = to + length_of(to);
    __secateur_apart(to, end, from, ALL, 1);
    copy(end, from);
    return to;
}

char *strncat(char *to, const char *from, size_t limit) {
    char *end = to + length_of(to);
    __secateur_apart(to, end, from, limit, 1);
    size_t n = 0;
    while (n < limit && (end[n] = from[n])) n++;
    if (n == limit) end[n] = 0;
    return to;
}

size_t strlcpy(char *to, const char *from, size_t size) {
    size_t n = 0;
    if (size) {
        while (n < size - 1 && from[n]) to[n] = from[n], n++;
        to[n] = 0;
    }
    return n + length_of(from + n);
}

size_t strlcat(char *to, const char *from, size_t size) {
    size_t start = 0, n = 0;
    while (start < size && to[start]) start++;
    if (start == size) return size + length_of(from);
    while (start + n < size - 1 && from[n]) to[start + n] = from[n], n++;
    to[start + n] = 0;
    return start + n + length_of(from + n);
}

char *strndup(const char *s, size_t limit) {
    size_t n = 0;
    while (n < limit && s[n]) n++;
    char *to = malloc(n + 1);
    if (to) {
        __builtin_memcpy(to, s, n);
        to[n] = 0;
    }
    return to;
}

char *strdup(const char *s) {
    size_t n = length_of(s);
    char *to = malloc(n + 1);
    if (to) __builtin_memcpy(to, s, n + 1);
    return to;
}

/* --- comparing --- */

int strcmp(const char *x, const char *y) {
    for (;; x++, y++) {
        int a = (byte)*x, b = (byte)*y;
        if ((a != b) | !a) return a - b;
    }
}

int strncmp(const char *x, const char *y, size_t limit) {
    for (; limit; x++, y++, limit--) {
        int a = (byte)*x, b = (byte)*y;
        if ((a != b) | !a) return a - b;
    }
    return 0;
}

int strcasecmp(const char *x, const char *y) {
    for (;; x++, y++) {
        int a = lower_byte((byte)*x), b = lower_byte((byte)*y);
        if ((a != b) | !a) return a - b;
    }
}

int strncasecmp(const char *x, const char *y, size_t limit) {
    for (; limit; x++, y++, limit--) {
        int a = lower_byte((byte)*x), b = lower_byte((byte)*y);
        if ((a != b) | !a) return a - b;
    }
    return 0;
}

int strcoll(const char *x, const char *y) {
    for (;; x++, y++) {
        int a = (byte)*x, b = (byte)*y;
        if ((a != b) | !a) return a - b;
    }
}

size_t strxfrm(char *to, const char *from, size_t size) {
    size_t length = length_of(from);
    for (size_t n = 0; n < size && n <= length; n++) to[n] = from[n];
    return length;
}
