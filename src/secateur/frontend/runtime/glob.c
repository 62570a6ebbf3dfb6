/* glob.h: the paths that match a pattern, as glibc finds them. Native programs use this file, too: they get the folders
   of folders.c in either runtime. */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dirent.h>
#include <errno.h>
#include <fnmatch.h>
#include <glob.h>
#include <sys/stat.h>

#include "runtime.h"

DIR *__secateur_opendir(const char *path);
struct dirent *__secateur_readdir(DIR *from);
int __secateur_closedir(DIR *directory);
int __secateur_stat(const char *path, struct stat *to);
int __secateur_lstat(const char *path, struct stat *to);
int __secateur_fnmatch(const char *pattern, const char *text, int flags);

enum { NOTHING = 0, BACKSLASH = 1, WILDCARD = 2, BRACKET = 4 };
enum { UNCHECKED = GLOB_NOCHECK | GLOB_NOMAGIC };

typedef int OnError(const char *path, int error);

static int glob_all(const char *pattern, int flags, OnError *on_error, glob_t *to);

static void copy(char *to, const char *from, size_t length) {
    if (length) __builtin_memcpy(to, from, length);
    to[length] = 0;
}

static void join(char *to, const char *folder, const char *name) {
    size_t length = length_of(folder);
    copy(to, folder, length);
    to[length] = '/';
    copy(to + length + 1, name, length_of(name));
}

/* --- what asks the files: the functions of the caller, if it gives some --- */

static DIR *open_folder(const char *path, int flags, const glob_t *by) {
    return flags & GLOB_ALTDIRFUNC ? (DIR *)by->gl_opendir(path) : __secateur_opendir(path);
}

static struct dirent *next_entry(DIR *from, int flags, const glob_t *by) {
    return flags & GLOB_ALTDIRFUNC ? by->gl_readdir(from) : __secateur_readdir(from);
}

static void close_folder(DIR *from, int flags, const glob_t *by) {
    if (flags & GLOB_ALTDIRFUNC)
        by->gl_closedir(from);
    else
        __secateur_closedir(from);
}

static int is_there(const char *path, int flags, const glob_t *by) {
    struct stat found;
    return !(flags & GLOB_ALTDIRFUNC ? by->gl_lstat(path, &found) : __secateur_lstat(path, &found));
}

static int is_folder(const char *path, int flags, const glob_t *by) {
    struct stat found;
    if (flags & GLOB_ALTDIRFUNC ? by->gl_stat(path, &found) : __secateur_stat(path, &found)) return 0;
    return S_ISDIR(found.st_mode);
}

/* --- the list of results --- */

static size_t end_of(const glob_t *list) { return list->gl_offs + list->gl_pathc; }

/* Forgets the results after the first ones. */
static void shorten(glob_t *list, size_t count) {
    while (list->gl_pathc > count) {
        list->gl_pathc--;
        free(list->gl_pathv[end_of(list)]);
        list->gl_pathv[end_of(list)] = NULL;
    }
}

/* Adds the name, after the name of its folder and a slash if there is one; with a slash after it, if it shall be marked. */
static int add(glob_t *to, const char *folder, size_t length, const char *name, int flags) {
    size_t end = end_of(to), size = length_of(name), start = length ? length + 1 : 0;
    if (length == 1 && *folder == '/') start = 1, length = 0;
    char *path = malloc(start + size + 2);
    char **list = path ? malloc((end + 2) * sizeof *list) : NULL;
    if (!list) {
        free(path);
        return GLOB_NOSPACE;
    }
    copy(path, folder, length);
    if (start) path[start - 1] = '/';
    copy(path + start, name, size);
    if ((flags & GLOB_MARK) && is_folder(path, flags, to)) copy(path + start + size, "/", 1);
    for (size_t i = 0; i < end; i++) list[i] = to->gl_pathv ? to->gl_pathv[i] : NULL;
    list[end] = path;
    list[end + 1] = NULL;
    free(to->gl_pathv);
    to->gl_pathv = list;
    to->gl_pathc++;
    to->gl_flags = flags;
    return 0;
}

static void release(glob_t *list) {
    if (!list->gl_pathv) return;
    for (size_t i = 0; i < list->gl_pathc; i++) free(list->gl_pathv[list->gl_offs + i]);
    free(list->gl_pathv);
    list->gl_pathv = NULL;
}

static int is_after(const char *a, const char *b) {
    while (*a && *a == *b) a++, b++;
    return (byte)*a > (byte)*b;
}

static void sort(char **from, char **end) {
    for (char **at = from; at < end; at++) {
        char *path = *at, **place = at;
        for (; place > from && is_after(place[-1], path); place--) *place = place[-1];
        *place = path;
    }
}

/* --- one folder --- */

/* What is special in a pattern: the values above. */
static int kind_of(const char *pattern, int flags) {
    int kind = NOTHING;
    for (; *pattern; pattern++) {
        if (*pattern == '?' || *pattern == '*' || (*pattern == ']' && (kind & BRACKET))) return WILDCARD;
        if (*pattern == '[') kind |= BRACKET;
        if (*pattern != '\\' || (flags & GLOB_NOESCAPE)) continue;
        kind |= BACKSLASH;
        if (pattern[1]) pattern++;
    }
    return kind;
}

static int leads_to_folder(const char *folder, const struct dirent *entry, int flags, const glob_t *by) {
    if (entry->d_type != DT_LNK && entry->d_type != DT_UNKNOWN) return entry->d_type == DT_DIR;
    char path[length_of(folder) + length_of(entry->d_name) + 2];
    join(path, folder, entry->d_name);
    return is_folder(path, flags, by);
}

/* The entries of a folder that match. `length`: of the folder in the results, which is 0 for what is here. */
static int match_entries(const char *pattern, const char *folder, size_t length, int flags, OnError *on_error, glob_t *to,
                         int *is_open) {
    int wanted = (flags & GLOB_PERIOD ? 0 : FNM_PERIOD) | (flags & GLOB_NOESCAPE ? FNM_NOESCAPE : 0), status = 0;
    DIR *from = open_folder(folder, flags, to);
    if (!from) {
        int error = *__errno_location();
        return error != ENOTDIR && ((on_error && on_error(folder, error)) || (flags & GLOB_ERR)) ? GLOB_ABORTED : 0;
    }
    *is_open = 1;
    for (struct dirent *entry; !status && (entry = next_entry(from, flags, to));) {
        if (__secateur_fnmatch(pattern, entry->d_name, wanted)) continue;
        if (!(flags & GLOB_ONLYDIR) || leads_to_folder(folder, entry, flags, to))
            status = add(to, folder, length, entry->d_name, flags | GLOB_MAGCHAR);
    }
    close_folder(from, flags, to);
    return status;
}

static int match_in(const char *pattern, const char *folder, size_t length, int flags, OnError *on_error, glob_t *to) {
    size_t before = to->gl_pathc;
    int status = 0, is_open = 0;
    if (kind_of(pattern, flags) != NOTHING) {
        status = match_entries(pattern, folder, length, flags, on_error, to, &is_open);
        if (is_open) flags |= GLOB_MAGCHAR;
    } else if (flags & UNCHECKED) {
        flags |= GLOB_NOCHECK;
    } else {
        char path[length_of(folder) + length_of(pattern) + 2];
        join(path, folder, pattern);
        if (is_there(path, flags, to)) flags |= GLOB_NOCHECK;
    }
    if (!status && to->gl_pathc == before)
        status = flags & GLOB_NOCHECK ? add(to, folder, length, pattern, flags) : GLOB_NOMATCH;
    if (status == GLOB_NOSPACE) shorten(to, before);
    return status;
}

/* --- paths --- */

/* Removes a backslash at the end that is not quoted itself: it was before a slash. */
static int without_backslash(char *folder, size_t *length, int flags) {
    size_t count = 0;
    while (count < *length && folder[*length - 1 - count] == '\\') count++;
    if ((flags & GLOB_NOESCAPE) || count % 2 == 0) return 0;
    folder[--*length] = 0;
    return 1;
}

static size_t unescaped(char *text) {
    char *to = text;
    for (const char *from = text; *from; from++) {
        if (*from == '\\' && !*++from) break;
        *to++ = *from;
    }
    *to = 0;
    return (size_t)(to - text);
}

/* What matches in each folder that matches; `is_found`: whether there is such a folder. */
static int match_below(char *folder, size_t length, const char *name, int flags, OnError *on_error, glob_t *to,
                       int *is_found) {
    glob_t folders = {0};
    size_t before = to->gl_pathc;
    without_backslash(folder, &length, flags);
    if (flags & GLOB_ALTDIRFUNC) folders = *to;
    int kept = flags & (GLOB_ERR | GLOB_NOESCAPE | GLOB_ALTDIRFUNC);
    int status = glob_all(folder, kept | GLOB_NOSORT | GLOB_ONLYDIR, on_error, &folders);
    if (status) return status;
    *is_found = 1;
    for (size_t i = 0; i < folders.gl_pathc && (!status || status == GLOB_NOMATCH); i++) {
        char *each = folders.gl_pathv[i];
        status = match_in(name, each, length_of(each), (flags | GLOB_APPEND) & ~UNCHECKED, on_error, to);
    }
    release(&folders);
    if (!status || status == GLOB_NOMATCH) return to->gl_pathc > before ? 0 : GLOB_NOMATCH;
    release(to);
    to->gl_pathc = 0;
    return status;
}

/* Whether a pattern that matches nothing is a result itself. */
static int unmatched(const char *pattern, int flags, glob_t *to) {
    return flags & GLOB_NOCHECK ? add(to, "", 0, pattern, flags) : GLOB_NOMATCH;
}

/* A pattern that ends with a slash: folders. */
static int match_folders(const char *pattern, char *folder, size_t length, int flags, OnError *on_error, glob_t *to) {
    int kept = without_backslash(folder, &length, flags) ? flags & ~UNCHECKED : flags;
    int status = glob_all(folder, kept | GLOB_MARK, on_error, to);
    if (!status) to->gl_flags = (to->gl_flags & ~GLOB_MARK) | (flags & GLOB_MARK);
    return status == GLOB_NOMATCH && kept != flags ? unmatched(pattern, flags, to) : status;
}

static int match_path(const char *pattern, int flags, OnError *on_error, glob_t *to) {
    const char *name = pattern, *at = ".";
    size_t length = 0;
    for (const char *c = pattern; *c; c++)
        if (*c == '/') name = c + 1, length = (size_t)(c - pattern);
    char folder[length + 2];
    copy(folder, pattern, length);
    if (!*pattern) return unmatched(pattern, flags, to);
    if (name > pattern) {
        at = folder;
        if (!length || (length == 1 && *pattern == '\\' && !(flags & GLOB_NOESCAPE))) copy(folder, "/", length = 1);
        else if (!*name && length > 1) return match_folders(pattern, folder, length, flags, on_error, to);
    }
    int kind = kind_of(at, flags), kept = flags;
    if (kind & (WILDCARD | BRACKET)) {
        int is_found = 0, status = match_below(folder, length, name, flags, on_error, to, &is_found);
        return status == GLOB_NOMATCH ? unmatched(pattern, flags | (is_found ? GLOB_MAGCHAR : 0), to) : status;
    }
    if (kind & BACKSLASH) length = unescaped(folder), kept &= ~UNCHECKED;
    int status = match_in(name, at, length, kept, on_error, to);
    return status == GLOB_NOMATCH && kept != flags ? unmatched(pattern, flags, to) : status;
}

/* --- braces --- */

/* The comma or the brace that ends an alternative; NULL if there is none. */
static const char *end_of_alternative(const char *at, int flags) {
    for (size_t depth = 0; *at; at++) {
        if (*at == '\\' && !(flags & GLOB_NOESCAPE)) {
            if (!*++at) break;
        } else if (*at == '{') {
            depth++;
        } else if ((*at == '}' && !depth--) || (*at == ',' && !depth)) {
            return at;
        }
    }
    return NULL;
}

enum { NO_BRACES = -1, BROKEN_BRACES = -2 };

/* Each alternative by itself, one after the other. If it is not 0 or an error, the pattern is to be taken as it is. */
static int match_braces(const char *pattern, int flags, OnError *on_error, glob_t *to) {
    const char *open = pattern, *end;
    for (; *open && *open != '{'; open++)
        if (*open == '\\' && open[1] && !(flags & GLOB_NOESCAPE)) open++;
    if (!*open) return NO_BRACES;
    for (end = end_of_alternative(open + 1, flags); end && *end != '}';) end = end_of_alternative(end + 1, flags);
    if (!end) return BROKEN_BRACES;
    size_t before = to->gl_pathc, start = (size_t)(open - pattern), rest = length_of(end + 1);
    for (const char *from = open + 1; from <= end;) {
        const char *stop = end_of_alternative(from, flags);
        size_t length = (size_t)(stop - from);
        char one[start + length + rest + 1];
        copy(one, pattern, start);
        copy(one + start, from, length);
        copy(one + start + length, end + 1, rest);
        int status = glob_all(one, (flags & ~UNCHECKED) | GLOB_APPEND, on_error, to);
        if (status && status != GLOB_NOMATCH) {
            if (!(flags & GLOB_APPEND)) release(to), to->gl_pathc = 0;
            return status;
        }
        from = stop + 1;
    }
    return to->gl_pathc > before ? 0 : flags & UNCHECKED ? NO_BRACES : GLOB_NOMATCH;
}

/* --- the functions --- */

static int glob_all(const char *pattern, int flags, OnError *on_error, glob_t *to) {
    size_t length = length_of(pattern);
    if (length && pattern[length - 1] == '/') flags |= GLOB_ONLYDIR;
    if (!(flags & GLOB_DOOFFS)) to->gl_offs = 0;
    if (!(flags & GLOB_APPEND)) {
        to->gl_pathc = 0;
        to->gl_pathv = NULL;
        if (flags & GLOB_DOOFFS) {
            to->gl_pathv = malloc((to->gl_offs + 1) * sizeof *to->gl_pathv);
            if (!to->gl_pathv) return GLOB_NOSPACE;
            for (size_t i = 0; i <= to->gl_offs; i++) to->gl_pathv[i] = NULL;
        }
    }
    /* Nobody has a home: ~ is an ordinary character. */
    if ((flags & (GLOB_TILDE | GLOB_TILDE_CHECK)) && *pattern == '~') {
        __secateur_this_system();
        if (flags & GLOB_TILDE_CHECK) return GLOB_NOMATCH;
    }
    int status = flags & GLOB_BRACE ? match_braces(pattern, flags, on_error, to) : NO_BRACES;
    if (status >= 0) return status;
    if (status == BROKEN_BRACES) flags &= ~GLOB_BRACE;
    size_t before = end_of(to);
    status = match_path(pattern, flags, on_error, to);
    if (!status && !(flags & GLOB_NOSORT)) sort(to->gl_pathv + before, to->gl_pathv + end_of(to));
    return status;
}

int glob(const char *pattern, int flags, OnError *on_error, glob_t *to) {
    if (flags & ~__GLOB_FLAGS) FAIL(EINVAL, -1);
    return glob_all(pattern, flags, on_error, to);
}

void globfree(glob_t *list) { release(list); }

/* On 64-bit machines, the structure is the same. */
int glob64(const char *pattern, int flags, OnError *on_error, glob64_t *to) {
    if (flags & ~__GLOB_FLAGS) FAIL(EINVAL, -1);
    return glob_all(pattern, flags, on_error, (glob_t *)to);
}

void globfree64(glob64_t *list) { release((glob_t *)list); }
