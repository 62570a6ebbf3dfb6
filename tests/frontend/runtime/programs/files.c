/* fcntl.h, unistd.h, sys/stat.h, dirent.h: random calls in a folder of their own, and what they leave. */

#define _GNU_SOURCE
#include "cases.h"
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const NAMES[] = {
    "a", "b", "c", "d", "d/a", "d/e", "d/../a", "./b", "a/", "d/", ".", "..", "", "d/.", "d/..", "d/./", "d//a", "no/a", "a/b", "l", "l/a",
};
static int files[4];

static const char *name(void) { return NAMES[pick(sizeof NAMES / sizeof *NAMES)]; }
static int file(void) { return files[pick(4)]; }

static void said(const char *what, const char *one, const char *two, long result) {
    int error = errno;
    show("%s %s %s: %ld", what, one, two, result);
    if (result < 0) show(" %d", error);
    show("\n");
    errno = 0;
}

static void describe(const char *path) {
    struct stat found;
    int result = lstat(path, &found);
    said("lstat", path, "", result);
    if (result) return;
    show("  %o %ld\n", found.st_mode, (long)found.st_nlink);
    if (!S_ISDIR(found.st_mode)) show("  %ld\n", (long)found.st_size);
}

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void list(const char *path, int removes) {
    char *found[64];
    int count = 0;
    DIR *from = opendir(path);
    said("list", path, "", from ? 0 : -1);
    if (!from) return;
    for (struct dirent *entry; count < 64 && (entry = readdir(from));) found[count++] = strdup(entry->d_name);
    closedir(from);
    qsort(found, (size_t)count, sizeof *found, by_name);
    for (int i = 0; i < count; i++) {
        char whole[600];
        snprintf(whole, sizeof whole, "%s/%s", path, found[i]);
        show("  %s\n", whole);
        if (removes && strcmp(found[i], ".") && strcmp(found[i], ".."))
            if (unlink(whole)) list(whole, 1), said("rmdir", whole, "", rmdir(whole));
        free(found[i]);
    }
}

static void on_descriptor(void) {
    static const int whence[] = {SEEK_SET, SEEK_CUR, SEEK_END, 7};
    char text[16] = "", *volatile none = NULL;
    int of = file(), count = (int)pick(9);
    long got;
    switch (pick(10)) {
    case 0: case 1: said("write", "", "", write(of, "abcdefghi", (size_t)count)); break;
    case 2:
        got = read(of, text, (size_t)count);
        said("read", got > 0 ? text : "", "", got);
        break;
    case 3: said("lseek", "", "", lseek(of, (long)pick(12) - 4, whence[pick(4)])); break;
    case 4: said("ftruncate", "", "", ftruncate(of, (long)pick(8) - 1)); break;
    case 5: said("pwrite", "", "", pwrite(of, "XYZ", (size_t)pick(4), (long)pick(8))); break;
    case 6: said("read without a buffer", "", "", read(of, none, (size_t)count)); break;
    case 8: said("read too much", "", "", read(of, text, (size_t)-1 - (size_t)count)); break;
    case 7:
        lseek(of, 0, SEEK_END); /* after it, some systems extend the file all the same */
        errno = 0;
        said("write without a buffer", "", "", write(of, none, (size_t)count));
        break;
    default:
        got = pread(of, text, (size_t)count, (long)pick(6));
        said("pread", got > 0 ? text : "", "", got);
    }
}

static int is_folder(int of) {
    struct stat found;
    return fstat(of, &found) == 0 && S_ISDIR(found.st_mode);
}

static void on_path(void) {
    static const int flags[] = {O_RDONLY, O_WRONLY, O_RDWR, O_RDWR | O_CREAT, O_WRONLY | O_CREAT | O_TRUNC,
                                O_WRONLY | O_CREAT | O_EXCL, O_RDWR | O_APPEND, O_RDONLY | O_DIRECTORY, O_RDWR | O_TRUNC};
    const char *one = name(), *two = name();
    char text[40] = "";
    long got;
    int slot = (int)pick(4), made;
    switch (pick(12)) {
    case 0: case 1: case 2:
        if (files[slot] >= 0) close(files[slot]);
        files[slot] = made = open(one, flags[pick(sizeof flags / sizeof *flags)], 0640);
        said("open", one, "", made < 0 ? -1 : 0);
        if (made >= 0 && is_folder(made)) close(made), files[slot] = -1; /* moving in it depends on the file system */
        break;
    case 3: said("mkdir", one, "", mkdir(one, 0750)); break;
    case 4: said("rmdir", one, "", rmdir(one)); break;
    case 5: said("unlink", one, "", unlink(one)); break;
    case 6: said("rename", one, two, rename(one, two)); break;
    case 7: said("link", one, two, link(one, two)); break;
    case 8:
        if (strstr(one, "..")) one = "a"; /* nothing leads out of the folder */
        said("symlink", one, two, symlink(one, two));
        break;
    case 9:
        got = readlink(one, text, sizeof text - 1);
        said("readlink", one, got > 0 ? text : "", got);
        break;
    case 10: said("access", one, "", access(one, F_OK)); break;
    default: describe(one);
    }
}

void cases(int rounds) {
    char folder[] = "/tmp/secateur-XXXXXX", before[4096];
    mode_t mask = umask(022);
    if (!getcwd(before, sizeof before) || !mkdtemp(folder) || chdir(folder)) return;
    if (mkdir("inner", 0755) || chdir("inner")) return;
    for (int i = 0; i < 4; i++) files[i] = -1;
    errno = 0;
    for (int i = 0; i < rounds; i++) {
        if (pick(3)) on_path();
        else on_descriptor();
        if (i % 64 == 63) list(".", 0);
    }
    for (int i = 0; i < 4; i++)
        if (files[i] >= 0) close(files[i]);
    list(".", 1);
    umask(mask);
    if (chdir("..") == 0) rmdir("inner");
    if (chdir(before) == 0) rmdir(folder);
}
