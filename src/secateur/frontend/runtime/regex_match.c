/* regex.h: regexec. The leftmost of the longest matches, found by backtracking.

   All ways to match are tried, as the longest is wanted. No place of the program is tried twice at one position of the text,
   so that this takes time in proportion to both; only back references need more. Of several matches of the same length,
   the one with the longest repetitions and the first alternatives comes first; if there are alternatives, POSIX prefers
   one in which a group is longer. All ways are compared then, up to a number of steps; after that, the first is taken. */

#include "regex_program.h"

enum { MOST_STEPS = 20000 };

/* A choice that is still open (kind -1: go on at `place`), or the old value of a mark or a loop, which is now another. */
typedef struct { int kind, place, position, now; } Choice;

typedef struct {
    const Program *program;
    const char *text;
    int begin, length, first, last, flags, steps, compares;
    int *marks, *best, *loops; /* positions, -1: none */
    byte *seen;
    Choice *stack, *best_stack;
    int count, room, best_count, best_room, found;
} Matcher;

static int remember(Matcher *m, int kind, int place, int position, int now) {
    if (m->count == m->room) {
        int room = 2 * m->room + 64;
        Choice *stack = malloc((size_t)room * sizeof *stack);
        if (!stack) return 0;
        if (m->count) __builtin_memcpy(stack, m->stack, (size_t)m->count * sizeof *stack);
        free(m->stack);
        m->stack = stack;
        m->room = room;
    }
    m->stack[m->count++] = (Choice){kind, place, position, now};
    return 1;
}

/* --- conditions --- */

static int is_word_byte(int c) { return (digit_value(c) < 36) | (c == '_'); }

static int is_word_at(const Matcher *m, int at) {
    return at >= m->begin && at < m->length && is_word_byte((byte)m->text[at]);
}

static int is_line_start(const Matcher *m, int at) {
    if (at == m->begin) return !(m->flags & REG_NOTBOL);
    return (m->program->flags & AT_NEWLINES) && m->text[at - 1] == '\n';
}

static int is_line_end(const Matcher *m, int at) {
    if (at == m->length) return !(m->flags & REG_NOTEOL);
    return (m->program->flags & AT_NEWLINES) && m->text[at] == '\n';
}

static int holds(const Matcher *m, int operation, int at) {
    switch (operation) {
    case LINE_START: return is_line_start(m, at);
    case LINE_END: return is_line_end(m, at);
    case TEXT_START: return at == m->begin;
    case TEXT_END: return at == m->length;
    case WORD_START: return !is_word_at(m, at - 1) && is_word_at(m, at);
    case WORD_END: return is_word_at(m, at - 1) && !is_word_at(m, at);
    case WORD_EDGE: return is_word_at(m, at - 1) != is_word_at(m, at);
    default: return is_word_at(m, at - 1) == is_word_at(m, at);
    }
}

/* Whether the byte is in the ranges, without a branch on the byte. */
static int is_in(const Matcher *m, const Instruction *set, int c) {
    int found = 0, other = c;
    if (m->program->flags & REG_ICASE) other = lower_byte(c) == c ? c - ((((unsigned)c - 'a') < 26) << 5) : lower_byte(c);
    for (int i = 0; i < set->y; i++) {
        Range range = m->program->ranges[set->x + i];
        found |= ((c >= range.first) & (c <= range.last)) | ((other >= range.first) & (other <= range.last));
    }
    return found;
}

static int accepts(const Matcher *m, const Instruction *at, int c) {
    switch (at->operation) {
    case CHARACTER: return (m->program->flags & REG_ICASE ? lower_byte(c) : c) == at->x;
    case ANY: return at->x | (c != '\n');
    case SET: return is_in(m, at, c);
    default: return !is_in(m, at, c);
    }
}

/* The length of what a group has matched, if it is here again; -1 if it is not. */
static int repeated(const Matcher *m, int group, int at) {
    int from = m->marks[2 * group], to = m->marks[2 * group + 1];
    if (from < 0 || to < 0 || to - from > m->length - at) return -1;
    for (int n = 0; n < to - from; n++) {
        int x = (byte)m->text[from + n], y = (byte)m->text[at + n];
        if (m->program->flags & REG_ICASE) x = lower_byte(x), y = lower_byte(y);
        if (x != y) return -1;
    }
    return to - from;
}

/* --- the result --- */

static const Choice *next_mark(const Choice *at, const Choice *end) {
    while (at < end && at->kind) at++;
    return at;
}

/* Is this match longer, or is, where the two first differ in their groups, the group longer? */
static int is_better(const Matcher *m) {
    if (m->marks[1] != m->best[1]) return m->marks[1] > m->best[1];
    if (!m->compares) return 0;
    const Choice *x = m->stack, *x_end = x + m->count, *y = m->best_stack, *y_end = y + m->best_count;
    for (;; x++, y++) {
        x = next_mark(x, x_end), y = next_mark(y, y_end);
        if (x == x_end || y == y_end || x->place != y->place) return 0;
        if (x->now != y->now) return x->place & 1 && x->now > y->now;
    }
}

static int keep_result(Matcher *m, int at) {
    m->marks[1] = at;
    if (m->found && !is_better(m)) return 1;
    m->found = 1;
    for (int i = 0; i < 2 * m->program->groups + 2; i++) m->best[i] = m->marks[i];
    if (!m->compares) return 1;
    if (m->count > m->best_room) {
        free(m->best_stack);
        m->best_room = m->room;
        m->best_stack = malloc((size_t)m->room * sizeof *m->best_stack);
        if (!m->best_stack) return 0;
    }
    __builtin_memcpy(m->best_stack, m->stack, (size_t)m->count * sizeof *m->stack);
    m->best_count = m->count;
    return 1;
}

/* Goes back to the last open choice; 0 if there is none. */
static int go_back(Matcher *m, int *place, int *at) {
    while (m->count) {
        Choice choice = m->stack[--m->count];
        if (choice.kind < 0) {
            *place = choice.place;
            *at = choice.position;
            return 1;
        }
        if (choice.kind)
            m->loops[choice.place] = choice.position;
        else
            m->marks[choice.place] = choice.position;
    }
    return 0;
}

static int is_new(Matcher *m, int place, int at) {
    if (!m->seen) return 1;
    size_t bit = (size_t)place * (size_t)(m->length + 1) + (size_t)at;
    if (m->seen[bit / 8] >> bit % 8 & 1) return 0;
    m->seen[bit / 8] |= (byte)(1 << bit % 8);
    return 1;
}

/* Tries to match from a position on. `any`: whichever match is found first will do. 0 if memory is exhausted. */
static int try_from(Matcher *m, int start, int any) {
    int place = 0, at = start;
    for (int i = 0; i < 2 * m->program->groups + 2; i++) m->marks[i] = -1;
    for (int i = 0; i < m->program->loops; i++) m->loops[i] = -1;
    m->marks[0] = start;
    m->count = 0;
    for (;;) {
        const Instruction *next = &m->program->code[place];
        int goes_on = 0, length;
        m->steps++;
        switch (next->operation) {
        case MATCHED:
            if (!keep_result(m, at)) return 0;
            if (any || (!m->compares && at == m->length)) return 1;
            break;
        case CHARACTER: case ANY: case SET: case NO_SET:
            if (at < m->length && accepts(m, next, (byte)m->text[at])) at++, place++, goes_on = 1;
            break;
        case SPLIT:
            if (!is_new(m, place, at)) break;
            if (!remember(m, -1, place + next->y, at, 0)) return 0;
            place += next->x, goes_on = 1;
            break;
        case JUMP: place += next->x, goes_on = 1; break;
        case SAVE:
            if (!remember(m, 0, next->x, m->marks[next->x], at)) return 0;
            m->marks[next->x] = at;
            place++, goes_on = 1;
            break;
        case ENTER:
            if (!remember(m, 1, next->y, m->loops[next->y], at)) return 0;
            m->loops[next->y] = at;
            place++, goes_on = 1;
            break;
        case REPEAT: case REPEAT_MORE:
            goes_on = m->loops[next->y] != at || next->operation == REPEAT;
            place += m->loops[next->y] != at ? next->x : 1;
            break;
        case AGAIN:
            length = repeated(m, next->x, at);
            if (length >= 0) at += length, place++, goes_on = 1;
            break;
        default:
            if (holds(m, next->operation, at)) place++, goes_on = 1;
        }
        if (!goes_on && !go_back(m, &place, &at)) return 1;
        if (m->compares && m->steps > MOST_STEPS) return 1;
    }
}

static int search(Matcher *m, int any) {
    for (int start = m->first; start <= m->last; start++) {
        if (!try_from(m, start, any)) return REG_ESPACE;
        if (m->found) return 0;
        if (m->compares && m->steps > MOST_STEPS) return -1;
    }
    return REG_NOMATCH;
}

static int match(Matcher *m, int any) {
    size_t cells = (size_t)m->program->length * (size_t)(m->length + 1);
    if (m->compares) {
        int result = search(m, any);
        if (m->steps <= MOST_STEPS) return result;
        m->compares = m->found = 0;
    }
    if (!m->program->has_again) {
        m->seen = malloc(cells / 8 + 1);
        if (!m->seen) return REG_ESPACE;
        __builtin_memset(m->seen, 0, cells / 8 + 1);
    }
    int result = search(m, any);
    free(m->seen);
    return result;
}

int __secateur_match(const Program *program, const char *text, int begin, int length, int first, int last, size_t count,
                     regmatch_t *matches, int flags) {
    size_t marks = 2 * (size_t)program->groups + 2;
    int *memory = malloc((2 * marks + (size_t)program->loops) * sizeof *memory);
    if (!memory) return REG_ESPACE;
    Matcher m = {.program = program, .text = text, .begin = begin, .length = length, .first = first, .last = last};
    m.flags = flags, m.marks = memory, m.best = memory + marks, m.loops = memory + 2 * marks;
    m.compares = program->has_choice && count > 1 && program->groups;
    int result = match(&m, !count);
    for (size_t i = 0; !result && i < count; i++) {
        int is_known = i <= (size_t)program->groups;
        matches[i].rm_so = is_known ? m.best[2 * i] : -1;
        matches[i].rm_eo = is_known ? m.best[2 * i + 1] : -1;
    }
    free(m.stack);
    free(m.best_stack);
    free(memory);
    return result;
}

int regexec(const regex_t *regex, const char *text, size_t count, regmatch_t *matches, int flags) {
    const Program *program = *(Program **)regex;
    int has_range = (flags & REG_STARTEND) != 0;
    if (program->flags & REG_NOSUB) count = 0;
    int begin = has_range ? matches[0].rm_so : 0, length = has_range ? matches[0].rm_eo : (int)length_of(text);
    return __secateur_match(program, text, begin, length, begin, length, count, matches, flags);
}
