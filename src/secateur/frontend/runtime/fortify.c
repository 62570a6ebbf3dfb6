/* The checked variants of functions that _FORTIFY_SOURCE calls. The size of the target is ignored: the machine itself
   checks every access. Those of the printf family are in format_calls.c. */

#include "runtime.h"

#include <wchar.h>

#define CHECKED(result, name, parameters, call) \
    result __##name##_chk parameters { return (void)room, call; }

/* --- string.h --- */

CHECKED(void *, memcpy, (void *to, const void *from, size_t size, size_t room), __builtin_memcpy(to, from, size))
CHECKED(void *, memmove, (void *to, const void *from, size_t size, size_t room), __builtin_memmove(to, from, size))
CHECKED(void *, memset, (void *to, int value, size_t size, size_t room), __builtin_memset(to, value, size))
CHECKED(void *, mempcpy, (void *to, const void *from, size_t size, size_t room),
        (char *)__builtin_memcpy(to, from, size) + size)
CHECKED(char *, strcpy, (char *to, const char *from, size_t room), __builtin_strcpy(to, from))
CHECKED(char *, stpcpy, (char *to, const char *from, size_t room), __builtin_stpcpy(to, from))
CHECKED(char *, strncpy, (char *to, const char *from, size_t size, size_t room), __builtin_strncpy(to, from, size))
CHECKED(char *, stpncpy, (char *to, const char *from, size_t size, size_t room), __builtin_stpncpy(to, from, size))
CHECKED(char *, strcat, (char *to, const char *from, size_t room), __builtin_strcat(to, from))
CHECKED(char *, strncat, (char *to, const char *from, size_t size, size_t room), __builtin_strncat(to, from, size))
void __explicit_bzero_chk(void *to, size_t size, size_t room) { (void)room, (void)__builtin_memset(to, 0, size); }

/* --- wchar.h and stdlib.h --- */

CHECKED(wchar_t *, wmemcpy, (wchar_t *to, const wchar_t *from, size_t size, size_t room), wmemcpy(to, from, size))
CHECKED(wchar_t *, wmemmove, (wchar_t *to, const wchar_t *from, size_t size, size_t room), wmemmove(to, from, size))
CHECKED(wchar_t *, wmemset, (wchar_t *to, wchar_t c, size_t size, size_t room), wmemset(to, c, size))
CHECKED(wchar_t *, wcscpy, (wchar_t *to, const wchar_t *from, size_t room), wcscpy(to, from))
CHECKED(wchar_t *, wcsncpy, (wchar_t *to, const wchar_t *from, size_t size, size_t room), wcsncpy(to, from, size))
CHECKED(wchar_t *, wcscat, (wchar_t *to, const wchar_t *from, size_t room), wcscat(to, from))
CHECKED(wchar_t *, wcsncat, (wchar_t *to, const wchar_t *from, size_t size, size_t room), wcsncat(to, from, size))
size_t mbstowcs(wchar_t *, const char *, size_t);
size_t wcstombs(char *, const wchar_t *, size_t);
CHECKED(size_t, mbstowcs, (wchar_t *to, const char *from, size_t size, size_t room), mbstowcs(to, from, size))
CHECKED(size_t, wcstombs, (char *to, const wchar_t *from, size_t size, size_t room), wcstombs(to, from, size))
CHECKED(size_t, wcrtomb, (char *to, wchar_t c, mbstate_t *state, size_t room), wcrtomb(to, c, state))
CHECKED(size_t, mbsrtowcs, (wchar_t *to, const char **from, size_t size, mbstate_t *state, size_t room),
        mbsrtowcs(to, from, size, state))

/* --- unistd.h, and others --- */

int gethostname(char *, size_t);
CHECKED(int, gethostname, (char *to, size_t size, size_t room), gethostname(to, size))
/* The word of an fd_set in which a descriptor is. */
long __fdelt_chk(long descriptor) { return descriptor / 64; }

_Noreturn void __stack_chk_fail(void) { abort(); }
_Noreturn void __chk_fail(void) { abort(); }
