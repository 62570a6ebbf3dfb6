/* stdio.h: the standard streams. The machine identifies a stream by the name of its object and records what is
   written. Standard input is empty. */

#include "runtime.h"

typedef struct Stream FILE;

char __secateur_stdin[8], __secateur_stdout[8], __secateur_stderr[8];

FILE *stdin = (FILE *)__secateur_stdin;
FILE *stdout = (FILE *)__secateur_stdout;
FILE *stderr = (FILE *)__secateur_stderr;

static int __secateur_at_end; /* the machine knows this name */

static int read_nothing(void) {
    __secateur_empty_input();
    __secateur_at_end = 1;
    return -1;
}

int getchar(void) { return read_nothing(); }
int getchar_unlocked(void) { return read_nothing(); }

int fgetc(FILE *stream) {
    (void)stream;
    return read_nothing();
}

int getc(FILE *stream) {
    (void)stream;
    return read_nothing();
}

char *fgets(char *line, int size, FILE *stream) {
    (void)line, (void)size, (void)stream;
    read_nothing();
    return NULL;
}

size_t fread(void *items, size_t size, size_t count, FILE *stream) {
    (void)items, (void)size, (void)count, (void)stream;
    read_nothing();
    return 0;
}

int feof(FILE *stream) { return (stream == (FILE *)__secateur_stdin) & __secateur_at_end; }

int ferror(FILE *stream) {
    if (stream == (FILE *)__secateur_stdin)
        __secateur_empty_input();
    else
        __secateur_no_error();
    return 0;
}

void clearerr(FILE *stream) {
    if (stream == (FILE *)__secateur_stdin) __secateur_at_end = 0;
}

int fileno(FILE *stream) {
    return (stream != (FILE *)__secateur_stdin) + (stream == (FILE *)__secateur_stderr);
}

void setbuf(FILE *stream, char *buffer) { (void)stream, (void)buffer; }

int setvbuf(FILE *stream, char *buffer, int mode, size_t size) {
    (void)stream, (void)buffer, (void)mode, (void)size;
    return 0;
}
