/* glibc's ctype tables, for modules that were compiled elsewhere, where isdigit(c) is a lookup. (The front end
   compiles it to a call.) They are computed on first use, since a literal table of 384 numbers is hard to read. */

#include "runtime.h"

enum { LOWEST = -128, COUNT = 384 };

INLINE int in(int c, int first, int last) { return (c >= first) & (c <= last); }

static unsigned short kind_of(int c) {
    int upper = in(c, 'A', 'Z'), lower = in(c, 'a', 'z'), digit = in(c, '0', '9');
    int hexadecimal = digit | in(c | 32, 'a', 'f'), space = (c == ' ') | in(c, '\t', '\r');
    int print = in(c, ' ', '~'), graph = in(c, '!', '~'), blank = (c == ' ') | (c == '\t');
    int control = in(c, 0, 31) | (c == 127), alphanumeric = upper | lower | digit;
    return upper << 8 | lower << 9 | (upper | lower) << 10 | digit << 11 | hexadecimal << 12 | space << 13 |
           print << 14 | graph << 15 | blank | control << 1 | (graph & !alphanumeric) << 2 | alphanumeric << 3;
}

const unsigned short **__ctype_b_loc(void) {
    static unsigned short kinds[COUNT];
    static const unsigned short *table;
    if (!table) {
        for (int c = 0; c < 128; c++) kinds[c - LOWEST] = kind_of(c);
        table = kinds - LOWEST;
    }
    return &table;
}

static void fill(int *table, int first, int shift) {
    for (int i = 0; i < COUNT; i++) {
        int c = i + LOWEST;
        table[i] = c + (in(c, -128, -2) << 8) + (in(c, first, first + 25) ? shift : 0);
    }
}

const int **__ctype_tolower_loc(void) {
    static int letters[COUNT];
    static const int *table;
    if (!table) {
        fill(letters, 'A', 32);
        table = letters - LOWEST;
    }
    return &table;
}

const int **__ctype_toupper_loc(void) {
    static int letters[COUNT];
    static const int *table;
    if (!table) {
        fill(letters, 'a', -32);
        table = letters - LOWEST;
    }
    return &table;
}
