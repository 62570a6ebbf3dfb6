/* locale.h, langinfo.h, libintl.h. */

#include "cases.h"
#include <langinfo.h>
#include <libintl.h>
#include <limits.h>
#include <locale.h>
#include <ctype.h>

static const char *const NAMES[] = {"", "C", "POSIX", "xx_YY", "c", "C.nothing", "de_DE@euro"};
static const nl_item ITEMS[] = {
    CODESET, RADIXCHAR, THOUSEP, YESEXPR, NOEXPR, CRNCYSTR, D_T_FMT, D_FMT, T_FMT, T_FMT_AMPM, AM_STR, PM_STR, ERA,
    ERA_D_FMT, ERA_D_T_FMT, ERA_T_FMT, ALT_DIGITS, YESSTR, NOSTR,
};

void cases(int rounds) {
    for (int category = -1; category < 14; category++) {
        const char *now = setlocale(category, NULL);
        show("%d %s:", category, now ? now : "-");
        for (unsigned i = 0; i < COUNT(NAMES); i++) {
            const char *name = i ? setlocale(category, NAMES[i]) : "";
            show(" %s", name ? name : "-");
        }
        show("\n");
    }
    struct lconv *c = localeconv();
    show("'%s' '%s' '%s' '%s' '%s'\n", c->decimal_point, c->thousands_sep, c->grouping, c->currency_symbol, c->mon_grouping);
    show("%d %d %d\n", c->frac_digits, c->int_frac_digits, c->n_sign_posn);
    for (unsigned i = 0; i < COUNT(ITEMS); i++) show("%s\n", nl_langinfo(ITEMS[i]));
    for (nl_item item = ABDAY_1; item <= MON_12; item++) show("%s ", nl_langinfo(item));
    show("%s %s\n", nl_langinfo(DAY_7), nl_langinfo(MON_1));
    locale_t made = newlocale(LC_ALL_MASK, "C", (locale_t)0);
    show("%d %d\n", made != NULL, newlocale(LC_ALL_MASK, "xx_YY", (locale_t)0) != NULL);
    show("%d", uselocale((locale_t)0) == LC_GLOBAL_LOCALE);
    show("%d", uselocale(made) == LC_GLOBAL_LOCALE);
    show("%d\n", uselocale(LC_GLOBAL_LOCALE) == made);
    for (int i = -1; i < 256; i += 7) show("%d %d ", !!isalpha_l(i, made), toupper_l(i, made));
    freelocale(made);
    const char *message = "text", *many = "texts";
    show("\n%d %d", gettext(message) == message, dcgettext("d", message, LC_MESSAGES) == message);
    for (unsigned i = 0; i < 3; i++) show(" %s %s", ngettext(message, many, i), dngettext("d", message, many, i));
    show(" %s", textdomain(NULL));
    show(" %s", textdomain("mine"));
    show(" %s\n", textdomain(""));
    for (int i = 0; i < rounds; i++) show("%s\n", gettext(text("abc", 5)));
}
