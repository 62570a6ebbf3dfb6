// Functions about files. Each checks the memory that it is given, fails if the test says so, and sees the scratch folder
// as the root of all files, as the machine does (frontend/runtime/file_tree.c). What the system chooses (numbers of files,
// times, the order of a folder) is as in the machine, too; owners and modes cannot be changed inside the fence.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "runtime.h"

enum { OWN_ID = 1000 };  // of the user, as in frontend/runtime/users.c

// ---- paths

#define PATHS 2  // that one call has
static char places[PATHS][2 * PATH_MAX];

const char *secateur_place(int which, const char *path, void *frame) {
    const char *root = secateur_root();
    secateur_check_string(path, ALL, frame);
    if (*path != '/' || !strcmp(path, "/dev/null") || !strcmp(path, "/dev/zero") || !strcmp(path, "/dev/full")) return path;
    snprintf(places[which], sizeof places[which], "%s%s", root, path);
    return places[which];
}

#define PATH(path) secateur_place(0, (path), HERE)
#define SECOND(path) secateur_place(1, (path), HERE)

#define MAY_FAIL(result, function, ...)                          \
    do {                                                         \
        static const int errors[] = {__VA_ARGS__};               \
        int error = secateur_call_fails(function, errors);       \
        if (error) {                                             \
            errno = error;                                       \
            return result;                                       \
        }                                                        \
    } while (0)

// ---- descriptors

#define OPEN_ERRORS EACCES, EINTR, EMFILE, ENFILE, ENOMEM
#define READ_ERRORS EAGAIN, EINTR, EIO
#define WRITE_ERRORS EAGAIN, EINTR, EIO, ENOSPC
#define MODE                                                     \
    mode_t mode = 0;                                             \
    if (flags & O_CREAT || (flags & O_TMPFILE) == O_TMPFILE) {   \
        va_list list;                                            \
        va_start(list, flags);                                   \
        mode = va_arg(list, mode_t);                             \
        va_end(list);                                            \
    }
#define OPEN(name)                                               \
    CHECKED(int, name, const char *path, int flags, ...) {       \
        MODE                                                     \
        const char *at = PATH(path);                             \
        MAY_FAIL(-1, #name, OPEN_ERRORS);                        \
        return open(at, flags, mode);                            \
    }
OPEN(open)
OPEN(open64)
#define OPENAT(name)                                                   \
    CHECKED(int, name, int base, const char *path, int flags, ...) {   \
        MODE                                                           \
        const char *at = PATH(path);                                   \
        MAY_FAIL(-1, #name, OPEN_ERRORS);                              \
        return openat(base, at, flags, mode);                          \
    }
OPENAT(openat)
OPENAT(openat64)
#define CREAT(name)                                              \
    CHECKED(int, name, const char *path, mode_t mode) {          \
        const char *at = PATH(path);                             \
        MAY_FAIL(-1, #name, OPEN_ERRORS);                        \
        return creat(at, mode);                                  \
    }
CREAT(creat)
CREAT(creat64)

CHECKED(int, close, int file) {
    MAY_FAIL(-1, "close", EINTR, EIO);
    return close(file);
}

// Only what is really read or written has to be there. The system itself looks for buffers that cannot be.
#define CANNOT_BE(buffer, size) (!(buffer) || (ssize_t)(size) < 0)
static ssize_t checked_read(int file, void *to, size_t size, void *frame) {
    static char copy[1 << 20];
    if (CANNOT_BE(to, size)) return read(file, to, size);
    ssize_t got = read(file, copy, size < sizeof copy ? size : sizeof copy);
    if (got > 0) secateur_check((address)to, (size_t)got, 1, frame), secateur_copy(to, copy, (size_t)got);
    return got;
}

CHECKED(ssize_t, read, int file, void *to, size_t size) {
    MAY_FAIL(-1, "read", READ_ERRORS);
    return checked_read(file, to, size, HERE);
}
CHECKED(ssize_t, write, int file, const void *from, size_t size) {
    MAY_FAIL(-1, "write", WRITE_ERRORS);
    struct stat status;
    if (!CANNOT_BE(from, size) && fstat(file, &status) == 0 && S_ISREG(status.st_mode)) READ(from, size);
    return write(file, from, size);
}
#define PREAD(name, call)                                                          \
    CHECKED(ssize_t, name, int file, void *to, size_t size, off_t at) {            \
        MAY_FAIL(-1, #name, READ_ERRORS);                                          \
        return call(file, to, size, at);                                           \
    }
PREAD(pread, pread)
PREAD(pread64, pread64)
#define PWRITE(name, call)                                                         \
    CHECKED(ssize_t, name, int file, const void *from, size_t size, off_t at) {    \
        MAY_FAIL(-1, #name, WRITE_ERRORS);                                         \
        if (!CANNOT_BE(from, size)) READ(from, size);                              \
        return call(file, from, size, at);                                         \
    }
PWRITE(pwrite, pwrite)
PWRITE(pwrite64, pwrite64)

CHECKED(int, truncate, const char *path, off_t size) {
    const char *at = PATH(path);
    MAY_FAIL(-1, "truncate", EINTR, EIO);
    return truncate(at, size);
}

// ---- what is known about files

static unsigned long known_files[256];
static size_t known_count;

// Files are numbered in the order in which the program asks for their numbers.
unsigned long secateur_number_of_file(unsigned long file) {
    for (size_t i = 0; i < known_count; i++)
        if (known_files[i] == file) return i + 1;
    if (known_count < 256) known_files[known_count++] = file;
    return known_count;
}

// The root is a scratch folder; standard input and output are files in memory, which have no name.
static void correct_mode(struct stat *found) {
    struct stat root;
    if (S_ISDIR(found->st_mode) && !stat(secateur_root(), &root) && root.st_ino == found->st_ino)
        found->st_mode = S_IFDIR | 0755;
    if (found->st_mode == (S_IFREG | 0777) && !found->st_nlink) found->st_mode = S_IFREG | 0644, found->st_nlink = 1;
}

static int described(int result, struct stat *found, struct stat *to, void *frame) {
    if (result) return result;
    static const struct timespec start = {1700000000, 0};
    secateur_check((address)to, sizeof *to, 1, frame);
    correct_mode(found);
    found->st_ino = secateur_number_of_file(found->st_ino);
    found->st_dev = 1;
    found->st_rdev = 0;
    found->st_uid = found->st_gid = OWN_ID;
    if (S_ISDIR(found->st_mode)) found->st_size = 4096;
    found->st_blksize = 4096;
    found->st_blocks = (found->st_size + 4095) / 4096 * 8;
    found->st_atim = found->st_mtim = found->st_ctim = start;
    secateur_copy(to, found, sizeof *to);
    return 0;
}

#define STATUS(name, call)                                                         \
    CHECKED(int, name, const char *path, struct stat *to) {                        \
        struct stat found;                                                         \
        const char *at = PATH(path);                                               \
        MAY_FAIL(-1, #name, EACCES, ENOMEM);                                       \
        return described(call(at, &found), &found, to, HERE);                      \
    }
STATUS(stat, stat)
STATUS(stat64, stat)
STATUS(lstat, lstat)
STATUS(lstat64, lstat)
#define STATUS_OF(name)                                                            \
    CHECKED(int, name, int file, struct stat *to) {                                \
        struct stat found;                                                         \
        secateur_root();                                                           \
        MAY_FAIL(-1, #name, EACCES, ENOMEM);                                       \
        return described(fstat(file, &found), &found, to, HERE);                   \
    }
STATUS_OF(fstat)
STATUS_OF(fstat64)
#define STATUS_AT(name)                                                            \
    CHECKED(int, name, int base, const char *path, struct stat *to, int flags) {   \
        struct stat found;                                                         \
        const char *at = PATH(path);                                               \
        MAY_FAIL(-1, #name, EACCES, ENOMEM);                                       \
        return described(fstatat(base, at, &found, flags), &found, to, HERE);      \
    }
STATUS_AT(fstatat)
STATUS_AT(fstatat64)

CHECKED(int, access, const char *path, int mode) { return access(PATH(path), mode); }
CHECKED(int, eaccess, const char *path, int mode) { return eaccess(PATH(path), mode); }
CHECKED(int, euidaccess, const char *path, int mode) { return euidaccess(PATH(path), mode); }
CHECKED(int, faccessat, int base, const char *path, int mode, int flags) { return faccessat(base, PATH(path), mode, flags); }

// ---- changing the tree

#define CHANGE_ERRORS EACCES, ENOSPC, EROFS
#define ON_PATH(name, type, ...)                                                   \
    CHECKED(int, name, const char *path, type argument) {                          \
        const char *at = PATH(path);                                               \
        MAY_FAIL(-1, #name, __VA_ARGS__);                                          \
        return name(at, argument);                                                 \
    }
#define ON_PATH_AT(name, type, ...)                                                \
    CHECKED(int, name, int base, const char *path, type argument) {                \
        const char *at = PATH(path);                                               \
        MAY_FAIL(-1, #name, __VA_ARGS__);                                          \
        return name(base, at, argument);                                           \
    }
#define ON_PLAIN_PATH(name, ...)                                                   \
    CHECKED(int, name, const char *path) {                                         \
        const char *at = PATH(path);                                               \
        MAY_FAIL(-1, #name, __VA_ARGS__);                                          \
        return name(at);                                                           \
    }
ON_PATH(mkdir, mode_t, EACCES, ENOSPC, EROFS)
ON_PATH_AT(mkdirat, mode_t, EACCES, ENOSPC, EROFS)
ON_PATH(mkfifo, mode_t, EACCES, ENOSPC, EROFS)
ON_PATH_AT(mkfifoat, mode_t, EACCES, ENOSPC, EROFS)
ON_PLAIN_PATH(unlink, EACCES, EBUSY, EROFS)
ON_PLAIN_PATH(chdir, EACCES)

// Of the root of all files, the system knows only that it is a folder; of folders that are linked, the fence says that
// they are on another device.
static int is_root(int base, const char *path) {
    struct stat found, root;
    if (fstatat(base, path, &found, AT_SYMLINK_NOFOLLOW) || stat(secateur_root(), &root)) return 0;
    return found.st_ino == root.st_ino && found.st_dev == root.st_dev;
}
static int removed(int base, const char *path, int flags) {
    int result = unlinkat(base, path, flags), error = errno;
    if (result && error == EACCES && flags && is_root(base, path)) error = EBUSY;
    errno = error;
    return result;
}
static int renamed(int from_base, const char *from, int to_base, const char *to) {
    int result = renameat(from_base, from, to_base, to), error = errno;
    int is_odd = error == EINVAL || error == EXDEV || error == EACCES;
    if (result && is_odd && (is_root(from_base, from) || is_root(to_base, to))) error = EBUSY;
    errno = error;
    return result;
}
static int linked(int from_base, const char *from, int to_base, const char *to, int flags) {
    struct stat found;
    int result = linkat(from_base, from, to_base, to, flags), error = errno;
    if (result && error == EXDEV && !fstatat(from_base, from, &found, 0) && S_ISDIR(found.st_mode)) error = EPERM;
    errno = error;
    return result;
}

CHECKED(int, mknod, const char *path, mode_t mode, dev_t device) {
    const char *at = PATH(path);
    MAY_FAIL(-1, "mknod", CHANGE_ERRORS);
    return mknod(at, mode, device);
}
CHECKED(int, mknodat, int base, const char *path, mode_t mode, dev_t device) {
    const char *at = PATH(path);
    MAY_FAIL(-1, "mknodat", CHANGE_ERRORS);
    return mknodat(base, at, mode, device);
}
CHECKED(int, rmdir, const char *path) {
    const char *at = PATH(path);
    MAY_FAIL(-1, "rmdir", EACCES, EBUSY, EROFS);
    return removed(AT_FDCWD, at, AT_REMOVEDIR);
}
CHECKED(int, unlinkat, int base, const char *path, int flags) {
    const char *at = PATH(path);
    MAY_FAIL(-1, "unlinkat", EACCES, EBUSY, EROFS);
    return removed(base, at, flags);
}
CHECKED(int, remove, const char *path) {
    struct stat found;
    const char *at = PATH(path);
    MAY_FAIL(-1, "remove", EACCES, EBUSY, EROFS);
    int is_folder = lstat(at, &found) == 0 && S_ISDIR(found.st_mode);
    return removed(AT_FDCWD, at, is_folder ? AT_REMOVEDIR : 0);
}
CHECKED(int, rename, const char *from, const char *to) {
    const char *old = PATH(from), *new = SECOND(to);
    MAY_FAIL(-1, "rename", EACCES, ENOSPC, EROFS, EXDEV);
    return renamed(AT_FDCWD, old, AT_FDCWD, new);
}
CHECKED(int, renameat, int from_base, const char *from, int to_base, const char *to) {
    const char *old = PATH(from), *new = SECOND(to);
    MAY_FAIL(-1, "renameat", EACCES, ENOSPC, EROFS, EXDEV);
    return renamed(from_base, old, to_base, new);
}
CHECKED(int, link, const char *from, const char *to) {
    const char *old = PATH(from), *new = SECOND(to);
    MAY_FAIL(-1, "link", CHANGE_ERRORS);
    return linked(AT_FDCWD, old, AT_FDCWD, new, 0);
}
CHECKED(int, linkat, int from_base, const char *from, int to_base, const char *to, int flags) {
    const char *old = PATH(from), *new = SECOND(to);
    MAY_FAIL(-1, "linkat", CHANGE_ERRORS);
    return linked(from_base, old, to_base, new, flags);
}
CHECKED(int, symlink, const char *target, const char *path) {
    const char *at = SECOND(path);
    LENGTH(target);
    MAY_FAIL(-1, "symlink", CHANGE_ERRORS);
    return symlink(target, at);
}
CHECKED(int, symlinkat, const char *target, int base, const char *path) {
    const char *at = SECOND(path);
    LENGTH(target);
    MAY_FAIL(-1, "symlinkat", CHANGE_ERRORS);
    return symlinkat(target, base, at);
}
CHECKED(ssize_t, readlink, const char *path, char *to, size_t size) {
    char text[PATH_MAX];
    const char *at = PATH(path);
    MAY_FAIL(-1, "readlink", EACCES, EIO);
    ssize_t got = readlink(at, text, size < sizeof text ? size : sizeof text);
    if (got > 0) WRITE(to, (size_t)got), secateur_copy(to, text, (size_t)got);
    return got;
}
CHECKED(ssize_t, readlinkat, int base, const char *path, char *to, size_t size) {
    char text[PATH_MAX];
    const char *at = PATH(path);
    MAY_FAIL(-1, "readlinkat", EACCES, EIO);
    ssize_t got = readlinkat(base, at, text, size < sizeof text ? size : sizeof text);
    if (got > 0) WRITE(to, (size_t)got), secateur_copy(to, text, (size_t)got);
    return got;
}

// ---- where the program is

static const char *inner(const char *path) {
    size_t length = strlen(secateur_root());
    if (strncmp(path, secateur_root(), length)) return path;
    return path[length] ? path + length : "/";
}

static char *here(char *to, size_t size, void *frame) {
    char text[PATH_MAX];
    if (!getcwd(text, sizeof text)) return NULL;
    const char *path = inner(text);
    size_t length = strlen(path) + 1;
    if (to && size < length) return errno = size ? ERANGE : EINVAL, NULL;
    if (!to) to = malloc(size ? size : length);
    if (!to) return NULL;
    secateur_check((address)to, length, 1, frame);
    secateur_copy(to, path, length);
    return to;
}

CHECKED(char *, getcwd, char *to, size_t size) {
    secateur_root();
    MAY_FAIL(NULL, "getcwd", EACCES, ENOENT);
    return here(to, size, HERE);
}
CHECKED(char *, get_current_dir_name, void) {
    secateur_root();
    MAY_FAIL(NULL, "get_current_dir_name", EACCES, ENOENT);
    return here(NULL, 0, HERE);
}
static char *resolved(const char *path, char *to, void *frame) {
    char text[PATH_MAX];
    const char *at = secateur_place(0, path, frame);
    if (!realpath(at, text)) return NULL;
    const char *found = inner(text);
    size_t length = strlen(found) + 1;
    if (!to) to = malloc(length);
    if (!to) return NULL;
    secateur_check((address)to, length, 1, frame);
    secateur_copy(to, found, length);
    return to;
}
CHECKED(char *, realpath, const char *path, char *to) { return resolved(path, to, HERE); }
CHECKED(char *, canonicalize_file_name, const char *path) { return resolved(path, NULL, HERE); }

// ---- what the fence does not let anybody change

#define NO_CHANGE(name, ...)                                                       \
    {                                                                              \
        struct stat status;                                                        \
        const char *at = PATH(path);                                               \
        MAY_FAIL(-1, name, __VA_ARGS__);                                           \
        return fstatat(base, at, &status, 0);                       \
    }
CHECKED(int, chmod, const char *path, mode_t mode) {
    int base = AT_FDCWD;
    NO_CHANGE("chmod", EPERM, EROFS)
}
CHECKED(int, fchmodat, int base, const char *path, mode_t mode, int flags) NO_CHANGE("fchmodat", EPERM, EROFS)
CHECKED(int, fchmod, int file, mode_t mode) {
    MAY_FAIL(-1, "fchmod", EPERM, EROFS);
    return fcntl(file, F_GETFD) < 0 ? -1 : 0;
}
static int change_owner(int result, uid_t owner, gid_t group) {
    if (result) return result;
    if ((owner == (uid_t)-1 || owner == OWN_ID) && (group == (gid_t)-1 || group == OWN_ID)) return 0;
    errno = EPERM;
    return -1;
}
#define OWNER(name, base, path, flags)                                             \
    struct stat status;                                                            \
    const char *at = PATH(path);                                                   \
    MAY_FAIL(-1, #name, EPERM, EROFS);                                             \
    return change_owner(fstatat(base, at, &status, flags), owner, group);
CHECKED(int, chown, const char *path, uid_t owner, gid_t group) { OWNER(chown, AT_FDCWD, path, 0) }
CHECKED(int, lchown, const char *path, uid_t owner, gid_t group) { OWNER(lchown, AT_FDCWD, path, AT_SYMLINK_NOFOLLOW) }
CHECKED(int, fchownat, int base, const char *path, uid_t owner, gid_t group, int flags) {
    OWNER(fchownat, base, path, flags & AT_SYMLINK_NOFOLLOW)
}
CHECKED(int, fchown, int file, uid_t owner, gid_t group) {
    MAY_FAIL(-1, "fchown", EPERM, EROFS);
    return fcntl(file, F_GETFD) < 0 ? -1 : change_owner(0, owner, group);
}
CHECKED(int, utimensat, int base, const char *path, const struct timespec *times, int flags) {
    NO_CHANGE("utimensat", EACCES, EROFS)
}
CHECKED(int, futimens, int file, const struct timespec *times) {
    MAY_FAIL(-1, "futimens", EACCES, EROFS);
    return fcntl(file, F_GETFD) < 0 ? -1 : 0;
}
CHECKED(int, utimes, const char *path, const void *times) {
    int base = AT_FDCWD;
    NO_CHANGE("utimensat", EACCES, EROFS)
}
CHECKED(int, lutimes, const char *path, const void *times) {
    int base = AT_FDCWD;
    NO_CHANGE("utimensat", EACCES, EROFS)
}
CHECKED(int, futimesat, int base, const char *path, const void *times) { NO_CHANGE("utimensat", EACCES, EROFS) }
CHECKED(int, utime, const char *path, const void *times) {
    int base = AT_FDCWD;
    NO_CHANGE("utimensat", EACCES, EROFS)
}

// ---- temporary files have the names that they have in the machine (frontend/runtime/folders.c)

static int temporary(char *pattern, int after, int flags, int is_folder, void *frame) {
    static unsigned serial;
    size_t length = secateur_check_string(pattern, ALL, frame);
    char *x = pattern + length - (size_t)after - 6;
    if (length < 6 + (size_t)after || strncmp(x, "XXXXXX", 6)) return errno = EINVAL, -1;
    secateur_check((address)x, 6, 1, frame);
    unsigned number = serial++;
    for (int i = 6; i--; number /= 26) x[i] = (char)('a' + number % 26);
    const char *at = secateur_place(0, pattern, frame);
    return is_folder ? mkdir(at, 0700) : open(at, flags | O_RDWR | O_CREAT | O_EXCL, 0600);
}

#define TEMPORARY(name, after, flags, ...)                                         \
    CHECKED(int, name, __VA_ARGS__) {                                              \
        MAY_FAIL(-1, #name, EACCES, EMFILE, ENOSPC);                               \
        return temporary(pattern, after, flags, 0, HERE);                          \
    }
TEMPORARY(mkstemp, 0, 0, char *pattern)
TEMPORARY(mkstemp64, 0, 0, char *pattern)
TEMPORARY(mkostemp, 0, flags, char *pattern, int flags)
TEMPORARY(mkstemps, after, 0, char *pattern, int after)
TEMPORARY(mkostemps, after, flags, char *pattern, int after, int flags)
CHECKED(char *, mkdtemp, char *pattern) { return temporary(pattern, 0, 0, 1, HERE) ? NULL : pattern; }
