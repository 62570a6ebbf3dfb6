"""A path that was cut is a test: its run goes on from the cut, with the outcome of a run from the start."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur import expr
from secateur.exploration.loop import Explorer
from secateur.exploration.techniques.pse import Pse
from secateur.frontend.build import build
from secateur.ir.reader import read
from secateur.machine.library.output import render
from secateur.machine.machine import Machine
from secateur.machine.path import Path as Run
from secateur.solver import Solver, by_name

from .exploring import HEADER

#: Each of them makes a value out of the inputs, comes to the same places again, and uses the value after that.
USES = {
    "numbers": 'int kept = a * 3 + b;|printf("%d", kept);|return kept & 7;',
    "floats": 'double kept = a * 0.5; float single = (float)b;|kept += single;|printf("%f", kept); return kept > 3;',
    "memory": "int *kept = malloc(2 * sizeof *kept); kept[0] = a; kept[1] = a - b;|kept[1]++;|return kept[1] == 4;",
    "bytes": "char kept[4]; memcpy(kept, &a, 4);|kept[1] ^= 1;|return kept[1];",
    "a table": "int table[4] = {5, 6, 7, 8}; unsigned kept = (unsigned)a % 4;|kept ^= 1;|return table[kept];",
    "a fault": "int kept = a;|;|return 10 / (kept % 2);",
    "later inputs": "if (a < 9) return 0; int more;|more = INT; if (more > 5) more = 0;|return (a + more) & 7;",
    "unwritten memory": "int some[2]; some[0] = a;|some[0]++;|return some[0] == 5;",
    "arguments": "int kept = a;|;|return sum(2, kept, b) & 3;",
    "structures": "struct pair kept = {a, b};|kept = swapped(kept);|return kept.x & 3;",
}
TEXT = """#include <stdarg.h>
struct pair { int x, y; };
static struct pair swapped(struct pair p) { struct pair q = {p.y, p.x}; return q; }
static int sum(int n, ...)
{
    va_list all;
    unsigned total = 0;
    va_start(all, n);
    while (n--) total += va_arg(all, unsigned);
    va_end(all);
    return (int)total;
}
int main(void)
{
    int a = INT % 100 + 7, b = INT % 100 + 3, n = sum(1, 0);
    struct pair none = swapped((struct pair){0, 0});
    BEFORE
    for (int i = 0; i < 3; i++) if (INT > 3) n = none.x;
    BETWEEN
    if (INT > n) n = 1;
    AFTER
}
"""


def outcome(run: Run) -> list[object]:
    """What a test says about a run."""
    fault = run.fault and (run.fault.kind, run.fault.position)
    seen = [(each.name, expr.evaluate(each.value, run.model)) for each in run.observations]  # type: ignore[arg-type]
    printed = b"".join(render([piece], run.model) for _, piece in run.output)
    return [run.ending, run.status, fault, seen, printed, [given.name for given in run.inputs]]


@pytest.mark.parametrize("use", USES.values(), ids=USES)
def test_a_cut_path_ends_as_a_run_from_the_start(use: str, tmp_path: Path) -> None:
    source = tmp_path / "program.c"
    text = TEXT
    for name, part in zip(("BEFORE", "BETWEEN", "AFTER"), use.split("|"), strict=True):
        text = text.replace(name, part)
    source.write_text(HEADER + text)
    program = read(build([source]).text)
    technique = Pse()
    result = Explorer(technique.machine(program), Solver(by_name("bitwuzla")), technique).run()
    assert result.complete
    assert result.counts.cut > 2
    assert len(result.paths) == result.explored, "each of them has come to its end"
    machine = Machine(program)
    for path in result.paths:
        whole = machine.run(*machine.start(path.model, concrete=True))
        assert outcome(path) == outcome(whole)


def test_what_a_cut_path_runs_after_the_cut_is_not_covered(tmp_path: Path) -> None:
    """By itself: whether everything is covered must show that what was explored covers it."""
    source = tmp_path / "program.c"
    source.write_text(HEADER + "int main(void) { if (INT > 3) putchar('a');\nif (INT > 3)\nputchar('b');\nreturn 0; }")

    class Hasty(Pse):
        exact = covers_code = False

        def stop(self, state: object, condition: object, site: object) -> str | None:
            return "at once"

    technique = Hasty()
    result = Explorer(technique.machine(read(build([source]).text)), Solver(by_name("bitwuzla")), technique).run()
    assert len(result.paths) == 1
    assert result.coverage.covered_sides == 0
