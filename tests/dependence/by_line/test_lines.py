"""From instructions to source lines: which are statements, how a branch is written, what is dropped."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from dependence.analysing import program_of
from dependence.random_lines import Writer, traditional_by_paths
from dependence.simple import Simple, simple
from secateur.dependence.by_line.analysis import dependences
from secateur.dependence.by_line.lines import Dependence, DependenceKind, Lines, Place, ordered
from secateur.dependence.static import Static
from secateur.report.source_text import SourceText

LOOP = """int g;
int find(int x, int n)
{
    int found = 0;
    for (int i = 0; i < n; i++) {
        if (x && i > 3)
            break;
        found += i;
    }
    if (!x)
        return found;
    return 1;
}
int main(void) { return find(1, 2); }
"""


def shown(static: Simple, kind: DependenceKind, function: str = "find") -> set[str]:
    """`from → to (variable)` of one function."""
    lines = Lines(static.code, SourceText().at)
    return {
        f"{d.source} → {d.target}" + (f" ({d.variable})" if d.variable else "")
        for d in dependences(static, lines, [kind])
        if d.target.function == function
    }


def test_control_dependence_has_the_side_as_the_user_wrote_it(tmp_path: Path) -> None:
    """`!x` is true where clang's branch on x is false; `break` is a statement, the second half of && is not; the loop
    continues when line 6 is false."""
    assert shown(simple(LOOP, tmp_path), DependenceKind.CONTROL) == {
        "5T → 6",
        "6T → 7",
        "6F → 8",
        "6F → 5",
        "10T → 11",
        "10F → 12",
    }


def test_a_loop_decides_about_its_own_condition(tmp_path: Path) -> None:
    text = "int main(void)\n{\n    int i = 3;\n    while (i > 0)\n        i--;\n    return i;\n}\n"
    static = simple(text, tmp_path)
    assert shown(static, DependenceKind.CONTROL, "main") == {"4T → 4", "4T → 5"}
    assert shown(static, DependenceKind.DATA, "main") == {f"{a} → {b} (i)" for a in (3, 5) for b in (4, 5, 6)}


def test_data_dependence_has_no_temporaries_and_no_closing_brace(tmp_path: Path) -> None:
    assert shown(simple(LOOP, tmp_path), DependenceKind.DATA) == {
        "4 → 8 (found)",
        "8 → 8 (found)",
        "4 → 11 (found)",
        "8 → 11 (found)",
        "5 → 5 (i)",
        "5 → 6 (i)",
        "5 → 8 (i)",
    }


def test_our_own_library_is_left_out(tmp_path: Path) -> None:
    main = "int main(int argc, char **argv)\n{\n    return strlen(argv[0]) > 2 ? 1 : 0;\n}\n"
    text = f"#include <string.h>\n{main}"
    static = simple(text, tmp_path)
    assert len(static.code.units) > 1
    lines = Lines(static.code)
    assert [unit.function.name for unit in lines.units()] == ["main"]
    places = {place for node in range(len(static.code.items)) if (place := lines.place(node))}
    assert {place.function for place in places} == {"main"}


@pytest.mark.parametrize(
    ("sides", "in_order"), [(["F", "T", ""], ["", "T", "F"]), (["#2", "F", "#1"], ["F", "#1", "#2"])]
)
def test_places_are_ordered_as_they_are_read(sides: list[str], in_order: list[str]) -> None:
    target = Place("f.c", 9, "", "f")
    found = ordered(Dependence(DependenceKind.CONTROL, Place("f.c", 5, side, "f"), target) for side in sides)
    assert {d.source.side for d in found} == set(in_order)
    if "#1" not in sides:
        assert [d.source.side for d in found] == in_order


def test_a_name_replaces_the_same_dependence_without_one() -> None:
    here, there = Place("f.c", 5, "", "f"), Place("f.c", 9, "", "f")
    each = [Dependence(DependenceKind.DATA, here, there, variable) for variable in (None, "b", "a", "b")]
    assert [d.variable for d in ordered(each)] == ["a", "b"]
    assert [d.variable for d in ordered(each[:1] * 2)] == [None]


@pytest.mark.parametrize("seed", range(8))
def test_random_functions_agree_with_the_definitions(seed: int, tmp_path: Path) -> None:
    """Control, data and potential dependence of the whole analysis, compared with an enumeration of all paths."""
    writer = Writer(random.Random(seed))
    functions = writer.program(25)
    static = Static(program_of("\n".join(writer.text), tmp_path), "main")
    found: dict[str, set[tuple[str, str, str, str | None]]] = {name: set() for name in (*functions, "main")}
    for d in dependences(static, Lines(static.code, SourceText().at), list(DependenceKind)[:3]):
        if d.source.function == d.target.function:
            found[d.target.function].add((str(d.kind), str(d.source), str(d.target), d.variable))
    for name, lines in functions.items():
        assert found[name] == traditional_by_paths(lines), (name, "\n".join(writer.text))
