/* fnmatch.h: file name patterns in the locale "C", with the flags of GNU. A byte in brackets is decided by one branch. */

#include "runtime.h"

enum { PATHNAME = 1, NOESCAPE = 2, PERIOD = 4, LEADING_DIR = 8, CASEFOLD = 16, EXTENDED = 32, NO_MATCH = 1 };

typedef struct {
    const char *text; /* the whole, to know what is before a byte */
    int flags;
} Match;

static int fold(int c, int flags) { return flags & CASEFOLD ? lower_byte(c) : c; }

/* A period that only a period in the pattern matches: at the start, or after a slash in a path. */
static int is_hidden(const Match *m, const char *s) {
    if (!(m->flags & PERIOD) || *s != '.') return 0;
    return s == m->text || ((m->flags & PATHNAME) && s[-1] == '/');
}

/* --- bracket expressions --- */

static const struct { const char *name, *ranges; } CLASSES[] = {
    {"alpha", "AZaz"}, {"digit", "09"}, {"alnum", "09AZaz"}, {"upper", "AZ"}, {"lower", "az"}, {"space", "\t\r  "},
    {"blank", "\t\t  "}, {"punct", "!/:@[`{~"}, {"print", " ~"}, {"graph", "!~"}, {"cntrl", "\001\037\177\177"},
    {"xdigit", "09AFaf"},
};

/* Whether a byte is in the class of which the name is at s; -1 if there is no such class. */
static int is_in_class(int c, const char *s, size_t length) {
    for (size_t i = 0; i < sizeof CLASSES / sizeof *CLASSES; i++) {
        size_t n = 0;
        while (n < length && s[n] == CLASSES[i].name[n]) n++;
        if (n < length || CLASSES[i].name[n]) continue;
        int found = 0;
        for (const char *pair = CLASSES[i].ranges; *pair; pair += 2) found |= (c >= (byte)pair[0]) & (c <= (byte)pair[1]);
        return found;
    }
    return -1;
}

/* The length of the name in [:name:] at s, which is after the first [; 0 if there is none. */
static size_t class_length(const char *s) {
    size_t n = 1;
    if (s[0] != ':') return 0;
    while (((unsigned)s[n] | 32) - 'a' < 26) n++;
    return s[n] == ':' && s[n + 1] == ']' ? n - 1 : 0;
}

/* One character of a bracket expression, at *s, which is moved past it; -1 at the end of the pattern. */
static int read_character(const char **s, int flags) {
    const char *at = *s;
    if (*at == '\\' && !(flags & NOESCAPE) && at[1]) at++;
    if (at[0] == '[' && (at[1] == '.' || at[1] == '=') && at[2] && at[3] == at[1] && at[4] == ']') {
        *s = at + 5;
        return (byte)at[2];
    }
    if (!*at) return -1;
    *s = at + 1;
    return (byte)*at;
}

static int has_end(const char *s) {
    while (*s && !(s[0] == '.' && s[1] == ']')) s++;
    return *s;
}

/* The end of the bracket expression at `set` (after the bracket), and whether the byte is in it; NULL if it has no end,
   so that the bracket is an ordinary character. */
static const char *read_set(const char *set, int c, int flags, int *is_in) {
    int found = 0, is_inverted = (*set == '!') | (*set == '^'), folded = fold(c, flags);
    const char *s = set + is_inverted, *first = s;
    while (*s != ']' || s == first) {
        if (!*s) return NULL;
        size_t length = *s == '[' ? class_length(s + 1) : 0;
        if (length) {
            int is_there = is_in_class(c, s + 2, length);
            if (is_there < 0) return NULL;
            found |= is_there;
            s += length + 4;
            continue;
        }
        int is_symbol = s[0] == '[' && (s[1] == '.' || s[1] == '='); /* which glibc does not fold */
        if (is_symbol && s[1] == '.' && !has_end(s + 2)) return *is_in = 0, s;
        int low = read_character(&s, flags), high = low;
        if (low < 0) return NULL;
        if (s[0] == '-' && s[1] && s[1] != ']') {
            s++;
            high = read_character(&s, flags);
            if (high < 0) return NULL;
        }
        if (!is_symbol) low = fold(low, flags), high = fold(high, flags);
        int wanted = is_symbol ? c : folded;
        found |= (wanted >= low) & (wanted <= high);
    }
    *is_in = found != is_inverted;
    return s + 1;
}

/* --- matching --- */

static int match(const Match *m, const char *p, const char *s);

/* The end of an extended pattern: after its closing bracket; NULL if there is none. */
static const char *end_of_list(const char *p) {
    for (int depth = 1; *p; p++) {
        if (*p == '\\' && p[1])
            p++;
        else if (*p == '(')
            depth++;
        else if (*p == ')' && !--depth)
            return p + 1;
    }
    return NULL;
}

/* Whether one of the alternatives from `p` to `end` matches the text from s to `stop`, and nothing more. */
static int matches_one(const Match *m, const char *p, const char *end, const char *s, const char *stop) {
    size_t length = (size_t)(end - p), size = (size_t)(stop - s);
    char *copy = malloc(length + size + 2);
    if (!copy) return 0;
    char *text = copy + length + 1;
    __builtin_memcpy(text, s, size);
    text[size] = 0;
    Match part = {m->flags & PERIOD && s == m->text ? text : text - 1, m->flags};
    if (s != m->text) text[-1] = s[-1];
    int found = 0, depth = 0;
    for (const char *from = p; p < end && !found; p++) {
        if (*p == '\\' && p[1]) {
            p++;
        } else if (*p == '(') {
            depth++;
        } else if ((*p == '|' && !depth) || (*p == ')' && !depth--)) {
            size_t n = (size_t)(p - from);
            char *pattern = malloc(n + 1);
            if (!pattern) break;
            __builtin_memcpy(pattern, from, n);
            pattern[n] = 0;
            found = match(&part, pattern, text);
            free(pattern);
            from = p + 1;
        }
    }
    free(copy);
    return found;
}

/* A list of alternatives, with `kind` before its bracket, at p, and the rest of the pattern. */
static int match_list(const Match *m, int kind, const char *p, const char *end, const char *s) {
    if ((kind == '?' || kind == '*') && match(m, end, s)) return 1;
    for (const char *stop = s;; stop++) {
        if (kind == '!') {
            if (!matches_one(m, p, end, s, stop) && match(m, end, stop)) return 1;
        } else if (matches_one(m, p, end, s, stop)) {
            if (match(m, end, stop)) return 1;
            if ((kind == '*' || kind == '+') && stop > s && match_list(m, '*', p, end, stop)) return 1;
        }
        if (!*stop || ((m->flags & PATHNAME) && *stop == '/')) return 0;
    }
}

static int match_star(const Match *m, const char *p, const char *s) {
    if (is_hidden(m, s)) return 0;
    while (*p == '*' && !((m->flags & EXTENDED) && p[1] == '(')) p++;
    if (!*p && !(m->flags & PATHNAME)) return 1;
    for (;; s++) {
        if (match(m, p, s)) return 1;
        if (!*s || ((m->flags & PATHNAME) && *s == '/')) return 0;
    }
}

static int match(const Match *m, const char *p, const char *s) {
    for (;; s++) {
        int c = (byte)*p++, flags = m->flags, is_in;
        if ((flags & EXTENDED) && (c == '?' || c == '*' || c == '+' || c == '@' || c == '!') && *p == '(') {
            const char *end = end_of_list(p + 1);
            if (end) return match_list(m, c, p + 1, end, s);
        }
        switch (c) {
        case 0: return !*s || ((flags & LEADING_DIR) && *s == '/');
        case '*': return match_star(m, p, s);
        case '?':
            if (!*s || is_hidden(m, s) || ((flags & PATHNAME) && *s == '/')) return 0;
            continue;
        case '[': {
            if (!*s || is_hidden(m, s) || ((flags & PATHNAME) && *s == '/')) return 0;
            const char *end = read_set(p, (byte)*s, flags, &is_in);
            if (end) {
                if (!is_in) return 0;
                p = end;
                continue;
            }
            break;
        }
        case '\\':
            if (flags & NOESCAPE) break;
            if (!*p) return 0;
            c = (byte)*p++;
        }
        if (fold((byte)*s, flags) != fold(c, flags) || !*s) return 0;
    }
}

int __secateur_fnmatch(const char *pattern, const char *text, int flags) {
    Match m = {text, flags};
    return match(&m, pattern, text) ? 0 : NO_MATCH;
}

int fnmatch(const char *pattern, const char *text, int flags) { return __secateur_fnmatch(pattern, text, flags); }
