/* unistd.h, fcntl.h: open files. */

#include "files.h"

#include <stdarg.h>
#include <sys/ioctl.h>
#include <sys/uio.h>
#include <unistd.h>

static Node input = {.mode = S_IFCHR | 0666, .links = 1, .device = EMPTY_INPUT};
static Node output = {.mode = S_IFREG | 0644, .links = 1, .device = OUTPUT_DEVICE};
static Node errors = {.mode = S_IFREG | 0644, .links = 1, .device = ERROR_DEVICE};
static Opened standard[] = {{&input, O_RDONLY, 1, 0}, {&output, O_WRONLY, 1, 0}, {&errors, O_WRONLY, 1, 0}};

Descriptor __secateur_descriptors[MOST_DESCRIPTORS] = {{&standard[0]}, {&standard[1]}, {&standard[2]}};

/* --- what a program is given (harness/world.py) --- */

void secateur_give_input(const char *data, size_t size) {
    input = (Node){.mode = S_IFREG | 0644, .links = 1, .size = size, .room = size, .data = (char *)data};
}

void secateur_give_file(const char *name, const char *data, size_t size) {
    Node *made = __secateur_new_node(S_IFREG | 0644);
    made->data = (char *)data;
    made->size = made->room = size;
    __secateur_add(&__secateur_home, name, length_of(name), made);
}

/* --- the table --- */

Opened *__secateur_opened(int descriptor) {
    if ((unsigned)descriptor >= MOST_DESCRIPTORS) return NULL;
    return __secateur_descriptors[descriptor].opened;
}

int __secateur_new_descriptor(Opened *opened, int lowest) {
    for (int i = lowest; i < MOST_DESCRIPTORS; i++)
        if (!__secateur_descriptors[i].opened) {
            __secateur_descriptors[i] = (Descriptor){opened, 0};
            return i;
        }
    return failed(EMFILE);
}

int __secateur_close(int descriptor) {
    Opened *opened = __secateur_opened(descriptor);
    if (!opened) return failed(EBADF);
    __secateur_descriptors[descriptor].opened = NULL;
    if (--opened->users == 0 && S_ISFIFO(opened->node->mode) && opened->flags & O_WRONLY) opened->node->writers--;
    return 0;
}

static int reads(const Opened *opened) { return (opened->flags & O_ACCMODE) != O_WRONLY; }
static int writes(const Opened *opened) { return (opened->flags & O_ACCMODE) != O_RDONLY; }

/* --- reading and writing --- */

void __secateur_touch(Node *node) {
    (void)node; /* the clock stands still */
}

static ssize_t from_pipe(Node *pipe, void *to, size_t count) {
    if (!pipe->size && pipe->writers)
        for (;;) {} /* nobody will ever write */
    if (count > pipe->size) count = pipe->size;
    if (count && !to) return failed(EFAULT);
    __builtin_memcpy(to, pipe->data, count);
    __builtin_memmove(pipe->data, pipe->data + count, pipe->size - count);
    pipe->size -= count;
    return (ssize_t)count;
}

/* `moves`: from where the descriptor stands, which moves on; otherwise `at`. That there is no buffer, or that it
   would not fit into memory, is an error that the system reports; otherwise, one that is too small is a fault. */
ssize_t __secateur_read(Opened *opened, void *to, size_t count, off_t at, int moves) {
    if (!opened || !reads(opened)) return failed(EBADF);
    if ((ssize_t)count < 0) return failed(EFAULT);
    Node *node = opened->node;
    if (S_ISDIR(node->mode)) return failed(EISDIR);
    if (S_ISFIFO(node->mode)) return moves ? from_pipe(node, to, count) : failed(ESPIPE);
    switch (node->device) {
    case EMPTY_INPUT: __secateur_empty_input(); return 0;
    case NULL_DEVICE: return 0;
    case ZERO_DEVICE: case FULL_DEVICE:
        if (count && !to) return failed(EFAULT);
        __builtin_memset(to, 0, count);
        return (ssize_t)count;
    case OUTPUT_DEVICE: case ERROR_DEVICE: return failed(EBADF);
    default: break;
    }
    if (moves) at = opened->offset;
    if (at < 0) return failed(EINVAL);
    size_t left = (size_t)at < node->size ? known(node->size - (size_t)at, node->room) : 0;
    if (count > left) count = left;
    count = known(count, left);
    if (count && !to) return failed(EFAULT);
    if (count) __builtin_memcpy(to, node->data + at, count);
    if (moves) opened->offset = at + (off_t)count;
    return (ssize_t)count;
}

ssize_t __secateur_write(Opened *opened, const void *from, size_t count, off_t at, int moves) {
    if (!opened || !writes(opened)) return failed(EBADF);
    if ((ssize_t)count < 0) return failed(EFAULT);
    Node *node = opened->node;
    switch (node->device) {
    case NULL_DEVICE: case ZERO_DEVICE: return (ssize_t)count;
    case FULL_DEVICE: return count ? failed(ENOSPC) : 0;
    default: break;
    }
    if (count && !from) return failed(EFAULT);
    switch (node->device) {
    case OUTPUT_DEVICE: __secateur_fwrite(from, 1, count, stdout); return (ssize_t)count;
    case ERROR_DEVICE: __secateur_fwrite(from, 1, count, stderr); return (ssize_t)count;
    default: break;
    }
    if (S_ISFIFO(node->mode)) at = (off_t)node->size;
    else if (opened->flags & O_APPEND) at = (off_t)known(node->size, node->room);
    else if (moves) at = opened->offset;
    if (at < 0) return failed(EINVAL);
    if (!count) return 0;
    size_t end = (size_t)at + count;
    if (end > node->size) {
        int error = __secateur_resize(node, end);
        if (error) return failed(error);
    }
    __builtin_memcpy(node->data + at, from, count);
    node->written = 1;
    if (moves) opened->offset = (off_t)end;
    __secateur_touch(node);
    return (ssize_t)count;
}

/* --- opening --- */

static int create(Place *place, mode_t mode, Node **node) {
    if (place->needs_folder) return EISDIR;
    if (place->length == (size_t)-1) place->length = length_of(place->name);
    if (!place->length) return ENOENT;
    if (place->length > NAME_LENGTH) return ENAMETOOLONG;
    *node = __secateur_new_node(S_IFREG | (mode & 07777 & ~__secateur_mask));
    __secateur_add(place->folder, place->name, place->length, *node);
    return 0;
}

/* Whether the owner may not do what the flags say. */
static int is_forbidden(const Node *node, int flags) {
    int access = flags & O_ACCMODE;
    return (access != O_WRONLY && !(node->mode & 0400)) | (access != O_RDONLY && !(node->mode & 0200));
}

int __secateur_open(int base, const char *path, int flags, mode_t mode) {
    Place place;
    Node *node;
    int links = !(flags & O_NOFOLLOW) && (flags & (O_CREAT | O_EXCL)) != (O_CREAT | O_EXCL);
    if (flags & O_CREAT) { /* a file cannot be made where the path ends with a slash, whatever is there */
        __secateur_find(base, path, -1, &place);
        if (place.needs_folder && place.folder && !ends_with_dot(&place)) return failed(EISDIR);
    }
    int error = __secateur_find(base, path, links, &place);
    if (error == ENOENT && place.folder && flags & O_CREAT) {
        error = create(&place, mode, &node);
        if (error) return failed(error);
    } else {
        if (error) return failed(error);
        node = place.node;
        if ((flags & (O_CREAT | O_EXCL)) == (O_CREAT | O_EXCL)) return failed(EEXIST);
        if (S_ISLNK(node->mode) && !(flags & O_PATH)) return failed(ELOOP);
        if (S_ISDIR(node->mode) && ((flags & O_ACCMODE) != O_RDONLY || flags & O_CREAT)) return failed(EISDIR);
        if (flags & O_DIRECTORY && !S_ISDIR(node->mode)) return failed(ENOTDIR);
        if (is_forbidden(node, flags)) return failed(EACCES);
        if (flags & O_TRUNC && S_ISREG(node->mode) && (flags & O_ACCMODE) != O_RDONLY) __secateur_resize(node, 0);
    }
    Opened *opened = __secateur_memory(sizeof *opened);
    *opened = (Opened){node, flags & ~(O_CREAT | O_EXCL | O_TRUNC | O_NOCTTY | O_CLOEXEC), 1, 0};
    int made = __secateur_new_descriptor(opened, 0);
    if (made >= 0 && flags & O_CLOEXEC) __secateur_descriptors[made].flags = FD_CLOEXEC;
    return made;
}

#define OPEN_ERRORS EACCES, EINTR, EMFILE, ENFILE, ENOMEM
#define MODE(flags) \
    mode_t mode = 0; \
    if (flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE) { \
        va_list list; \
        va_start(list, flags); \
        mode = va_arg(list, mode_t); \
        va_end(list); \
    }

int open(const char *path, int flags, ...) {
    MODE(flags)
    MAY_FAIL(-1, OPEN_ERRORS);
    return __secateur_open(AT_FDCWD, path, flags, mode);
}

int open64(const char *path, int flags, ...) {
    MODE(flags)
    MAY_FAIL(-1, OPEN_ERRORS);
    return __secateur_open(AT_FDCWD, path, flags, mode);
}

int openat(int base, const char *path, int flags, ...) {
    MODE(flags)
    MAY_FAIL(-1, OPEN_ERRORS);
    return __secateur_open(base, path, flags, mode);
}

int openat64(int base, const char *path, int flags, ...) {
    MODE(flags)
    MAY_FAIL(-1, OPEN_ERRORS);
    return __secateur_open(base, path, flags, mode);
}

int __open_2(const char *path, int flags) {
    MAY_FAIL(-1, OPEN_ERRORS);
    return __secateur_open(AT_FDCWD, path, flags, 0);
}

int creat(const char *path, mode_t mode) {
    MAY_FAIL(-1, OPEN_ERRORS);
    return __secateur_open(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

int creat64(const char *path, mode_t mode) {
    MAY_FAIL(-1, OPEN_ERRORS);
    return __secateur_open(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

int close(int descriptor) {
    MAY_FAIL(-1, EINTR, EIO);
    return __secateur_close(descriptor);
}

/* --- reading and writing, as programs do it --- */

#define READ_ERRORS EAGAIN, EINTR, EIO
#define WRITE_ERRORS EAGAIN, EINTR, EIO, ENOSPC

ssize_t read(int descriptor, void *to, size_t count) {
    MAY_FAIL(-1, READ_ERRORS);
    return __secateur_read(__secateur_opened(descriptor), to, count, 0, 1);
}

ssize_t write(int descriptor, const void *from, size_t count) {
    MAY_FAIL(-1, WRITE_ERRORS);
    return __secateur_write(__secateur_opened(descriptor), from, count, 0, 1);
}

static int is_seekable(const Opened *opened) {
    return opened && !S_ISFIFO(opened->node->mode);
}

ssize_t pread(int descriptor, void *to, size_t count, off_t at) {
    MAY_FAIL(-1, READ_ERRORS);
    return __secateur_read(__secateur_opened(descriptor), to, count, at, 0);
}

ssize_t pread64(int descriptor, void *to, size_t count, off64_t at) {
    MAY_FAIL(-1, READ_ERRORS);
    return __secateur_read(__secateur_opened(descriptor), to, count, at, 0);
}

ssize_t pwrite(int descriptor, const void *from, size_t count, off_t at) {
    MAY_FAIL(-1, WRITE_ERRORS);
    if (__secateur_opened(descriptor) && !is_seekable(__secateur_opened(descriptor))) return failed(ESPIPE);
    return __secateur_write(__secateur_opened(descriptor), from, count, at, 0);
}

ssize_t pwrite64(int descriptor, const void *from, size_t count, off64_t at) {
    MAY_FAIL(-1, WRITE_ERRORS);
    if (__secateur_opened(descriptor) && !is_seekable(__secateur_opened(descriptor))) return failed(ESPIPE);
    return __secateur_write(__secateur_opened(descriptor), from, count, at, 0);
}

ssize_t readv(int descriptor, const struct iovec *parts, int count) {
    ssize_t total = 0;
    MAY_FAIL(-1, READ_ERRORS);
    for (int i = 0; i < count; i++) {
        ssize_t got = __secateur_read(__secateur_opened(descriptor), parts[i].iov_base, parts[i].iov_len, 0, 1);
        if (got < 0) return total ? total : got;
        total += got;
        if ((size_t)got < parts[i].iov_len) break;
    }
    return total;
}

ssize_t writev(int descriptor, const struct iovec *parts, int count) {
    ssize_t total = 0;
    MAY_FAIL(-1, WRITE_ERRORS);
    for (int i = 0; i < count; i++) {
        ssize_t put = __secateur_write(__secateur_opened(descriptor), parts[i].iov_base, parts[i].iov_len, 0, 1);
        if (put < 0) return total ? total : put;
        total += put;
    }
    return total;
}

off_t __secateur_seek(int descriptor, off_t offset, int from) {
    Opened *opened = __secateur_opened(descriptor);
    if (!opened) return failed(EBADF);
    Node *node = opened->node;
    if (S_ISFIFO(node->mode)) return failed(ESPIPE);
    if (node->device && node->device != OUTPUT_DEVICE && node->device != ERROR_DEVICE) return opened->offset = 0;
    switch (from) {
    case SEEK_SET: break;
    case SEEK_CUR: offset += opened->offset; break;
    case SEEK_END: offset += (off_t)known(node->size, node->room); break;
    default: return failed(EINVAL);
    }
    if (offset < 0) return failed(EINVAL);
    return opened->offset = offset;
}

off_t lseek(int descriptor, off_t offset, int from) { return __secateur_seek(descriptor, offset, from); }
off64_t lseek64(int descriptor, off64_t offset, int from) { return __secateur_seek(descriptor, offset, from); }

static int truncate_node(Node *node, off_t size) {
    if (size < 0 || !S_ISREG(node->mode)) return failed(EINVAL);
    int error = __secateur_resize(node, (size_t)size);
    __secateur_touch(node);
    return error ? failed(error) : 0;
}

int ftruncate(int descriptor, off_t size) {
    MAY_FAIL(-1, EINTR, EIO);
    Opened *opened = __secateur_opened(descriptor);
    if (size < 0) return failed(EINVAL);
    if (!opened) return failed(EBADF);
    return writes(opened) ? truncate_node(opened->node, size) : failed(EINVAL);
}

int ftruncate64(int descriptor, off64_t size) {
    MAY_FAIL(-1, EINTR, EIO);
    Opened *opened = __secateur_opened(descriptor);
    if (size < 0) return failed(EINVAL);
    if (!opened) return failed(EBADF);
    return writes(opened) ? truncate_node(opened->node, size) : failed(EINVAL);
}

int truncate(const char *path, off_t size) {
    Place place;
    MAY_FAIL(-1, EINTR, EIO);
    if (size < 0) return failed(EINVAL);
    int error = __secateur_find(AT_FDCWD, path, 1, &place);
    if (error) return failed(error);
    if (S_ISDIR(place.node->mode)) return failed(EISDIR);
    return is_forbidden(place.node, O_WRONLY) ? failed(EACCES) : truncate_node(place.node, size);
}

/* What is written is there at once. */
static int is_there(int descriptor) { return __secateur_opened(descriptor) ? 0 : failed(EBADF); }

int fsync(int descriptor) {
    MAY_FAIL(-1, EIO);
    return is_there(descriptor);
}

int fdatasync(int descriptor) {
    MAY_FAIL(-1, EIO);
    return is_there(descriptor);
}

void sync(void) {}
int posix_fadvise(int descriptor, off_t at, off_t size, int advice) {
    (void)at, (void)size, (void)advice;
    return __secateur_opened(descriptor) ? 0 : EBADF;
}

/* --- descriptors --- */

int dup(int descriptor) {
    Opened *opened = __secateur_opened(descriptor);
    MAY_FAIL(-1, EMFILE);
    if (!opened) return failed(EBADF);
    int made = __secateur_new_descriptor(opened, 0);
    if (made >= 0) opened->users++;
    return made;
}

static int duplicate(int descriptor, int to, int flags) {
    Opened *opened = __secateur_opened(descriptor);
    if (!opened || (unsigned)to >= MOST_DESCRIPTORS) return failed(EBADF);
    if (descriptor == to) return to;
    if (__secateur_opened(to)) __secateur_close(to);
    opened->users++;
    __secateur_descriptors[to] = (Descriptor){opened, flags};
    return to;
}

int dup2(int descriptor, int to) {
    MAY_FAIL(-1, EINTR, EMFILE);
    return duplicate(descriptor, to, 0);
}

int dup3(int descriptor, int to, int flags) {
    MAY_FAIL(-1, EINTR, EMFILE);
    return descriptor == to ? failed(EINVAL) : duplicate(descriptor, to, flags & O_CLOEXEC ? FD_CLOEXEC : 0);
}

static int new_pipe(int *ends, int flags) {
    Node *node = __secateur_new_node(S_IFIFO | 0600);
    Opened *from = __secateur_memory(sizeof *from), *to = __secateur_memory(sizeof *to);
    *from = (Opened){node, O_RDONLY | (flags & O_NONBLOCK), 1, 0};
    *to = (Opened){node, O_WRONLY | (flags & O_NONBLOCK), 1, 0};
    node->writers = 1;
    ends[0] = __secateur_new_descriptor(from, 0);
    ends[1] = __secateur_new_descriptor(to, 0);
    return ends[1] < 0 ? -1 : 0;
}

int pipe(int ends[2]) {
    MAY_FAIL(-1, EMFILE, ENFILE);
    return new_pipe(ends, 0);
}

int pipe2(int ends[2], int flags) {
    MAY_FAIL(-1, EMFILE, ENFILE);
    return new_pipe(ends, flags);
}

static int control(int descriptor, int command, long argument) {
    Opened *opened = __secateur_opened(descriptor);
    if (!opened) return failed(EBADF);
    Descriptor *own = &__secateur_descriptors[descriptor];
    switch (command) {
    case F_DUPFD: case F_DUPFD_CLOEXEC: {
        if (argument < 0 || argument >= MOST_DESCRIPTORS) return failed(EINVAL);
        int made = __secateur_new_descriptor(opened, (int)argument);
        if (made < 0) return made;
        opened->users++;
        if (command == F_DUPFD_CLOEXEC) __secateur_descriptors[made].flags = FD_CLOEXEC;
        return made;
    }
    case F_GETFD: return own->flags;
    case F_SETFD: own->flags = argument & FD_CLOEXEC; return 0;
    case F_GETFL: return opened->flags;
    case F_SETFL: {
        int kept = O_ACCMODE | O_DIRECTORY | O_PATH, changed = O_APPEND | O_NONBLOCK | O_ASYNC | O_DIRECT | O_NOATIME;
        opened->flags = (opened->flags & (kept | ~changed)) | ((int)argument & changed);
        return 0;
    }
    case F_GETLK: ((struct flock *)argument)->l_type = F_UNLCK; return 0;
    case F_SETLK: case F_SETLKW: return 0; /* nobody else has a lock */
    default: return failed(EINVAL);
    }
}

/* Only some commands have an argument. */
static int has_argument(int command) { return command != F_GETFD && command != F_GETFL && command != F_GETOWN; }

#define CONTROL \
    long argument = 0; \
    if (has_argument(command)) { \
        va_list list; \
        va_start(list, command); \
        argument = command == F_GETLK || command == F_SETLK || command == F_SETLKW ? va_arg(list, long) : va_arg(list, int); \
        va_end(list); \
    } \
    return control(descriptor, command, argument);

int fcntl(int descriptor, int command, ...) { CONTROL }
int fcntl64(int descriptor, int command, ...) { CONTROL }

int flock(int descriptor, int operation) {
    (void)operation;
    return is_there(descriptor);
}

/* There is no terminal. */
int isatty(int descriptor) {
    failed(__secateur_opened(descriptor) ? ENOTTY : EBADF);
    return 0;
}

int ioctl(int descriptor, unsigned long request, ...) {
    (void)request;
    return failed(__secateur_opened(descriptor) ? ENOTTY : EBADF);
}

int ttyname_r(int descriptor, char *to, size_t size) {
    (void)to, (void)size;
    return __secateur_opened(descriptor) ? ENOTTY : EBADF;
}

char *ttyname(int descriptor) {
    failed(__secateur_opened(descriptor) ? ENOTTY : EBADF);
    return NULL;
}
