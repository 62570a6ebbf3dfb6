"""A program reduced to what a function uses, and its text."""

from __future__ import annotations

from pathlib import Path

from secateur.frontend.build import build
from secateur.ir.reader import read
from secateur.ir.reduced import Reduction

TEXT = """static int a = 1, b = 2, *const far[] = {&b};
static int inner(int x) { return x + a; }
static int outer(int x) { return inner(x) + *far[0]; }
static int other(int x) { return x + b; }
int main(void) { return outer(3) + other(4); }
"""


def _reduction(text: str, folder: Path) -> Reduction:
    source = folder / "program.c"
    source.write_text(text)
    return Reduction(read(build([source]).text))


def test_what_a_function_uses_directly_or_not(tmp_path: Path) -> None:
    reduction = _reduction(TEXT, tmp_path)
    assert set(reduction.closure(["inner"])) == {"inner", "a"}
    assert set(reduction.closure(["outer"])) == {"outer", "inner", "a", "far", "b"}
    made = reduction.reduced(["outer"])
    assert set(made.functions) == {"outer", "inner"}
    assert set(made.globals) == {"a", "b", "far"}


def test_the_text_does_not_depend_on_the_place(tmp_path: Path) -> None:
    before = list(_reduction(TEXT, tmp_path).text(["inner"]))
    moved = list(_reduction("int added;\n\n" + TEXT, tmp_path).text(["inner"]))
    changed = list(_reduction(TEXT.replace("x + a", "x - a"), tmp_path).text(["inner"]))
    global_changed = list(_reduction(TEXT.replace("a = 1", "a = 7"), tmp_path).text(["inner"]))
    assert before == moved
    assert changed != before
    assert global_changed != before
