"""Interactive dependence: the data flow over pairs compared with the definition, and what kills a fact."""

from __future__ import annotations

import random
from collections.abc import Callable
from pathlib import Path

import pytest

from dependence.analysing import program_of
from dependence.random_lines import Writer, interactive_by_paths
from dependence.simple import Simple, simple
from secateur.dependence.by_line import pairs
from secateur.dependence.by_line.analysis import Analysed, dependences
from secateur.dependence.by_line.lines import DependenceKind, Lines
from secateur.dependence.static import Static
from secateur.ir.model import Program
from secateur.report.source_text import SourceText

Found = dict[str, set[tuple[tuple[int, str], tuple[int, str]]]]


def found_in(static: Analysed) -> Found:
    """By function, pairs of (line, side)."""
    found: Found = {}
    for d in dependences(static, Lines(static.code, SourceText().at), [DependenceKind.INTERACTIVE]):
        assert d.source.function == d.target.function
        pair = (d.source.line, d.source.side), (d.target.line, d.target.side)
        found.setdefault(d.source.function, set()).add(pair)
    return found


def check_random_functions(seed: int, make: Callable[[Program], Analysed], folder: Path) -> None:
    writer = Writer(random.Random(seed))
    functions = writer.program(25)
    found = found_in(make(program_of("\n".join(writer.text), folder)))
    for name, lines in functions.items():
        assert found.get(name, set()) == interactive_by_paths(lines), (name, "\n".join(writer.text))


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("make", [Simple, lambda program: Static(program, "main")], ids=["simple", "static"])
def test_random_functions_agree_with_the_definition(
    make: Callable[[Program], Analysed], seed: int, tmp_path: Path
) -> None:
    check_random_functions(seed, make, tmp_path)


def test_the_answer_is_the_same_when_nothing_is_kept_between_rounds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pairs, "KEPT", 0)
    check_random_functions(99, Simple, tmp_path)


def test_two_definitions_that_never_reach_together_do_not_interact(tmp_path: Path) -> None:
    """a = 1 and b = 2 do not reach a common use; a = 3 and b = 2 do."""
    text = """int main(int argc, char **argv)
{
    int a = 1;
    int b = 9;
    if (argc > 1) {
        b = 2;
        a = 3;
    }
    return a + b;
}
"""
    found = found_in(simple(text, tmp_path))["main"]
    assert ((3, ""), (6, "")) not in found
    assert ((6, ""), (7, "")) in found
    assert ((3, ""), (4, "")) in found


def test_a_global_is_a_variable_as_well(tmp_path: Path) -> None:
    text = (
        "int g, h, out;\nint main(void)\n{\n    g = 1;\n    h = 2;\n    out = g + h;\n    g = 3;\n    return out;\n}\n"
    )
    assert found_in(simple(text, tmp_path))["main"] == {((4, ""), (5, ""))}


def test_a_definition_in_a_loop_meets_the_one_before(tmp_path: Path) -> None:
    text = """int main(int argc, char **argv)
{
    int a = 1, i = 0;
    while (i < argc) {
        a = a + i;
        i = i + 1;
    }
    return a;
}
"""
    found = found_in(simple(text, tmp_path))["main"]
    assert ((5, ""), (6, "")) in found  # both are used by line 5 in the next iteration
    assert ((6, ""), (5, "")) in found  # line 6, then line 5 in the next iteration, then line 6's i and a at line 5


def test_a_call_is_one_statement_with_all_that_it_writes(tmp_path: Path) -> None:
    text = """int g, h;
void set(int x)
{
    g = x;
}
int main(int argc, char **argv)
{
    set(argc);
    h = 3;
    return g + h;
}
"""
    static = Static(program_of(text, tmp_path), "main")
    assert found_in(static)["main"] == {((8, ""), (9, ""))}
