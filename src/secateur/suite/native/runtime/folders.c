// Folders and streams of files: as files.c has it. A folder is read in the order of names, after . and .., as in the
// machine.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fnmatch.h>
#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime.h"

const char *secateur_place(int which, const char *path, void *frame);
unsigned long secateur_number_of_file(unsigned long file);

#define PATH(path) secateur_place(0, (path), HERE)
#define MAY_FAIL(result, function, ...)                          \
    do {                                                         \
        static const int errors[] = {__VA_ARGS__};               \
        int error = secateur_call_fails(function, errors);       \
        if (error) {                                             \
            errno = error;                                       \
            return result;                                       \
        }                                                        \
    } while (0)

// The value of an expression, in which the C library allocates for itself.
#define OWN_MEMORY(type, call)        \
    ({                                \
        secateur_is_own_memory++;     \
        type value = (call);          \
        secateur_is_own_memory--;     \
        value;                        \
    })

// ---- folders

struct listing {
    DIR *directory;
    long position, count;
    struct dirent *entries;
};

static int by_name(const void *a, const void *b) {
    const char *x = ((const struct dirent *)a)->d_name, *y = ((const struct dirent *)b)->d_name;
    int dots = (!strcmp(y, ".") || (!strcmp(y, "..") && strcmp(x, "."))) - (!strcmp(x, ".") || (!strcmp(x, "..") && strcmp(y, ".")));
    return dots ? dots : strcmp(x, y);
}

static void read_entries(struct listing *to) {
    struct dirent *entry;
    free(to->entries);
    to->entries = NULL;
    to->position = to->count = 0;
    rewinddir(to->directory);
    while ((entry = readdir(to->directory))) {
        struct dirent *more = realloc(to->entries, (size_t)(to->count + 1) * sizeof *more);
        if (!more) break;
        secateur_copy(&more[to->count], entry, offsetof(struct dirent, d_name) + strlen(entry->d_name) + 1);
        to->entries = more;
        to->count++;
    }
    if (to->count) qsort(to->entries, (size_t)to->count, sizeof *to->entries, by_name);
    struct stat here, root; // above the root, there is the root
    if (to->count > 1 && !fstat(dirfd(to->directory), &here) && !stat(secateur_root(), &root) && here.st_ino == root.st_ino)
        to->entries[1].d_ino = to->entries[0].d_ino;
}

static struct listing *listing(DIR *directory) {
    if (!directory) return NULL;
    struct listing *made = calloc(1, sizeof *made);
    made->directory = directory;
    read_entries(made);
    return made;
}

CHECKED(struct listing *, opendir, const char *path) {
    const char *at = PATH(path);
    MAY_FAIL(NULL, "opendir", EACCES, EMFILE, ENOMEM);
    return OWN_MEMORY(struct listing *, listing(opendir(at)));
}
CHECKED(struct listing *, fdopendir, int file) {
    MAY_FAIL(NULL, "fdopendir", ENOMEM);
    return OWN_MEMORY(struct listing *, listing(fdopendir(file)));
}
static struct dirent *next_entry(struct listing *from) {
    if (from->position >= from->count) return NULL;
    struct dirent *entry = &from->entries[from->position++];
    entry->d_ino = secateur_number_of_file(entry->d_ino);
    entry->d_off = from->position;
    return entry;
}
CHECKED(struct dirent *, readdir, struct listing *from) {
    MAY_FAIL(NULL, "readdir", EBADF);
    return next_entry(from);
}
CHECKED(struct dirent *, readdir64, struct listing *from) {
    MAY_FAIL(NULL, "readdir", EBADF);
    return next_entry(from);
}
CHECKED(int, closedir, struct listing *from) {
    int result = closedir(from->directory);
    free(from->entries);
    free(from);
    return result;
}
CHECKED(void, rewinddir, struct listing *from) { OWN_MEMORY(int, (read_entries(from), 0)); }
CHECKED(long, telldir, struct listing *from) { return from->position; }
CHECKED(void, seekdir, struct listing *from, long position) { from->position = position; }
CHECKED(int, dirfd, struct listing *from) { return dirfd(from->directory); }

// ---- what glob.c, a file of the machine's C library, asks

int secateur_checked_stat(const char *path, struct stat *to);
int secateur_checked_lstat(const char *path, struct stat *to);

struct listing *__secateur_opendir(const char *path) { return secateur_checked_opendir(path); }
struct dirent *__secateur_readdir(struct listing *from) { return secateur_checked_readdir(from); }
int __secateur_closedir(struct listing *from) { return secateur_checked_closedir(from); }
int __secateur_stat(const char *path, struct stat *to) { return secateur_checked_stat(path, to); }
int __secateur_lstat(const char *path, struct stat *to) { return secateur_checked_lstat(path, to); }
int __secateur_fnmatch(const char *pattern, const char *text, int flags) { return fnmatch(pattern, text, flags); }

// ---- streams

#define READ_MAY_FAIL(stream, result, function) MAY_FAIL(((stream)->_flags |= 0x20, result), function, EINTR, EIO)

enum { STREAM_BUFFER = 4096 };

// With a buffer, as otherwise the first read or write allocates one.
static FILE *with_buffer(FILE *made) {
    if (made) setvbuf(made, secateur_allocate(STREAM_BUFFER), _IOFBF, STREAM_BUFFER);
    return made;
}

#define OPEN(name)                                                                 \
    CHECKED(FILE *, name, const char *path, const char *mode) {                    \
        const char *at = PATH(path);                                               \
        LENGTH(mode);                                                              \
        MAY_FAIL(NULL, #name, EACCES, EINTR, EMFILE, ENOMEM);                      \
        return OWN_MEMORY(FILE *, with_buffer(name(at, mode)));                    \
    }
OPEN(fopen)
OPEN(fopen64)
#define REOPEN(name)                                                               \
    CHECKED(FILE *, name, const char *path, const char *mode, FILE *stream) {      \
        const char *at = path ? PATH(path) : NULL;                                 \
        LENGTH(mode);                                                              \
        MAY_FAIL(NULL, #name, EACCES, EMFILE);                                     \
        FILE *made = name(at, mode, stream);                                       \
        if (made && (made == stdout || made == stderr)) setvbuf(made, NULL, _IONBF, 0); \
        return made;                                                               \
    }
REOPEN(freopen)
REOPEN(freopen64)

CHECKED(FILE *, fdopen, int file, const char *mode) {
    LENGTH(mode);
    MAY_FAIL(NULL, "fdopen", ENOMEM);
    FILE *made = OWN_MEMORY(FILE *, with_buffer(fdopen(file, mode)));
    if (made && *mode != 'r') setvbuf(made, NULL, _IONBF, 0);  // it may lead to where others write
    return made;
}
// The stream does not fail, and is no leak; the memory that the program gets in the end may be.
CHECKED(FILE *, open_memstream, char **place, size_t *length) {
    WRITE(place, sizeof *place);
    WRITE(length, sizeof *length);
    if (secateur_allocation_fails()) {
        errno = ENOMEM;
        return NULL;
    }
    FILE *made = OWN_MEMORY(FILE *, open_memstream(place, length));
    if (!made) return NULL;
    secateur_allocated_by_library((address)made, malloc_usable_size(made)); // it was allocated first
    secateur_allocated((address)made->_IO_buf_base, malloc_usable_size(made->_IO_buf_base), HERE);
    return made;
}
CHECKED(int, fclose, FILE *stream) {
    MAY_FAIL((fclose(stream), -1), "fclose", EIO, ENOSPC);
    return fclose(stream);
}

// Byte by byte: a line can contain a NUL.
static char *read_line(char *to, int size, FILE *stream, void *frame) {
    int count = 0;
    if (size <= 0) return NULL;
    while (count < size - 1) {
        int c = getc(stream);
        if (c == EOF && (!count || ferror(stream))) return NULL;
        if (c == EOF) break;
        secateur_check((address)to + (size_t)count, 1, 1, frame);
        to[count++] = (char)c;
        if (c == '\n') break;
    }
    secateur_check((address)to + (size_t)count, 1, 1, frame);
    to[count] = 0;
    return to;
}
CHECKED(char *, fgets, char *to, int size, FILE *stream) {
    READ_MAY_FAIL(stream, NULL, "fgets");
    return read_line(to, size, stream, HERE);
}
CHECKED(char *, fgets_unlocked, char *to, int size, FILE *stream) {
    READ_MAY_FAIL(stream, NULL, "fgets_unlocked");
    return read_line(to, size, stream, HERE);
}

// Only what is really read has to be there.
static size_t read_items(void *to, size_t size, size_t count, FILE *stream, void *frame) {
    size_t total = size * count;
    if (!total) return 0;
    char small[4096], *copy = total <= sizeof small ? small : secateur_allocate(total);
    size_t got = fread(copy, 1, total, stream);
    if (got) secateur_check((address)to, got, 1, frame), secateur_copy(to, copy, got);
    return got / size;
}
CHECKED(size_t, fread, void *to, size_t size, size_t count, FILE *stream) {
    READ_MAY_FAIL(stream, 0, "fread");
    return read_items(to, size, count, stream, HERE);
}
CHECKED(size_t, fread_unlocked, void *to, size_t size, size_t count, FILE *stream) {
    READ_MAY_FAIL(stream, 0, "fread_unlocked");
    return read_items(to, size, count, stream, HERE);
}

#define CHARACTER(name)                                                            \
    CHECKED(int, name, FILE *stream) {                                             \
        READ_MAY_FAIL(stream, -1, #name);                                           \
        return getc(stream);                                                       \
    }
CHARACTER(fgetc)
CHARACTER(getc)
CHARACTER(fgetc_unlocked)
CHARACTER(getc_unlocked)
CHECKED(int, getchar, void) {
    READ_MAY_FAIL(stdin, -1, "getchar");
    return getchar();
}

#define RECORD                                                                     \
    WRITE(line, sizeof *line);                                                     \
    WRITE(room, sizeof *room);
CHECKED(ssize_t, getline, char **line, size_t *room, FILE *stream) {
    RECORD
    READ_MAY_FAIL(stream, -1, "getline");
    return getline(line, room, stream);
}
CHECKED(ssize_t, getdelim, char **line, size_t *room, int end, FILE *stream) {
    RECORD
    READ_MAY_FAIL(stream, -1, "getdelim");
    return getdelim(line, room, end, stream);
}
CHECKED(ssize_t, __getdelim, char **line, size_t *room, int end, FILE *stream) {
    RECORD
    READ_MAY_FAIL(stream, -1, "__getdelim");
    return getdelim(line, room, end, stream);
}

// ---- other programs, as frontend/runtime/execute.c has them

void secateur_undefined(const char *name);

static int run(const char *path, void *frame) {
    struct stat status;
    const char *at = secateur_place(0, path, frame);
    if (stat(at, &status)) return -1;
    errno = EACCES;
    if (!S_ISREG(status.st_mode) || !(status.st_mode & 0111)) return -1;
    secateur_undefined("execveat");
    return -1;
}

static int search(const char *name, void *frame) {
    secateur_check_string(name, ALL, frame);
    if (strchr(name, '/')) return run(name, frame);
    errno = ENOENT;
    return -1;
}

CHECKED(int, execv, const char *path, char *const words[]) { return run(path, HERE); }
CHECKED(int, execve, const char *path, char *const words[], char *const variables[]) { return run(path, HERE); }
CHECKED(int, execl, const char *path, const char *word, ...) { return run(path, HERE); }
CHECKED(int, execle, const char *path, const char *word, ...) { return run(path, HERE); }
CHECKED(int, execvp, const char *name, char *const words[]) { return search(name, HERE); }
CHECKED(int, execvpe, const char *name, char *const words[], char *const variables[]) { return search(name, HERE); }
CHECKED(int, execlp, const char *name, const char *word, ...) { return search(name, HERE); }
CHECKED(int, chroot, const char *path) {
    struct stat status;
    if (stat(secateur_place(0, path, HERE), &status)) return -1;
    errno = S_ISDIR(status.st_mode) ? EPERM : ENOTDIR;
    return -1;
}
