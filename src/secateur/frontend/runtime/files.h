/* The files that a program sees: a tree of nodes in memory, and the table of descriptors. Shared by the files of the
   runtime library that deal with files; see docs/architecture.md.

   Nothing here is allocated on the program's heap, so that neither its leaks nor allocations that fail are about it. */

#ifndef SECATEUR_FILES_H
#define SECATEUR_FILES_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/types.h>

#include "runtime.h"

enum { NAME_LENGTH = 255, MOST_DESCRIPTORS = 64, MOST_LINKS = 40 };

/* What reading and writing does, beside that of plain files and folders. */
enum device { NO_DEVICE, NULL_DEVICE, ZERO_DEVICE, FULL_DEVICE, OUTPUT_DEVICE, ERROR_DEVICE, EMPTY_INPUT };

typedef struct Node Node;
typedef struct Entry Entry;

struct Entry {
    const char *name;
    Node *node;
    Entry *next;
};

struct Node {
    unsigned mode, links;
    enum device device;
    unsigned long number; /* given when somebody asks for it */
    size_t size, room;    /* of `data`, which is the text of a symbolic link, too */
    char *data;
    Entry *entries; /* of a folder, without . and .., sorted by name */
    Node *parent;
    int writers; /* open ends of a pipe that write */
    int written; /* by the program */
    struct timespec accessed, modified, changed;
};

/* Where machine/left_files.py looks. */
_Static_assert(offsetof(Node, mode) == 0 && offsetof(Node, size) == 24 && offsetof(Node, data) == 40, "");
_Static_assert(offsetof(Node, written) == 68 && offsetof(Node, entries) == 48, "");
_Static_assert(offsetof(Entry, node) == 8 && offsetof(Entry, next) == 16, "");

/* What descriptors that were duplicated share. */
typedef struct {
    Node *node;
    int flags, users;
    off_t offset;
} Opened;

typedef struct {
    Opened *opened; /* NULL: this descriptor is closed */
    int flags;      /* FD_CLOEXEC */
} Descriptor;

/* The result of a search. If there is no `node`, a new one could be called `name` in `folder`. */
typedef struct {
    Node *folder, *node;
    const char *name;
    size_t length;
    int needs_folder; /* the path ends with / */
} Place;

extern Descriptor __secateur_descriptors[MOST_DESCRIPTORS];
extern Node __secateur_root, __secateur_home, *__secateur_here;
extern mode_t __secateur_mask;

/* Provided by the machine. Memory that is not on the heap, all 0. */
void *__secateur_memory(size_t size);
/* How many calls may still fail (--io-fails), and whether this one does: with one of the errors, which end with 0. */
extern int __secateur_io_fails;
int __secateur_call_fails(const char *function, const int *errors);
/* That there are no other files than those that the program was given. */
void __secateur_no_other_files(void);
/* That something outside of the folder in which the program was started decides, or is changed. */
void __secateur_outside(void);
/* That the name of the folder, a time or a number that the system gives decides. */
void __secateur_by_chance(const char *what);
int klee_is_symbolic(unsigned long value);
unsigned long secateur_extent(const void *pointer);
size_t __secateur_fwrite(const void *data, size_t size, size_t count, FILE *stream);

/* 0, or the errno. `follows`: 1 if a link at the end is followed, 0 if only before a slash, -1 if not even then. */
int __secateur_find(int base, const char *path, int follows, Place *place);
Node *__secateur_new_node(unsigned mode);
void __secateur_add(Node *folder, const char *name, size_t length, Node *node);
void __secateur_remove(Node *folder, Node *node, const char *name, size_t length);
int __secateur_resize(Node *node, size_t size);
Opened *__secateur_opened(int descriptor);
int __secateur_new_descriptor(Opened *opened, int lowest);
void __secateur_touch(Node *node);
ssize_t __secateur_read(Opened *opened, void *to, size_t count, off_t at, int moves);
ssize_t __secateur_write(Opened *opened, const void *from, size_t count, off_t at, int moves);
int __secateur_open(int base, const char *path, int flags, mode_t mode);
int __secateur_close(int descriptor);
off_t __secateur_seek(int descriptor, off_t offset, int from);

/* Whether a path ends with . or .. */
INLINE int ends_with_dot(const Place *place) {
    return place->length <= 2 && place->length && place->name[0] == '.' && (place->length == 1 || place->name[1] == '.');
}

/* A call that fails: sets errno, and is -1. */
INLINE int failed(int error) {
    *__errno_location() = error;
    return -1;
}

/* The beginning of every function that asks the system: it may fail, with one of these errors. */
#define MAY_FAIL_AS(name, result, ...)                                                        \
    if (__secateur_io_fails) {                                                                \
        static const int errors[] = {__VA_ARGS__, 0};                                         \
        int error = __secateur_call_fails(name, errors);                                      \
        if (error) {                                                                          \
            *__errno_location() = error;                                                      \
            return result;                                                                    \
        }                                                                                     \
    }
#define MAY_FAIL(result, ...) MAY_FAIL_AS(__func__, result, __VA_ARGS__)

/* A number that decides how much is copied must be known: one path for each value. */
INLINE size_t known(size_t value, size_t most) {
    size_t number = 0;
    if (!klee_is_symbolic(value)) return value;
    while (number < most && number < value) number++;
    return number;
}

#endif
