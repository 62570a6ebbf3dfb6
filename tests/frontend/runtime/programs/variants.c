/* Functions under other names: with a locale, of other widths, checked, as headers and older programs call them. */

#include "cases.h"
#include <arpa/inet.h>
#include <ctype.h>
#include <err.h>
#include <inttypes.h>
#include <langinfo.h>
#include <libintl.h>
#include <locale.h>
#include <malloc.h>
#include <pthread.h>
#include <search.h>
#include <strings.h>
#include <sys/sysmacros.h>
#include <syslog.h>
#include <time.h>
#include <wchar.h>
#include <wctype.h>

int __isoc99_sscanf(const char *, const char *, ...);
int __isoc99_vsscanf(const char *, const char *, va_list);
int __snprintf_chk(char *, size_t, int, size_t, const char *, ...);
int __sprintf_chk(char *, int, size_t, const char *, ...);
int __vsnprintf_chk(char *, size_t, int, size_t, const char *, va_list);
int __vsprintf_chk(char *, int, size_t, const char *, va_list);
int __asprintf_chk(char **, int, const char *, ...);
void *__memcpy_chk(void *, const void *, size_t, size_t);
void *__memmove_chk(void *, const void *, size_t, size_t);
void *__mempcpy_chk(void *, const void *, size_t, size_t);
void *__memset_chk(void *, int, size_t, size_t);
void __explicit_bzero_chk(void *, size_t, size_t);
char *__strcpy_chk(char *, const char *, size_t);
char *__stpcpy_chk(char *, const char *, size_t);
char *__strncpy_chk(char *, const char *, size_t, size_t);
char *__stpncpy_chk(char *, const char *, size_t, size_t);
char *__strcat_chk(char *, const char *, size_t);
char *__strncat_chk(char *, const char *, size_t, size_t);
wchar_t *__wmemcpy_chk(wchar_t *, const wchar_t *, size_t, size_t);
wchar_t *__wcscpy_chk(wchar_t *, const wchar_t *, size_t);
wchar_t *__wcsncat_chk(wchar_t *, const wchar_t *, size_t, size_t);
size_t __mbstowcs_chk(wchar_t *, const char *, size_t, size_t);
size_t __wcstombs_chk(char *, const wchar_t *, size_t, size_t);
char *__strdup(const char *);
char *__strtok_r(char *, const char *, char **);
void *__mempcpy(void *, const void *, size_t);
char *__stpcpy(char *, const char *);
void *__rawmemchr(const void *, int);
int __isalpha_l(int, locale_t);
int __toupper_l(int, locale_t);
size_t __mbrlen(const char *, size_t, mbstate_t *);
int __posix_getopt(int, char *const *, const char *);

static int sign(int x) { return (x > 0) - (x < 0); }

static void with_locale(locale_t l) {
    int c = (int)pick(256);
    wint_t w = pick(200);
    show("%d %d: %d%d%d%d%d%d%d%d%d%d%d%d ", c, (int)w, !!isupper_l(c, l), !!islower_l(c, l), !!isalpha_l(c, l), !!isdigit_l(c, l), !!isxdigit_l(c, l), !!isspace_l(c, l), !!isprint_l(c, l),
         !!isgraph_l(c, l), !!isblank_l(c, l), !!iscntrl_l(c, l), !!ispunct_l(c, l), !!isalnum_l(c, l));
    show("%d%d%d%d%d%d%d%d%d%d%d%d ", !!iswupper_l(w, l), !!iswlower_l(w, l), !!iswalpha_l(w, l), !!iswdigit_l(w, l), !!iswxdigit_l(w, l), !!iswspace_l(w, l), !!iswprint_l(w, l), !!iswgraph_l(w, l),
         !!iswblank_l(w, l), !!iswcntrl_l(w, l), !!iswpunct_l(w, l), !!iswalnum_l(w, l));
    show("%d %d %d %d %d %d ", tolower_l(c, l), toupper_l(c, l), (int)towlower_l(w, l), (int)towupper_l(w, l), !!__isalpha_l(c, l), __toupper_l(c, l));
    const char *x = text("abAB1", 6), *y = text("abAB1", 6);
    char to[64];
    struct tm t = {1, 2, 3, 4, 5, 106, 0, 7, 0, 0, "Z"};
    show("%d %d %d %zu ", sign(strcasecmp_l(x, y, l)), sign(strncasecmp_l(x, y, 3, l)), sign(strcoll_l(x, y, l)), strxfrm_l(to, x, sizeof to, l));
    show("%ld %lu %g %g %s %s ", strtol_l(text("0129x", 5), NULL, 0, l), strtoul_l("-7", NULL, 10, l), strtod_l("1.5e3", NULL, l), strtof_l("0x.8", NULL, l), strerror_l(2, l), nl_langinfo_l(DAY_1, l));
    show("%zu %s %ld\n", strftime_l(to, sizeof to, "%c", &t, l), to, at(strptime_l("12:30", "%H:%M", &t, l), NULL) > 0);
}

static int through_list(char *to, size_t size, const char *format, ...) {
    va_list list, again;
    va_start(list, format);
    va_copy(again, list);
    int count = __vsnprintf_chk(to, size, 1, size, format, list);
    __vsprintf_chk(to + 40, 1, 40, format, again);
    va_end(again);
    va_end(list);
    return count;
}

static int scan_list(const char *s, const char *format, ...) {
    va_list list;
    va_start(list, format);
    int count = __isoc99_vsscanf(s, format, list) + vsscanf(s, "%*d", list);
    va_end(list);
    return count;
}

static void checked(void) {
    char to[80] = "", *made = NULL, *rest;
    const char *x = text("ab ", 8), *y = text("ab ", 8);
    wchar_t wide[40] = {0}, more[20] = {0};
    int a = 0, b = 0;
    show("'%s' '%s' %d %s ", x, y, __snprintf_chk(to, 10, 1, 80, "%s-%d", x, 5), to);
    show("%d %s ", __sprintf_chk(to, 1, 80, "<%s>", y), to);
    show("%d %s %s ", through_list(to, 8, "%d|%s", 12, x), to, to + 40);
    show("%d %s ", __asprintf_chk(&made, 1, "%s%s", x, y), made);
    free(made);
    show("%s ", __strcpy_chk(to, x, 80));
    show("%ld %s ", at(__stpcpy_chk(to, y, 80), to), __strcat_chk(to, x, 80));
    show("%s ", __strncat_chk(to, y, 2, 80));
    show("%s %ld ", bytes(__strncpy_chk(to, x, 9, 80), 10), at(__stpncpy_chk(to, y, 5, 80), to));
    show("%s ", bytes(__memset_chk(to, 7, 9, 80), 10));
    show("%ld %s ", at(__mempcpy_chk(to, x, strlen(x), 80), to), bytes(__memcpy_chk(to + 3, "xyz", 3, 70), 4));
    __memmove_chk(to + 1, to, 6, 70);
    __explicit_bzero_chk(to, 2, 80);
    show("%s\n", bytes(to, 10));
    show("%zu ", __mbstowcs_chk(wide, x, 40, 40));
    show("%zu ", wcslen(__wcscpy_chk(more, wide, 20)));
    show("%zu ", wcslen(__wcsncat_chk(wide, more, 3, 30)));
    __wmemcpy_chk(more, wide, 5, 20);
    show("%s %zu %s ", bytes(more, 20), __wcstombs_chk(to, wide, 40, 80), to);
    show("%d %d %d ", __isoc99_sscanf("12 abc", "%d", &a), scan_list("7 8", "%d", &b), a + b);
    show("%ld ", at(__strtok_r(strcpy(to, "a,b"), ",", &rest), to));
    made = __strdup(x);
    show("%s %ld %ld %ld\n", made, at(__mempcpy(to, "q", 2), to), at(__stpcpy(to, "abc"), to), at(__rawmemchr("xyz", 'y'), "xyz") >= 0);
    free(made);
}

static int reversed(const void *x, const void *y, void *argument) { return *(const int *)y - *(const int *)x + *(int *)argument; }

static int total;
static void add(const void *node, VISIT which, void *argument) {
    if (which == leaf || which == postorder) total += **(int *const *)node, ++*(int *)argument;
}
static int plain(const void *x, const void *y) { return *(const int *)x - *(const int *)y; }

static void others(void) {
    int numbers[6], zero = 0, visits = 0;
    for (int i = 0; i < 6; i++) numbers[i] = (int)pick(9);
    qsort_r(numbers, 6, sizeof *numbers, reversed, &zero);
    for (int i = 0; i < 6; i++) show("%d ", numbers[i]);
    void *root = NULL;
    for (int i = 0; i < 6; i++) tsearch(&numbers[i], &root, plain);
    total = 0;
    twalk_r(root, add, &visits);
    show("%d %d ", total, visits);
    while (root) tdelete(*(void **)root, &root, plain);
    uint32_t x = pick(1u << 31);
    show("%u %u %u %u ", htonl(x), ntohl(x), htons((uint16_t)x), ntohs((uint16_t)x));
    show("%jd %jd %jd %ju ", imaxabs(-(intmax_t)x), imaxdiv(x, 7).rem, strtoimax("-0x1f", NULL, 0), strtoumax("077", NULL, 0));
    char block[16] = "0123456789", *made = reallocarray(NULL, 3, 5), *same = NULL;
    bcopy(block, block + 2, 5);
    bzero(block, 1);
    explicit_bzero(block + 1, 1);
    show("%s %d %d ", bytes(block, 11), made != NULL, posix_memalign((void **)&same, 3, 8));
    free(made);
    made = memalign(16, 5);
    show("%d ", made != NULL);
    free(made);
    made = aligned_alloc(16, 32);
    show("%d %s %s ", made != NULL, dcngettext("d", "one", "many", x % 3, LC_MESSAGES), dgettext("d", "text"));
    free(made);
    show("%s %s\n", bindtextdomain("d", "/here"), bindtextdomain("", "/x") ? "?" : "-");
}

static void once(void) { show("once "); }

static void one_thread(void) {
    pthread_mutex_t plain_one = PTHREAD_MUTEX_INITIALIZER, made;
    pthread_mutexattr_t attributes;
    static pthread_once_t is_done = PTHREAD_ONCE_INIT;
    int kind = (int)pick(3), result = 0;
    show("%d %d %d ", pthread_mutex_lock(&plain_one), pthread_mutex_trylock(&plain_one), pthread_mutex_unlock(&plain_one));
    show("%d %d ", pthread_mutexattr_init(&attributes), pthread_mutexattr_settype(&attributes, kind));
    show("%d ", pthread_mutex_init(&made, &attributes));
    for (int i = 0; i < 4; i++) {
        if (pick(2))
            result = kind ? pthread_mutex_lock(&made) : pthread_mutex_trylock(&made);
        else if (kind)
            result = pthread_mutex_unlock(&made);
        show("%d ", result);
    }
    show("%d %d ", pthread_once(&is_done, once), pthread_equal(pthread_self(), pthread_self()));
    unsigned big = pick(1u << 31), small = pick(1u << 31);
    unsigned long device = gnu_dev_makedev(big, small);
    show("%lx %d %d ", device, gnu_dev_major(device) == big, gnu_dev_minor(device) == small);
    show("%d %d\n", setlogmask(0), setlogmask(255));
}

static void wide_others(void) {
    wchar_t x[16] = L"0x1Fz", to[16] = {0}, *end = x;
    show("%lld %llu %ju ", wcstoll(x, &end, 0), wcstoull(L"-1", NULL, 10), (uintmax_t)wcstoumax(L"12", NULL, 10));
    show("%ld %zu ", at(end, x), wcsxfrm(to, x, 16));
    wmemcpy(to, x, 3), wmemmove(to + 1, to, 3);
    show("%s %ld ", bytes(to, 20), at(wmempcpy(to, x, 2), to));
    mbstate_t state = {0};
    show("%zu %s\n", __mbrlen("a", 1, &state), strerrordesc_np(1));
}

void cases(int rounds) {
    locale_t made = newlocale(LC_ALL_MASK, "C", (locale_t)0), copy = duplocale(made);
    for (int i = 0; i < rounds; i++) with_locale(i & 1 ? made : copy), checked(), others(), one_thread(), wide_others();
    freelocale(copy), freelocale(made);
    char *words[] = {"program", "operand", "-a", NULL};
    show("%d\n", __posix_getopt(3, words, "a"));
}
