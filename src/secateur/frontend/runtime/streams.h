/* stdio.h: what the files of the runtime library that deal with streams share. A stream is laid out as in glibc, because
   programs with gnulib look inside. Input is buffered; output is there at once. */

#ifndef SECATEUR_STREAMS_H
#define SECATEUR_STREAMS_H

#include "files.h"

/* glibc's flags. */
enum { UNREADABLE = 4, UNWRITABLE = 8, AT_END = 0x10, HAS_ERROR = 0x20, IN_MEMORY = 0x8000 };
/* Room for characters that are pushed back, and for what is read at once. */
enum { PUSHED_BACK = 16, BUFFERED = 4096 };

extern FILE __secateur_stdin, __secateur_stdout, __secateur_stderr;
extern int __secateur_at_end; /* of standard input; the machine knows this name (machine/initial.py) */

int __secateur_underflow(FILE *stream);               /* the next byte, or -1 */
int __secateur_fill(FILE *stream);                    /* whether more was read */
FILE *__secateur_new_stream(int descriptor, int flags);
size_t __secateur_put(FILE *stream, const char *from, size_t count); /* how many were written */
int __secateur_settle(FILE *stream);                  /* the descriptor stands where the stream does */

/* Streams whose memory grows. Nothing can be read from them. */
int __secateur_grows(FILE *stream);
void __secateur_grow(FILE *stream, size_t count);
int __secateur_seek_in_memory(FILE *stream, off_t offset, int from);
void __secateur_tell(FILE *stream); /* the program, where the memory is */
void __secateur_hand_over(FILE *stream);

int __secateur_vfprintf(FILE *stream, const char *format, va_list list);
int __secateur_fputs(const char *text, FILE *stream);
int __secateur_fputc(int c, FILE *stream);
int __secateur_vsnprintf(char *out, size_t size, const char *format, va_list list);
int __secateur_scan(const char *input, const char **rest, const char *format, va_list list);

/* The same for functions that read from a stream or write to it. */
#define READ_MAY_FAIL(stream, result) MAY_FAIL(((stream)->_flags |= HAS_ERROR, result), EINTR, EIO)
#define WRITE_MAY_FAIL(name, stream, result) MAY_FAIL_AS(name, ((stream)->_flags |= HAS_ERROR, result), EIO, ENOSPC)

INLINE Opened *opened_by(FILE *stream) { return __secateur_opened(stream->_fileno); }

/* Whether the end of the input was seen. */
INLINE void set_end(FILE *stream, int is_seen) {
    stream->_flags = (stream->_flags & ~AT_END) | (is_seen ? AT_END : 0);
    if (stream == &__secateur_stdin) __secateur_at_end = is_seen;
}

INLINE int next_byte(FILE *stream) {
    if (stream->_IO_read_ptr < stream->_IO_read_end) return (byte)*stream->_IO_read_ptr++;
    return __secateur_underflow(stream);
}

#endif
