/* The tree of files, and how a path leads to one of them.

   A name with symbolic bytes is compared with a whole entry by one condition, so a path forks once per entry, not once
   per byte. */

#include "files.h"

static Node devices, homes;
static Node temporary = {.mode = S_IFDIR | 01777, .links = 2, .parent = &__secateur_root};
static Node null_node = {.mode = S_IFCHR | 0666, .links = 1, .device = NULL_DEVICE};
static Node zero_node = {.mode = S_IFCHR | 0666, .links = 1, .device = ZERO_DEVICE};
static Node full_node = {.mode = S_IFCHR | 0666, .links = 1, .device = FULL_DEVICE};

static Entry zero_entry = {"zero", &zero_node}, null_entry = {"null", &null_node, &zero_entry};
static Entry full_entry = {"full", &full_node, &null_entry}, home_entry = {"user", &__secateur_home};
static Entry temporary_entry = {"tmp", &temporary}, homes_entry = {"home", &homes, &temporary_entry};
static Entry devices_entry = {"dev", &devices, &homes_entry};

static Node devices = {.mode = S_IFDIR | 0755, .links = 2, .entries = &full_entry, .parent = &__secateur_root};
static Node homes = {.mode = S_IFDIR | 0755, .links = 3, .entries = &home_entry, .parent = &__secateur_root};

Node __secateur_root = {
    .mode = S_IFDIR | 0755, .links = 5, .entries = &devices_entry, .parent = &__secateur_root};
Node __secateur_home = {.mode = S_IFDIR | 0755, .links = 2, .parent = &homes};
Node *__secateur_here = &__secateur_home;
mode_t __secateur_mask = 022;

/* --- changing the tree --- */

Node *__secateur_new_node(unsigned mode) {
    Node *made = __secateur_memory(sizeof *made);
    made->mode = mode;
    made->links = 1;
    return made;
}

static int comes_before(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return (byte)*a < (byte)*b;
}

void __secateur_add(Node *folder, const char *name, size_t length, Node *node) {
    char *copy = __secateur_memory(length + 1);
    __builtin_memcpy(copy, name, length);
    Entry *made = __secateur_memory(sizeof *made), **at = &folder->entries;
    while (*at && comes_before((*at)->name, copy)) at = &(*at)->next;
    made->name = copy;
    made->node = node;
    made->next = *at;
    *at = made;
    if (S_ISDIR(node->mode)) node->parent = folder, folder->links++;
}

/* Whether the first `length` bytes of `name` are the whole text. */
static int is_called(const char *name, size_t length, const char *text) {
    int same = 1;
    for (size_t i = 0; i < length; i++) {
        same &= name[i] == text[i];
        if (!klee_is_symbolic(same) && !same) return 0;
        if (!text[i]) return 0;
    }
    return same & !text[length];
}

void __secateur_remove(Node *folder, Node *node, const char *name, size_t length) {
    for (Entry **at = &folder->entries; *at; at = &(*at)->next) {
        if ((*at)->node != node || !is_called(name, length, (*at)->name)) continue;
        *at = (*at)->next;
        node->links--;
        if (S_ISDIR(node->mode)) folder->links--, node->links--;
        return;
    }
}

/* 0, or the errno. */
int __secateur_resize(Node *node, size_t size) {
    node->written = 1;
    if (size > (16u << 20)) return EFBIG;
    if (size > node->room) {
        size_t room = size < 64 ? 64 : 2 * size;
        char *data = __secateur_memory(room);
        __builtin_memcpy(data, node->data, node->size);
        node->data = data;
        node->room = room;
    } else if (size < node->size) {
        __builtin_memset(node->data + size, 0, node->size - size);
    }
    node->size = size;
    return 0;
}

/* --- searching --- */

/* A whole string, compared by one condition; `room`: the bytes that can be read. */
static int is_text(const char *path, size_t room, const char *text) {
    int same = 1;
    for (size_t i = 0; i < room; i++) {
        same &= path[i] == text[i];
        if (!klee_is_symbolic(same) && !same) return 0;
        if (!text[i]) return same;
    }
    return 0;
}

/* Whether a path has a slash, as one condition. */
static int has_slash(const char *path, size_t room) {
    int slash = 0, ended = 0;
    size_t i = 0;
    for (; i < room; i++) {
        int c = (byte)path[i];
        if (!klee_is_symbolic((unsigned long)c) && !c) return slash;
        ended |= c == 0;
        slash |= !ended & (c == '/');
    }
    while (*path) path++; /* a fault if it does not end */
    return slash;
}

static Node *child(Node *folder, const char *name, size_t length) {
    for (Entry *at = folder->entries; at; at = at->next)
        if (is_called(name, length, at->name)) return at->node;
    return NULL;
}

static Node *above(Node *folder) {
    if (folder == &__secateur_home) __secateur_outside();
    return folder->parent;
}

static int missing(Place *place, Node *folder, const char *name, size_t length) {
    place->folder = folder;
    place->name = name;
    place->length = length;
    __secateur_no_other_files();
    return ENOENT;
}

static int found(Place *place, Node *folder, Node *node, const char *name, size_t length) {
    *place = (Place){folder, node, name, length, place->needs_folder};
    return place->needs_folder && !S_ISDIR(node->mode) && !S_ISLNK(node->mode) ? ENOTDIR : 0;
}

static int walk(Node *from, const char *path, int follows, Place *place, int links);

/* The target of a link, with the rest of the path. */
static int through(Node *folder, Node *link, const char *rest, int follows, Place *place, int links) {
    size_t length = length_of(rest);
    if (links == MOST_LINKS) return ELOOP;
    if (*link->data == '/') __secateur_outside();
    char *path = __secateur_memory(link->size + length + 1);
    __builtin_memcpy(path, link->data, link->size);
    __builtin_memcpy(path + link->size, rest, length);
    return walk(folder, path, follows, place, links + 1);
}

/* One step after the other: `from` is where a relative path begins. */
static int walk(Node *from, const char *path, int follows, Place *place, int links) {
    Node *at = from;
    if (*path == '/') at = &__secateur_root;
    if (!*path) return ENOENT;
    for (;;) {
        while (*path == '/') path++;
        if (!*path) return found(place, at, at, path, 0);
        if (!S_ISDIR(at->mode)) return ENOTDIR;
        size_t length = 0;
        while (path[length] && path[length] != '/') length++;
        if (length > NAME_LENGTH) return ENAMETOOLONG;
        const char *rest = path + length;
        place->needs_folder = *rest == '/';
        while (*rest == '/') rest++;
        Node *next;
        if (is_called(path, length, ".")) {
            next = at;
        } else if (is_called(path, length, "..")) {
            next = above(at);
        } else {
            next = child(at, path, length);
            if (!next) {
                if (!*rest) return missing(place, at, path, length);
                __secateur_no_other_files();
                return ENOENT;
            }
            if (S_ISLNK(next->mode) && (*rest || follows > 0 || (follows == 0 && place->needs_folder)))
                return through(at, next, path + length, follows, place, links);
        }
        if (!*rest) return found(place, at, next, path, length);
        path = rest;
        at = next;
    }
}

/* A name without a slash, in a folder. */
static int look(Node *folder, const char *name, size_t room, int follows, Place *place) {
    if (is_text(name, room, ".")) return found(place, folder, folder, name, 1);
    if (is_text(name, room, "..")) return found(place, folder, above(folder), name, 2);
    for (Entry *at = folder->entries; at; at = at->next) {
        if (!is_text(name, room, at->name)) continue;
        if (S_ISLNK(at->node->mode) && follows > 0) return through(folder, at->node, "", follows, place, 0);
        return found(place, folder, at->node, at->name, length_of(at->name));
    }
    return missing(place, folder, name, (size_t)-1); /* its length is asked for only if it is created */
}

int __secateur_find(int base, const char *path, int follows, Place *place) {
    size_t room = secateur_extent(path);
    Node *from = __secateur_here;
    *place = (Place){0};
    if (has_slash(path, room)) {
        if (*path == '/') {
            int result = walk(from, path, follows, place, 0);
            if (!place->node || !place->node->device) __secateur_outside();
            return result;
        }
    }
    if (base != AT_FDCWD) {
        Opened *opened = __secateur_opened(base);
        if (!opened) return EBADF;
        if (!S_ISDIR(opened->node->mode)) return ENOTDIR;
        from = opened->node;
    }
    if (has_slash(path, room)) return walk(from, path, follows, place, 0);
    return look(from, path, room, follows, place);
}
