"""The mutants of the kill-rate benchmark: which changes are made, and that they are always the same."""

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


def test_each_mutant_differs_in_one_place() -> None:
    for mutant in _mutations().mutants(TEXT):
        before, after = TEXT.splitlines(), mutant.text.splitlines()
        assert [n for n, line in enumerate(before, 1) if line != after[n - 1]] == [mutant.line]


def test_a_choice_takes_from_every_kind() -> None:
    module = _mutations()
    made = list(module.mutants((BENCHMARKS / "subjects" / "wheel_brake.c").read_text()))
    chosen = module.spread(made, 20)
    assert Counter(m.kind for m in chosen) == dict.fromkeys(module.KINDS, 5)
    assert chosen == module.spread(made, 20)
    assert len({m.text for m in chosen}) == 20
