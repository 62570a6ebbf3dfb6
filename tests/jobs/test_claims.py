"""What an answer claims about a fault, or about paths that cannot be run, is neither too much nor too little."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur
from secateur.errors import OptionError

SOURCE = """
#include <stdio.h>
#include <unistd.h>
void trace(const char *s);
void fill(int *p);
int level(void);
int told(int x) { trace("a"); int v = level(); if (x == 3) return 1 / (x - 3); return v; }
int decided(int x) { if (level() == 2 && x == 3) return 1 / (x - 3); return 0; }
int filled(int x) { int v = 0; fill(&v); if (v == 0 && x == 4) return 1 / (x - 4); return 2; }
int received(int fd) { char b[4]; if (read(fd, b, 4) == 4 && b[0] == 'x') return 1 / (b[0] - 'x'); return 0; }
int opened(int x) { if (x == 5) return popen("true", "r") != 0; return 1; }
int large(void) { int n = 9 << 20; char b[n]; b[0] = 1; return b[0]; }
int word(FILE *f) { char w[8]; return fscanf(f, " %7s", w); }
int first_word(void) { FILE *f = fopen("a", "r"); return f ? word(f) : -2; }
"""


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("claims") / "claims.c"
    made.write_text(SOURCE)
    return made


@pytest.mark.parametrize(
    ("function", "rests_on"), [("told", ()), ("decided", ("level",)), ("filled", ("fill",)), ("received", ("read",))]
)
def test_a_fault_rests_on_the_stand_ins_that_it_needs(
    function: str, rests_on: tuple[str, ...], source: Path, tmp_path: Path
) -> None:
    run = secateur.explore(f"{source}:{function}", external="havoc", out=tmp_path)
    (fault,) = (each for each in run.faults if each.kind == "division-by-zero")
    assert fault.rests_on == rests_on
    assert fault.confirmed is (None if rests_on else True)


@pytest.mark.parametrize("technique", ["full", "dgse", "pse"])
def test_paths_that_cannot_be_run_can_be_accepted(technique: str, source: Path) -> None:
    given = {"technique": technique, "confirm": False}
    assert not secateur.explore(f"{source}:opened", **given).complete  # type: ignore[arg-type]
    run = secateur.explore(f"{source}:opened", accept=["not-run"], **given)  # type: ignore[arg-type]
    assert run.complete
    assert [(str(each.kind), each.subject) for each in run.assumptions] == [("not-run", "popen")]


def test_an_array_larger_than_the_stack_is_no_recursion(source: Path) -> None:
    (fault,) = secateur.explore(f"{source}:large").faults
    assert (fault.kind, fault.message) == ("stack-overflow", "a variable-length array is larger than the stack")


def test_a_word_is_read_unless_the_input_ends(source: Path, tmp_path: Path) -> None:
    run = secateur.explore(f"{source}:first_word", external="havoc", out=tmp_path, confirm=False)
    names = {name for test in run.tests for name in test.inputs}
    (scanned,) = (name for name in names if "fscanf" in name)
    assert {test.inputs[scanned] for test in run.tests if scanned in test.inputs} <= {1, -1}


@pytest.mark.parametrize("words", ["", " ", "shift,", ",shift"])
def test_an_empty_check_is_refused(words: str, source: Path) -> None:
    with pytest.raises(OptionError, match="has an empty name"):
        secateur.explore(f"{source}:large", check=words)
