/* wchar.h: wide strings and blocks of wide characters. One branch per character, as in string.c. */

#include "runtime.h"

#define ALL ((size_t)-1)

INLINE wchar_t lower(wchar_t c) { return c + (((unsigned)c - 'A' < 26) << 5); }

static size_t bounded_length(const wchar_t *s, size_t limit) {
    size_t n = 0;
    while (n < limit && s[n]) n++;
    return n;
}

static int order(wchar_t x, wchar_t y) { return (x > y) - (x < y); }

size_t wcslen(const wchar_t *s) { return bounded_length(s, ALL); }
size_t wcsnlen(const wchar_t *s, size_t limit) { return bounded_length(s, limit); }

/* --- copying --- */

static wchar_t *copy(wchar_t *to, const wchar_t *from) {
    while ((*to = *from)) to++, from++;
    return to;
}

static wchar_t *copy_padded(wchar_t *to, const wchar_t *from, size_t limit) {
    size_t n = 0;
    while (n < limit && (to[n] = from[n])) n++;
    wchar_t *end = to + n;
    for (; n < limit; n++) to[n] = 0;
    return end;
}

wchar_t *wcscpy(wchar_t *to, const wchar_t *from) { return copy(to, from), to; }
wchar_t *wcpcpy(wchar_t *to, const wchar_t *from) { return copy(to, from); }
wchar_t *wcsncpy(wchar_t *to, const wchar_t *from, size_t limit) { return copy_padded(to, from, limit), to; }
wchar_t *wcpncpy(wchar_t *to, const wchar_t *from, size_t limit) { return copy_padded(to, from, limit); }
wchar_t *wcscat(wchar_t *to, const wchar_t *from) { return copy(to + bounded_length(to, ALL), from), to; }

wchar_t *wcsncat(wchar_t *to, const wchar_t *from, size_t limit) {
    wchar_t *end = to + bounded_length(to, ALL);
    size_t n = 0;
    while (n < limit && (end[n] = from[n])) n++;
    if (n == limit) end[n] = 0;
    return to;
}

wchar_t *wcsdup(const wchar_t *s) {
    size_t size = (bounded_length(s, ALL) + 1) * sizeof *s;
    wchar_t *to = malloc(size);
    if (to) __builtin_memcpy(to, s, size);
    return to;
}

size_t wcsxfrm(wchar_t *to, const wchar_t *from, size_t size) {
    size_t length = bounded_length(from, ALL);
    for (size_t n = 0; n < size && n <= length; n++) to[n] = from[n];
    return length;
}

/* --- comparing --- */

static int compare(const wchar_t *x, const wchar_t *y, size_t limit, int fold) {
    for (; limit; x++, y++, limit--) {
        wchar_t a = *x, b = *y;
        if (fold) a = lower(a), b = lower(b);
        if ((a != b) | !a) return fold ? a - b : order(a, b);
    }
    return 0;
}

int wcscmp(const wchar_t *x, const wchar_t *y) { return compare(x, y, ALL, 0); }
int wcscoll(const wchar_t *x, const wchar_t *y) { return compare(x, y, ALL, 0); }
int wcsncmp(const wchar_t *x, const wchar_t *y, size_t limit) { return compare(x, y, limit, 0); }
int wcscasecmp(const wchar_t *x, const wchar_t *y) { return compare(x, y, ALL, 1); }
int wcsncasecmp(const wchar_t *x, const wchar_t *y, size_t limit) { return compare(x, y, limit, 1); }

/* --- searching --- */

wchar_t *wcschrnul(const wchar_t *s, wchar_t c) {
    while ((*s != c) & (*s != 0)) s++;
    return (wchar_t *)s;
}

wchar_t *wcschr(const wchar_t *s, wchar_t c) {
    while ((*s != c) & (*s != 0)) s++;
    return *s == c ? (wchar_t *)s : NULL;
}

wchar_t *wcsrchr(const wchar_t *s, wchar_t c) {
    const wchar_t *found = NULL;
    for (;; s++) {
        if (*s == c) found = s;
        if (!*s) return (wchar_t *)found;
    }
}

/* The number of leading characters that are (wanted 1) or are not (wanted 0) in the set. */
static size_t span(const wchar_t *s, const wchar_t *set, int wanted) {
    for (size_t n = 0;; n++) {
        int found = 0;
        for (const wchar_t *each = set; *each; each++) found |= *each == s[n];
        if ((found != wanted) | !s[n]) return n;
    }
}

size_t wcsspn(const wchar_t *s, const wchar_t *set) { return span(s, set, 1); }
size_t wcscspn(const wchar_t *s, const wchar_t *set) { return span(s, set, 0); }

wchar_t *wcspbrk(const wchar_t *s, const wchar_t *set) {
    s += span(s, set, 0);
    return *s ? (wchar_t *)s : NULL;
}

static wchar_t *find(const wchar_t *s, const wchar_t *wanted) {
    for (;; s++) {
        size_t n = 0;
        while (wanted[n] && s[n] == wanted[n]) n++;
        if (!wanted[n]) return (wchar_t *)s;
        if (!s[n]) return NULL;
    }
}

wchar_t *wcsstr(const wchar_t *s, const wchar_t *wanted) { return find(s, wanted); }
wchar_t *wcswcs(const wchar_t *s, const wchar_t *wanted) { return find(s, wanted); }

wchar_t *wcstok(wchar_t *s, const wchar_t *separators, wchar_t **rest) {
    if (!s) s = *rest;
    if (!s) return NULL;
    s += span(s, separators, 1);
    if (!*s) {
        *rest = NULL;
        return NULL;
    }
    wchar_t *end = s + span(s, separators, 0);
    *rest = *end ? end + 1 : NULL;
    *end = 0;
    return s;
}

/* --- blocks --- */

wchar_t *wmemcpy(wchar_t *to, const wchar_t *from, size_t count) { return __builtin_memcpy(to, from, count * sizeof *to); }
wchar_t *wmemmove(wchar_t *to, const wchar_t *from, size_t count) { return __builtin_memmove(to, from, count * sizeof *to); }
wchar_t *wmempcpy(wchar_t *to, const wchar_t *from, size_t count) {
    __builtin_memcpy(to, from, count * sizeof *to);
    return to + count;
}

wchar_t *wmemset(wchar_t *to, wchar_t c, size_t count) {
    for (size_t n = 0; n < count; n++) to[n] = c;
    return to;
}

int wmemcmp(const wchar_t *x, const wchar_t *y, size_t count) {
    for (size_t n = 0; n < count; n++)
        if (x[n] != y[n]) return order(x[n], y[n]);
    return 0;
}

wchar_t *wmemchr(const wchar_t *block, wchar_t c, size_t count) {
    for (size_t n = 0; n < count; n++)
        if (block[n] == c) return (wchar_t *)(block + n);
    return NULL;
}
