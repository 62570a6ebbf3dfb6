/* wctype.h in the locale "C", where only the characters of ASCII have properties. As arithmetic: no branch, no table.
   For "true" glibc returns the bit of its table. */

#include "runtime.h"

typedef unsigned wint;

INLINE int in(wint c, wint first, wint count) { return c - first < count; }

INLINE int is_letter(wint c) { return in(c | 32, 'a', 26); }

int iswupper(wint c) { return in(c, 'A', 26) << 8; }
int iswlower(wint c) { return in(c, 'a', 26) << 9; }
int iswalpha(wint c) { return is_letter(c) << 10; }
int iswdigit(wint c) { return in(c, '0', 10); }
int iswxdigit(wint c) { return (in(c, '0', 10) | in(c | 32, 'a', 6)) << 12; }
int iswspace(wint c) { return ((c == ' ') | in(c, '\t', 5)) << 13; }
int iswprint(wint c) { return in(c, ' ', 95) << 14; }
int iswgraph(wint c) { return in(c, '!', 94) << 15; }
int iswblank(wint c) { return (c == ' ') | (c == '\t'); }
int iswcntrl(wint c) { return (in(c, 0, 32) | (c == 127)) << 1; }
int iswpunct(wint c) { return (in(c, '!', 94) & !in(c, '0', 10) & !is_letter(c)) << 2; }
int iswalnum(wint c) { return (in(c, '0', 10) | is_letter(c)) << 3; }
wint towlower(wint c) { return c + ((wint)in(c, 'A', 26) << 5); }
wint towupper(wint c) { return c - ((wint)in(c, 'a', 26) << 5); }

#define WITH_LOCALE(result, name) \
    result name##_l(wint c, void *locale) { \
        (void)locale; \
        return name(c); \
    }

WITH_LOCALE(int, iswupper)
WITH_LOCALE(int, iswlower)
WITH_LOCALE(int, iswalpha)
WITH_LOCALE(int, iswdigit)
WITH_LOCALE(int, iswxdigit)
WITH_LOCALE(int, iswspace)
WITH_LOCALE(int, iswprint)
WITH_LOCALE(int, iswgraph)
WITH_LOCALE(int, iswblank)
WITH_LOCALE(int, iswcntrl)
WITH_LOCALE(int, iswpunct)
WITH_LOCALE(int, iswalnum)
WITH_LOCALE(wint, towlower)
WITH_LOCALE(wint, towupper)

/* The columns that a character takes: none for NUL, -1 for what cannot be printed. */
INLINE int columns(wint c) { return c ? 2 * in(c, ' ', 95) - 1 : 0; }

int wcwidth(wchar_t c) { return columns((wint)c); }

int wcswidth(const wchar_t *s, size_t limit) {
    int total = 0;
    for (; limit && *s; s++, limit--) {
        int width = columns((wint)*s);
        if (width < 0) return -1;
        total += width;
    }
    return total;
}

/* --- properties by name: a handle is the address of the name's entry --- */

static const struct {
    const char *name;
    int (*has)(wint);
} CLASSES[] = {
    {"upper", iswupper}, {"lower", iswlower}, {"alpha", iswalpha}, {"digit", iswdigit}, {"xdigit", iswxdigit},
    {"space", iswspace}, {"print", iswprint}, {"graph", iswgraph}, {"blank", iswblank}, {"cntrl", iswcntrl},
    {"punct", iswpunct}, {"alnum", iswalnum},
};

static int is_same(const char *x, const char *y) {
    while (*x && *x == *y) x++, y++;
    return *x == *y;
}

unsigned long wctype(const char *name) {
    for (unsigned long i = 0; i < sizeof CLASSES / sizeof *CLASSES; i++)
        if (is_same(name, CLASSES[i].name)) return i + 1;
    return 0;
}

int iswctype(wint c, unsigned long class) { return class ? CLASSES[class - 1].has(c) : 0; }

const int *wctrans(const char *name) {
    static const int to_lower = 1, to_upper = 2;
    return is_same(name, "tolower") ? &to_lower : is_same(name, "toupper") ? &to_upper : NULL;
}

wint towctrans(wint c, const int *mapping) { return !mapping ? c : *mapping == 1 ? towlower(c) : towupper(c); }
