// Functions of the C library that access memory of the program: first the bytes that the function must read or write
// are checked, and no others; then the library's own function does the work.
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "runtime.h"

// ---- blocks

CHECKED(void *, memcpy, void *to, const void *from, size_t size) {
    secateur_check_apart((address)to, (address)from, size, HERE);
    READ(from, size), WRITE(to, size);
    secateur_copy(to, from, size);
    return to;
}
CHECKED(void *, memmove, void *to, const void *from, size_t size) {
    READ(from, size), WRITE(to, size);
    secateur_copy(to, from, size);
    return to;
}
CHECKED(void *, mempcpy, void *to, const void *from, size_t size) {
    secateur_check_apart((address)to, (address)from, size, HERE);
    READ(from, size), WRITE(to, size);
    secateur_copy(to, from, size);
    return (char *)to + size;
}
CHECKED(void, bcopy, const void *from, void *to, size_t size) {
    READ(from, size), WRITE(to, size);
    secateur_copy(to, from, size);
}
CHECKED(void *, memset, void *to, int value, size_t size) {
    WRITE(to, size);
    secateur_fill(to, (uint8_t)value, size);
    return to;
}
CHECKED(void, bzero, void *to, size_t size) {
    WRITE(to, size);
    secateur_fill(to, 0, size);
}

// How many bytes a comparison reads: up to the first difference or, in strings, the end.
static size_t compared(const char *x, const char *y, size_t limit, int strings, int fold, void *frame) {
    for (size_t n = 0; n < limit; n++) {
        secateur_check((address)(x + n), 1, 0, frame);
        secateur_check((address)(y + n), 1, 0, frame);
        unsigned char a = (unsigned char)x[n], b = (unsigned char)y[n];
        if (fold && a - 'A' < 26u) a += 32;
        if (fold && b - 'A' < 26u) b += 32;
        if (a != b || (strings && !a)) return n + 1;
    }
    return limit;
}

CHECKED(int, memcmp, const void *x, const void *y, size_t size) {
    READ(x, size), READ(y, size);
    return memcmp(x, y, size);
}
CHECKED(int, bcmp, const void *x, const void *y, size_t size) {
    READ(x, size), READ(y, size);
    return memcmp(x, y, size);
}
CHECKED(void *, memchr, const void *block, int wanted, size_t size) {
    const unsigned char *at = block;
    for (; size; size--, at++) {
        READ(at, 1);
        if (*at == (unsigned char)wanted) return (void *)at;
    }
    return NULL;
}

// ---- lengths and copies

CHECKED(size_t, strlen, const char *text) { return LENGTH(text); }
CHECKED(size_t, strnlen, const char *text, size_t limit) { return LENGTH_TO(text, limit); }

#define APART(start, end, from, limit, appends) secateur_check_apart_text(start, end, from, limit, appends, HERE)

CHECKED(char *, strcpy, char *to, const char *from) {
    APART(to, to, from, ALL, 0);
    size_t size = LENGTH(from) + 1;
    WRITE(to, size);
    secateur_copy(to, from, size);
    return to;
}
CHECKED(char *, stpcpy, char *to, const char *from) {
    APART(to, to, from, ALL, 0);
    size_t size = LENGTH(from) + 1;
    WRITE(to, size);
    secateur_copy(to, from, size);
    return to + size - 1;
}
CHECKED(char *, strncpy, char *to, const char *from, size_t limit) {
    APART(to, to, from, limit, 0);
    LENGTH_TO(from, limit), WRITE(to, limit);
    return strncpy(to, from, limit);
}
CHECKED(char *, stpncpy, char *to, const char *from, size_t limit) {
    APART(to, to, from, limit, 0);
    LENGTH_TO(from, limit), WRITE(to, limit);
    return stpncpy(to, from, limit);
}
CHECKED(char *, strcat, char *to, const char *from) {
    size_t before = LENGTH(to);
    APART(to, to + before, from, ALL, 1);
    size_t size = LENGTH(from) + 1;
    WRITE(to + before, size);
    secateur_copy(to + before, from, size);
    return to;
}
CHECKED(char *, strncat, char *to, const char *from, size_t limit) {
    size_t before = LENGTH(to);
    APART(to, to + before, from, limit, 1);
    size_t length = LENGTH_TO(from, limit);
    WRITE(to + before, length + 1);
    secateur_copy(to + before, from, length);
    to[before + length] = 0;
    return to;
}
CHECKED(char *, strdup, const char *text) {
    LENGTH(text);
    return strdup(text);
}
CHECKED(char *, strndup, const char *text, size_t limit) {
    LENGTH_TO(text, limit);
    return strndup(text, limit);
}

// ---- comparisons

CHECKED(int, strcmp, const char *x, const char *y) {
    compared(x, y, ALL, 1, 0, HERE);
    return strcmp(x, y);
}
CHECKED(int, strcoll, const char *x, const char *y) {
    compared(x, y, ALL, 1, 0, HERE);
    return strcmp(x, y);
}
CHECKED(int, strncmp, const char *x, const char *y, size_t limit) {
    return strncmp(x, y, compared(x, y, limit, 1, 0, HERE));
}
CHECKED(int, strcasecmp, const char *x, const char *y) {
    return strncasecmp(x, y, compared(x, y, ALL, 1, 1, HERE));
}
CHECKED(int, strncasecmp, const char *x, const char *y, size_t limit) {
    return strncasecmp(x, y, compared(x, y, limit, 1, 1, HERE));
}

// ---- searching

static char *find(const char *text, int wanted, void *frame) {
    for (;; text++) {
        secateur_check((address)text, 1, 0, frame);
        if (*text == (char)wanted) return (char *)text;
        if (!*text) return NULL;
    }
}

CHECKED(char *, strchr, const char *text, int wanted) { return find(text, wanted, HERE); }
CHECKED(char *, index, const char *text, int wanted) { return find(text, wanted, HERE); }
CHECKED(char *, strrchr, const char *text, int wanted) {
    LENGTH(text);
    return (char *)strrchr(text, wanted);
}
CHECKED(char *, rindex, const char *text, int wanted) {
    LENGTH(text);
    return (char *)rindex(text, wanted);
}
CHECKED(char *, strstr, const char *text, const char *wanted) {
    for (;; text++) {
        for (size_t n = 0;; n++) {
            READ(wanted + n, 1);
            if (!wanted[n]) return (char *)text;
            READ(text + n, 1);
            if (text[n] == wanted[n]) continue;
            if (!text[n]) return NULL;
            break;
        }
    }
}

// The number of bytes at the start of `text` that are (wanted 1) or are not (wanted 0) in the set.
static size_t span(const char *text, const char *set, int wanted, void *frame) {
    secateur_check_string(set, ALL, frame);
    for (size_t n = 0;; n++) {
        secateur_check((address)(text + n), 1, 0, frame);
        if (!text[n] || (strchr(set, text[n]) != NULL) != wanted) return n;
    }
}

static char *next_token(char *text, const char *set, char **rest, void *frame) {
    if (!text) text = *rest;
    text += span(text, set, 1, frame);
    if (!*text) {
        *rest = text;
        return NULL;
    }
    char *end = text + span(text, set, 0, frame);
    if (*end) {
        secateur_check((address)end, 1, 1, frame);
        *end++ = 0;
    }
    *rest = end;
    return text;
}

CHECKED(size_t, strspn, const char *text, const char *set) { return span(text, set, 1, HERE); }
CHECKED(size_t, strcspn, const char *text, const char *set) { return span(text, set, 0, HERE); }
CHECKED(char *, strpbrk, const char *text, const char *set) {
    text += span(text, set, 0, HERE);
    return *text ? (char *)text : NULL;
}
CHECKED(char *, strtok, char *text, const char *set) {
    static char *rest;
    return next_token(text, set, &rest, HERE);
}
CHECKED(char *, strtok_r, char *text, const char *set, char **rest) {
    WRITE(rest, sizeof *rest);
    return next_token(text, set, rest, HERE);
}
