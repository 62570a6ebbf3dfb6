/* stdio.h: random calls on a stream that writes into memory. */

#include "cases.h"

static char *data;
static size_t length;

static void shown(const char *what) {
    show("%s: %zu %ld", what, length, data ? (long)strlen(data) : -1);
    if (data && length < 300) show(" %s", bytes(data, length));
    show("\n");
}

static void write_something(FILE *stream) {
    switch (pick(6)) {
    case 0: show("fputs %d\n", fputs(text("abc", 9), stream) >= 0); break;
    case 1: show("putc %d\n", putc('a' + (int)pick(3), stream)); break;
    case 2: show("fprintf %d\n", fprintf(stream, "%d %s", (int)pick(1000), text("xyz", 5))); break;
    case 3: show("fwrite %zu\n", fwrite("a\0bcdefgh", 1, pick(10), stream)); break;
    case 4:
        if (pick(20) == 0) show("many %d\n", fprintf(stream, "%*s", (int)pick(9000), "end"));
        break;
    default: show("ftell %ld %d %d\n", ftell(stream), feof(stream) != 0, ferror(stream) != 0);
    }
}

void cases(int rounds) {
    for (int i = 0; i < rounds; i++) {
        int is_moved = 0;
        data = NULL, length = 77;
        FILE *stream = open_memstream(&data, &length);
        shown("opened");
        for (unsigned steps = pick(10); steps--;) {
            write_something(stream);
            if (pick(5) == 0) fflush(stream), shown("flushed");
            if (pick(9) == 0) show("all flushed: %d %zu\n", fflush(NULL), length); /* the program is not told */
            if (pick(6) == 0) {
                int moved = fseek(stream, (long)pick(16) - 5, is_moved ? (int)pick(2) : (int)pick(3));
                show("fseek %d %ld\n", moved, ftell(stream));
                is_moved = 1; /* from now on, glibc does not always know the end */
            }
        }
        show("fclose %d\n", fclose(stream));
        shown("closed");
        free(data);
    }
}
