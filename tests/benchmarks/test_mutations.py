"""The mutants of the benchmarks: which changes are made, and that they are always the same."""

from __future__ import annotations

import importlib.util
import sys
from collections import Counter
from pathlib import Path
from types import ModuleType

BENCHMARKS = Path(__file__).parents[2] / "benchmarks"

TEXT = """#define LIMIT 10 /* not here: 3 < 4 */
static int table[2] = {1, 2};
int f(int *p, int x)
{
    // nor here: x > 1
    if (x <= 7 && !p)
        return -x - 'a';
    switch (x) { case 3: return x << 2; }
    return *p + p->n;
}
"""


def _mutations() -> ModuleType:
    spec = importlib.util.spec_from_file_location("mutations", BENCHMARKS / "mutations.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # its dataclasses look themselves up
    spec.loader.exec_module(module)
    return module


def test_operators_and_constants_inside_functions_change() -> None:
    found = [(m.line, m.before, m.after) for m in _mutations().mutants(TEXT) if m.line > 2]
    assert found == [
        (6, "<=", "<"), (6, "<=", ">"), (6, "7", "8"), (6, "7", "6"), (6, "7", "0"), (6, "&&", "||"), (6, "!", ""),
        (7, "-", "+"), (7, "-", "*"), (8, "2", "3"), (8, "2", "1"), (8, "2", "0"), (9, "+", "-"), (9, "+", "*"),
    ]  # fmt: skip


ASSIGNMENTS = """int limit = 3;
struct pair { int low, high; };
int g(struct pair *p, int x, int y)
{
    p->low = limit(x) + y;
    x++;
    if (p->low > x)
        return x;
    return table[y];
}
"""


def test_operands_and_statements_change_if_asked_for() -> None:
    module = _mutations()
    found = [(m.kind, m.line, m.before, m.after) for m in module.mutants(ASSIGNMENTS, ("operand", "deletion"))]
    assert [each[1:] for each in found if each[0] == "deletion"] == [
        (5, "p->low = limit(x) + y;", ";"),
        (6, "x++;", ";"),
    ]
    operands = [each[1:3] for each in found if each[0] == "operand" and each[1] > 2]
    assert sorted(set(operands)) == [(5, "x"), (5, "y"), (6, "x"), (7, "x"), (8, "x"), (9, "y")]
    assert all(before != after for _, _, before, after in found)


def test_each_mutant_differs_in_one_place() -> None:
    module = _mutations()
    for mutant in module.mutants(TEXT, module.ALL_KINDS):
        before, after = TEXT.splitlines(), mutant.text.splitlines()
        assert [n for n, line in enumerate(before, 1) if line != after[n - 1]] == [mutant.line]


def test_a_choice_takes_from_every_kind() -> None:
    module = _mutations()
    made = list(module.mutants((BENCHMARKS / "subjects" / "wheel_brake.c").read_text()))
    chosen = module.spread(made, 20)
    assert Counter(m.kind for m in chosen) == dict.fromkeys(module.KINDS, 5)
    assert chosen == module.spread(made, 20)
    assert len({m.text for m in chosen}) == 20
