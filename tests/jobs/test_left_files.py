"""Files that a program leaves behind: predicted, and compared with those of the native run."""

from __future__ import annotations

import json
from pathlib import Path

import secateur

LEAVES = r"""
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(int argc, char **argv) {
    FILE *to = fopen(argv[1], "w");
    if (!to) return 1;
    fprintf(to, "<%s>", argv[1]);
    fclose(to);
    if (argv[1][0] == 'd') {
        mkdir("inner", 0755);
        to = fopen("inner/large", "w");
        for (int i = 0; i < 5000; i++) putc('x', to);
        fclose(to);
        if (symlink("inner/large", "link") || unlink("A")) return 2;
    }
    return 0;
}
"""

LOOKS = r"""
#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <syslog.h>
#include <unistd.h>
static void list(const char *path) {
    DIR *from = opendir(path);
    for (struct dirent *each; (each = readdir(from));) printf("%s %lu\n", each->d_name, (unsigned long)each->d_ino);
    closedir(from);
}
static void said(int result) {
    printf("%d %d\n", result, errno);
    errno = 0;
}
int main(int argc, char **argv) {
    struct stat found;
    said(link("/", argv[1]));
    said(rename("/", argv[1]));
    said(rmdir("/"));
    said(rmdir("/."));
    said(remove("//"));
    said(mknod(argv[1], S_IFIFO | 0600, 0));
    said(mknod("/pipe", S_IFIFO | 0600, 0));
    said(stat("/dev/null", &found));
    said(stat("/", &found));
    printf("%o %lu\n", found.st_mode, (unsigned long)found.st_nlink);
    for (int file = 0; file < 3; file++) {
        said(fstat(file, &found));
        printf("%o %lu\n", found.st_mode, (unsigned long)found.st_nlink);
    }
    list("/");
    list("/dev");
    openlog(argv[1][0] == 'a' ? "tag" : NULL, LOG_PERROR | LOG_PID, LOG_USER);
    syslog(LOG_ERR, "said: %s", argv[1]);
    return 0;
}
"""


def _explored(text: str, folder: Path, **options: object) -> secateur.Run:
    source = folder / "program.c"
    source.write_text(text)
    return secateur.explore(str(source), arg=[1], out=folder / "out", confirm=False, **options)  # type: ignore[arg-type]


def test_names_and_contents_are_predicted(tmp_path: Path) -> None:
    run = _explored(LEAVES, tmp_path, file={"A": 1})
    left = {test.outcome.files for test in run.tests}
    data = b"x" * 1024 + b"[5000 bytes]"
    assert (("d", b"<d>"), ("inner/", b""), ("inner/large", data), ("link@", b"inner/large")) in left
    assert (("A", b"<A>"),) in left
    replayed = secateur.replay(run.write())
    assert (len(replayed.tests), replayed.failed) == (len(run.tests), ())


def test_other_files_are_a_difference(tmp_path: Path) -> None:
    folder = _explored(LEAVES, tmp_path, file={"A": 1}).write()
    suite = folder / "tests.json"
    data = json.loads(suite.read_text())
    changed = next(test for test in data["tests"] if "d" in test["outcome"]["files"])
    files = changed["outcome"]["files"]
    files["d"], files["new"] = "<e>", files.pop("link@")
    suite.write_text(json.dumps(data))
    (failed,) = secateur.replay(folder).failed
    assert failed.differences == (
        "predicted '<e>' in the file 'd', natively '<d>'",
        "natively there is a file 'link@', which was not predicted",
        "predicted a file 'new', natively it is not there",
    )


def test_the_root_and_the_devices_are_the_same_in_both(tmp_path: Path) -> None:
    run = _explored(LOOKS, tmp_path, stdin="1")
    assert any(test.outcome.error == b"tag[100]: said: a\n" for test in run.tests)
    replayed = secateur.replay(run.write())
    assert (len(replayed.tests), replayed.failed) == (len(run.tests), ())
