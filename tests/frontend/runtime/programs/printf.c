/* stdio.h: snprintf, all conversions but those of long double. */

#include "cases.h"
#include <inttypes.h>
#include <wchar.h>

static char format[64];

/* A directive with random flags, width and precision. */
static const char *directive(const char *length, int letter, int has_precision) {
    char *to = format;
    *to++ = '<';
    *to++ = '%';
    for (const char *flag = "-0+ #'"; *flag; flag++)
        if (!pick(4)) *to++ = *flag;
    if (!pick(3)) to += sprintf(to, "%u", 1 + pick(14));
    if (has_precision && !pick(3)) to += sprintf(to, pick(8) ? ".%u" : ".", pick(12));
    while (*length) *to++ = *length++;
    *to++ = (char)letter;
    *to++ = '>';
    *to = 0;
    return format;
}

static void result(int count, size_t size, const char *to) {
    show("%s %zu %d %d: %s\n", format, size, count, errno, size && count >= 0 ? to : "");
    errno = 0;
}

static double real(void) {
    static const double EDGES[] = {0.0, -0.0, 1.0, -1.5, 0.1, 1e10, 1e-10, 123456.789, 9.9999995, 99999.95, 1e300, 5e-324, 0.5, 2.5, 1e15, 1e16, 1e17, 0x1p-1022, 0.0001, 0.00001};
    if (pick(3)) return EDGES[pick(COUNT(EDGES))];
    if (!pick(12)) return pick(2) ? __builtin_inf() : -__builtin_nan("");
    union { uint64_t bits; double value; } made = {(uint64_t)pick(1u << 31) << 33 ^ (uint64_t)pick(1u << 31) << 11 ^ pick(1u << 20)};
    return made.value != made.value ? 1.25 : made.value;
}

static long whole(void) {
    static const long EDGES[] = {0, 1, -1, 7, 8, 9, 10, 255, 256, -128, 65535, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, 99, 100, 1000000000};
    return pick(2) ? EDGES[pick(COUNT(EDGES))] : (long)pick(1u << 31) * (long)pick(1u << 31) * (pick(2) ? 1 : -1) >> pick(60);
}

static void one(void) {
    static const char *const LENGTHS[] = {"", "hh", "h", "l", "ll", "j", "z", "t"};
    static const wchar_t *const WIDE[] = {L"", L"wide", L"a longer one", L"\x100", L"ab\x80"};
    static const char *const TEXTS[] = {"", "a", "text", "a longer text \xff", NULL};
    char to[80] = "########";
    size_t size = pick(4) ? sizeof to : pick(12);
    switch (pick(8)) {
    case 0: case 1: {
        const char *length = LENGTHS[pick(COUNT(LENGTHS))], *made = directive(length, "diuoxXb"[pick(7)], 1);
        long value = whole();
        result(*length == 0 || *length == 'h' ? snprintf(to, size, made, (int)value) : snprintf(to, size, made, value), size, to);
        break;
    }
    case 2: case 3: result(snprintf(to, size, directive(pick(4) ? "" : "l", "fFeEgGaA"[pick(8)], 1), real()), size, to); break;
    case 4: result(snprintf(to, size, directive("", 's', 1), TEXTS[pick(COUNT(TEXTS))]), size, to); break;
    case 5: result(snprintf(to, size, directive("", 'c', 0), (int)(1 + pick(126))), size, to); break;
    case 6: result(snprintf(to, size, directive("l", "sc"[0], 1), WIDE[pick(COUNT(WIDE))]), size, to); break;
    default: result(snprintf(to, size, directive("", 'p', 0), (void *)(uintptr_t)(pick(3) ? pick(1u << 20) : 0)), size, to);
    }
}

static void several(void) {
    char to[120], *made;
    int early, late;
    long x = whole();
    errno = (int)pick(140);
    strcpy(format, "mixed");
    result(snprintf(to, sizeof to, "%3$s %1$*2$d|%4$.2f|%%", (int)pick(100), (int)pick(12) - 4, (char *)(uintptr_t)0, real()), 0, to);
    show("%s\n", to);
    show("%d ", snprintf(to, sizeof to, "%2$s-%1$d-%2$.*3$s-%4$*3$ld", (int)pick(1000), "word", (int)pick(5), x));
    show("%s\n", to);
    errno = (int)pick(140);
    show("%d ", snprintf(to, sizeof to, "%d%n %*d %-*d %.*s%n %m", (int)x, &early, (int)pick(9) - 4, 5, (int)pick(9), 6, (int)pick(6) - 1, "abcdef", &late));
    show("%s %d %d\n", to, early, late);
    errno = 0;
    show("%d ", asprintf(&made, "%ld:%s", x, text("ab", 9)));
    show("%s\n", made);
    free(made);
    show("%d %d\n", snprintf(to, 0, "%c%lc", 0, (wint_t)'x'), snprintf(to, sizeof to, "%lc", (wint_t)300));
    errno = 0;
}

void cases(int rounds) {
    errno = 0;
    for (int i = 0; i < rounds; i++) {
        one();
        if (i % 4 == 0) several();
    }
}
