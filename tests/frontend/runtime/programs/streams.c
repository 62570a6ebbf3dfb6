/* stdio.h: random calls on streams of files, and what they leave. */

#define _GNU_SOURCE
#include "cases.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static FILE *stream;
static char *line;
static size_t room;

static void state(const char *what, long result) {
    show("%s %ld: %d %d %ld\n", what, result, feof(stream) != 0, ferror(stream) != 0, ftell(stream));
}

static void read_something(void) {
    char text[32] = "";
    int number = 0;
    long got;
    switch (pick(7)) {
    case 0: state("fgetc", fgetc(stream)); break;
    case 1:
        state("fgets", fgets(text, (int)pick(8) + 1, stream) != NULL);
        show("  %s\n", text);
        break;
    case 2:
        got = (long)fread(text, pick(3) + 1, pick(5), stream);
        state("fread", got);
        show("  %s\n", text);
        break;
    case 3:
        got = getline(&line, &room, stream);
        state("getline", got);
        if (got > 0) show("  %s\n", line);
        break;
    case 4:
        if (ftell(stream) > 0) state("ungetc", ungetc((int)pick(2) ? 'u' : EOF, stream)); /* C leaves the rest open */
        break;
    case 5:
        got = fscanf(stream, "%d", &number);
        state("fscanf", got);
        show("  %d\n", number);
        break;
    default:
        got = getdelim(&line, &room, ' ', stream);
        state("getdelim", got);
        if (got > 0) show("  %s\n", line);
    }
}

static void move(void) {
    static const int whence[] = {SEEK_SET, SEEK_CUR, SEEK_END};
    switch (pick(4)) {
    case 0: state("fseek", fseek(stream, (long)pick(10) - 3, whence[pick(3)])); break;
    case 1: rewind(stream), state("rewind", 0); break;
    case 2: clearerr(stream), state("clearerr", 0); break;
    default: state("ftell", ftell(stream));
    }
}

static void write_something(void) {
    switch (pick(4)) {
    case 0: state("fputc", fputc('x', stream)); break;
    case 1: state("fputs", fputs("two words\n", stream) >= 0); break;
    case 2: state("fprintf", fprintf(stream, "%d %s", (int)pick(100), "text ")); break;
    default: state("fwrite", (long)fwrite("12 34\n", 2, 3, stream));
    }
    state("fflush", fflush(stream));
}

static void one_file(void) {
    static const char *const modes[] = {"r", "w", "a", "r+", "w+", "a+", "x", "wx", "rb"};
    const char *mode = modes[pick(sizeof modes / sizeof *modes)], *name = pick(2) ? "a" : "b";
    errno = 0;
    stream = fopen(name, mode);
    show("fopen %s %s: %d %d\n", name, mode, stream != NULL, stream ? 0 : errno);
    if (!stream) return;
    int writes = strpbrk(mode, "wa+") != NULL, reads = strpbrk(mode, "r+") != NULL;
    for (int i = 0; i < 6; i++) {
        if (writes && (!reads || pick(2))) {
            write_something();
            fseek(stream, 0, SEEK_END); /* between writing and reading */
        } else {
            read_something();
            fseek(stream, 0, SEEK_CUR);
        }
        if (pick(2)) move();
    }
    show("fclose %d\n", fclose(stream));
}

void cases(int rounds) {
    char folder[] = "/tmp/secateur-XXXXXX", before[4096];
    if (!getcwd(before, sizeof before) || !mkdtemp(folder) || chdir(folder)) return;
    for (int i = 0; i < rounds / 4 + 1; i++) one_file();
    unlink("a"), unlink("b");
    free(line);
    line = NULL, room = 0;
    if (chdir(before) == 0) rmdir(folder);
}
