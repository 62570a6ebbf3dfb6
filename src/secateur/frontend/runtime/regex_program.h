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

typedef struct { int operation, x, y; } Instruction;
typedef struct { byte first, last; } Range;

typedef struct {
    Instruction *code;
    Range *ranges;
    int length, range_count, loops, groups;
    int flags;
    int has_choice, has_again; /* alternatives; back references */
} Program;
