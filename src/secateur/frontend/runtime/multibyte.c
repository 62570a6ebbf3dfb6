/* wchar.h, uchar.h and stdlib.h: multibyte characters in the locale "C", as in glibc: one byte each, and only the
   bytes of ASCII are characters. There is no state to keep between calls. */

#include "runtime.h"

typedef struct { int count, value; } State;

#define ILLEGAL FAIL(SECATEUR_EILSEQ, (size_t)-1)

size_t __ctype_get_mb_cur_max(void) { return 1; }

int mbsinit(const State *state) { return !state || !state->count; }

unsigned btowc(int c) { return (unsigned)c < 128 ? (unsigned)c : -1u; }
int wctob(unsigned c) { return c < 128 ? (int)c : -1; }

/* --- one character --- */

static size_t read_character(wchar_t *to, const char *s, size_t limit) {
    if (!s) return 0;
    if (!limit) return (size_t)-2;
    if (*s & 128) ILLEGAL;
    if (to) *to = *s;
    return *s != 0;
}

static size_t write_character(char *to, unsigned c) {
    if (!to) return 1;
    if (c >= 128) ILLEGAL;
    *to = (char)c;
    return 1;
}

size_t mbrtowc(wchar_t *to, const char *s, size_t limit, State *state) {
    (void)state;
    return read_character(to, s, limit);
}

size_t mbrtoc32(unsigned *to, const char *s, size_t limit, State *state) {
    (void)state;
    return read_character((wchar_t *)to, s, limit);
}

size_t mbrtoc16(unsigned short *to, const char *s, size_t limit, State *state) {
    wchar_t c;
    (void)state;
    size_t count = read_character(&c, s, limit);
    if (to && count <= 1 && s) *to = (unsigned short)c;
    return count;
}

size_t mbrlen(const char *s, size_t limit, State *state) {
    (void)state;
    return read_character(NULL, s, limit);
}

size_t __mbrlen(const char *s, size_t limit, State *state) {
    (void)state;
    return read_character(NULL, s, limit);
}

size_t wcrtomb(char *to, wchar_t c, State *state) {
    (void)state;
    return write_character(to, (unsigned)c);
}

size_t c32rtomb(char *to, unsigned c, State *state) {
    (void)state;
    return write_character(to, c);
}

size_t c16rtomb(char *to, unsigned short c, State *state) {
    (void)state;
    return write_character(to, c);
}

/* As in glibc, an empty string is read even if there is no room for it. */
static int read_whole(wchar_t *to, const char *s, size_t limit) {
    size_t count = read_character(to, s, limit || !s || *s ? limit : 1);
    return count == (size_t)-2 ? -1 : (int)count;
}

int mbtowc(wchar_t *to, const char *s, size_t limit) { return read_whole(to, s, limit); }
int mblen(const char *s, size_t limit) { return read_whole(NULL, s, limit); }

int wctomb(char *to, wchar_t c) { return to ? (int)write_character(to, (unsigned)c) : 0; }

/* --- strings: at most `limit` bytes are read, and `room` characters written; *from moves on if there is a target --- */

static size_t read_string(wchar_t *to, const char **from, size_t limit, size_t room) {
    const char *s = *from;
    size_t n = 0;
    for (;; n++) {
        if (n == limit || (to && n == room)) break;
        if (s[n] & 128) {
            if (to) *from = s + n;
            ILLEGAL;
        }
        if (to) to[n] = s[n];
        if (s[n]) continue;
        if (to) *from = NULL;
        return n;
    }
    if (to) *from = s + n;
    return n;
}

static size_t write_string(char *to, const wchar_t **from, size_t limit, size_t room) {
    const wchar_t *s = *from;
    size_t n = 0;
    for (;; n++) {
        if (n == limit || (to && n == room)) break;
        if ((unsigned)s[n] >= 128) {
            if (to) *from = s + n;
            ILLEGAL;
        }
        if (to) to[n] = (char)s[n];
        if (s[n]) continue;
        if (to) *from = NULL;
        return n;
    }
    if (to) *from = s + n;
    return n;
}

#define ALL ((size_t)-1)

size_t mbsrtowcs(wchar_t *to, const char **from, size_t room, State *state) {
    (void)state;
    return read_string(to, from, ALL, room);
}

size_t mbsnrtowcs(wchar_t *to, const char **from, size_t limit, size_t room, State *state) {
    (void)state;
    return read_string(to, from, limit, room);
}

size_t wcsrtombs(char *to, const wchar_t **from, size_t room, State *state) {
    (void)state;
    return write_string(to, from, ALL, room);
}

size_t wcsnrtombs(char *to, const wchar_t **from, size_t limit, size_t room, State *state) {
    (void)state;
    return write_string(to, from, limit, room);
}

size_t mbstowcs(wchar_t *to, const char *from, size_t room) { return read_string(to, &from, ALL, room); }
size_t wcstombs(char *to, const wchar_t *from, size_t room) { return write_string(to, &from, ALL, room); }
