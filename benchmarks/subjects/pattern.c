/* Matches names with patterns as a shell does: `?`, `*`, classes `[a-c]` and `[!a-c]`, a backslash before a sign that
   stands for itself. Tells how well a name fits: the more of it is written out, the better.
   Written for this project. With -D BUG, a class that is never closed is read on. */

enum { NAME = 4, WORST = 0, BEST = 100 };
enum result { NO_MATCH = -1, BAD_PATTERN = -2 };

struct score {
    int literals, wildcards, classes;
    int backtracks;
    int is_exact;
};

static struct score score;

static char folded(char c, int ignores_case)
{
    return ignores_case && c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

/* The place after the class, or 0 if it is not closed. */
static const char *class_end(const char *pattern)
{
    if (*pattern == '!')
        pattern++;
    if (*pattern == ']')
        pattern++;
#ifdef BUG
    while (*pattern != ']')
#else
    while (*pattern && *pattern != ']')
#endif
        pattern++;
    return *pattern ? pattern + 1 : 0;
}

static int in_class(const char *pattern, const char *end, char c)
{
    int is_negated = *pattern == '!', is_found = 0;

    if (is_negated)
        pattern++;
    while (pattern < end - 1) {
        if (pattern + 2 < end - 1 && pattern[1] == '-') {
            if (c >= pattern[0] && c <= pattern[2])
                is_found = 1;
            pattern += 3;
        } else {
            if (*pattern == c)
                is_found = 1;
            pattern++;
        }
    }
    return is_found != is_negated;
}

/* One sign of the pattern against one of the name: the place after it in the pattern, or 0. */
static const char *step(const char *pattern, char c, int ignores_case)
{
    const char *end;

    switch (*pattern) {
    case '?':
        score.wildcards++;
        return pattern + 1;
    case '[':
        end = class_end(pattern + 1);
        if (!end || !in_class(pattern + 1, end, folded(c, ignores_case)))
            return 0;
        score.classes++;
        return end;
    case '\\':
        pattern++;
        /* fallthrough */
    default:
        if (folded(*pattern, ignores_case) != folded(c, ignores_case))
            return 0;
        score.literals++;
        return pattern + 1;
    }
}

static int matches(const char *pattern, const char *name, int ignores_case)
{
    const char *after_star = 0, *retry = 0, *next;

    while (*name) {
        if (*pattern == '*') {
            after_star = ++pattern;
            retry = name;
            continue;
        }
        next = *pattern ? step(pattern, *name, ignores_case) : 0;
        if (next) {
            pattern = next;
            name++;
        } else if (after_star) {
            pattern = after_star;
            name = ++retry;
            score.backtracks++;
        } else {
            return 0;
        }
    }
    while (*pattern == '*')
        pattern++;
    return !*pattern;
}

/* Every class is closed, and a backslash is before something. */
static int is_valid(const char *pattern)
{
    while (*pattern) {
        if (*pattern == '[') {
            pattern = class_end(pattern + 1);
            if (!pattern)
                return 0;
            continue;
        }
        if (*pattern == '\\' && !*++pattern)
            return 0;
        pattern++;
    }
    return 1;
}

static int grade(void)
{
    int value = 20 * score.literals + 5 * score.classes + score.wildcards;

    if (score.backtracks > 1)
        value -= score.backtracks;
    if (score.wildcards == 0 && score.classes == 0)
        score.is_exact = 1;
    return value > BEST ? BEST : value < WORST ? WORST : value;
}

/* How well the name fits, from 0 to 100; negative if it does not, or if the pattern is wrong. */
int pattern(const char *pattern, const char *name, unsigned char ignores_case)
{
    if (!is_valid(pattern))
        return BAD_PATTERN;
    if (!matches(pattern, name, ignores_case & 1))
        return NO_MATCH;
    return grade();
}
