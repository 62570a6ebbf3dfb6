/* unistd.h: other programs. There are none, unless the program makes one: then the path ends, as nothing can run it. */

#include "files.h"

int execveat(int base, const char *path, char *const words[], char *const variables[], int flags); /* not here */

static int run(const char *path) {
    Place place;
    int error = __secateur_find(AT_FDCWD, path, 1, &place);
    if (error) return failed(error);
    if (!S_ISREG(place.node->mode) || !(place.node->mode & 0111)) return failed(EACCES);
    return execveat(AT_FDCWD, path, NULL, NULL, 0);
}

static int has_slash(const char *name) {
    while (*name && *name != '/') name++;
    return *name == '/';
}

/* The folders in which a shell looks for programs do not exist. */
static int search(const char *name) {
    if (has_slash(name)) return run(name);
    __secateur_outside();
    return failed(ENOENT);
}

int execv(const char *path, char *const words[]) { return (void)words, run(path); }
int execve(const char *path, char *const words[], char *const variables[]) {
    return (void)words, (void)variables, run(path);
}
int execl(const char *path, const char *word, ...) { return (void)word, run(path); }
int execle(const char *path, const char *word, ...) { return (void)word, run(path); }
int execvp(const char *name, char *const words[]) { return (void)words, search(name); }
int execvpe(const char *name, char *const words[], char *const variables[]) {
    return (void)words, (void)variables, search(name);
}
int execlp(const char *name, const char *word, ...) { return (void)word, search(name); }

int chroot(const char *path) {
    Place place;
    int error = __secateur_find(AT_FDCWD, path, 1, &place);
    if (!error && !S_ISDIR(place.node->mode)) error = ENOTDIR;
    return failed(error ? error : EPERM);
}
