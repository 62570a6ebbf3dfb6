"""Programs that ask for the files that match a pattern, which is symbolic: all tests replay, with real folders."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur

FINDS = r"""
#include <glob.h>
#include <stdio.h>
static int failed(const char *path, int error) {
    printf("%s: %d\n", path, error);
    return 0;
}
int main(int argc, char **argv) {
    glob_t found;
    int result = glob(argv[1], GLOB_MARK, failed, &found);
    if (result) return result;
    for (size_t i = 0; i < found.gl_pathc; i++) puts(found.gl_pathv[i]);
    FILE *from = fopen(found.gl_pathv[0], "r");
    int is_wanted = from && getc(from) == '!';
    globfree(&found);
    return is_wanted ? 10 : 0;
}
"""
KEEPS = r"""
#include <glob.h>
int main(int argc, char **argv) {
    glob_t found;
    int result = glob(argv[1], GLOB_ERR, 0, &found);
    if (result) return result;
    found.gl_pathv[0][5] = 'x'; /* the end of the longest name */
    globfree(&found);
    return found.gl_pathv ? 10 : 0;
}
"""
NO_SPACE, ABORTED, NO_MATCH = 1, 2, 3


def _explored(text: str, folder: Path, **options: object) -> secateur.Run:
    source = folder / "program.c"
    source.write_text(text)
    return secateur.explore(str(source), out=folder / "out", file={"a.txt": 1}, **options)  # type: ignore[arg-type]


def test_every_pattern_of_two_characters(tmp_path: Path) -> None:
    run = _explored(FINDS, tmp_path, arg=[2], accept=["files"])
    assert run.complete
    assert run.faults == ()
    found = {(test.outcome.status, test.outcome.output) for test in run.tests}
    assert {(NO_MATCH, b""), (0, b"a.txt\n"), (10, b"a.txt\n"), (0, b"./\n")} <= found
    replayed = secateur.replay(run.write())
    assert (len(replayed.tests), replayed.failed) == (len(run.tests), ())


@pytest.mark.parametrize(
    ("options", "status"), [({"malloc_fails": "1"}, NO_SPACE), ({"io_fails": "1"}, ABORTED)], ids=["memory", "folder"]
)
def test_what_may_fail_fails_natively_too(tmp_path: Path, options: dict[str, str], status: int) -> None:
    run = _explored(KEEPS, tmp_path, arg=[1], accept=["all"], **options)
    assert {status, NO_MATCH, 0} <= {test.outcome.status for test in run.tests}
    replayed = secateur.replay(run.write())
    assert (len(replayed.tests), replayed.failed) == (len(run.tests), ())
