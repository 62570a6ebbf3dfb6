"""Code that `#if` leaves out of a function is no part of the answer, and the answer says so."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur
from secateur.frontend.inactive import SourceLines
from secateur.options import Compiling

SOURCE = """#ifndef GUARD
#define GUARD
#ifdef __cplusplus
extern "C" {
#endif
#define FAST 1
int plain(int x) { return x; }
int logged(int x)
{
#ifdef DEBUG /* says { so */
    if (x == 3) x = 1; // } and "
#endif
#ifdef _WIN32
    while (x) {
#endif
#if 0
    x--;
#endif
    return plain(x);
}
int either(int x)
{
#if FAST
    return 2 * x;
#elif defined(SLOW) && \\
      SLOW > 2
    return x + x;
#else
# ifdef INNER
    return 3;
# endif
    return x - -x;
#endif
}
int quiet(int x)
{
#ifdef DEBUG
    /* nothing */
#endif
    return either(x);
}
#ifdef UNIT_TEST
int main(void) { return plain(3); }
#endif
#endif
"""


@pytest.fixture
def source(tmp_path: Path) -> Path:
    made = tmp_path / "f.c"
    made.write_text(SOURCE)
    return made


def _left_out(source: Path, function: str, **options: object) -> list[tuple[str, str]]:
    run = secateur.explore(f"{source}:{function}", check="none", check_tests=False, **options)  # type: ignore[arg-type]
    assert run.complete is (not run.assumptions)
    assert {str(each.kind) for each in run.assumptions} <= {"not-compiled"}
    return [(each.subject.removeprefix(f"{source}:"), each.details) for each in run.assumptions]


def test_only_what_the_functions_contain_that_were_run(source: Path) -> None:
    assert _left_out(source, "plain") == []
    assert _left_out(source, "logged") == [("11", "#ifdef DEBUG")]
    assert _left_out(source, "logged", define=["DEBUG"]) == []


def test_functions_that_are_called_count(source: Path) -> None:
    branches = [("27", "#elif defined(SLOW) && SLOW > 2"), ("29-32", "#else of #if FAST")]
    assert _left_out(source, "either") == branches
    assert _left_out(source, "quiet") == branches


def test_branches_of_the_platform_and_of_no_configuration_do_not_count(source: Path) -> None:
    found = SourceLines.of(source).preprocessed(Compiling()).left_out()
    assert [each.first for each in found] == [11, 27, 29, 43]


def test_a_file_that_cannot_be_preprocessed_leaves_nothing_out(source: Path) -> None:
    source.write_text(SOURCE.replace("int plain", '#include "missing.h"\nint plain'))
    assert SourceLines.of(source).preprocessed(Compiling()).left_out() == ()


def test_a_change_that_is_not_compiled_is_not_called_equivalent(source: Path, tmp_path: Path) -> None:
    """FINDINGS T5e."""
    new = tmp_path / "new.c"
    new.write_text(SOURCE.replace("x = 1;", "x = 2;"))
    found = secateur.diff(str(source), str(new))
    assert (str(found.status), found.complete) == ("equivalent-under-assumptions", False)
    assert [each.subject for each in found.assumptions] == [f"{source}:11", f"{new}:11"]
    assert secateur.diff(str(source), str(new), accept=["not-compiled"]).complete
    assert secateur.diff(str(source), str(new), function="quiet").complete
    assert not secateur.diff(str(source), str(new), function="logged").complete
    comment = tmp_path / "comment.c"
    comment.write_text(SOURCE.replace("says { so", "says nothing"))
    assert secateur.diff(str(source), str(comment)).complete


def test_a_header_of_the_unit_is_read_and_not_one_of_the_current_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The commit's own header counts, although one of the same name lies in the current folder."""
    for name in ("tree", "here"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "a.h").write_text("#ifndef A_H\n#define A_H\nint a;\n#endif\n")
    (tmp_path / "tree" / "a.c").write_text('#include "a.h"\n')
    monkeypatch.chdir(tmp_path / "here")
    tree = tmp_path / "tree"
    assert SourceLines.of(tree / "a.h").preprocessed(Compiling(), [tree / "a.c"]).left_out() == ()
