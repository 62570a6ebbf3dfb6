/* stdio.h: streams themselves. The machine records what is written to the standard ones, which it identifies by the names
   of their objects. */

#include "streams.h"

FILE __secateur_stdout = {._flags = UNREADABLE, ._fileno = 1}, __secateur_stderr = {._flags = UNREADABLE, ._fileno = 2};
FILE *stdout = &__secateur_stdout, *stderr = &__secateur_stderr;

/* --- the state of a stream --- */

static int at_end(FILE *stream) {
    return stream == &__secateur_stdin ? __secateur_at_end : (stream->_flags & AT_END) != 0;
}

int feof(FILE *stream) { return at_end(stream); }
int feof_unlocked(FILE *stream) { return at_end(stream); }

static int has_error(FILE *stream) {
    if (!__secateur_io_fails && (stream == stdout || stream == stderr)) __secateur_no_error();
    return (stream->_flags & HAS_ERROR) != 0;
}

int ferror(FILE *stream) { return has_error(stream); }
int ferror_unlocked(FILE *stream) { return has_error(stream); }
static void clear(FILE *stream) {
    stream->_flags &= ~HAS_ERROR;
    set_end(stream, 0);
}

void clearerr(FILE *stream) { clear(stream); }
void clearerr_unlocked(FILE *stream) { clear(stream); }
int fileno(FILE *stream) { return stream->_fileno < 0 ? failed(EBADF) : stream->_fileno; }
int fileno_unlocked(FILE *stream) { return stream->_fileno < 0 ? failed(EBADF) : stream->_fileno; }

/* Output is there at once, so how it would be buffered makes no difference. */
void setbuf(FILE *stream, char *buffer) { (void)stream, (void)buffer; }
void setbuffer(FILE *stream, char *buffer, size_t size) { (void)stream, (void)buffer, (void)size; }
void setlinebuf(FILE *stream) { (void)stream; }
int setvbuf(FILE *stream, char *buffer, int mode, size_t size) {
    (void)stream, (void)buffer, (void)size;
    return (unsigned)mode > _IONBF ? -1 : 0;
}

void flockfile(FILE *stream) { (void)stream; }
void funlockfile(FILE *stream) { (void)stream; }
int ftrylockfile(FILE *stream) { return (void)stream, 0; }

/* --- stdio_ext.h, and what gnulib looks at --- */

size_t __fbufsize(FILE *stream) { return (size_t)(stream->_IO_buf_end - stream->_IO_buf_base); }
size_t __fpending(FILE *stream) { return (void)stream, 0; }
int __freadable(FILE *stream) { return !(stream->_flags & UNREADABLE); }
int __fwritable(FILE *stream) { return !(stream->_flags & UNWRITABLE); }
int __flbf(FILE *stream) { return (void)stream, 0; }
int __freading(FILE *stream) { return (stream->_flags & UNWRITABLE) || stream->_IO_read_base != stream->_IO_read_end; }
int __fwriting(FILE *stream) { return (stream->_flags & UNREADABLE) != 0; }
int __fsetlocking(FILE *stream, int kind) { return (void)stream, (void)kind, 1; }
void __fpurge(FILE *stream) { stream->_IO_read_ptr = stream->_IO_read_end; }
void __fseterr(FILE *stream) { stream->_flags |= HAS_ERROR; }
void _flushlbf(void) {}
