/* wchar.h, wctype.h and multibyte characters in the locale "C". */

#include "cases.h"
#include <inttypes.h>
#include <uchar.h>
#include <wchar.h>
#include <wctype.h>

static const char *const CLASSES[] = {
    "upper", "lower", "alpha", "digit", "xdigit", "space", "print", "graph", "blank", "cntrl", "punct", "alnum", "none", "",
};

static void one_character(wint_t c) {
    show("%d: %d %d %d %d %d %d", (int)c, iswupper(c), iswlower(c), iswalpha(c), iswdigit(c), iswxdigit(c), iswspace(c));
    show(" %d %d %d %d %d %d", iswprint(c), iswgraph(c), iswblank(c), iswcntrl(c), iswpunct(c), iswalnum(c));
    show(" %d %d %d %d %d\n", (int)towlower(c), (int)towupper(c), wcwidth((wchar_t)c), (int)btowc((int)c), wctob(c));
    for (unsigned i = 0; i < COUNT(CLASSES); i++) show("%d ", !!iswctype(c, wctype(CLASSES[i])));
    show("%d %d\n", (int)towctrans(c, wctrans("tolower")), (int)towctrans(c, wctrans("toupper")));
    char to[8] = "xyz";
    mbstate_t state = {0};
    errno = 0;
    show("%zd ", wcrtomb(to, (wchar_t)c, &state));
    show("%d ", errno);
    errno = 0;
    show("%zd ", c32rtomb(to, c, &state));
    show("%d %d %s\n", wctomb(to, (wchar_t)c), errno, bytes(to, 4));
}

static wchar_t *wide(const char *from) {
    static wchar_t kept[4][64];
    static int next;
    wchar_t *to = kept[next++ % 4];
    size_t n = 0;
    for (; from[n]; n++) to[n] = from[n] == '~' ? 0x1f600 : from[n] == '^' ? -5 : from[n];
    to[n] = 0;
    return to;
}

static void multibyte(const char *s, size_t limit) {
    wchar_t to[32] = {7, 7, 7};
    mbstate_t state = {0};
    char32_t c32 = 1;
    char16_t c16 = 1;
    errno = 0;
    show("%zd %d", mbrtowc(to, s, limit, &state), (int)to[0]);
    show(" %d %zd %d %zd", errno, mbrlen(s, limit, &state), mbsinit(&state), mbrtoc32(&c32, s, limit, &state));
    show(" %zd %d %d", mbrtoc16(&c16, s, limit, &state), c32, c16);
    show(" %d %d\n", mbtowc(to, s, limit), mblen(s, limit));
    const char *from = s;
    errno = 0;
    show("%zd", mbsrtowcs(to, &from, limit, &state));
    show(" %ld %s %d\n", at(from, s), bytes(to, 24), errno);
    from = s;
    show("%zd", mbsnrtowcs(to, &from, limit, 3, &state));
    show(" %ld %s\n", at(from, s), bytes(to, 24));
    from = s;
    show("%zd", mbsrtowcs(NULL, &from, limit, &state));
    show(" %ld %zd %zd %s\n", at(from, s), mbstowcs(to, s, limit), mbstowcs(NULL, s, 0), bytes(to, 24));
}

static void narrow(const wchar_t *s, size_t limit) {
    char to[32] = "-------";
    mbstate_t state = {0};
    const wchar_t *from = s;
    show("%zd", wcsrtombs(to, &from, limit, &state));
    show(" %ld %s\n", at(from, s), bytes(to, 8));
    from = s;
    show("%zd", wcsnrtombs(to, &from, limit, 3, &state));
    show(" %ld %s\n", at(from, s), bytes(to, 8));
    show("%zd %zd %s\n", wcstombs(to, s, limit), wcstombs(NULL, s, 0), bytes(to, 8));
}

static int sign(int x) { return (x > 0) - (x < 0); }

static void two_strings(wchar_t *x, const wchar_t *y, size_t limit) {
    wchar_t to[128], copy[64], *rest, *word;
    show("%zu %zu %d %d", wcslen(x), wcsnlen(x, limit), sign(wcscmp(x, y)), sign(wcsncmp(x, y, limit)));
    show(" %d %d %d", sign(wcscasecmp(x, y)), sign(wcsncasecmp(x, y, limit)), sign(wcscoll(x, y)));
    show(" %ld %ld %ld", at(wcschr(x, y[0]), x), at(wcsrchr(x, y[0]), x), at(wcschrnul(x, y[0]), x));
    show(" %zu %zu %ld %ld\n", wcsspn(x, y), wcscspn(x, y), at(wcspbrk(x, y), x), at(wcsstr(x, y), x));
    wmemset(to, 9, 128);
    show("%ld", at(wcscpy(to, x), to));
    show(" %ld %ld\n", at(wcscat(to, y), to), at(wcsncat(to, y, limit), to));
    show("%s\n", bytes(to, 200));
    show("%ld", at(wcpncpy(to, x, limit), to));
    show(" %ld", at(wcpcpy(to + 40, y), to));
    show(" %ld\n", at(wcsncpy(to + 20, y, limit), to));
    show("%s\n", bytes(to, 240));
    size_t shared = wcslen(x) < wcslen(y) ? wcslen(x) : wcslen(y);
    show("%d %ld\n", sign(wmemcmp(x, y, shared)), at(wmemchr(x, y[0], shared), x));
    show("%d %d\n", wcswidth(x, limit), wcswidth(x, 100));
    wcscpy(copy, x);
    for (word = wcstok(copy, y, &rest); word; word = wcstok(NULL, y, &rest)) show("%ld ", at(word, copy));
    show("\n");
    wchar_t *twin = wcsdup(x);
    show("%d\n", wcscmp(twin, x));
    free(twin);
}

static void number(const wchar_t *s, int base) {
    wchar_t *end = (wchar_t *)s;
    errno = 0;
    show("%ld ", wcstol(s, &end, base));
    show("%ld %d ", at(end, s), errno);
    show("%lu ", wcstoul(s, &end, base));
    show("%ld %d %ld ", at(end, s), errno, (long)wcstoimax(s, NULL, base));
    show("%.17g ", wcstod(s, &end));
    show("%ld\n", at(end, s));
}

/* Into a buffer that may be too small. */
static void print(const wchar_t *w, const char *s, int n, double x) {
    static const wchar_t *const FORMATS[] = {
        L"%d|%5d|%-5d|%05d|%+d", L"%x %#o %lu %hhd %hd", L"%f|%.2f|%10.3e|%g", L"[%ls] %.3ls %6ls|%-6ls|", L"%s %.2s %7s|%-7s|",
        L"%c %lc %5lc%% x", L"%*d %.*f %-*d|", L"%Lf %Lg %.1Le",
    };
    wchar_t to[64];
    size_t room = pick(2) ? 64 : pick(20);
    for (int i = 0; i < 8; i++) {
        wmemset(to, 9, 64);
        int count = 0;
        switch (i) {
        case 0: count = swprintf(to, room, FORMATS[i], n, n, n, n, n); break;
        case 1: count = swprintf(to, room, FORMATS[i], n, n, (unsigned long)n, n, n); break;
        case 2: count = swprintf(to, room, FORMATS[i], x, x, x, x); break;
        case 3: count = swprintf(to, room, FORMATS[i], w, w, w, w); break;
        case 4: count = swprintf(to, room, FORMATS[i], s, s, s, s); break;
        case 5: count = swprintf(to, room, FORMATS[i], 'a' + (n & 15), L'b', L'\x142'); break;
        case 6: count = swprintf(to, room, FORMATS[i], n % 9, n, n % 5, x, 6, n); break;
        case 7: count = swprintf(to, room, FORMATS[i], (long double)x, (long double)x / 3, (long double)n); break;
        }
        show("%d ", count);
        if (count >= 0) show("%zu %s\n", wcslen(to), bytes(to, 4 * (size_t)count + 4));
    }
}

void cases(int rounds) {
    for (int c = -2; c < 140; c += rounds < 10 ? 31 : 1) one_character((wint_t)c);
    for (int i = 0; i < rounds / 10; i++) one_character(pick(0x20000));
    for (int i = 0; i < rounds; i++) {
        multibyte(text("ab \x80\xff", 6), pick(7));
        narrow(wide(text("ab ~^", 6)), pick(7));
        two_strings(wide(text("abAB ~^", 8)), wide(text("abA ~^", 4)), pick(8));
        print(wide(text("abAB ~^", 8)), text("abAB", 5), (int)pick(20000) - 9000, (double)pick(100000) / 7 - 5000);
        number(wide(text("01 9-+xfz.e~", 9)), pick(3) ? (int)pick(37) : 10);
    }
    show("%zu %d %zd\n", (size_t)MB_CUR_MAX, mblen(NULL, 0), mbrlen(NULL, 0, NULL));
}
