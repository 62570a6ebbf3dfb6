"""Long runs are set aside: other paths are seen meanwhile, in every order, and in the end everything is as without."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.exploration import long_runs
from secateur.exploration.frontier import ORDERS
from secateur.exploration.keeping import Keeping
from secateur.exploration.long_runs import LongRuns
from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.task import Flip, Rest
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.auto import Auto
from secateur.exploration.techniques.full import Full
from secateur.exploration.techniques.pse import Pse
from secateur.machine.path import Path as Run
from secateur.options import Budget, Keep
from secateur.solver import Solver, by_name

from .exploring import explorer_for

NEVER = 10**9

#: The first path is long, and the others are short.
LONG = """
int main(void) {
    int a = INT, b = INT, c = INT, d = INT; unsigned s = 0;
    if (a < 1) for (unsigned i = 0; i < 200000; i++) s += i;
    if (b > 3) s += 1;
    if (c > 3) s += 2;
    if (d > 3) s += 4;
    assert(a != 77);
    return s & 7;
}"""

#: Each round of a loop without an end asks for an input.
ENDLESS = """
int main(void) {
    int a = INT; unsigned n = 0;
    if (a == 5) return 3;
    for (;;) { if (INT == 7) return 9; n++; if (a == 6 && n == 40) assert(0); }
}"""

#: All paths are long, and some decisions come after the long part.
ALL_LONG = """
int main(void) {
    int a = INT, b = INT; unsigned s = 0;
    if (a > 1) s = 1;
    for (unsigned i = 0; i < 300; i++) s = s * 3 + i;
    if (b > 1) s += 1;
    for (unsigned i = 0; i < 300; i++) { s = s * 3 + i; if (i == 200 && a == 9) s += INT == 4; }
    assert(b != 10);
    return s & 7;
}"""


def _with(text: str, folder: Path, size: int, technique: Technique | None = None, order: str = "dfs") -> Explorer:
    first = explorer_for(text, folder, order)
    explorer = Explorer(first.machine, Solver(by_name("bitwuzla")), technique or Full(), order)
    explorer.long_runs = LongRuns(size)
    return explorer


def _shown(result: Result) -> set[tuple[object, ...]]:
    return {_path(path) for path in result.paths}


def _path(path: Run) -> tuple[object, ...]:
    fault = None if path.fault is None else (path.fault.kind, path.fault.position)
    return tuple(path.labels), path.ending, path.status, fault


@pytest.mark.parametrize("order", ORDERS)
def test_others_are_seen_before_a_long_path_ends(order: str, tmp_path: Path) -> None:
    explorer = _with(LONG, tmp_path, 20000, order=order)
    is_long: list[bool] = []

    def note(path: Run) -> bool:
        is_long.append(path.branches[0].outcome)
        return False

    explorer.until = note
    result = explorer.run()
    assert result.complete
    assert is_long == [False] * 16 + [True] * 8
    without = _with(LONG, tmp_path, NEVER, order=order).run()
    assert _shown(without) == _shown(result)
    assert (without.counts, without.coverage) == (result.counts, result.coverage)


@pytest.mark.parametrize("order", ORDERS)
def test_a_first_path_without_an_end_does_not_keep_others_waiting(order: str, tmp_path: Path) -> None:
    explorer = explorer_for(ENDLESS, tmp_path, order, Budget(max_paths=30))
    explorer.long_runs = LongRuns(400)
    result = explorer.run()
    assert 9 in {path.status for path in result.paths}
    assert len(result.paths) == 30


@pytest.mark.parametrize("technique", [Full, Pse, Auto])
@pytest.mark.parametrize("size", [150, 700])
@pytest.mark.parametrize("text", [LONG, ALL_LONG])
def test_the_same_is_found_with_and_without_slices(
    text: str, size: int, technique: type[Technique], tmp_path: Path
) -> None:
    explorer = _with(text, tmp_path, size, technique())
    result = explorer.run()
    without = _with(text, tmp_path, NEVER, technique()).run()
    assert result.complete
    assert without.complete
    assert [key for key, _ in result.faults()] == [key for key, _ in without.faults()]
    assert result.coverage == without.coverage
    if technique is Full:
        assert _shown(result) == _shown(without)
        assert result.instructions == without.instructions, "nothing is executed twice"


def test_a_slice_may_end_before_the_branch_of_its_task(tmp_path: Path) -> None:
    """The side of a choice has no snapshot: a run for it repeats a long part of another."""
    text = """
    static int one(void) { return 1; } static int two(void) { return INT > 3; } static int six(void) { return 6; }
    int main(void) {
        int (*f[3])(void) = {one, two, six}, a = INT; unsigned s = 0;
        if (a < 0 || a > 2) return 0;
        for (unsigned i = 0; i < 200000; i++) s += i;
        return f[a]() + (INT > 8);
    }"""
    result = _with(text, tmp_path, 10_000).run()
    without = _with(text, tmp_path, NEVER).run()
    assert result.counts == without.counts


def test_states_that_are_not_kept_are_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_runs, "MOST_KEPT", 1)
    result = _with(ALL_LONG, tmp_path, 200).run()
    without = _with(ALL_LONG, tmp_path, NEVER).run()
    assert _shown(result) == _shown(without)
    assert result.counts == without.counts
    assert result.instructions > without.instructions


def test_what_was_set_aside_is_left_when_a_budget_ends(tmp_path: Path) -> None:
    explorer = explorer_for(LONG, tmp_path, "dfs", Budget(max_paths=3))
    explorer.long_runs = LongRuns(2000)
    result = explorer.run()
    assert not result.complete
    assert result.counts.limited > 0


def test_the_path_of_a_stored_rest_is_kept(tmp_path: Path) -> None:
    """What it covered before it was stored was news then, and no path that was kept covers it."""
    explorer = _with(LONG, tmp_path, NEVER)
    explorer.result.keeping = Keeping(Keep.BRANCHES, explorer.machine)
    frontier, first = explorer.frontier, explorer.machine.run(*explorer.machine.start(()))
    result = explorer.run()
    explorer.frontier = frontier
    kept = len(result.paths)
    explorer._step(Flip(first, 1))
    assert len(result.paths) == kept, "nothing is new"
    explorer._step(Rest(first, 1))
    assert len(result.paths) == kept + 1
