/* fnmatch.h. */

#include "cases.h"
#include <fnmatch.h>

static const char *const PATTERNS[] = {
    "*", "?", "a*", "*a", "a*b", "*a*", "??", "a?b", "[ab]", "[!a]", "[^a]*", "[a-c]b", "[]a]", "[!]a]", "[a", "[", "a[", "[a/b]", "[[:alpha:]]*", "[[:digit:]]", "[[:upper:]]*",
    "\\*", "\\a", "a\\", "*/b", "a/*", "*/*", "?/b", "[.]a", "*.a", ".*", "?a", "a*b*c", "**", "*?", "?*", "[a-]", "[-a]", "[b-a]", "[[.a.]]", "[[=a=]]", "", "A*", "[A-C]", "a", "/",
    "*/", "/*", "a/.b", "a/*b", "[\\]]", "[\\a]b", "[a\\-c]", "*[/]b", "[[:foo:]]", "[!a-b]",
};
static const char *const LISTS[] = {
    "@(a|b)", "?(a)b", "*(a|b)", "+(a)", "!(a)", "!(a|b)c", "a@(b|c)d", "*(ab|c)a", "+(a|b)c", "a?(b)*", "@(a*)", "x*(a)", "@(a|*(b))", "a!(b)", "*(a)*(b)", "@(", "@(a", "?(", "+(ab)/b",
};
static const int FLAGS[] = {0, FNM_PATHNAME, FNM_PERIOD, FNM_NOESCAPE, FNM_CASEFOLD, FNM_LEADING_DIR, FNM_PATHNAME | FNM_PERIOD, FNM_PATHNAME | FNM_LEADING_DIR};

void cases(int rounds) {
    for (int i = 0; i < rounds; i++) {
        for (unsigned j = 0; j < 4; j++) {
            const char *pattern = PATTERNS[pick(COUNT(PATTERNS))], *subject = text("aabcA./]\\-", 6);
            int flags = FLAGS[pick(COUNT(FLAGS))];
            show("'%s' '%s' %d: %d\n", pattern, subject, flags, fnmatch(pattern, subject, flags));
            pattern = text("ab*?[]!/.", 7), subject = text("aab/.", 6);
            show("'%s' '%s' %d: %d\n", pattern, subject, flags, fnmatch(pattern, subject, flags));
        }
        const char *pattern = LISTS[pick(COUNT(LISTS))], *subject = text("aabbc", 6);
        show("'%s' '%s': %d\n", pattern, subject, fnmatch(pattern, subject, FNM_EXTMATCH));
    }
}
