// Numbers in strings: the parsed part of the string and the byte after it were read, so they must be accessible.
#include <stdlib.h>

#include "runtime.h"

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
