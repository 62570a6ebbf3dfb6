// The files that a test leaves in the folder of the program: lines for the result, as report.c has it.
//
//   files          left <mark> <size> <first bytes, hexadecimal> <name>          many (not all are here)
//
// Called by the server, so nothing here may trust what it finds: links are not followed, pipes are not opened.
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "runtime.h"

enum { MOST_BYTES = 1024, MOST_FILES = 64, LONGEST_WAY = 1024 };  // as in machine/left_files.py

static int result, count;

static void put(const char *text, size_t size) {
    if (write(result, text, size) != (ssize_t)size) count = MOST_FILES;
}

static void put_file(const char *mark, long size, const unsigned char *data, size_t length, const char *way) {
    char text[2 * MOST_BYTES + 2 * LONGEST_WAY + 64];
    int used = snprintf(text, 64, "left\t%s\t%ld\t", mark, size);
    for (size_t i = 0; i < length; i++) used += snprintf(text + used, 3, "%02x", data[i]);
    text[used++] = '\t';
    secateur_escape(text + used, 2 * LONGEST_WAY, way);
    used += (int)strlen(text + used);
    text[used++] = '\n';
    put(text, (size_t)used);
}

static void look_at(int folder, const char *name, const char *way);

static void look_into(int folder, const char *way) {
    DIR *from = fdopendir(folder);
    if (!from) return;
    for (struct dirent *entry; count < MOST_FILES && (entry = readdir(from));) {
        char inner[LONGEST_WAY];
        if (!strcmp(entry->d_name, ".") || !strcmp(entry->d_name, "..")) continue;
        if (snprintf(inner, sizeof inner, "%s%s%s", way, *way ? "/" : "", entry->d_name) < (int)sizeof inner)
            look_at(dirfd(from), entry->d_name, inner);
    }
    closedir(from);
}

static void look_at(int folder, const char *name, const char *way) {
    unsigned char data[MOST_BYTES];
    struct stat status;
    if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW)) return;
    count++;
    if (S_ISDIR(status.st_mode)) {
        put_file("/", 0, data, 0, way);
        int inner = openat(folder, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
        if (inner >= 0) look_into(inner, way);
    } else if (S_ISLNK(status.st_mode)) {
        ssize_t got = readlinkat(folder, name, (char *)data, sizeof data);
        put_file("@", got, data, got < 0 ? 0 : (size_t)got, way);
    } else if (S_ISREG(status.st_mode)) {
        int file = openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
        ssize_t got = file < 0 ? -1 : pread(file, data, sizeof data, 0);
        if (got < 0) count = MOST_FILES;  // it is there, but who runs the tests may not read it
        else put_file("", (long)status.st_size, data, (size_t)got, way);
        if (file >= 0) close(file);
    } else {
        put_file(S_ISFIFO(status.st_mode) ? "|" : "?", 0, data, 0, way);
    }
}

// If the program has a folder. The line before may have been cut.
void secateur_put_left_files(int to) {
    int home = open("home/user", O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC);
    if (home < 0) return;
    result = to, count = 0;
    lseek(result, 0, SEEK_END);
    put("\nfiles\n", 7);
    look_into(home, "");
    if (count >= MOST_FILES) put("many\n", 5);
}
