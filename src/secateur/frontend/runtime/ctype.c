/* ctype.h in the C locale, as arithmetic on the character: no branch, no table.

   For "true" glibc returns the bit of its table, and its case tables map the values of a negative char to the
   unsigned ones; programs can observe both, so both are reproduced here. */

#include "runtime.h"

#include <features.h>

#ifdef __GLIBC__
#define YES(bit) << (bit)
#else
#define YES(bit)
#endif

/* 1 when c is one of the `count` characters starting at `first`. */
INLINE int in(int c, int first, unsigned count) { return (unsigned)c - (unsigned)first < count; }

INLINE int is_letter(int c) { return in(c | 32, 'a', 26); }

int isupper(int c) { return in(c, 'A', 26) YES(8); }
int islower(int c) { return in(c, 'a', 26) YES(9); }
int isalpha(int c) { return is_letter(c) YES(10); }
int isdigit(int c) { return in(c, '0', 10) YES(11); }
int isxdigit(int c) { return (in(c, '0', 10) | in(c | 32, 'a', 6)) YES(12); }
int isspace(int c) { return ((c == ' ') | in(c, '\t', 5)) YES(13); }
int isprint(int c) { return in(c, ' ', 95) YES(14); }
int isgraph(int c) { return in(c, '!', 94) YES(15); }
int isblank(int c) { return ((c == ' ') | (c == '\t')) YES(0); }
int iscntrl(int c) { return (in(c, 0, 32) | (c == 127)) YES(1); }
int ispunct(int c) { return (in(c, '!', 94) & !in(c, '0', 10) & !is_letter(c)) YES(2); }
int isalnum(int c) { return (in(c, '0', 10) | is_letter(c)) YES(3); }
int isascii(int c) { return in(c, 0, 128); }
int toascii(int c) { return c & 127; }

#ifdef __GLIBC__
INLINE int unsigned_char(int c) { return c + (in(c, -128, 127) << 8); }
#else
INLINE int unsigned_char(int c) { return c; }
#endif

int tolower(int c) { return unsigned_char(c) + (in(c, 'A', 26) << 5); }
int toupper(int c) { return unsigned_char(c) - (in(c, 'a', 26) << 5); }

/* --- with a locale, which is always "C" --- */

#define WITH_LOCALE(name) \
    int name##_l(int c, void *locale) { \
        (void)locale; \
        return name(c); \
    } \
    int __##name##_l(int c, void *locale) { \
        (void)locale; \
        return name(c); \
    }

WITH_LOCALE(isupper)
WITH_LOCALE(islower)
WITH_LOCALE(isalpha)
WITH_LOCALE(isdigit)
WITH_LOCALE(isxdigit)
WITH_LOCALE(isspace)
WITH_LOCALE(isprint)
WITH_LOCALE(isgraph)
WITH_LOCALE(isblank)
WITH_LOCALE(iscntrl)
WITH_LOCALE(ispunct)
WITH_LOCALE(isalnum)
WITH_LOCALE(tolower)
WITH_LOCALE(toupper)
