/* dirent.h, and what unistd.h and stdio.h have to change the tree of files. */

#include "files.h"

#include <limits.h>
#include <stdlib.h>
#include <unistd.h>

unsigned long __secateur_number_of(Node *node);

struct __dirstream {
    Node *folder;
    long position;
    int descriptor;
    struct dirent entry;
};

/* --- reading a folder --- */

static DIR *directory(Node *folder, int descriptor) {
    DIR *made = __secateur_memory(sizeof *made);
    made->folder = folder;
    made->descriptor = descriptor;
    return made;
}

DIR *__secateur_opendir(const char *path) {
    MAY_FAIL_AS("opendir", NULL, EACCES, EMFILE, ENOMEM);
    int descriptor = __secateur_open(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    return descriptor < 0 ? NULL : directory(__secateur_opened(descriptor)->node, descriptor);
}

DIR *opendir(const char *path) { return __secateur_opendir(path); }

DIR *fdopendir(int descriptor) {
    Opened *opened = __secateur_opened(descriptor);
    MAY_FAIL(NULL, ENOMEM);
    if (!opened || !S_ISDIR(opened->node->mode)) {
        failed(opened ? ENOTDIR : EBADF);
        return NULL;
    }
    return directory(opened->node, descriptor);
}

static unsigned char kind_of(const Node *node) { return (unsigned char)((node->mode & S_IFMT) >> 12); }

/* What lies in /dev can be opened, but is not listed: a scratch folder cannot have devices. */
static Entry *listed(Entry *at) {
    while (at && at->node->device) at = at->next;
    return at;
}

/* In the order of names, after . and .. */
struct dirent *__secateur_readdir(DIR *from) {
    Node *folder = from->folder, *node = folder;
    const char *name = ".";
    MAY_FAIL_AS("readdir", NULL, EBADF);
    if (from->position == 1) name = "..", node = folder->parent;
    if (from->position > 1) {
        Entry *at = listed(folder->entries);
        for (long i = from->position - 2; at && i; i--) at = listed(at->next);
        if (!at) return NULL;
        name = at->name, node = at->node;
    }
    struct dirent *to = &from->entry;
    size_t length = length_of(name);
    to->d_ino = __secateur_number_of(node);
    to->d_off = ++from->position;
    to->d_type = kind_of(node);
    to->d_reclen = (unsigned short)sizeof *to;
    __builtin_memcpy(to->d_name, name, length + 1);
    return to;
}

struct dirent *readdir(DIR *from) { return __secateur_readdir(from); }
struct dirent64 *readdir64(DIR *from) { return (struct dirent64 *)__secateur_readdir(from); }

int __secateur_closedir(DIR *directory) { return __secateur_close(directory->descriptor); }
int closedir(DIR *directory) { return __secateur_close(directory->descriptor); }
int dirfd(DIR *directory) { return directory->descriptor; }
void rewinddir(DIR *directory) { directory->position = 0; }
long telldir(DIR *directory) { return directory->position; }
void seekdir(DIR *directory, long position) { directory->position = position; }

static int sorted_into(struct dirent **list, int count, struct dirent *entry,
                       int (*compare)(const struct dirent **, const struct dirent **)) {
    int at = count;
    for (; compare && at && compare((const struct dirent **)&list[at - 1], (const struct dirent **)&entry) > 0; at--)
        list[at] = list[at - 1];
    list[at] = entry;
    return count + 1;
}

int scandir(const char *path, struct dirent ***to, int (*wanted)(const struct dirent *),
            int (*compare)(const struct dirent **, const struct dirent **)) {
    DIR *from = opendir(path);
    int count = 0, most = 2;
    if (!from) return -1;
    for (Entry *at = from->folder->entries; at; at = at->next) most++;
    struct dirent **list = malloc((size_t)most * sizeof *list);
    for (struct dirent *entry; list && (entry = readdir(from));) {
        if (wanted && !wanted(entry)) continue;
        struct dirent *copy = malloc(sizeof *copy);
        if (!copy) return failed(ENOMEM);
        *copy = *entry;
        count = sorted_into(list, count, copy, compare);
    }
    closedir(from);
    *to = list;
    return list ? count : failed(ENOMEM);
}

int alphasort(const struct dirent **a, const struct dirent **b) {
    const char *x = (*a)->d_name, *y = (*b)->d_name;
    while (*x && *x == *y) x++, y++;
    return (byte)*x - (byte)*y;
}

/* --- making entries --- */

/* A place for a new entry; 0, or the errno. */
static int new_place(int base, const char *path, Place *place) {
    int error = __secateur_find(base, path, -1, place);
    if (!error || place->node) return EEXIST;
    if (error != ENOENT || !place->folder) return error;
    if (place->length == (size_t)-1) place->length = length_of(place->name);
    return !place->length ? ENOENT : place->length > NAME_LENGTH ? ENAMETOOLONG : 0;
}

static int make(int base, const char *path, unsigned mode) {
    Place place;
    int error = new_place(base, path, &place);
    if (!error && place.needs_folder && !S_ISDIR(mode)) error = ENOENT;
    if (error) return failed(error);
    Node *made = __secateur_new_node((mode & S_IFMT) | (mode & 07777 & ~__secateur_mask));
    made->links = S_ISDIR(mode) ? 2 : 1;
    __secateur_add(place.folder, place.name, place.length, made);
    return 0;
}

#define CHANGE_ERRORS EACCES, ENOSPC, EROFS

int mkdir(const char *path, mode_t mode) {
    MAY_FAIL(-1, CHANGE_ERRORS);
    return make(AT_FDCWD, path, S_IFDIR | (mode & 01777));
}
int mkdirat(int base, const char *path, mode_t mode) {
    MAY_FAIL(-1, CHANGE_ERRORS);
    return make(base, path, S_IFDIR | (mode & 01777));
}
int mkfifo(const char *path, mode_t mode) {
    MAY_FAIL(-1, CHANGE_ERRORS);
    return make(AT_FDCWD, path, S_IFIFO | (mode & 0777));
}
int mkfifoat(int base, const char *path, mode_t mode) {
    MAY_FAIL(-1, CHANGE_ERRORS);
    return make(base, path, S_IFIFO | (mode & 0777));
}

static int make_node(int base, const char *path, mode_t mode) {
    if (!(mode & S_IFMT)) mode |= S_IFREG;
    if (S_ISREG(mode) || S_ISFIFO(mode)) return make(base, path, mode);
    Place place;
    int error = new_place(base, path, &place);
    return failed(error ? error : S_ISDIR(mode) ? EINVAL : EPERM);
}

int mknod(const char *path, mode_t mode, dev_t device) {
    (void)device;
    MAY_FAIL(-1, CHANGE_ERRORS);
    return make_node(AT_FDCWD, path, mode);
}
int mknodat(int base, const char *path, mode_t mode, dev_t device) {
    (void)device;
    MAY_FAIL(-1, CHANGE_ERRORS);
    return make_node(base, path, mode);
}

static int make_symbolic(const char *target, int base, const char *path) {
    Place place;
    size_t size = length_of(target);
    int error = !size ? ENOENT : new_place(base, path, &place);
    if (!error && place.needs_folder) error = ENOENT;
    if (error) return failed(error);
    Node *made = __secateur_new_node(S_IFLNK | 0777);
    made->data = __secateur_memory(size + 1);
    __builtin_memcpy(made->data, target, size);
    made->size = made->room = size;
    __secateur_add(place.folder, place.name, place.length, made);
    return 0;
}

int symlink(const char *target, const char *path) {
    MAY_FAIL(-1, CHANGE_ERRORS);
    return make_symbolic(target, AT_FDCWD, path);
}
int symlinkat(const char *target, int base, const char *path) {
    MAY_FAIL(-1, CHANGE_ERRORS);
    return make_symbolic(target, base, path);
}

static int add_name(int from_base, const char *from, int to_base, const char *to, int flags) {
    Place old, new;
    int error = __secateur_find(from_base, from, (flags & AT_SYMLINK_FOLLOW) != 0, &old);
    if (!error) error = new_place(to_base, to, &new);
    if (!error && new.needs_folder) error = ENOENT;
    if (!error && S_ISDIR(old.node->mode)) error = EPERM;
    if (error) return failed(error);
    old.node->links++;
    __secateur_add(new.folder, new.name, new.length, old.node);
    return 0;
}

int link(const char *from, const char *to) {
    MAY_FAIL(-1, CHANGE_ERRORS);
    return add_name(AT_FDCWD, from, AT_FDCWD, to, 0);
}
int linkat(int from_base, const char *from, int to_base, const char *to, int flags) {
    MAY_FAIL(-1, CHANGE_ERRORS);
    return add_name(from_base, from, to_base, to, flags);
}

static ssize_t read_link(int base, const char *path, char *to, size_t size) {
    Place place;
    int error = __secateur_find(base, path, 0, &place);
    if (!error && place.needs_folder && S_ISLNK(place.node->mode)) error = EINVAL;
    if (!error && !S_ISLNK(place.node->mode)) error = EINVAL;
    if (error) return failed(error);
    if (size > place.node->size) size = place.node->size;
    __builtin_memcpy(to, place.node->data, size);
    return (ssize_t)size;
}

ssize_t readlink(const char *path, char *to, size_t size) {
    MAY_FAIL(-1, EACCES, EIO);
    return read_link(AT_FDCWD, path, to, size);
}
ssize_t readlinkat(int base, const char *path, char *to, size_t size) {
    MAY_FAIL(-1, EACCES, EIO);
    return read_link(base, path, to, size);
}

/* --- removing and renaming --- */

static int remove_entry(int base, const char *path, int is_folder) {
    Place place;
    int error = __secateur_find(base, path, -1, &place);
    if (error) return failed(error);
    Node *node = place.node;
    if (!is_folder) {
        if (S_ISDIR(node->mode)) return failed(EISDIR);
        if (place.needs_folder) return failed(ENOTDIR);
    } else {
        if (!S_ISDIR(node->mode)) return failed(ENOTDIR);
        if (ends_with_dot(&place)) return failed(place.length == 1 ? EINVAL : ENOTEMPTY);
        if (node == &__secateur_root) return failed(EBUSY);
        if (!place.length) return failed(EINVAL);
        if (listed(node->entries)) return failed(ENOTEMPTY);
    }
    __secateur_remove(place.folder, node, place.name, place.length);
    return 0;
}

int unlink(const char *path) {
    MAY_FAIL(-1, EACCES, EBUSY, EROFS);
    return remove_entry(AT_FDCWD, path, 0);
}
int rmdir(const char *path) {
    MAY_FAIL(-1, EACCES, EBUSY, EROFS);
    return remove_entry(AT_FDCWD, path, 1);
}
int unlinkat(int base, const char *path, int flags) {
    MAY_FAIL(-1, EACCES, EBUSY, EROFS);
    return remove_entry(base, path, (flags & AT_REMOVEDIR) != 0);
}
int remove(const char *path) {
    Place place;
    MAY_FAIL(-1, EACCES, EBUSY, EROFS);
    int error = __secateur_find(AT_FDCWD, path, 0, &place);
    return error ? failed(error) : remove_entry(AT_FDCWD, path, S_ISDIR(place.node->mode));
}

static int is_inside(const Node *node, const Node *folder) {
    for (; node != &__secateur_root; node = node->parent)
        if (node == folder) return 1;
    return folder == &__secateur_root;
}

static int replaced(Place *new, const Node *node) {
    if (S_ISDIR(node->mode) && !S_ISDIR(new->node->mode)) return ENOTDIR;
    if (!S_ISDIR(node->mode) && S_ISDIR(new->node->mode)) return EISDIR;
    if (S_ISDIR(new->node->mode) && new->node->entries) return ENOTEMPTY;
    __secateur_remove(new->folder, new->node, new->name, new->length);
    return 0;
}

/* In the order in which Linux looks for reasons not to. */
static int move(int from_base, const char *from, int to_base, const char *to) {
    Place old, new;
    if (!*from) return failed(ENOENT);
    int error = __secateur_find(from_base, from, -1, &old);
    if (!old.folder) return failed(error);
    if (!*to) return failed(ENOENT);
    error = __secateur_find(to_base, to, -1, &new);
    if (!new.folder) return failed(error);
    if (!new.node && new.length == (size_t)-1) new.length = length_of(new.name);
    if (!old.node && old.length == (size_t)-1) old.length = length_of(old.name);
    if (ends_with_dot(&old) || !old.length || ends_with_dot(&new) || !new.length) return failed(EBUSY);
    if (!old.node) return failed(ENOENT);
    if (!S_ISDIR(old.node->mode) && (old.needs_folder || new.needs_folder)) return failed(ENOTDIR);
    if (S_ISDIR(old.node->mode) && is_inside(new.folder, old.node)) return failed(EINVAL);
    if (new.node && S_ISDIR(new.node->mode) && is_inside(old.folder, new.node)) return failed(ENOTEMPTY);
    if (new.node == old.node) return 0;
    error = new.node ? replaced(&new, old.node) : 0;
    if (error) return failed(error);
    old.node->links++;
    if (S_ISDIR(old.node->mode)) old.node->links++;
    __secateur_remove(old.folder, old.node, old.name, old.length);
    __secateur_add(new.folder, new.name, new.length, old.node);
    return 0;
}

int rename(const char *from, const char *to) {
    MAY_FAIL(-1, EACCES, ENOSPC, EROFS, EXDEV);
    return move(AT_FDCWD, from, AT_FDCWD, to);
}
int renameat(int from_base, const char *from, int to_base, const char *to) {
    MAY_FAIL(-1, EACCES, ENOSPC, EROFS, EXDEV);
    return move(from_base, from, to_base, to);
}

/* --- where the program is --- */

int chdir(const char *path) {
    Place place;
    MAY_FAIL(-1, EACCES);
    int error = __secateur_find(AT_FDCWD, path, 1, &place);
    if (error) return failed(error);
    if (!S_ISDIR(place.node->mode)) return failed(ENOTDIR);
    __secateur_here = place.node;
    return 0;
}

int fchdir(int descriptor) {
    Opened *opened = __secateur_opened(descriptor);
    if (!opened) return failed(EBADF);
    if (!S_ISDIR(opened->node->mode)) return failed(ENOTDIR);
    __secateur_here = opened->node;
    return 0;
}

/* The path of a folder, written before `end`. */
static char *path_before(char *end, Node *folder) {
    *--end = 0;
    if (folder == &__secateur_root) *--end = '/';
    for (; folder != &__secateur_root; folder = folder->parent) {
        Entry *at = folder->parent->entries;
        while (at->node != folder) at = at->next;
        size_t length = length_of(at->name);
        end -= length;
        __builtin_memcpy(end, at->name, length);
        *--end = '/';
    }
    return end;
}

static char *where(Node *folder, char *to, size_t size) {
    char text[PATH_MAX], *path = path_before(text + sizeof text, folder);
    size_t length = (size_t)(text + sizeof text - path);
    if (!to) to = malloc(size ? size : length);
    if (!to) failed(ENOMEM);
    else if (size && size < length) failed(ERANGE), to = NULL;
    else __builtin_memcpy(to, path, length);
    return to;
}

char *getcwd(char *to, size_t size) {
    MAY_FAIL(NULL, EACCES, ENOENT);
    __secateur_by_chance("getcwd");
    if (to && !size) {
        failed(EINVAL);
        return NULL;
    }
    return where(__secateur_here, to, size);
}

char *get_current_dir_name(void) {
    MAY_FAIL(NULL, EACCES, ENOENT);
    __secateur_by_chance("get_current_dir_name");
    return where(__secateur_here, NULL, 0);
}

static char *resolve(const char *path, char *to) {
    Place place;
    int error = __secateur_find(AT_FDCWD, path, 1, &place);
    __secateur_by_chance("realpath");
    if (error) {
        failed(error);
        return NULL;
    }
    if (S_ISDIR(place.node->mode)) return where(place.node, to, to ? PATH_MAX : 0);
    char *made = to ? to : malloc(PATH_MAX);
    if (!made || !where(place.folder, made, PATH_MAX)) return NULL;
    size_t at = length_of(made);
    if (at > 1) made[at++] = '/';
    __builtin_memcpy(made + at, place.name, place.length);
    made[at + place.length] = 0;
    return made;
}

char *realpath(const char *path, char *to) { return resolve(path, to); }
char *canonicalize_file_name(const char *path) { return resolve(path, NULL); }

/* --- temporary files --- */

/* The six X before the last `after` characters become a name that is not taken. */
static int temporary(char *pattern, int after, int flags, int is_folder) {
    static unsigned serial;
    size_t length = length_of(pattern);
    char *at = pattern + length - (size_t)after - 6;
    if (length < 6 + (size_t)after) return failed(EINVAL);
    for (int i = 0; i < 6; i++)
        if (at[i] != 'X') return failed(EINVAL);
    __secateur_by_chance("mkstemp");
    unsigned number = serial++;
    for (int i = 6; i--; number /= 26) at[i] = (char)('a' + number % 26);
    if (is_folder) return make(AT_FDCWD, pattern, S_IFDIR | 0700);
    return __secateur_open(AT_FDCWD, pattern, flags | O_RDWR | O_CREAT | O_EXCL, 0600);
}

int mkstemp(char *pattern) {
    MAY_FAIL(-1, EACCES, EMFILE, ENOSPC)
    return temporary(pattern, 0, 0, 0);
}
int mkstemp64(char *pattern) {
    MAY_FAIL(-1, EACCES, EMFILE, ENOSPC)
    return temporary(pattern, 0, 0, 0);
}
int mkostemp(char *pattern, int flags) {
    MAY_FAIL(-1, EACCES, EMFILE, ENOSPC)
    return temporary(pattern, 0, flags, 0);
}
int mkstemps(char *pattern, int after) {
    MAY_FAIL(-1, EACCES, EMFILE, ENOSPC)
    return temporary(pattern, after, 0, 0);
}
int mkostemps(char *pattern, int after, int flags) {
    MAY_FAIL(-1, EACCES, EMFILE, ENOSPC)
    return temporary(pattern, after, flags, 0);
}
char *mkdtemp(char *pattern) { return temporary(pattern, 0, 0, 1) ? NULL : pattern; }

/* A file without a name. */
FILE *__secateur_tmpfile(void);
FILE *tmpfile(void) { return __secateur_tmpfile(); }
FILE *tmpfile64(void) { return __secateur_tmpfile(); }
