/* locale.h, langinfo.h, libintl.h and iconv.h: there is only the locale "C", and no message is translated. */

#include "runtime.h"

#include <langinfo.h>
#include <limits.h>
#include <locale.h>

static int is_same(const char *x, const char *y) {
    while (*x && *x == *y) x++, y++;
    return *x == *y;
}

static int is_known(const char *name) { return !*name || is_same(name, "C") || is_same(name, "POSIX"); }

char *setlocale(int category, const char *name) {
    if (category < 0 || category > LC_IDENTIFICATION) FAIL(SECATEUR_EINVAL, NULL);
    if (name && !is_known(name)) FAIL(SECATEUR_ENOENT, NULL);
    return "C";
}

struct lconv *localeconv(void) {
    static struct lconv conventions = {
        .decimal_point = ".", .thousands_sep = "", .grouping = "", .int_curr_symbol = "", .currency_symbol = "",
        .mon_decimal_point = "", .mon_thousands_sep = "", .mon_grouping = "", .positive_sign = "", .negative_sign = "",
        .int_frac_digits = CHAR_MAX, .frac_digits = CHAR_MAX, .p_cs_precedes = CHAR_MAX, .p_sep_by_space = CHAR_MAX,
        .n_cs_precedes = CHAR_MAX, .n_sep_by_space = CHAR_MAX, .p_sign_posn = CHAR_MAX, .n_sign_posn = CHAR_MAX,
        .int_p_cs_precedes = CHAR_MAX, .int_p_sep_by_space = CHAR_MAX, .int_n_cs_precedes = CHAR_MAX,
        .int_n_sep_by_space = CHAR_MAX, .int_p_sign_posn = CHAR_MAX, .int_n_sign_posn = CHAR_MAX,
    };
    return &conventions;
}

/* --- locales as objects: "C" is the only one --- */

#define PROGRAMS_OWN ((locale_t)-1)

static char c_locale[256];
static locale_t chosen = PROGRAMS_OWN;

locale_t newlocale(int mask, const char *name, locale_t base) {
    (void)mask, (void)base;
    if (!name) FAIL(SECATEUR_EINVAL, NULL);
    if (!is_known(name)) FAIL(SECATEUR_ENOENT, NULL);
    return (locale_t)c_locale;
}

locale_t duplocale(locale_t locale) { return locale == PROGRAMS_OWN ? (locale_t)c_locale : locale; }

void freelocale(locale_t locale) { (void)locale; }

locale_t uselocale(locale_t locale) {
    locale_t before = chosen;
    if (locale) chosen = locale;
    return before;
}

/* --- langinfo.h --- */

static const char *const DAYS[] = {"Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"};
static const char *const SHORT_DAYS[] = {"Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"};
static const char *const MONTHS[] = {
    "January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November",
    "December",
};
static const char *const SHORT_MONTHS[] = {
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
};

#define AMONG(first, table) \
    if ((unsigned)item - (first) < sizeof table / sizeof *table) return table[item - (first)]

static const char *information(nl_item item) {
    AMONG(ABDAY_1, SHORT_DAYS);
    AMONG(DAY_1, DAYS);
    AMONG(ABMON_1, SHORT_MONTHS);
    AMONG(MON_1, MONTHS);
    switch (item) {
    case CODESET: return "ANSI_X3.4-1968";
    case RADIXCHAR: return ".";
    case AM_STR: return "AM";
    case PM_STR: return "PM";
    case D_T_FMT: return "%a %b %e %H:%M:%S %Y";
    case D_FMT: return "%m/%d/%y";
    case T_FMT: return "%H:%M:%S";
    case T_FMT_AMPM: return "%I:%M:%S %p";
    case YESEXPR: return "^[yY]";
    case NOEXPR: return "^[nN]";
    case CRNCYSTR: return "-";
    default: return "";
    }
}

char *nl_langinfo(nl_item item) { return (char *)information(item); }
char *nl_langinfo_l(nl_item item, locale_t locale) {
    (void)locale;
    return (char *)information(item);
}

/* --- libintl.h --- */

static char domain[256] = "messages";

static char *untranslated(const char *text) { return (char *)text; }
static char *form(const char *one, const char *many, unsigned long count) { return (char *)(count == 1 ? one : many); }

char *gettext(const char *text) { return untranslated(text); }
char *dgettext(const char *of, const char *text) { return (void)of, untranslated(text); }
char *dcgettext(const char *of, const char *text, int category) { return (void)of, (void)category, untranslated(text); }
char *ngettext(const char *one, const char *many, unsigned long count) { return form(one, many, count); }
char *dngettext(const char *of, const char *one, const char *many, unsigned long count) {
    return (void)of, form(one, many, count);
}
char *dcngettext(const char *of, const char *one, const char *many, unsigned long count, int category) {
    return (void)of, (void)category, form(one, many, count);
}

char *textdomain(const char *name) {
    if (name) copy_limited(domain, *name ? name : "messages", sizeof domain);
    return domain;
}

char *bindtextdomain(const char *of, const char *folder) {
    return of && *of ? (char *)(folder ? folder : "/usr/share/locale") : NULL;
}

char *bind_textdomain_codeset(const char *of, const char *codeset) {
    return of && *of ? (char *)codeset : NULL;
}

/* --- iconv.h: no conversion is known --- */

void *iconv_open(const char *to, const char *from) {
    (void)to, (void)from;
    FAIL(SECATEUR_EINVAL, (void *)-1);
}

size_t iconv(void *conversion, char **from, size_t *left, char **to, size_t *room) {
    (void)conversion, (void)from, (void)left, (void)to, (void)room;
    FAIL(9 /* EBADF */, (size_t)-1);
}

int iconv_close(void *conversion) {
    (void)conversion;
    FAIL(9 /* EBADF */, -1);
}
