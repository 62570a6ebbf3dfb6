/* glob.h, in a folder of its own, so deep that no pattern leads out of it. */

#include "cases.h"
#include <dirent.h>
#include <glob.h>
#include <sys/stat.h>
#include <unistd.h>

static const char *const FOLDERS[] = {"d", "da", ".h", "d/ab", "a[b"};
static const char *const FILES[] = {"a", "b", "ab", "ba.c", ".a", "d/a", "d/b", "d/.b", "da/a", "d/ab/c", ".h/a", "a[b/c", "a*", "{a,b}", "~"};
static const char *const PATTERNS[] = {
    "*", "?", "a*", "*a", "[ab]", "[!a]*", "a", "no", "no*", "", "*/", "d*/", "a/", "d/", "l*", "d/*", "*/a", "*/*", "*/*/*", "d/[ab]", ".*", ".*/a", "\\a", "a\\*", "\\*", "d\\/a", "d\\/*",
    "*\\/a", "d/\\a", "d*\\/", "d\\/", "a[b/c", "a[b/*", "[", "a[", "./*", ".//a", "d//*", "*/.", "d*/..", "no/*", "no/a", "{a,b}", "{a,b}*", "d/{a,b,c}", "{d,da}/{a,no}", "{no,a}", "{a", "a,b}",
    "{}", "{a,{b,ab}}", "\\{a,b}", "{a\\,b}", "*{/a,.c}", "a/*", "?", "??", "link", "link/*", "dead", "dead*", "~", "~/a", "*~",
};
enum { WRONG = 1 << 20 };
static const int FLAGS[] = {
    0, GLOB_NOCHECK, GLOB_MARK, GLOB_NOSORT, GLOB_ERR, GLOB_NOESCAPE, GLOB_PERIOD, GLOB_DOOFFS, GLOB_APPEND, GLOB_BRACE, GLOB_NOMAGIC, GLOB_ONLYDIR, GLOB_ALTDIRFUNC, WRONG,
};

static int result_of_error;

static int on_error(const char *path, int error) {
    show("error: %s %d\n", path, error);
    return result_of_error;
}

/* The caller's functions: the folder d cannot be opened. */
static void *open_folder(const char *path) { return strcmp(path, "d") ? opendir(path) : (errno = EACCES, NULL); }
static struct dirent *next_entry(void *from) { return readdir(from); }
static void close_folder(void *from) { closedir(from); }

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static void find(const char *pattern, int flags, glob_t *list) {
    int is_unsorted = flags & GLOB_NOSORT;
    size_t before = flags & GLOB_APPEND ? list->gl_pathc : 0;
    result_of_error = (int)pick(2);
    int result = glob(pattern, flags, pick(2) ? on_error : NULL, list);
    show("'%s' %x: %d\n", pattern, (unsigned)flags, result);
    if (result && result != GLOB_NOMATCH) return;
    show("  %zu from %zu", list->gl_pathc, list->gl_offs);
    if (!result) show(" flags %x", (unsigned)list->gl_flags);
    show("\n");
    if (!list->gl_pathv) return;
    for (size_t i = 0; i < list->gl_offs; i++) show("  %s\n", list->gl_pathv[i] ? "not empty" : "empty");
    char **paths = list->gl_pathv + list->gl_offs;
    if (is_unsorted) qsort(paths + before, list->gl_pathc - before, sizeof *paths, by_name);
    for (size_t i = 0; i < list->gl_pathc; i++) show("  %s\n", paths[i]);
    show("  %s\n", paths[list->gl_pathc] ? "goes on" : "ends");
}

static void make(void) {
    for (unsigned i = 0; i < COUNT(FOLDERS); i++) mkdir(FOLDERS[i], 0755);
    for (unsigned i = 0; i < COUNT(FILES); i++) fclose(fopen(FILES[i], "w"));
    if (symlink("d", "link") || symlink("nowhere", "dead")) show("no link\n");
}

static void leave(void) {
    unlink("link");
    unlink("dead");
    for (unsigned i = 0; i < COUNT(FILES); i++) unlink(FILES[i]);
    for (unsigned i = COUNT(FOLDERS); i--;) rmdir(FOLDERS[i]);
}

static int is_inside(const char *pattern) { return *pattern != '/' && strncmp(pattern, "\\/", 2) != 0 && !strstr(pattern, ".."); }

void cases(int rounds) {
    char folder[] = "/tmp/secateur-XXXXXX", before[4096];
    if (!getcwd(before, sizeof before) || !mkdtemp(folder) || chdir(folder)) return;
    if (mkdir("up", 0755) || mkdir("up/inner", 0755) || chdir("up/inner")) return;
    make();
    for (int i = 0; i < rounds; i++) {
        glob_t list = {.gl_opendir = open_folder, .gl_readdir = next_entry, .gl_closedir = close_folder, .gl_stat = stat, .gl_lstat = lstat};
        int flags = FLAGS[pick(COUNT(FLAGS))] | FLAGS[pick(COUNT(FLAGS))] | FLAGS[pick(COUNT(FLAGS))];
        list.gl_offs = pick(3);
        find(PATTERNS[pick(COUNT(PATTERNS))], flags & ~GLOB_APPEND, &list);
        if (flags & GLOB_APPEND) find(PATTERNS[pick(COUNT(PATTERNS))], flags, &list);
        if (!(flags & WRONG)) globfree(&list);
        const char *pattern = text("ab*?[]d/.\\", 7);
        if (!is_inside(pattern)) continue;
        find(pattern, flags & ~GLOB_APPEND, &list);
        if (!(flags & WRONG)) globfree(&list);
    }
    leave();
    if (chdir("../..") || rmdir("up/inner") || rmdir("up") || chdir(before) || rmdir(folder)) show("not removed\n");
}
