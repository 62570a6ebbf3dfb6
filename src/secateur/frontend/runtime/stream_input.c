/* stdio.h: reading from streams. */

#include "streams.h"

#include <stdlib.h>

static char input_buffer[PUSHED_BACK + BUFFERED];

FILE __secateur_stdin = {
    ._flags = UNWRITABLE,
    ._IO_read_ptr = input_buffer + PUSHED_BACK,
    ._IO_read_end = input_buffer + PUSHED_BACK,
    ._IO_read_base = input_buffer + PUSHED_BACK,
    ._IO_buf_base = input_buffer,
    ._IO_buf_end = input_buffer + sizeof input_buffer,
    ._fileno = 0,
};
FILE *stdin = &__secateur_stdin;
int __secateur_at_end = 0;

/* --- the buffer --- */

static void make_buffer(FILE *stream, size_t size) {
    char *buffer = __secateur_memory(PUSHED_BACK + size);
    stream->_IO_buf_base = buffer;
    stream->_IO_buf_end = buffer + PUSHED_BACK + size;
    stream->_IO_read_ptr = stream->_IO_read_end = stream->_IO_read_base = buffer + PUSHED_BACK;
}

static int cannot_be_read(FILE *stream) {
    if (!(stream->_flags & UNREADABLE)) return 0;
    stream->_flags |= HAS_ERROR;
    failed(EBADF);
    return 1;
}

int __secateur_fill(FILE *stream) {
    if (stream->_flags & IN_MEMORY || cannot_be_read(stream)) return 0;
    if (!stream->_IO_buf_base) make_buffer(stream, BUFFERED);
    char *start = stream->_IO_buf_base + PUSHED_BACK;
    ssize_t got = __secateur_read(opened_by(stream), start, (size_t)(stream->_IO_buf_end - start), 0, 1);
    if (got < 0) {
        stream->_flags |= HAS_ERROR;
        return 0;
    }
    if (!got) return 0;
    stream->_IO_read_base = stream->_IO_read_ptr = start;
    stream->_IO_read_end = start + got;
    return 1;
}

int __secateur_underflow(FILE *stream) {
    if (__secateur_fill(stream)) return (byte)*stream->_IO_read_ptr++;
    if (!(stream->_flags & HAS_ERROR)) set_end(stream, 1);
    return -1;
}

/* --- characters --- */

#define GETS(name)                     \
    int name(FILE *stream) {           \
        READ_MAY_FAIL(stream, -1)      \
        return next_byte(stream);      \
    }
GETS(fgetc)
GETS(getc)
GETS(_IO_getc)
GETS(fgetc_unlocked)
GETS(getc_unlocked)
#undef GETS
#define GETS(name)                     \
    int name(void) {                   \
        READ_MAY_FAIL(stdin, -1)       \
        return next_byte(stdin);       \
    }
GETS(getchar)
GETS(getchar_unlocked)
int __uflow(FILE *stream) { return __secateur_underflow(stream); }

int getw(FILE *stream) {
    int value = 0;
    for (size_t i = 0; i < sizeof value; i++) {
        int c = next_byte(stream);
        if (c < 0) return -1;
        ((byte *)&value)[i] = (byte)c;
    }
    return value;
}

int ungetc(int c, FILE *stream) {
    if (c == -1 || stream->_flags & UNREADABLE) return -1;
    if (!stream->_IO_buf_base) make_buffer(stream, BUFFERED);
    if (stream->_IO_read_ptr == stream->_IO_buf_base) return -1;
    *--stream->_IO_read_ptr = (char)c;
    set_end(stream, 0);
    return (byte)c;
}

/* --- lines --- */

static char *read_line(char *line, int size, FILE *stream) {
    int count = 0;
    if (size <= 0) return NULL;
    while (count < size - 1) {
        int c = next_byte(stream);
        if (c < 0) {
            if (!count || stream->_flags & HAS_ERROR) return NULL;
            break;
        }
        line[count++] = (char)c;
        if (c == '\n') break;
    }
    line[count] = 0;
    return line;
}

char *fgets(char *line, int size, FILE *stream) {
    READ_MAY_FAIL(stream, NULL)
    return read_line(line, size, stream);
}
char *fgets_unlocked(char *line, int size, FILE *stream) {
    READ_MAY_FAIL(stream, NULL)
    return read_line(line, size, stream);
}
char *__fgets_chk(char *line, size_t room, int size, FILE *stream) {
    if (size > 0 && (size_t)size > room) abort();
    return read_line(line, size, stream);
}

char *gets(char *line) {
    size_t count = 0;
    for (int c; (c = next_byte(stdin)) != '\n';) {
        if (c < 0 && (!count || stdin->_flags & HAS_ERROR)) return NULL;
        if (c < 0) break;
        line[count++] = (char)c;
    }
    line[count] = 0;
    return line;
}

/* Room for one more character and the end; 0 if there is none. */
static int grow(char **line, size_t *room, size_t count) {
    if (*line && count + 2 <= *room) return 1;
    size_t wanted = *line && *room ? 2 * *room : 120;
    if (wanted < count + 2) wanted = count + 2;
    char *made = malloc(wanted);
    if (!made) return 0;
    if (*line) {
        __builtin_memcpy(made, *line, count);
        free(*line);
    }
    *line = made;
    *room = wanted;
    return 1;
}

static ssize_t read_record(char **line, size_t *room, int delimiter, FILE *stream) {
    size_t count = 0;
    if (!line || !room) return failed(EINVAL);
    if (!grow(line, room, 0)) return -1;
    for (;;) {
        int c = next_byte(stream);
        if (c < 0) break;
        if (!grow(line, room, count)) return -1;
        (*line)[count++] = (char)c;
        if (c == delimiter) break;
    }
    if (!count || stream->_flags & HAS_ERROR) return -1;
    (*line)[count] = 0;
    return (ssize_t)count;
}

ssize_t getline(char **line, size_t *room, FILE *stream) {
    READ_MAY_FAIL(stream, -1)
    return read_record(line, room, '\n', stream);
}
ssize_t getdelim(char **line, size_t *room, int end, FILE *stream) {
    READ_MAY_FAIL(stream, -1)
    return read_record(line, room, end, stream);
}
ssize_t __getdelim(char **line, size_t *room, int end, FILE *stream) {
    READ_MAY_FAIL(stream, -1)
    return read_record(line, room, end, stream);
}

/* --- blocks --- */

static size_t read_block(char *to, size_t count, FILE *stream) {
    size_t done = 0;
    while (done < count) {
        size_t there = (size_t)(stream->_IO_read_end - stream->_IO_read_ptr);
        if (!there) {
            if (!__secateur_fill(stream)) break;
            continue;
        }
        if (there > count - done) there = count - done;
        there = known(there, BUFFERED);
        __builtin_memcpy(to + done, stream->_IO_read_ptr, there);
        stream->_IO_read_ptr += there;
        done += there;
    }
    if (done < count && !(stream->_flags & HAS_ERROR)) set_end(stream, 1);
    return done;
}

static size_t read_items(void *to, size_t size, size_t count, FILE *stream) {
    if (!size || !count) return 0;
    size_t total = size * count, done = read_block(to, total, stream);
    return done == total ? count : done / size;
}

size_t fread(void *to, size_t size, size_t count, FILE *stream) {
    READ_MAY_FAIL(stream, 0)
    return read_items(to, size, count, stream);
}
size_t fread_unlocked(void *to, size_t size, size_t count, FILE *stream) {
    READ_MAY_FAIL(stream, 0)
    return read_items(to, size, count, stream);
}
size_t __fread_chk(void *to, size_t room, size_t size, size_t count, FILE *stream) {
    if (size * count > room) abort();
    return read_items(to, size, count, stream);
}

/* --- scanf --- */

/* Brings all that is left of the input into the buffer, with a NUL after it, so that it can be scanned as a string. */
static void gather(FILE *stream) {
    size_t there = (size_t)(stream->_IO_read_end - stream->_IO_read_ptr);
    Opened *opened = opened_by(stream);
    if (stream->_flags & (IN_MEMORY | UNREADABLE) || !opened) return;
    size_t left = opened->node->size > (size_t)opened->offset ? opened->node->size - (size_t)opened->offset : 0;
    left = opened->node->device || S_ISFIFO(opened->node->mode) ? BUFFERED : known(left, opened->node->room);
    char *old = stream->_IO_read_ptr;
    make_buffer(stream, there + left + 1);
    char *start = stream->_IO_read_ptr;
    __builtin_memcpy(start, old, there);
    ssize_t got = left ? __secateur_read(opened, start + there, left, 0, 1) : 0;
    if (got < 0) stream->_flags |= HAS_ERROR, got = 0;
    stream->_IO_read_end = start + there + got;
    *stream->_IO_read_end = 0;
}

int __secateur_vfscanf(FILE *stream, const char *format, va_list list) {
    const char *rest;
    static const char nothing[1];
    gather(stream);
    const char *input = stream->_IO_read_ptr < stream->_IO_read_end ? stream->_IO_read_ptr : nothing;
    int done = __secateur_scan(input, &rest, format, list);
    stream->_IO_read_ptr += rest - input;
    if (done < 0 && stream->_IO_read_ptr < stream->_IO_read_end) done = 0; /* stopped by a NUL, not by the end */
    if (stream->_IO_read_ptr == stream->_IO_read_end) set_end(stream, 1);
    return done;
}
