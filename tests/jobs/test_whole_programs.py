"""Programs from their `main`, with symbolic arguments, input, files and environment: what the machine predicts happens
natively, in the replay and in plain builds; and tests that another computer may decide differently are left out."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import secateur
from suite.compilers import bundled_compiler

COUNT = r"""
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
    const char *mode = getenv("MODE");
    FILE *from = argc > 1 && argv[1][0] ? fopen(argv[1], "r") : stdin;
    int c, lines = 0;
    if (!from) { fprintf(stderr, "%s: %s: no such file\n", argv[0], argv[1]); return 2; }
    while ((c = getc(from)) != EOF) lines += c == '\n';
    if (mode && !strcmp(mode, "q")) return lines;
    printf("%d\n", lines);
    FILE *to = fopen("count", "w");
    if (!to || fprintf(to, "%d", lines) < 0 || fclose(to)) return 3;
    return 10 / (2 - lines) > 20;
}
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("programs") / "count.c"
    made.write_text(COUNT)
    return made


@pytest.fixture(scope="module")
def run(source: Path, tmp_path_factory: pytest.TempPathFactory) -> secateur.Run:
    out = tmp_path_factory.mktemp("out")
    given = {"arg": [1], "stdin": "0..2", "file": {"A": 2}, "env": {"MODE": 1}}
    return secateur.explore(str(source), out=out, accept=["files"], **given)  # type: ignore[arg-type]


def test_everything_is_explored_and_the_fault_confirmed(run: secateur.Run) -> None:
    assert run.complete
    assert {(fault.kind, fault.line, fault.confirmed) for fault in run.faults} == {("division-by-zero", 15, True)}
    assert {test.outcome.status for test in run.tests if test.outcome.fault is None} == {0, 2}
    errors = {test.outcome.error for test in run.tests}
    assert b"program: /: no such file\n" not in errors  # a folder can be opened
    assert any(error.startswith(b"program: ") for error in errors)


def test_every_test_replays(run: secateur.Run) -> None:
    replayed = secateur.replay(run.write())
    assert (len(replayed.tests), replayed.failed) == (len(run.tests), ())


def test_the_script_runs_the_program_of_the_user(run: secateur.Run, source: Path, tmp_path: Path) -> None:
    folder = run.write()
    compiler = bundled_compiler(tmp_path)
    subprocess.run([compiler, "-w", str(source), "-o", str(tmp_path / "count")], check=True)
    command = ["sh", str(folder / "tests.sh"), str(tmp_path / "count")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    passed = int(done.stdout.split()[0])
    assert 0 < passed < len(run.tests)
    assert "files outside of its folder, which fopen looks for" in (folder / "tests.sh").read_text()
    changed = source.read_text().replace('printf("%d', 'printf("%3d')
    wrong = tmp_path / "wrong.c"
    wrong.write_text(changed)
    subprocess.run([compiler, "-w", str(wrong), "-o", str(tmp_path / "count")], check=True)
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert "FAIL test" in done.stdout


ENDS = r"""
#include <signal.h>
#include <stdio.h>
#include <unistd.h>
int main(int argc, char **argv) {
    if (argv[1][0] == 'a') raise(SIGTERM);
    printf("in a buffer");
    if (argv[1][0] == 'b') _exit(2);
    if (argv[1][0] == 'c') raise(SIGTERM);
    return 0;
}
"""


def test_plain_builds_are_not_asked_for_output_that_may_be_lost(tmp_path: Path) -> None:
    program = tmp_path / "ends.c"
    program.write_text(ENDS)
    run = secateur.explore(str(program), arg=[1], out=tmp_path / "out", check_tests=True)
    assert sorted(test.outcome.status for test in run.tests) == [0, 2, 143, 143]
    script = (run.write() / "tests.sh").read_text()
    assert "output that _exit may leave in a buffer" in script
    assert "output that raise may leave in a buffer" in script
    check = run.suite_check
    assert check is not None
    assert (check.tests, check.passed) == (2, 2)  # one of them is ended by a signal
    assert secateur.replay(run.write()).failed == ()


def test_calls_may_fail(source: Path, tmp_path: Path) -> None:
    run = secateur.explore(str(source), stdin="1", io_fails="1", out=tmp_path, accept=["all"])
    statuses = {test.outcome.status for test in run.tests}
    assert 3 in statuses  # the file could not be written
    replayed = secateur.replay(run.write())
    assert (len(replayed.tests), replayed.failed) == (len(run.tests), ())


def test_the_world_that_was_not_asked_for_is_named(source: Path, tmp_path: Path) -> None:
    run = secateur.explore(str(source), arg=[0], out=tmp_path, confirm=False)
    assert not run.complete
    kinds = {str(each.kind) for each in run.ledger.open}
    assert kinds == {"stdin", "files", "environment"}


OPENS = r"""
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
    DIR *folder = opendir(".");
    FILE *from = fopen("A", "r");
    int c = from ? getc(from) : 4;
    char *text = malloc(3);
    if (!text) return 3;
    free(text);
    if (c == '!') return 1;
    return folder ? 0 : 2;
}
"""


def test_memory_of_the_library_itself_does_not_fail(tmp_path: Path) -> None:
    program = tmp_path / "opens.c"
    program.write_text(OPENS)
    run = secateur.explore(str(program), file={"A": 1}, malloc_fails="1", out=tmp_path / "out", accept=["all"])
    assert sorted(test.outcome.status for test in run.tests) == [0, 1, 3]
    assert secateur.replay(run.write()).failed == ()
