"""The orders: each explores everything, each in its own order, each the same way every time."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.exploration.frontier import ORDERS, BreadthFirst, DepthFirst, Directed, Guidance
from secateur.exploration.task import Flip
from secateur.exploration.uncovered import UncoveredDistances
from secateur.options import Budget

from .exploring import FIRST, explored, explorer_for

TREE = """int main(void)
{
    int a = INT, b = INT, c = INT, r = 0;
    if (a > 0) r += 1;
    if (b > 0) r += 2;
    else if (b < -5) r += 10;
    for (int i = 0; i < 3 && i < c; i++) r += 20;
    return r;
}
"""
#: Sixteen paths lead through known code; one more line waits behind the first branch.
COVERAGE = """int main(void)
{
    int a[5], r = 0;
    for (int i = 0; i < 5; i++) a[i] = INT;
    if (a[4] == 77)
        r = 100;
    for (int i = 0; i < 4; i++)
        if (a[i] > 0) r++;
    return r;
}
"""


#: Many rounds after the first branch.
ENDLESS = """int main(void)
{
    unsigned a = INT, n = INT, i = 0;
    int r = 0;
    if (a == 77)
        r = 100;
    while (i < n && i < 200) i++;
    return r;
}
"""


def test_a_loop_does_not_take_all_the_time(tmp_path: Path) -> None:
    """Depth first, the loop comes first; under a time limit the first branch gets its turn."""
    alone = explored(ENDLESS, tmp_path, budget=Budget(max_paths=20))
    timed = explored(ENDLESS, tmp_path, budget=Budget(timeout=600, max_paths=20))
    assert {path.status for path in alone.paths} == {0}
    assert {path.status for path in timed.paths} == {0, 100}


@pytest.mark.parametrize("order", sorted(ORDERS))
def test_every_order_finds_every_path(order: str, tmp_path: Path) -> None:
    result = explored(TREE, tmp_path, order)
    assert result.complete
    labels = [path.labels for path in result.paths]
    assert len(labels) == len(set(labels)) == 2 * 3 * 4
    sums = sorted(path.status for path in result.paths)
    expected = sorted(a + b + 20 * c for a in (0, 1) for b in (0, 2, 10) for c in range(4))
    assert sums == expected


def test_orders_differ_but_are_the_same_every_time(tmp_path: Path) -> None:
    def sequence(order: str, seed: int = 0) -> list[tuple[str, ...]]:
        return [path.labels for path in explored(TREE, tmp_path, order, seed=seed).paths]

    for order in ORDERS:
        assert sequence(order) == sequence(order)
    assert sequence("random", 1) == sequence("random", 1)
    assert sequence("random", 1) != sequence("random", 2)
    assert sequence("dfs") != sequence("bfs")


def test_depth_first_changes_the_last_branch_first_and_breadth_first_the_first(tmp_path: Path) -> None:
    for order, changed in (("dfs", 4), ("bfs", 0)):
        first, second = (p.labels for p in explored(COVERAGE, tmp_path, order, Budget(max_paths=2)).paths)
        assert [place for place in range(5) if first[place] != second[place]] == [changed]


def test_coverage_takes_what_leads_to_new_code_first(tmp_path: Path) -> None:
    """`r = 100` and `r++` are new after the first path; with them everything has been run."""
    three = explored(COVERAGE, tmp_path, "coverage", Budget(max_paths=3))
    assert three.coverage.covered_lines == len(three.coverage.lines)
    assert three.coverage.covered_sides == 2 * len(three.coverage.branches)
    line = FIRST + 5
    assert not explored(COVERAGE, tmp_path, "dfs", Budget(max_paths=3)).coverage.lines[
        str(tmp_path / "program.c"), line
    ]


def test_frontiers_as_containers(tmp_path: Path) -> None:
    explorer = explorer_for(TREE, tmp_path)
    path = explorer.machine.run(*explorer.machine.start(()))
    tasks = [Flip(path, index) for index in range(3)]
    expected = {"dfs": [2, 1, 0], "bfs": [0, 1, 2]}
    for frontier, order in ((DepthFirst(), "dfs"), (BreadthFirst(), "bfs")):
        frontier.extend(tasks)
        assert len(frontier) == 3
        assert [frontier.pop().index for _ in tasks] == expected[order]
        assert len(frontier) == 0
    for name, make in ORDERS.items():
        filled = make(Guidance(3, lambda task: task.index, lambda: UncoveredDistances(explorer.machine)))
        filled.extend(tasks[:2])
        filled.extend(tasks[2:])
        assert sorted(filled.pop().index for _ in tasks) == [0, 1, 2], name


def test_directed_takes_the_nearest_the_widest_and_the_newest_in_turn(tmp_path: Path) -> None:
    path = explored(TREE, tmp_path, "dfs", budget=Budget(max_paths=1)).paths[0]
    tasks = [Flip(path, index) for index in range(4)]
    frontier = Directed(lambda task: {0: 5, 1: 4, 2: 1, 3: 2}[task.index])
    frontier.extend(tasks)
    assert [frontier.pop().index for _ in range(4)] == [2, 0, 3, 1]
    assert len(frontier) == 0
