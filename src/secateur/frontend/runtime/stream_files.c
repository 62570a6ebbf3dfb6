/* stdio.h: streams of files: opening, closing, moving. */

#include "streams.h"

#include <stdlib.h>

int __secateur_settle(FILE *stream) {
    long ahead = stream->_IO_read_end - stream->_IO_read_ptr;
    if (stream->_flags & IN_MEMORY) return 0;
    stream->_IO_read_ptr = stream->_IO_read_end;
    if (ahead && opened_by(stream)) __secateur_seek(stream->_fileno, -ahead, SEEK_CUR);
    return 0;
}

/* --- opening --- */

/* The flags of `open` for a mode such as "r+"; -1 if there are none. */
static int flags_of(const char *mode) {
    int flags;
    switch (*mode) {
    case 'r': flags = O_RDONLY; break;
    case 'w': flags = O_WRONLY | O_CREAT | O_TRUNC; break;
    case 'a': flags = O_WRONLY | O_CREAT | O_APPEND; break;
    default: return -1;
    }
    for (int i = 1; mode[i] && mode[i] != ','; i++) {
        if (mode[i] == '+') flags = (flags & ~O_ACCMODE) | O_RDWR;
        if (mode[i] == 'x') flags |= O_EXCL;
        if (mode[i] == 'e') flags |= O_CLOEXEC;
    }
    return flags;
}

static void attach(FILE *stream, int descriptor, int flags) {
    int access = flags & O_ACCMODE;
    __builtin_memset(stream, 0, sizeof *stream);
    set_end(stream, 0);
    stream->_flags = access == O_RDONLY ? UNWRITABLE : access == O_WRONLY ? UNREADABLE : 0;
    stream->_fileno = descriptor;
}

FILE *__secateur_new_stream(int descriptor, int flags) {
    FILE *made = __secateur_memory(sizeof *made);
    attach(made, descriptor, flags);
    return made;
}

static FILE *open_stream(const char *path, const char *mode) {
    int flags = flags_of(mode);
    if (flags < 0) {
        failed(EINVAL);
        return NULL;
    }
    int descriptor = __secateur_open(AT_FDCWD, path, flags, 0666);
    return descriptor < 0 ? NULL : __secateur_new_stream(descriptor, flags);
}

FILE *fopen(const char *path, const char *mode) {
    MAY_FAIL(NULL, EACCES, EINTR, EMFILE, ENOMEM)
    return open_stream(path, mode);
}
FILE *fopen64(const char *path, const char *mode) {
    MAY_FAIL(NULL, EACCES, EINTR, EMFILE, ENOMEM)
    return open_stream(path, mode);
}

FILE *fdopen(int descriptor, const char *mode) {
    int flags = flags_of(mode);
    Opened *opened = __secateur_opened(descriptor);
    MAY_FAIL(NULL, ENOMEM);
    if (flags < 0 || !opened) {
        failed(flags < 0 ? EINVAL : EBADF);
        return NULL;
    }
    int has = opened->flags & O_ACCMODE, wants = flags & O_ACCMODE;
    if (has != O_RDWR && has != wants) {
        failed(EINVAL);
        return NULL;
    }
    if (flags & O_APPEND) opened->flags |= O_APPEND;
    return __secateur_new_stream(descriptor, flags);
}

static FILE *reopen(const char *path, const char *mode, FILE *stream) {
    int flags = flags_of(mode), old = stream->_fileno;
    if (flags < 0) {
        failed(EINVAL);
        return NULL;
    }
    __secateur_settle(stream);
    if (!path) { /* only another mode */
        attach(stream, old, flags);
        return stream;
    }
    if (__secateur_opened(old)) __secateur_close(old);
    stream->_fileno = -1;
    int descriptor = __secateur_open(AT_FDCWD, path, flags, 0666);
    if (descriptor < 0) return NULL;
    if (descriptor != old && old >= 0) {
        __secateur_descriptors[old] = __secateur_descriptors[descriptor];
        __secateur_descriptors[descriptor].opened = NULL;
        descriptor = old;
    }
    attach(stream, descriptor, flags);
    return stream;
}

FILE *freopen(const char *path, const char *mode, FILE *stream) {
    MAY_FAIL(NULL, EACCES, EMFILE)
    return reopen(path, mode, stream);
}
FILE *freopen64(const char *path, const char *mode, FILE *stream) {
    MAY_FAIL(NULL, EACCES, EMFILE)
    return reopen(path, mode, stream);
}

FILE *__secateur_tmpfile(void) {
    MAY_FAIL_AS("tmpfile", NULL, EMFILE, ENOSPC)
    Opened *opened = __secateur_memory(sizeof *opened);
    *opened = (Opened){__secateur_new_node(S_IFREG | 0600), O_RDWR, 1, 0};
    opened->node->links = 0;
    int descriptor = __secateur_new_descriptor(opened, 0);
    return descriptor < 0 ? NULL : __secateur_new_stream(descriptor, O_RDWR);
}

/* A string as a file: only reading, and writing within its size. */
FILE *fmemopen(void *text, size_t size, const char *mode) {
    FILE *made = __secateur_new_stream(-1, flags_of(mode));
    size_t length = 0;
    char *data = text ? text : __secateur_memory(size);
    made->_flags |= IN_MEMORY;
    if (*mode == 'w' && size) *data = 0;
    if (text && *mode != 'w')
        while (length < size && (data[length] || *mode == 'r')) {
            if (!data[length] && *mode == 'a') break;
            length++;
        }
    made->_IO_buf_base = made->_IO_read_base = made->_IO_read_ptr = data;
    made->_IO_read_end = data + length;
    made->_IO_write_base = data;
    made->_IO_write_ptr = data + (*mode == 'a' ? length : 0);
    made->_IO_write_end = made->_IO_buf_end = data + size;
    return made;
}

/* --- closing --- */

static int release(FILE *stream, int descriptor) {
    if (__secateur_grows(stream)) __secateur_hand_over(stream);
    return descriptor < 0 ? 0 : __secateur_close(descriptor);
}

int fclose(FILE *stream) {
    int descriptor = stream->_fileno;
    __secateur_settle(stream);
    stream->_fileno = -1;
    stream->_flags |= UNREADABLE | UNWRITABLE;
    MAY_FAIL((release(stream, descriptor), -1), EIO, ENOSPC)
    return release(stream, descriptor);
}

int fcloseall(void) { return 0; }

/* --- moving --- */

static int move(FILE *stream, off_t offset, int from) {
    if (__secateur_grows(stream)) return __secateur_seek_in_memory(stream, offset, from);
    if (stream->_flags & IN_MEMORY) {
        char *base = stream->_IO_buf_base;
        char *at = from == SEEK_SET ? base : from == SEEK_CUR ? stream->_IO_read_ptr : stream->_IO_read_end;
        if (at + offset < base || at + offset > stream->_IO_buf_end) return failed(EINVAL);
        stream->_IO_read_ptr = stream->_IO_write_ptr = at + offset;
        set_end(stream, 0);
        return 0;
    }
    if (!opened_by(stream)) return failed(EBADF);
    if (S_ISFIFO(opened_by(stream)->node->mode)) return failed(ESPIPE);
    __secateur_settle(stream);
    if (__secateur_seek(stream->_fileno, offset, from) < 0) return -1;
    set_end(stream, 0);
    return 0;
}

static off_t position(FILE *stream) {
    if (stream->_flags & IN_MEMORY) return stream->_IO_read_ptr - stream->_IO_buf_base;
    off_t at = __secateur_seek(stream->_fileno, 0, SEEK_CUR);
    return at < 0 ? at : at - (stream->_IO_read_end - stream->_IO_read_ptr);
}

int fseek(FILE *stream, long offset, int from) { return move(stream, offset, from); }
int fseeko(FILE *stream, off_t offset, int from) { return move(stream, offset, from); }
int fseeko64(FILE *stream, off64_t offset, int from) { return move(stream, offset, from); }
long ftell(FILE *stream) { return position(stream); }
off_t ftello(FILE *stream) { return position(stream); }
off64_t ftello64(FILE *stream) { return position(stream); }

void rewind(FILE *stream) {
    move(stream, 0, SEEK_SET);
    stream->_flags &= ~HAS_ERROR;
}

int fgetpos(FILE *stream, fpos_t *at) {
    off_t found = position(stream);
    __builtin_memset(at, 0, sizeof *at);
    at->__pos = found;
    return found < 0 ? -1 : 0;
}

int fsetpos(FILE *stream, const fpos_t *at) { return move(stream, at->__pos, SEEK_SET); }
