"""Paths that were cut, and what their inputs do after the cut; states that are generalised inside library functions."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.exploration.budget import Spent
from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.full import Full
from secateur.exploration.techniques.pse import Pse
from secateur.frontend.build import build
from secateur.ir.reader import read
from secateur.machine.limit import LimitKind
from secateur.machine.path import ENDED
from secateur.solver import Solver, by_name

from .exploring import HEADER, explorer_for, output


def explored_by(technique: type[Technique], text: str, folder: Path) -> Result:
    source = folder / "program.c"
    source.write_text(HEADER + text)
    made = technique()
    return Explorer(made.machine(read(build([source]).text)), Solver(by_name("bitwuzla")), made).run()


@pytest.mark.parametrize("technique", [Full, Pse], ids=lambda t: t.name)
def test_an_input_that_breaks_a_later_assumption_is_no_test(technique: type[Technique], tmp_path: Path) -> None:
    """FINDINGS C1: the rest of a path that was cut requests an input that it has no value for."""
    text = """int main(void) {
    int x = INT, y = INT;
    if (x > 5) x = 1;
    if (y > 20) y = 1;
    int z = INT;
    __VERIFIER_assume(z > 10);
    return 0;
}
"""
    result = explored_by(technique, text, tmp_path)
    assert result.complete
    assert result.paths
    assert {path.ending for path in result.paths} <= ENDED


ERROR = """#include <stdarg.h>
static void inner(const char *layout, va_list list) { vprintf(layout, list); }
static void say(int n, const char *layout, ...) {
    va_list list;
    va_start(list, layout);
    if (n > 3) putchar('!');
    inner(layout, list);
    va_end(list);
}
int main(void) {
    int n = INT, m = INT;
    if (m > 2) m = 7; else m = 1;
    if (n < 0) say(m, "bad %d %s|", m, "one");
    if (m == 7) say(n, "seven %d %s", m, "two");
    return 0;
}
"""


@pytest.mark.parametrize("technique", [Full, Pse], ids=lambda t: t.name)
def test_a_list_of_arguments_is_handed_down(technique: type[Technique], tmp_path: Path) -> None:
    """FINDINGS C2: the address of the list is a variable where the state after a branch is generalised."""
    result = explored_by(technique, ERROR, tmp_path)
    assert result.complete
    assert not result.faults()
    texts = {output(path) for path in result.paths}
    assert {"", "!bad 7 one|seven 7 two", "!seven 7 two"} <= texts


def test_without_memory_what_was_found_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """FINDINGS C4: as under `ulimit -v`."""
    text = "int main(void) { int n = INT; if (n > 5) return 1; if (n < -5) return 2; return 0; }\n"
    explorer = explorer_for(text, tmp_path)
    run, count = explorer.machine.go_on, 0

    def full(*arguments: object) -> object:
        nonlocal count
        count += 1
        if count > 2:
            raise MemoryError
        return run(*arguments)  # type: ignore[arg-type]

    monkeypatch.setattr(explorer.machine, "go_on", full)
    result = explorer.run()
    assert len(result.paths) == 2
    assert result.spent is Spent.MEMORY
    assert [limit.kind for limit in result.limits] == [LimitKind.MEMORY]
