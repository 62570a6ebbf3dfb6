/* regex.h: regcomp, for basic and extended expressions with the extensions of GNU, in the locale "C". */

#include "regex_program.h"

typedef struct {
    const char *at, *start;
    Program *made;
    int room, range_room;
    int is_extended, is_folded;
    int open;       /* groups that are not yet closed */
    int closed;     /* bit n: group n is closed */
    int error;
} Parser;

static int fail(Parser *p, int error) {
    if (!p->error) p->error = error;
    return 0;
}

/* --- emitting --- */

static void *grown(void *block, int count, int *room, size_t size) {
    if (count < *room) return block;
    int wanted = 2 * *room + 16;
    void *larger = malloc((size_t)wanted * size);
    if (!larger) return NULL;
    if (count) __builtin_memcpy(larger, block, (size_t)count * size);
    free(block);
    *room = wanted;
    return larger;
}

static void emit(Parser *p, int operation, int x, int y) {
    Program *made = p->made;
    Instruction *code = grown(made->code, made->length, &p->room, sizeof *code);
    if (!code) {
        fail(p, REG_ESPACE);
        return;
    }
    made->code = code;
    code[made->length++] = (Instruction){operation, x, y};
}

static void insert(Parser *p, int at, Instruction instruction) {
    emit(p, MATCHED, 0, 0);
    if (p->error) return;
    for (int i = p->made->length - 1; i > at; i--) p->made->code[i] = p->made->code[i - 1];
    p->made->code[at] = instruction;
}

static void add_range(Parser *p, int first, int last) {
    Program *made = p->made;
    Range *ranges = grown(made->ranges, made->range_count, &p->range_room, sizeof *ranges);
    if (!ranges) {
        fail(p, REG_ESPACE);
        return;
    }
    made->ranges = ranges;
    ranges[made->range_count++] = (Range){(byte)first, (byte)last};
}

/* --- bracket expressions --- */

static int is_word(const char *s, const char *word, size_t length) {
    size_t n = 0;
    while (n < length && word[n] && s[n] == word[n]) n++;
    return n == length && !word[n];
}

/* The ranges of each class, as pairs. */
static const struct { const char *name, *ranges; } CLASSES[] = {
    {"alpha", "AZaz"}, {"digit", "09"}, {"alnum", "09AZaz"}, {"upper", "AZ"}, {"lower", "az"}, {"space", "\t\r  "},
    {"blank", "\t\t  "}, {"punct", "!/:@[`{~"}, {"print", " ~"}, {"graph", "!~"}, {"cntrl", "\001\037\177\177"},
    {"xdigit", "09AFaf"},
};

static void add_ranges(Parser *p, const char *pairs) {
    for (; *pairs; pairs += 2) add_range(p, (byte)pairs[0], (byte)pairs[1]);
}

static int add_class(Parser *p, const char *name, size_t length) {
    for (size_t i = 0; i < sizeof CLASSES / sizeof *CLASSES; i++) {
        if (!is_word(name, CLASSES[i].name, length)) continue;
        int folds = p->is_folded && (is_word(name, "upper", length) || is_word(name, "lower", length));
        add_ranges(p, folds ? "AZaz" : CLASSES[i].ranges);
        if (is_word(name, "cntrl", length)) add_range(p, 0, 0);
        return 1;
    }
    return fail(p, REG_ECTYPE);
}

/* Reads [:name:], [.x.] or [=x=], of which s is after the first [. The end is at *s; 0 if there is none. */
static size_t named_length(const char *s) {
    size_t n = 1;
    while (s[n] && !(s[n] == s[0] && s[n + 1] == ']')) n++;
    return s[n] ? n - 1 : 0;
}

/* One end of a range: a character, or [.x.]. -1 on an error. */
static int range_end(Parser *p) {
    const char *s = p->at;
    if (s[0] == '[' && (s[1] == '.' || s[1] == '=')) {
        size_t length = named_length(s + 1);
        if (!length) return fail(p, REG_EBRACK) - 1;
        if (length > 1) return fail(p, REG_ECOLLATE) - 1;
        p->at += 5;
        return (byte)s[2];
    }
    if (!*s) return fail(p, REG_EBRACK) - 1;
    p->at++;
    return (byte)*s;
}

static void read_set(Parser *p) {
    int first = p->made->range_count, is_inverted = *p->at == '^';
    if (is_inverted) p->at++;
    if (!*p->at) {
        fail(p, REG_BADPAT);
        return;
    }
    if (is_inverted && p->made->flags & REG_NEWLINE) add_range(p, '\n', '\n');
    const char *start = p->at;
    while (*p->at && (*p->at != ']' || p->at == start) && !p->error) {
        if (p->at[0] == '[' && p->at[1] == ':') {
            size_t length = named_length(p->at + 1);
            if (length) {
                add_class(p, p->at + 2, length);
                p->at += length + 4;
                continue;
            }
        }
        int low = range_end(p), high = low;
        if (p->at[0] == '-' && p->at[1] && p->at[1] != ']') {
            p->at++;
            high = range_end(p);
        }
        if (p->error) return;
        if (low > high) {
            fail(p, REG_ERANGE);
            return;
        }
        add_range(p, low, high);
    }
    if (*p->at != ']') {
        fail(p, REG_EBRACK);
        return;
    }
    p->at++;
    emit(p, is_inverted ? NO_SET : SET, first, p->made->range_count - first);
}

/* --- atoms --- */

static int parse_alternatives(Parser *p, int depth);

static void word_set(Parser *p, const char *pairs, int is_inverted) {
    int first = p->made->range_count;
    add_ranges(p, pairs);
    emit(p, is_inverted ? NO_SET : SET, first, p->made->range_count - first);
}

/* What a backslash and a letter stand for in GNU; 0 if nothing special. */
static int gnu_escape(Parser *p, int c) {
    switch (c) {
    case 'w': word_set(p, "09AZaz__", 0); return 1;
    case 'W': word_set(p, "09AZaz__", 1); return 1;
    case 's': word_set(p, "\t\r  ", 0); return 1;
    case 'S': word_set(p, "\t\r  ", 1); return 1;
    case '<': emit(p, WORD_START, 0, 0); return 1;
    case '>': emit(p, WORD_END, 0, 0); return 1;
    case 'b': emit(p, WORD_EDGE, 0, 0); return 1;
    case 'B': emit(p, WORD_INSIDE, 0, 0); return 1;
    case '`': emit(p, TEXT_START, 0, 0); return 1;
    case '\'': emit(p, TEXT_END, 0, 0); return 1;
    default: return 0;
    }
}

static int parse_group(Parser *p, int depth) {
    int group = ++p->made->groups;
    emit(p, SAVE, 2 * group, 0);
    p->open++;
    int can_be_empty = parse_alternatives(p, depth + 1);
    p->open--;
    if (p->error) return 0;
    if (p->is_extended ? *p->at != ')' : p->at[0] != '\\' || p->at[1] != ')') return fail(p, REG_EPAREN);
    p->at += p->is_extended ? 1 : 2;
    emit(p, SAVE, 2 * group + 1, 0);
    if (group < 10) p->closed |= 1 << group;
    return can_be_empty;
}

/* Is there the end of a branch? */
static int at_end(const Parser *p, const char *s) {
    if (!*s) return 1;
    if (p->is_extended) return *s == '|' || (*s == ')' && p->open);
    return s[0] == '\\' && (s[1] == '|' || (s[1] == ')' && p->open));
}

static int is_anchor_start(const Parser *p, int is_first) { return p->is_extended || is_first; }

/* One atom; returns whether it can match nothing. `is_first`: at the start of a branch. */
static int parse_atom(Parser *p, int is_first, int depth) {
    int c = (byte)*p->at++;
    switch (c) {
    case '.': emit(p, ANY, !(p->made->flags & REG_NEWLINE), 0); return 0;
    case '[': read_set(p); return 0;
    case '^':
        if (!is_anchor_start(p, is_first)) break;
        emit(p, LINE_START, 0, 0);
        return 1;
    case '$':
        if (!p->is_extended && !at_end(p, p->at)) break;
        emit(p, LINE_END, 0, 0);
        return 1;
    case '(':
        if (!p->is_extended) break;
        return parse_group(p, depth);
    case '\\': {
        int next = (byte)*p->at;
        if (!next) return fail(p, REG_EESCAPE);
        p->at++;
        if (!p->is_extended && next == '(') return parse_group(p, depth);
        if (!p->is_extended && next == ')') return fail(p, REG_ERPAREN);
        if (next >= '1' && next <= '9') {
            if (!(p->closed >> (next - '0') & 1)) return fail(p, REG_ESUBREG);
            p->made->has_again = 1;
            emit(p, AGAIN, next - '0', 0);
            return 1;
        }
        if (gnu_escape(p, next)) return p->made->code[p->made->length - 1].operation > NO_SET;
        c = next;
        break;
    }
    }
    emit(p, CHARACTER, p->is_folded ? lower_byte(c) : c, 0);
    return 0;
}

/* --- repetition --- */

static void copy_code(Parser *p, int from, int length) {
    for (int i = 0; i < length && !p->error; i++) {
        Instruction each = p->made->code[from + i];
        emit(p, each.operation, each.x, each.y);
    }
}

/* The code from `from` on is repeated any number of times. */
static void repeat_any(Parser *p, int from, int can_be_empty, int is_more) {
    int length = p->made->length - from, loop = can_be_empty ? p->made->loops++ : 0;
    if (can_be_empty) {
        insert(p, from, (Instruction){ENTER, 0, loop});
        insert(p, from, (Instruction){SPLIT, 1, length + 3});
        emit(p, is_more ? REPEAT_MORE : REPEAT, -(length + 2), loop);
    } else {
        insert(p, from, (Instruction){SPLIT, 1, length + 2});
        emit(p, JUMP, -(length + 1), 0);
    }
}

static void make_optional(Parser *p, int from) {
    insert(p, from, (Instruction){SPLIT, 1, p->made->length - from + 1});
}

/* At least `least` times, at most `most` (-1: any number). */
static void repeat_counted(Parser *p, int from, int least, int most, int can_be_empty) {
    int length = p->made->length - from;
    if (most == 0) {
        insert(p, from, (Instruction){JUMP, length + 1, 0});
        return;
    }
    if (least == 0 && most < 0) {
        repeat_any(p, from, can_be_empty, 0);
        return;
    }
    for (int i = 1; i < least; i++) copy_code(p, from, length);
    if (most < 0) {
        int again = p->made->length;
        copy_code(p, from, length);
        repeat_any(p, again, can_be_empty, 1);
        return;
    }
    /* x{2,4} is xx(x(x)?)?: the innermost comes first */
    int optional = most - (least ? least : 1), first = p->made->length;
    for (int i = 0; i < optional && !p->error; i++) {
        if (i) { /* the copy goes before what is there */
            copy_code(p, from, length);
            for (int j = 0; j < length && !p->error; j++) {
                Instruction last = p->made->code[p->made->length - 1];
                for (int k = p->made->length - 1; k > first; k--) p->made->code[k] = p->made->code[k - 1];
                p->made->code[first] = last;
            }
        } else {
            copy_code(p, from, length);
        }
        make_optional(p, first);
    }
    if (!least) make_optional(p, from);
}

/* A number in an interval, up to the comma or brace after it, which `after` is (0: the expression ends). -1: there is none;
   -2: there is something else. */
static int read_count(Parser *p, int *after) {
    int count = -1;
    for (;;) {
        int c = (byte)*p->at, is_escaped = c == '\\' && p->at[1];
        if (!c) return *after = 0, -2;
        p->at++;
        if (is_escaped) c = (byte)*p->at++;
        if (c == ',' || (c == '}' && is_escaped == !p->is_extended)) return *after = c, count;
        if (c < '0' || c > '9' || (is_escaped && c != '0') || count == -2) count = -2;
        else count = count < 0 ? c - '0' : count > 32767 ? count : count * 10 + c - '0';
    }
}

/* An interval, after its brace. 0 on an error. */
static int parse_interval(Parser *p, int *least, int *most) {
    int after;
    *least = *most = read_count(p, &after);
    if (*least == -1) {
        if (after != ',') return fail(p, REG_BADBR);
        *least = 0;
    }
    if (*least != -2 && after == ',') *most = read_count(p, &after);
    if (*least == -2 || *most == -2) return fail(p, after ? REG_BADBR : REG_EBRACE);
    if ((*most >= 0 && *most < *least) || after != '}') return fail(p, REG_BADBR);
    if (*least > 32767 || *most > 32767) return fail(p, REG_ESIZE);
    return 1;
}

/* The operator after an atom; 0 if there is none. The interval's brace is read, too. */
static int read_operator(Parser *p) {
    const char *s = p->at;
    if (*s == '*') return p->at++, '*';
    if (p->is_extended) {
        if (*s == '+' || *s == '?' || *s == '{') return p->at++, *s;
    } else if (*s == '\\' && (s[1] == '+' || s[1] == '?' || s[1] == '{')) {
        return p->at += 2, s[1];
    }
    return 0;
}

/* What cannot be repeated. */
static int is_anchor(int operation) {
    switch (operation) {
    case LINE_START: case LINE_END: case TEXT_START: case TEXT_END:
    case WORD_START: case WORD_END: case WORD_EDGE: case WORD_INSIDE: return 1;
    default: return 0;
    }
}

static int parse_repeated(Parser *p, int is_first, int depth) {
    int from = p->made->length, can_be_empty, operator;
    can_be_empty = parse_atom(p, is_first, depth);
    if (p->made->length == from + 1 && is_anchor(p->made->code[from].operation)) return can_be_empty;
    while (!p->error && (operator= read_operator(p))) {
        int least = operator== '+', most = operator== '?' ? 1 : -1;
        if (operator== '{' && !parse_interval(p, &least, &most)) return 0;
        repeat_counted(p, from, least, most, can_be_empty);
        can_be_empty |= !least;
        if (p->made->length > 100000) return fail(p, REG_ESPACE);
        if (!p->is_extended && (*p->at == '*' || (p->at[0] == '\\' && p->at[1] == '{'))) return fail(p, REG_BADRPT);
    }
    return can_be_empty;
}

/* An operator where there is nothing to repeat. In basic expressions, most of them are characters then. */
static int starts_with_operator(Parser *p) {
    if (!p->is_extended) return p->at[0] == '\\' && p->at[1] == '{';
    return *p->at == '*' || *p->at == '+' || *p->at == '?' || *p->at == '{';
}

static int parse_branch(Parser *p, int depth) {
    int can_be_empty = 1, is_first = 1;
    while (!p->error && !at_end(p, p->at)) {
        if (starts_with_operator(p)) return fail(p, REG_BADRPT);
        can_be_empty &= parse_repeated(p, is_first, depth);
        is_first = 0;
    }
    return can_be_empty;
}

static int parse_alternatives(Parser *p, int depth) {
    if (depth > 200) return fail(p, REG_ESPACE);
    int from = p->made->length;
    int can_be_empty = parse_branch(p, depth);
    int is_next = p->is_extended ? *p->at == '|' : p->at[0] == '\\' && p->at[1] == '|';
    if (p->error || !is_next) return can_be_empty;
    p->at += p->is_extended ? 1 : 2;
    p->made->has_choice = 1;
    insert(p, from, (Instruction){SPLIT, 1, p->made->length - from + 2});
    int jump = p->made->length;
    emit(p, JUMP, 0, 0);
    can_be_empty |= parse_alternatives(p, depth + 1);
    if (!p->error) p->made->code[jump].x = p->made->length - jump;
    return can_be_empty;
}

/* --- regcomp, regfree, regerror --- */

static void discard(Program *made) {
    free(made->code);
    free(made->ranges);
    free(made);
}

int __secateur_compile(regex_t *regex, const char *pattern, int flags) {
    Program *made = malloc(sizeof *made);
    if (!made) return REG_ESPACE;
    *made = (Program){.flags = flags};
    Parser parser = {pattern, pattern, made, 0, 0, (flags & REG_EXTENDED) != 0, (flags & REG_ICASE) != 0, 0, 0, 0};
    parse_alternatives(&parser, 0);
    if (!parser.error && *parser.at) fail(&parser, REG_ERPAREN);
    emit(&parser, MATCHED, 0, 0);
    __builtin_memset(regex, 0, sizeof *regex);
    if (parser.error) {
        discard(made);
        return parser.error;
    }
    *(Program **)regex = made; /* its first member */
    regex->re_nsub = (size_t)made->groups;
    return 0;
}

int regcomp(regex_t *regex, const char *pattern, int flags) {
    int error = __secateur_compile(regex, pattern, flags & REG_NEWLINE ? flags | AT_NEWLINES : flags);
    return error == REG_ERPAREN ? REG_EPAREN : error; /* POSIX has one for both */
}

void regfree(regex_t *regex) {
    Program *made = *(Program **)regex;
    if (made) discard(made);
    *(Program **)regex = NULL;
}

const char *__secateur_regex_text(int error) {
    static const char *const TEXTS[] = {
        "Success", "No match", "Invalid regular expression", "Invalid collation character",
        "Invalid character class name", "Trailing backslash", "Invalid back reference",
        "Unmatched [, [^, [:, [., or [=", "Unmatched ( or \\(", "Unmatched \\{", "Invalid content of \\{\\}",
        "Invalid range end", "Memory exhausted", "Invalid preceding regular expression",
        "Premature end of regular expression", "Regular expression too big", "Unmatched ) or \\)",
    };
    if ((unsigned)error >= sizeof TEXTS / sizeof *TEXTS) abort(); /* as glibc does */
    return TEXTS[error];
}

size_t regerror(int error, const regex_t *regex, char *to, size_t size) {
    const char *text = __secateur_regex_text(error);
    (void)regex;
    if (size) copy_limited(to, text, size);
    return length_of(text) + 1;
}
