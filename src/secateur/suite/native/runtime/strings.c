// Functions of the C library that get memory from the program: what they may touch is checked first, exactly as far as
// the function has to read or write, then the library's own does the work.
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "runtime.h"

#define ALL ((size_t)-1)
#define READ(from, size) secateur_check((address)(from), (size), 0, HERE)
#define WRITE(to, size) secateur_check((address)(to), (size), 1, HERE)
#define LENGTH(text) secateur_check_string((text), ALL, HERE)
#define LENGTH_TO(text, limit) secateur_check_string((text), (limit), HERE)
#define CHECKED(result, name, ...) result secateur_checked_##name(__VA_ARGS__)

// ---- blocks

CHECKED(void *, memcpy, void *to, const void *from, size_t size) {
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

// How many bytes a comparison looks at: up to the first difference or, in strings, the end.
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
    return memcmp(x, y, compared(x, y, size, 0, 0, HERE));
}
CHECKED(int, bcmp, const void *x, const void *y, size_t size) {
    return memcmp(x, y, compared(x, y, size, 0, 0, HERE));
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

CHECKED(char *, strcpy, char *to, const char *from) {
    size_t size = LENGTH(from) + 1;
    WRITE(to, size);
    secateur_copy(to, from, size);
    return to;
}
CHECKED(char *, stpcpy, char *to, const char *from) {
    size_t size = LENGTH(from) + 1;
    WRITE(to, size);
    secateur_copy(to, from, size);
    return to + size - 1;
}
CHECKED(char *, strncpy, char *to, const char *from, size_t limit) {
    LENGTH_TO(from, limit), WRITE(to, limit);
    return strncpy(to, from, limit);
}
CHECKED(char *, stpncpy, char *to, const char *from, size_t limit) {
    LENGTH_TO(from, limit), WRITE(to, limit);
    return stpncpy(to, from, limit);
}
CHECKED(char *, strcat, char *to, const char *from) {
    size_t before = LENGTH(to), size = LENGTH(from) + 1;
    WRITE(to + before, size);
    secateur_copy(to + before, from, size);
    return to;
}
CHECKED(char *, strncat, char *to, const char *from, size_t limit) {
    size_t before = LENGTH(to), length = LENGTH_TO(from, limit);
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

// The number of bytes from `text` on that are (wanted 1) or are not (wanted 0) in the set.
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

// ---- numbers in strings: what was read is what was taken and the byte behind it

static void check_number(const char *text, const char *end, char **store, void *frame) {
    if (end == text) {
        while (*end == ' ' || (*end >= '\t' && *end <= '\r')) end++;
        if (*end == '+' || *end == '-') end++;
    }
    secateur_check((address)text, (size_t)(end - text) + 1, 0, frame);
    if (store) secateur_check((address)store, sizeof *store, 1, frame);
}

#define NUMBER(type, name, parse)                                 \
    CHECKED(type, name, const char *text) {                       \
        char *end;                                                \
        READ(text, 1);                                            \
        type result = (type)parse;                                \
        check_number(text, end, NULL, HERE);                      \
        return result;                                            \
    }
NUMBER(int, atoi, strtol(text, &end, 10))
NUMBER(long, atol, strtol(text, &end, 10))
NUMBER(long long, atoll, strtoll(text, &end, 10))
NUMBER(double, atof, strtod(text, &end))

#define INTEGER(type, name)                                         \
    CHECKED(type, name, const char *text, char **store, int base) { \
        char *end;                                                  \
        READ(text, 1);                                              \
        type result = name(text, &end, base);                       \
        check_number(text, end, store, HERE);                       \
        if (store) *store = end;                                    \
        return result;                                              \
    }
INTEGER(long, strtol)
INTEGER(long long, strtoll)
INTEGER(unsigned long, strtoul)
INTEGER(unsigned long long, strtoull)

#define FLOATING(type, name)                              \
    CHECKED(type, name, const char *text, char **store) { \
        char *end;                                        \
        READ(text, 1);                                    \
        type result = name(text, &end);                   \
        check_number(text, end, store, HERE);             \
        if (store) *store = end;                          \
        return result;                                    \
    }
FLOATING(double, strtod)
FLOATING(float, strtof)

// ---- sorting: stable, by merging, with the comparisons of the machine's, as the order of equal elements and the
// moment of a fault in the program's own comparison are the library's choice

typedef int comparison(const void *, const void *, void *);

struct sorting {
    comparison *compare;
    void *argument, *frame;
    char *buffer;
    size_t each;
};

static void move(const struct sorting *sorting, char *to, const char *from, size_t count) {
    secateur_check((address)from, count * sorting->each, 0, sorting->frame);
    secateur_check((address)to, count * sorting->each, 1, sorting->frame);
    secateur_copy(to, from, count * sorting->each);
}

static void merge_sort(const struct sorting *sorting, char *items, size_t count) {
    if (count <= 1) return;
    size_t left = count / 2, right = count - left, each = sorting->each;
    char *a = items, *b = items + left * each, *to = sorting->buffer;
    merge_sort(sorting, a, left);
    merge_sort(sorting, b, right);
    for (; left && right; to += each) {
        if (sorting->compare(a, b, sorting->argument) <= 0)
            move(sorting, to, a, 1), a += each, left--;
        else
            move(sorting, to, b, 1), b += each, right--;
    }
    move(sorting, to, a, left);
    move(sorting, items, sorting->buffer, count - right);
}

static void sort(void *items, size_t count, size_t each, comparison *compare, void *argument, void *frame) {
    if (count <= 1 || !each) return;
    struct sorting sorting = {compare, argument, frame, malloc(count * each), each};
    if (!sorting.buffer) secateur_fault("abort", NOWHERE, frame, "no memory to sort in");
    merge_sort(&sorting, items, count);
    free(sorting.buffer);
}

static int without_argument(const void *x, const void *y, void *compare) {
    return ((int (*)(const void *, const void *))compare)(x, y);
}

CHECKED(void, qsort, void *items, size_t count, size_t each, int (*compare)(const void *, const void *)) {
    sort(items, count, each, without_argument, (void *)compare, HERE);
}
CHECKED(void, qsort_r, void *items, size_t count, size_t each, comparison *compare, void *argument) {
    sort(items, count, each, compare, argument, HERE);
}
