/* stdio.h: sscanf, all conversions. */

#include "cases.h"
#include <wchar.h>

#define TARGETS 6

static const char *const FORMATS[] = {
    "%d %d", "%d,%d", "%i %i", "%x%s", "%3d%2d", "%[0-9]%d", "%u", "%*d%c", "%o %o", "%5c", "%2s%s", "%[^,],%d", "%[]a]%s", "%[^]a]%n", "%[a-c]%[^a]", "%lf", "%f%f", "%e %g", "%a", "%5lf%s",
    "%3f%s", "%lf%n%s", "%n%d%n", "%hhd %hd %ld", "%hhu %hu %lu", "%lld %jd", "%zu %td", "%p", "%4p%s", "%p%s", "%2$d %1$s", "%%%d", "a%db", " a %c", "%d%%", "%c%c%c", "%ls", "%lc%lc", "%l[ab]",
    "%3ls%n", "%S", "%C", "%*s%n", "%*[a]%s", "%*lf%s", "%x,%X", "%2x%2x", "%1d%1d%1d", "%3i", "%4i%s", "%2i%s", "%'d", "%[a-]%s", "%[-a]%s", "%[0]", "%s %s %s", "% d", "%d x%d", "%*d", "x%n",
};

static void one(const char *input, const char *format) {
    union { char text[64]; wchar_t wide[16]; } to[TARGETS];
    memset(to, 0x55, sizeof to);
    errno = 0;
    int count = sscanf(input, format, &to[0], &to[1], &to[2], &to[3], &to[4], &to[5]);
    show("'%s' '%s': %d %d", input, format, count, errno == EILSEQ);
    for (int i = 0; i < 4; i++) show(" %s", bytes(&to[i], 24));
    show("\n");
}

static void allocated(const char *input) {
    char *word = NULL, *rest = NULL;
    int count = sscanf(input, "%ms %m[^x]", &word, &rest);
    show("'%s': %d %s %s\n", input, count, count > 0 ? word : "", count > 1 ? rest : "");
    if (count > 0) free(word);
    if (count > 1) free(rest);
}

void cases(int rounds) {
    static const char *const WORDS[] = {"inf", "-INFINITY", "infinit", "nan", "NAN(1)", "0x1.8p3", "0x", "0x.p1", "1e5", "1e+", "1e", ".5", "5.", ".", "-", "+.e1", "(nil)", "(nix)", "0x1F", "1.5e-3x",
                                        "99999999999999999999", "-9223372036854775809", "018", "1e400", "0b11", "1,234", "inx", "na", "0x1p", "1.2.3", "--1", "0x1g", "1e5.5", "-0x10", "+7", "\200\201"};
    unsigned step = rounds < 10 ? 7 : 1; /* the machine runs fewer */
    for (unsigned i = 0; i < COUNT(WORDS); i += step)
        for (unsigned j = i / step; j < COUNT(FORMATS); j += step) one(WORDS[i], FORMATS[j]);
    for (int i = 0; i < rounds; i++) {
        one(text("01 29-+x,aFb", 10), FORMATS[pick(COUNT(FORMATS))]);
        one(text("0159.-+eExpin \n", 12), FORMATS[pick(COUNT(FORMATS))]);
        char joined[64];
        snprintf(joined, sizeof joined, "%s%s%s", WORDS[pick(COUNT(WORDS))], pick(2) ? " " : "", WORDS[pick(COUNT(WORDS))]);
        one(joined, FORMATS[pick(COUNT(FORMATS))]);
        allocated(text("ab x", 9));
    }
}
