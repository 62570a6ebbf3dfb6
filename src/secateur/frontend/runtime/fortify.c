/* The checked variants of string.h functions that _FORTIFY_SOURCE calls. The size argument is ignored: the machine
   itself checks every access. */

#include "runtime.h"

void *__memcpy_chk(void *to, const void *from, size_t size, size_t room) {
    (void)room;
    return __builtin_memcpy(to, from, size);
}

void *__memmove_chk(void *to, const void *from, size_t size, size_t room) {
    (void)room;
    return __builtin_memmove(to, from, size);
}

void *__memset_chk(void *to, int value, size_t size, size_t room) {
    (void)room;
    return __builtin_memset(to, value, size);
}

char *__strcpy_chk(char *to, const char *from, size_t room) {
    (void)room;
    return __builtin_strcpy(to, from);
}

char *__stpcpy_chk(char *to, const char *from, size_t room) {
    (void)room;
    return __builtin_stpcpy(to, from);
}

char *__strncpy_chk(char *to, const char *from, size_t size, size_t room) {
    (void)room;
    return __builtin_strncpy(to, from, size);
}

char *__strcat_chk(char *to, const char *from, size_t room) {
    (void)room;
    return __builtin_strcat(to, from);
}

char *__strncat_chk(char *to, const char *from, size_t size, size_t room) {
    (void)room;
    return __builtin_strncat(to, from, size);
}
