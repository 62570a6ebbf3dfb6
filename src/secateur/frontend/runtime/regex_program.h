/* regex.h: what regcomp makes and regexec runs: a program of instructions that jump relative to themselves. */

#include "runtime.h"

#include <regex.h>

enum Operation {
    MATCHED,       /* the end of the expression */
    CHARACTER,     /* x */
    ANY,           /* x: also a newline */
    SET, NO_SET,   /* one of the ranges from x on, y of them */
    SPLIT,         /* go on at x, or else at y */
    JUMP,          /* to x */
    SAVE,          /* the position is that of mark x */
    ENTER, REPEAT, /* loop y starts an iteration; it goes on at x unless the iteration was empty */
    REPEAT_MORE,   /* the same for further iterations: an empty one is none */
    AGAIN,         /* what group x matched */
    LINE_START, LINE_END, TEXT_START, TEXT_END, WORD_START, WORD_END, WORD_EDGE, WORD_INSIDE,
};

/* Beside the flags of regcomp: ^ and $ also match at newlines. */
enum { AT_NEWLINES = 1 << 10 };

typedef struct { int operation, x, y; } Instruction;
typedef struct { byte first, last; } Range;

typedef struct {
    Instruction *code;
    Range *ranges;
    int length, range_count, loops, groups;
    int flags;
    int has_choice, has_again; /* alternatives; back references */
} Program;

int __secateur_compile(regex_t *regex, const char *pattern, int flags);
const char *__secateur_regex_text(int error);
/* Searches the text, from `begin` to `length`, for a match that begins from `first` to `last`. The first `count` groups
   are stored. */
int __secateur_match(const Program *program, const char *text, int begin, int length, int first, int last, size_t count,
                     regmatch_t *matches, int flags);
