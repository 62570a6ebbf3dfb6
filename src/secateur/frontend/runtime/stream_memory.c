/* stdio.h: streams that write into memory which grows (open_memstream). The program learns where it is when the stream is
   flushed by itself or closed, and its size is that of glibc. */

#include "streams.h"

enum { FIRST_SIZE = 8192 };

/* Where the program wants to have the address, and the length. */
static char **place_of(FILE *stream) { return (char **)stream->_IO_save_base; }
static size_t *length_in(FILE *stream) { return (size_t *)stream->_IO_save_end; }

static char *zeros(size_t size) {
    char *made = malloc(size);
    if (made) __builtin_memset(made, 0, size);
    return made;
}

FILE *open_memstream(char **place, size_t *length) {
    char *data = zeros(FIRST_SIZE);
    if (!data) return NULL;
    FILE *made = __secateur_new_stream(-1, O_RDWR);
    made->_flags |= IN_MEMORY;
    made->_IO_buf_base = made->_IO_read_base = made->_IO_read_ptr = made->_IO_read_end = data;
    made->_IO_write_base = made->_IO_write_ptr = made->_IO_backup_base = data;
    made->_IO_write_end = made->_IO_buf_end = data + FIRST_SIZE;
    made->_IO_save_base = (char *)place;
    made->_IO_save_end = (char *)length;
    return made;
}

int __secateur_grows(FILE *stream) { return stream->_IO_save_base != NULL; }

/* Moves what was written to a larger block; whether there is one. */
static int enlarge(FILE *stream, size_t size) {
    char *old = stream->_IO_buf_base, *data = zeros(size);
    if (!data) return 0;
    __builtin_memcpy(data, old, (size_t)(stream->_IO_buf_end - old));
    stream->_IO_write_ptr = data + (stream->_IO_write_ptr - old);
    stream->_IO_backup_base = data + (stream->_IO_backup_base - old);
    free(old);
    stream->_IO_buf_base = stream->_IO_read_base = stream->_IO_write_base = data;
    stream->_IO_write_end = stream->_IO_buf_end = data + size;
    return 1;
}

/* Room for so many more bytes, and a NUL. */
void __secateur_grow(FILE *stream, size_t count) {
    size_t before = (size_t)(stream->_IO_buf_end - stream->_IO_buf_base), size = before;
    size_t needed = (size_t)(stream->_IO_write_ptr - stream->_IO_buf_base) + count;
    while (size <= needed) size = 2 * size + 100;
    if (size > before) enlarge(stream, size);
}

/* The end is where most was written, as POSIX has it. (glibc forgets it if less is written after moving back.) */
int __secateur_seek_in_memory(FILE *stream, off_t offset, int from) {
    char *base = stream->_IO_buf_base, *at = from == SEEK_SET ? base : stream->_IO_write_ptr;
    if (stream->_IO_backup_base < stream->_IO_write_ptr) stream->_IO_backup_base = stream->_IO_write_ptr;
    if (from == SEEK_END) at = stream->_IO_backup_base;
    off_t target = at - base + offset;
    if (target < 0) return failed(EINVAL);
    if (target > stream->_IO_buf_end - base && !enlarge(stream, (size_t)target + 100)) return -1;
    stream->_IO_write_ptr = stream->_IO_read_ptr = stream->_IO_read_end = stream->_IO_buf_base + target;
    set_end(stream, 0);
    return 0;
}

void __secateur_tell(FILE *stream) {
    *place_of(stream) = stream->_IO_buf_base;
    *length_in(stream) = (size_t)(stream->_IO_write_ptr - stream->_IO_buf_base);
}

/* The program gets a block of its own, as long as what was written. */
void __secateur_hand_over(FILE *stream) {
    size_t length = (size_t)(stream->_IO_write_ptr - stream->_IO_buf_base);
    char *data = malloc(length + 1);
    if (data) {
        __builtin_memcpy(data, stream->_IO_buf_base, length);
        data[length] = 0;
        *length_in(stream) = length;
    }
    *place_of(stream) = data;
    free(stream->_IO_buf_base);
    stream->_IO_save_base = NULL;
}
