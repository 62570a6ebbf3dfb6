/* string.h: searching strings for bytes and strings, and splitting strings into tokens. */

#include "runtime.h"

char *strchrnul(const char *s, int c) {
    while ((*s != (char)c) & (*s != 0)) s++;
    return (char *)s;
}

char *strchr(const char *s, int c) {
    while ((*s != (char)c) & (*s != 0)) s++;
    return *s == (char)c ? (char *)s : NULL;
}

char *index(const char *s, int c) {
    while ((*s != (char)c) & (*s != 0)) s++;
    return *s == (char)c ? (char *)s : NULL;
}

static char *find_last(const char *s, int c) {
    const char *found = NULL;
    for (;; s++) {
        if (*s == (char)c) found = s;
        if (!*s) return (char *)found;
    }
}

char *strrchr(const char *s, int c) { return find_last(s, c); }

char *rindex(const char *s, int c) { return find_last(s, c); }

/* 1 when the byte is in the set, without branching on the byte. */
static int is_one_of(int c, const char *set) {
    int found = 0;
    for (; *set; set++) found |= *set == (char)c;
    return found;
}

/* The number of leading bytes of s that are (wanted 1) or are not (wanted 0) in the set. */
static size_t span(const char *s, const char *set, int wanted) {
    size_t n = 0;
    while ((is_one_of(s[n], set) == wanted) & (s[n] != 0)) n++;
    return n;
}

size_t strspn(const char *s, const char *set) { return span(s, set, 1); }

size_t strcspn(const char *s, const char *set) { return span(s, set, 0); }

char *strpbrk(const char *s, const char *set) {
    s += span(s, set, 0);
    return *s ? (char *)s : NULL;
}

char *strstr(const char *s, const char *wanted) {
    for (;; s++) {
        size_t n = 0;
        while (wanted[n] && s[n] == wanted[n]) n++;
        if (!wanted[n]) return (char *)s;
        if (!s[n]) return NULL;
    }
}

char *strcasestr(const char *s, const char *wanted) {
    for (;; s++) {
        size_t n = 0;
        while (wanted[n] && lower_byte((byte)s[n]) == lower_byte((byte)wanted[n])) n++;
        if (!wanted[n]) return (char *)s;
        if (!s[n]) return NULL;
    }
}

static char *next_token(char *s, const char *separators, char **rest) {
    if (!s) s = *rest;
    s += span(s, separators, 1);
    if (!*s) {
        *rest = s;
        return NULL;
    }
    char *end = s + span(s, separators, 0);
    if (*end) *end++ = 0;
    *rest = end;
    return s;
}

char *strtok_r(char *s, const char *separators, char **rest) { return next_token(s, separators, rest); }

char *__strtok_r(char *s, const char *separators, char **rest) { return next_token(s, separators, rest); }

static char *__secateur_token; /* the machine knows this name */

char *strtok(char *s, const char *separators) {
    return next_token(s, separators, &__secateur_token);
}

char *strsep(char **string, const char *separators) {
    char *s = *string;
    if (!s) return NULL;
    char *end = s + span(s, separators, 0);
    if (*end) {
        *end++ = 0;
        *string = end;
    } else {
        *string = NULL;
    }
    return s;
}
