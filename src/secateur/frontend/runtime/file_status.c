/* sys/stat.h: what is known about a file. */

#include "files.h"

#include <string.h>
#include <sys/statvfs.h>
#include <sys/time.h>
#include <unistd.h>
#include <utime.h>

/* The clock stands still (clock.c), and files belong to the user of the program (users.c). */
enum { START = 1700000000, OWN_ID = 1000 };

/* Files are numbered in the order in which a program asks for their numbers; a native run does the same. */
static unsigned long numbers;

static unsigned long number_of(Node *node) {
    if (!node->number) node->number = ++numbers;
    return node->number;
}

static struct timespec time_of(struct timespec time) {
    return time.tv_sec | time.tv_nsec ? time : (struct timespec){START, 0};
}

unsigned long __secateur_number_of(Node *node) { return number_of(node); }

static void describe(Node *node, struct stat *to) {
    size_t size = S_ISDIR(node->mode) ? 4096 : node->size;
    __builtin_memset(to, 0, sizeof *to);
    to->st_dev = 1;
    to->st_ino = number_of(node);
    to->st_mode = node->mode;
    to->st_nlink = node->links;
    to->st_uid = OWN_ID;
    to->st_gid = OWN_ID;
    to->st_size = (off_t)size;
    to->st_blksize = 4096;
    to->st_blocks = (blkcnt_t)((size + 4095) / 4096 * 8);
    to->st_atim = time_of(node->accessed);
    to->st_mtim = time_of(node->modified);
    to->st_ctim = time_of(node->changed);
}

static int status_at(int base, const char *path, struct stat *to, int flags) {
    Place place;
    if (flags & AT_EMPTY_PATH && !*path) {
        Opened *opened = __secateur_opened(base);
        if (!opened) return failed(EBADF);
        describe(opened->node, to);
        return 0;
    }
    int error = __secateur_find(base, path, !(flags & AT_SYMLINK_NOFOLLOW), &place);
    if (error) return failed(error);
    describe(place.node, to);
    return 0;
}

static int status_of(int descriptor, struct stat *to) {
    Opened *opened = __secateur_opened(descriptor);
    if (!opened) return failed(EBADF);
    describe(opened->node, to);
    return 0;
}

#define STATUS_ERRORS EACCES, ENOMEM
#define STATUS(call)              \
    MAY_FAIL(-1, STATUS_ERRORS);  \
    return call;

/* For glob. */
int __secateur_stat(const char *path, struct stat *to) {
    MAY_FAIL_AS("stat", -1, STATUS_ERRORS);
    return status_at(AT_FDCWD, path, to, 0);
}
int __secateur_lstat(const char *path, struct stat *to) {
    MAY_FAIL_AS("lstat", -1, STATUS_ERRORS);
    return status_at(AT_FDCWD, path, to, AT_SYMLINK_NOFOLLOW);
}

int stat(const char *path, struct stat *to) { STATUS(status_at(AT_FDCWD, path, to, 0)) }
int lstat(const char *path, struct stat *to) { STATUS(status_at(AT_FDCWD, path, to, AT_SYMLINK_NOFOLLOW)) }
int fstat(int descriptor, struct stat *to) { STATUS(status_of(descriptor, to)) }
int fstatat(int base, const char *path, struct stat *to, int flags) { STATUS(status_at(base, path, to, flags)) }

/* On 64-bit machines, the structure is the same. */
int stat64(const char *path, struct stat64 *to) { STATUS(status_at(AT_FDCWD, path, (struct stat *)to, 0)) }
int lstat64(const char *path, struct stat64 *to) {
    STATUS(status_at(AT_FDCWD, path, (struct stat *)to, AT_SYMLINK_NOFOLLOW))
}
int fstat64(int descriptor, struct stat64 *to) { STATUS(status_of(descriptor, (struct stat *)to)) }
int fstatat64(int base, const char *path, struct stat64 *to, int flags) {
    STATUS(status_at(base, path, (struct stat *)to, flags))
}

/* The names in older C libraries. */
int __xstat(int version, const char *path, struct stat *to) {
    (void)version;
    STATUS(status_at(AT_FDCWD, path, to, 0))
}
int __lxstat(int version, const char *path, struct stat *to) {
    (void)version;
    STATUS(status_at(AT_FDCWD, path, to, AT_SYMLINK_NOFOLLOW))
}
int __fxstat(int version, int descriptor, struct stat *to) {
    (void)version;
    STATUS(status_of(descriptor, to))
}
int __fxstatat(int version, int base, const char *path, struct stat *to, int flags) {
    (void)version;
    STATUS(status_at(base, path, to, flags))
}

static int accessible(int base, const char *path, int mode, int flags) {
    Place place;
    int error = __secateur_find(base, path, !(flags & AT_SYMLINK_NOFOLLOW), &place);
    if (error) return failed(error);
    unsigned bits = place.node->mode >> 6;
    return ((unsigned)mode & ~bits & 7) ? failed(EACCES) : 0;
}

int access(const char *path, int mode) { return accessible(AT_FDCWD, path, mode, 0); }
int eaccess(const char *path, int mode) { return accessible(AT_FDCWD, path, mode, 0); }
int euidaccess(const char *path, int mode) { return accessible(AT_FDCWD, path, mode, 0); }
int faccessat(int base, const char *path, int mode, int flags) { return accessible(base, path, mode, flags); }

/* --- changing it --- */

mode_t umask(mode_t mask) {
    mode_t old = __secateur_mask;
    __secateur_mask = mask & 0777;
    return old;
}

static int change_mode(int base, const char *path, mode_t mode, int flags) {
    Place place;
    int error = __secateur_find(base, path, 1, &place);
    if (!error && flags & AT_SYMLINK_NOFOLLOW && S_ISLNK(place.node->mode)) error = EOPNOTSUPP;
    if (error) return failed(error);
    place.node->mode = (place.node->mode & S_IFMT) | (mode & 07777);
    return 0;
}

int chmod(const char *path, mode_t mode) {
    MAY_FAIL(-1, EPERM, EROFS);
    return change_mode(AT_FDCWD, path, mode, 0);
}

int fchmodat(int base, const char *path, mode_t mode, int flags) {
    MAY_FAIL(-1, EPERM, EROFS);
    return change_mode(base, path, mode, flags);
}

int fchmod(int descriptor, mode_t mode) {
    MAY_FAIL(-1, EPERM, EROFS);
    Opened *opened = __secateur_opened(descriptor);
    if (!opened) return failed(EBADF);
    opened->node->mode = (opened->node->mode & S_IFMT) | (mode & 07777);
    return 0;
}

/* A file belongs to the user; nobody else can be given it. */
static int change_owner(Node *node, uid_t owner, gid_t group) {
    int same_owner = (owner == (uid_t)-1) | (owner == OWN_ID), same_group = (group == (gid_t)-1) | (group == OWN_ID);
    (void)node;
    return same_owner & same_group ? 0 : failed(EPERM);
}

static int change_owner_at(int base, const char *path, uid_t owner, gid_t group, int flags) {
    Place place;
    int error = __secateur_find(base, path, !(flags & AT_SYMLINK_NOFOLLOW), &place);
    return error ? failed(error) : change_owner(place.node, owner, group);
}

int chown(const char *path, uid_t owner, gid_t group) {
    MAY_FAIL(-1, EPERM, EROFS)
    return change_owner_at(AT_FDCWD, path, owner, group, 0);
}
int lchown(const char *path, uid_t owner, gid_t group) {
    MAY_FAIL(-1, EPERM, EROFS)
    return change_owner_at(AT_FDCWD, path, owner, group, AT_SYMLINK_NOFOLLOW);
}
int fchownat(int base, const char *path, uid_t owner, gid_t group, int flags) {
    MAY_FAIL(-1, EPERM, EROFS)
    return change_owner_at(base, path, owner, group, flags);
}
int fchown(int descriptor, uid_t owner, gid_t group) {
    MAY_FAIL(-1, EPERM, EROFS);
    Opened *opened = __secateur_opened(descriptor);
    return opened ? change_owner(opened->node, owner, group) : failed(EBADF);
}

static struct timespec new_time(const struct timespec *times, int which, struct timespec old) {
    if (!times || times[which].tv_nsec == UTIME_NOW) return (struct timespec){START, 0};
    return times[which].tv_nsec == UTIME_OMIT ? old : times[which];
}

static int set_times(Node *node, const struct timespec *times) {
    node->accessed = new_time(times, 0, node->accessed);
    node->modified = new_time(times, 1, node->modified);
    return 0;
}

int utimensat(int base, const char *path, const struct timespec times[2], int flags) {
    Place place;
    MAY_FAIL(-1, EACCES, EROFS);
    int error = __secateur_find(base, path, !(flags & AT_SYMLINK_NOFOLLOW), &place);
    return error ? failed(error) : set_times(place.node, times);
}

int futimens(int descriptor, const struct timespec times[2]) {
    MAY_FAIL(-1, EACCES, EROFS);
    Opened *opened = __secateur_opened(descriptor);
    return opened ? set_times(opened->node, times) : failed(EBADF);
}

static int set_coarse_times(int base, const char *path, const struct timeval *times, int flags) {
    struct timespec exact[2];
    for (int i = 0; times && i < 2; i++) exact[i] = (struct timespec){times[i].tv_sec, times[i].tv_usec * 1000};
    return utimensat(base, path, times ? exact : NULL, flags);
}

int utimes(const char *path, const struct timeval times[2]) { return set_coarse_times(AT_FDCWD, path, times, 0); }
int lutimes(const char *path, const struct timeval times[2]) {
    return set_coarse_times(AT_FDCWD, path, times, AT_SYMLINK_NOFOLLOW);
}
int futimesat(int base, const char *path, const struct timeval times[2]) {
    return set_coarse_times(base, path, times, 0);
}

int utime(const char *path, const struct utimbuf *times) {
    struct timespec exact[2];
    if (times) exact[0] = (struct timespec){times->actime, 0}, exact[1] = (struct timespec){times->modtime, 0};
    return utimensat(AT_FDCWD, path, times ? exact : NULL, 0);
}
