/* stdio.h: writing to streams, in programs that open some themselves or redirect the standard ones; their calls are
   renamed (frontend/symbols.py). What goes to standard output and error, the machine records as a whole. */

#include "streams.h"

#include <stdlib.h>

/* The standard stream that the machine records, if the stream leads there. */
static FILE *recorded(FILE *stream) {
    Opened *opened = opened_by(stream);
    if (!opened || stream->_flags & UNWRITABLE) return NULL;
    switch (opened->node->device) {
    case OUTPUT_DEVICE: return &__secateur_stdout;
    case ERROR_DEVICE: return &__secateur_stderr;
    default: return NULL;
    }
}

static int in_memory(FILE *stream, const char *from, size_t count) {
    int grows = __secateur_grows(stream);
    if (grows) __secateur_grow(stream, count);
    size_t room = (size_t)(stream->_IO_write_end - stream->_IO_write_ptr);
    if (count > room) count = room, stream->_flags |= HAS_ERROR;
    __builtin_memcpy(stream->_IO_write_ptr, from, count);
    stream->_IO_write_ptr += count;
    if (grows || stream->_IO_write_ptr > stream->_IO_read_end) stream->_IO_read_end = stream->_IO_write_ptr;
    if (!grows && stream->_IO_write_ptr < stream->_IO_write_end) *stream->_IO_write_ptr = 0;
    stream->_IO_read_ptr = stream->_IO_write_ptr;
    return (int)count;
}

size_t __secateur_put(FILE *stream, const char *from, size_t count) {
    if (stream->_flags & UNWRITABLE) {
        stream->_flags |= HAS_ERROR;
        failed(EBADF);
        return 0;
    }
    if (stream->_flags & IN_MEMORY) return (size_t)in_memory(stream, from, count);
    __secateur_settle(stream);
    ssize_t put = __secateur_write(opened_by(stream), from, count, 0, 1);
    if (put >= 0) return (size_t)put;
    stream->_flags |= HAS_ERROR;
    return 0;
}

static int print(FILE *stream, const char *format, va_list list) {
    FILE *standard = recorded(stream);
    if (standard) return __secateur_vfprintf(standard, format, list);
    va_list again;
    va_copy(again, list);
    int count = __secateur_vsnprintf(NULL, 0, format, again);
    va_end(again);
    if (count < 0) return count;
    char *text = __secateur_memory((size_t)count + 1);
    __secateur_vsnprintf(text, (size_t)count + 1, format, list);
    return __secateur_put(stream, text, (size_t)count) == (size_t)count ? count : -1;
}

int __secateur_stream_vfprintf(FILE *stream, const char *format, va_list list) {
    WRITE_MAY_FAIL("vfprintf", stream, -1)
    return print(stream, format, list);
}
int __secateur_stream_fprintf(FILE *stream, const char *format, ...) {
    WRITE_MAY_FAIL("fprintf", stream, -1)
    PASS(format, print(stream, format, list))
}
int __secateur_stream_vprintf(const char *format, va_list list) {
    WRITE_MAY_FAIL("vprintf", stdout, -1)
    return print(stdout, format, list);
}
int __secateur_stream_printf(const char *format, ...) {
    WRITE_MAY_FAIL("printf", stdout, -1)
    PASS(format, print(stdout, format, list))
}

static int put_text(const char *text, FILE *stream) {
    FILE *standard = recorded(stream);
    if (standard) return __secateur_fputs(text, standard);
    size_t length = length_of(text);
    return __secateur_put(stream, text, length) == length ? 1 : -1;
}

static int put_character(int c, FILE *stream) {
    FILE *standard = recorded(stream);
    char text = (char)c;
    if (standard) return __secateur_fputc(c, standard);
    return __secateur_put(stream, &text, 1) == 1 ? (byte)c : -1;
}

int __secateur_stream_fputs(const char *text, FILE *stream) {
    WRITE_MAY_FAIL("fputs", stream, -1)
    return put_text(text, stream);
}

int __secateur_stream_fputc(int c, FILE *stream) {
    WRITE_MAY_FAIL("fputc", stream, -1)
    return put_character(c, stream);
}

int __secateur_stream_putchar(int c) {
    WRITE_MAY_FAIL("putchar", stdout, -1)
    return put_character(c, stdout);
}

int __secateur_stream_puts(const char *text) {
    WRITE_MAY_FAIL("puts", stdout, -1)
    int put = put_text(text, stdout);
    if (put < 0 || put_character('\n', stdout) < 0) return -1;
    return (int)length_of(text) + 1;
}

size_t __secateur_stream_fwrite(const void *from, size_t size, size_t count, FILE *stream) {
    WRITE_MAY_FAIL("fwrite", stream, 0)
    FILE *standard = recorded(stream);
    if (!size || !count) return 0;
    if (standard) return __secateur_fwrite(from, size, count, standard);
    size_t put = __secateur_put(stream, from, size * count);
    return put == size * count ? count : put / size;
}

int __secateur_stream_fflush(FILE *stream) {
    if (!stream) return 0;
    if (__secateur_grows(stream)) __secateur_tell(stream);
    if (stream->_flags & IN_MEMORY) return 0;
    if (stream->_fileno < 0) return failed(EBADF);
    if (!(stream->_flags & UNWRITABLE)) WRITE_MAY_FAIL("fflush", stream, -1)
    if (!(stream->_flags & UNREADABLE)) __secateur_settle(stream);
    return 0;
}
