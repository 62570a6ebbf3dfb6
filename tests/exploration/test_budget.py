"""Budgets: what they stop is counted, and the result is not complete."""

from __future__ import annotations

import subprocess
import time
from pathlib import Path

import pytest

from secateur.exploration.budget import Meter, Spent, Stopwatch, shared
from secateur.exploration.result import Result
from secateur.machine.limit import LimitKind
from secateur.options import Budget, Limits
from secateur.report.sentences import summary
from secateur.solver import Unknown
from secateur.solver.clock import cpu_time, cpu_time_of_all
from secateur.solver.memory import resident_memory

from .exploring import FIRST, Silent, explored

TWELVE = """int main(void)
{
    int r = 0;
    for (int i = 0; i < 12; i++)
        if (INT > 0) r++;
    return r;
}
"""
COUNT = """int main(void)
{
    int n = INT, i = 0;
    while (i < n) i++;
    return i;
}
"""
SPIN = """int main(void)
{
    if (INT > 3) return 1;
    for (volatile unsigned i = 0;; i++) ;
}
"""


def _assert_limited(result: Result) -> None:
    assert not result.complete
    assert result.counts.limited > 0
    assert result.counts.completed == len(result.paths)
    assert summary(result).startswith("incomplete: ")


def test_without_budgets_all_is_explored(tmp_path: Path) -> None:
    result = explored("int main(void) { int n = INT; if (n > 2) return 1; return 0; }", tmp_path)
    assert result.complete
    assert (result.spent, result.counts.limited, result.counts.completed) == (None, 0, 2)
    assert summary(result) == "complete for: all inputs; every path was explored"


@pytest.mark.parametrize("order", ["dfs", "bfs", "random", "coverage"])
def test_max_paths(order: str, tmp_path: Path) -> None:
    result = explored(TWELVE, tmp_path, order, Budget(max_paths=5))
    _assert_limited(result)
    assert (result.counts.completed, result.spent) == (5, Spent.PATHS)
    assert "--max-paths" in summary(result)


def test_exactly_as_many_paths_as_there_are_is_complete(tmp_path: Path) -> None:
    text = "int main(void) { int n = INT; if (n > 2) return 1; return 0; }"
    result = explored(text, tmp_path, budget=Budget(max_paths=2))
    assert result.complete


def test_timeout_between_paths(tmp_path: Path) -> None:
    result = explored(COUNT, tmp_path, budget=Budget(timeout=0.3))
    _assert_limited(result)
    assert result.spent is Spent.TIME
    assert result.counts.completed > 1
    assert "--timeout" in summary(result)


def test_timeout_inside_a_path(tmp_path: Path) -> None:
    result = explored(SPIN, tmp_path, budget=Budget(timeout=0.3))
    _assert_limited(result)
    assert result.counts.completed <= 1
    assert [limit.kind for limit in result.limits] == [LimitKind.TIME, LimitKind.UNFINISHED]


def test_memory(tmp_path: Path) -> None:
    result = explored(TWELVE, tmp_path, budget=Budget(memory=1))
    _assert_limited(result)
    assert result.spent is Spent.MEMORY
    assert "--memory" in summary(result)


def test_memory_inside_a_path(tmp_path: Path) -> None:
    """A single path must not be able to take everything either."""
    text = """int main(void)
    {
        int n = INT, i = 0;
        __VERIFIER_assume(n > 400000);
        while (i < n) i++;
        return 1;
    }
    """
    before = resident_memory()
    result = explored(text, tmp_path, budget=Budget(memory=before // 2, timeout=30))
    _assert_limited(result)
    assert result.spent is Spent.MEMORY
    assert resident_memory() < before + 200


def test_max_depth(tmp_path: Path) -> None:
    result = explored(TWELVE, tmp_path, limits=Limits(max_depth=3))
    _assert_limited(result)
    assert (result.counts.completed, result.counts.limited) == (0, 8)
    assert [(limit.kind, limit.bound, limit.count) for limit in result.limits] == [(LimitKind.DEPTH, 3, 8)]
    assert "3 symbolic branches" in summary(result)


def test_loop_bound(tmp_path: Path) -> None:
    """Three iterations are allowed: n = 0, 1, 2, 3 run to their end, more is given up."""
    result = explored(COUNT, tmp_path, limits=Limits(loop_bound=3))
    _assert_limited(result)
    assert sorted(path.status for path in result.paths) == [0, 1, 2, 3]
    assert result.counts.limited == 1
    (limit,) = result.limits
    assert (limit.kind, limit.bound, limit.count) == (LimitKind.LOOP_BOUND, 3, 1)
    assert limit.place is not None
    assert limit.place.line == FIRST + 3
    assert "3 iterations" in summary(result)


def test_the_loop_bound_counts_each_call_anew(tmp_path: Path) -> None:
    text = """static int sign(int n) { if (n > 0) return 1; return 0; }
    int main(void) { int r = 0; for (int i = 0; i < 4; i++) r += sign(INT); return r; }"""
    result = explored(text, tmp_path, limits=Limits(loop_bound=1))
    assert result.complete
    assert result.counts.completed == 16


def test_a_meter_tells_what_was_spent_first() -> None:
    assert Meter(Budget()).spent(10**9) is None
    assert Meter(Budget(max_paths=3)).spent(2) is None
    assert Meter(Budget(max_paths=3)).spent(3) is Spent.PATHS
    assert Meter(Budget(timeout=0.0)).spent(0) is Spent.TIME
    assert Meter(Budget(timeout=60.0)).spent(0) is None
    assert resident_memory() > 10


def test_cpu_time(tmp_path: Path) -> None:
    result = explored(SPIN, tmp_path, "dfs", Budget(cpu=0.3))
    _assert_limited(result)
    assert result.spent is Spent.CPU
    assert "--cpu" in summary(result)
    assert 0.3 <= result.cpu < 3


class Patient(Silent):
    """Never knows, and needs all its time for that."""

    def check(self, conditions: object, timeout: float) -> Unknown:
        time.sleep(timeout)
        return Unknown("no time")


def test_a_question_that_the_budget_cut_short_stays_open(tmp_path: Path) -> None:
    """It was counted as one that the solver cannot decide, and never asked again by a run that went on."""
    result = explored(TWELVE, tmp_path, budget=Budget(timeout=0.2), backend=Patient())
    _assert_limited(result)
    assert (result.spent, result.counts.unknown) == (Spent.TIME, 0)


def test_a_question_that_nobody_can_answer_is_undecided_though_time_is_limited(tmp_path: Path) -> None:
    result = explored(TWELVE, tmp_path, budget=Budget(timeout=9), backend=Silent())
    assert (result.spent, result.counts.unknown) == (None, 12)


def test_a_child_that_ran_before_does_not_use_up_the_cpu_time(tmp_path: Path) -> None:
    """Of a program that calls Secateur."""
    busy = subprocess.Popen(["sh", "-c", "while :; do :; done"])
    try:
        while cpu_time_of_all() - cpu_time() < 0.5:
            time.sleep(0.01)
        result = explored(SPIN, tmp_path, "dfs", Budget(cpu=0.3))
    finally:
        busy.kill()
        busy.wait()
    assert result.cpu >= 0.3


def test_parts_of_a_budget_concern_both_clocks() -> None:
    budget = Budget(timeout=8, cpu=4, max_paths=3)
    assert budget.part(0.5) == Budget(timeout=4, cpu=2, max_paths=3)
    assert budget.less(5, 5) == Budget(timeout=3, cpu=0, max_paths=3)
    assert (budget.has_time, budget.less(5, 5).has_time, Budget().has_time) == (True, False, True)
    assert budget.within(5, None) == Budget(timeout=8, cpu=5, max_paths=3)
    assert budget.within(1, 2) == Budget(timeout=2, cpu=2, max_paths=3)
    assert Budget().part(0.5).less(1, 1).within(1, 2) == Budget()


def test_a_share_in_which_nothing_can_be_done_is_made_larger() -> None:
    assert shared(Budget(cpu=15), pieces=30, jobs=1) == Budget(cpu=0.5)
    assert shared(Budget(cpu=15), pieces=30, jobs=1, least=2.0) == Budget(cpu=2)
    assert shared(Budget(cpu=1), pieces=2, jobs=1, least=2.0) == Budget(cpu=1)
    assert shared(Budget(timeout=90, cpu=90), pieces=30, jobs=2, least=2.0) == Budget(timeout=6, cpu=3)
    assert shared(Budget(), pieces=30, jobs=1, least=2.0) == Budget()


def test_what_is_left_is_at_least_a_share() -> None:
    watch = Stopwatch()
    watch.started -= 7
    assert watch.left_of(Budget(timeout=20, cpu=1e9), 0.5).timeout == pytest.approx(13, abs=0.5)
    assert watch.left_of(Budget(timeout=10), 0.5) == Budget(timeout=5)
    assert watch.left_of(Budget(timeout=5)) == Budget(timeout=0)
    assert watch.left_of(Budget()) == Budget()


def test_the_size_of_files(tmp_path: Path) -> None:
    """What was printed is written three times: in both JSON files, and in tests.c."""
    text = (
        'int main(void) { for (int i = 0; i < 9; i++) if (INT > 0) for (int k = 0; k < 9999; k++) puts("0123456789"); }'
    )
    result = explored(text, tmp_path, budget=Budget(output_size=2))
    assert result.spent is Spent.OUTPUT_SIZE
    assert 2 << 20 <= result.size <= 6 << 20
    assert [str(limit.kind) for limit in result.limits] == ["output-size"]
