/* regex.h: what matches, and where the groups are. */

#include "cases.h"
#include <regex.h>

enum { GROUPS = 5 };

static void try(const char *pattern, int flags, const char *subject, int more) {
    regex_t regex;
    regmatch_t found[GROUPS];
    char message[80];
    int result = regcomp(&regex, pattern, flags);
    size_t size = regerror(result, &regex, message, sizeof message);
    show("'%s' %d: %d %s %zu", pattern, flags, result, message, size);
    if (!result) {
        memset(found, 0x55, sizeof found);
        result = regexec(&regex, subject, GROUPS, found, more);
        for (const char *s = subject; *s; s++) show("%c", *s == '\n' ? '/' : *s);
        show(" groups %zu %d: %d", regex.re_nsub, more, result);
        for (int i = 0; !result && !(flags & REG_NOSUB) && i < GROUPS; i++) show(" %d-%d", found[i].rm_so, found[i].rm_eo);
        show(" %d", regexec(&regex, subject, 0, NULL, more));
        regfree(&regex);
    }
    show("\n");
}

/* Is the expression right, and does it match? Where empty groups lie is not asked. */
static void parse(const char *pattern, int flags, const char *subject) {
    regex_t regex;
    regmatch_t found;
    int result = regcomp(&regex, pattern, flags);
    show("'%s' %d: %d", pattern, flags, result);
    if (!result) {
        result = regexec(&regex, subject, 1, &found, 0);
        show(" '%s' %d", subject, result);
        if (!result) show(" %d-%d", found.rm_so, found.rm_eo);
        regfree(&regex);
    }
    show("\n");
}

static const char *const EXTENDED[] = {
    "a", "a*", "a+b", "ab?c", "(a|b)*c", "(a|ab)(c|bcd)(d*)", "^a", "a$", "^$", "a{2}", "a{2,}", "a{1,2}b", "a{0,1}", "(a*)(ab)*(b*)", "[ab]+", "[^a]",
    "[a-c]x", "[]a]", "[^]a]", "[[:alpha:]]+", "[[:digit:][:space:]]", "[a", "(a", "a)", "a{", "a{1", "a{2,1}", "a{1a}", "*a", "(*a)", "a|*b", "+", "?", "a**",
    "()", "(|a)b", "a||b", "a\\", "\\(a\\)", "(a)\\1", "(a*)\\1b", "(a)(b)\\2\\1", "\\w+", "\\W", "\\<a", "b\\>", "\\ba", "a\\Bb", "\\s\\S", "a.b", ".*", "(.*)b(.*)",
    "[[:foo:]]", "[b-a]", "[a-]", "[-a]", "[[.a.]]", "[[=a=]]b", "x(a|b|ab)*y", "(a|b)?c", "((a)|b)*", "(ab|a)(bc)?", "\\.", "\\*", "a\\{2\\}", "^(a|b)+$", "(^a)", "(a$)",
    "a^b", "a$b", "(a+|b)*c", "(a*)*", "(a*)+", "(a|b)*abb", "[0-9]{2,3}", "\\`a", "a\\'", "(a?)(a?)(aa)?", "[^[:alpha:]]", "([ab])(c)?", "{1}", "\\1", "a{,2}",
};
static const char *const BASIC[] = {
    "a", "a*", "*a", "^*a", "\\(*a\\)", "\\(a\\)*", "\\(a\\|b\\)c", "a\\+", "a\\?b", "a\\{2\\}", "a\\{1,2\\}b", "a\\{2", "a\\{1a\\}", "\\(a", "a\\)", "a^b", "a$b",
    "^a$", "\\(^a\\)", "\\(a$\\)", "a\\|^b", "\\(a*\\)\\1", "\\(a\\)\\2", "+", "?", "{", "(a)", "a|b", "a{2}", "[*]", "\\.", "\\", "a**", "\\(a\\|ab\\)\\(c\\|bcd\\)", "^\\(a*\\)b",
    "\\<a\\>", "\\(\\)", "x*", "\\(a*\\)*", "a.c", "[a-c]*",
};

/* The functions of GNU. */
static void search(const char *pattern, reg_syntax_t syntax, const char *subject) {
    struct re_pattern_buffer buffer = {0};
    struct re_registers groups = {0};
    int length = (int)strlen(subject), start = (int)pick((unsigned)length + 1);
    re_set_syntax(syntax);
    const char *problem = re_compile_pattern(pattern, strlen(pattern), &buffer);
    show("'%s' %s", pattern, problem ? problem : "-");
    if (!problem) {
        int range = pick(3) ? length - start : -start;
        show(" '%s' %d %d: %d", subject, start, range, re_search(&buffer, subject, length, start, range, &groups));
        for (unsigned i = 0; i < groups.num_regs; i++) show(" %d-%d", groups.start[i], groups.end[i]);
        show(" %d", re_match(&buffer, subject, length, start, &groups));
        if (groups.num_regs) free(groups.start), free(groups.end);
        regfree(&buffer);
    }
    show("\n");
}

void cases(int rounds) {
    int few = rounds < 10;
    static const char ALPHABET[] = "aabbcdx1 \nA_";
    for (int i = 0; i < (few ? 12 : rounds); i++) {
        int is_extended = pick(3) > 0;
        const char *pattern = is_extended ? EXTENDED[pick(COUNT(EXTENDED))] : BASIC[pick(COUNT(BASIC))];
        int flags = (is_extended ? REG_EXTENDED : 0) | (pick(4) ? 0 : REG_ICASE) | (pick(4) ? 0 : REG_NEWLINE) | (pick(8) ? 0 : REG_NOSUB);
        try(pattern, flags, text(ALPHABET, few ? 5 : 9), pick(3) ? 0 : (int)pick(4));
    }
    /* any text */
    for (int i = 0; i < (few ? 12 : rounds); i++) {
        char pattern[12] = "";
        strcpy(pattern, text("^^$$**+?(()))||[]]\\\\\\<ab.{}1,-", 5));
        parse(pattern, pick(2) ? REG_EXTENDED : 0, text("^$*+ab", few ? 3 : 5));
    }
    /* any expression that can be built from these parts */
    static const char *const PARTS[] = {"a", "b", ".", "[ab]", "[^a]", "ab", "(a)", "(b|a)", "(ab?)", "c"};
    static const char *const SUFFIXES[] = {"", "", "", "*", "+", "?", "{2}", "{1,2}", "{0,2}"};
    for (int i = 0; i < rounds; i++) {
        char pattern[80] = "";
        for (unsigned n = 1 + pick(3); n; n--) {
            strcat(pattern, PARTS[pick(COUNT(PARTS))]);
            strcat(pattern, SUFFIXES[pick(COUNT(SUFFIXES))]);
            if (n > 1 && !pick(6)) strcat(pattern, "|");
        }
        try(pattern, REG_EXTENDED, text("aabbc", few ? 5 : 8), 0);
        search(pattern, RE_SYNTAX_POSIX_EXTENDED, text("aabbc", 6));
        search(BASIC[pick(COUNT(BASIC))], RE_SYNTAX_POSIX_BASIC, text("aabbc", 6));
    }
}
