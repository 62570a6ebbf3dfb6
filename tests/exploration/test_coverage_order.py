"""The orders that look for code that no run has reached."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from secateur.exploration.code_graph import FAR
from secateur.exploration.coverage_order import CoverageFirst, Mixed
from secateur.exploration.random_path import RandomPath
from secateur.exploration.task import Flip
from secateur.exploration.uncovered import UncoveredDistances
from secateur.options import Budget

from .exploring import explored, explorer_for

#: `s == 3` is decided by three calls whose sides are all known; the other 256 paths lead to nothing new.
FAR_AWAY = """static int step(int x) { if (x > 0) return 1; return 0; }
int main(void)
{
    int k = INT, a[8], s = 0;
    for (int i = 0; i < 8; i++) a[i] = INT;
    if (k == 1) {
        for (int i = 0; i < 3; i++) s += step(a[i]);
        if (s == 3) return 100;
    } else {
        for (int i = 0; i < 8; i++) s += step(a[i]);
    }
    return s;
}
"""
#: The same, but behind the 256 paths there is a side that no input takes.
IMPOSSIBLE = FAR_AWAY.replace("    return s;", "    if (s == 9) return 7;\n    return s;")
CHECKS = """int main(void)
{
    int a[4] = {0}, i = INT, k = INT;
    if (k > 0) a[i & 7] = 1;
    return 100 / k;
}
"""


@pytest.mark.parametrize(("order", "paths"), [("coverage", 20), ("mixed", 40)])
def test_code_is_found_that_no_next_branch_leads_to(order: str, paths: int, tmp_path: Path) -> None:
    found = explored(FAR_AWAY, tmp_path, order, Budget(max_paths=paths))
    assert found.coverage.covered_sides == 2 * len(found.coverage.branches)
    assert any(path.status == 100 for path in found.paths)
    blind = explored(FAR_AWAY, tmp_path, "dfs", Budget(max_paths=100))
    assert all(path.status != 100 for path in blind.paths)


@pytest.mark.parametrize("order", ["coverage", "mixed"])
def test_a_side_that_no_input_takes_does_not_hold_up_the_others(order: str, tmp_path: Path) -> None:
    found = explored(IMPOSSIBLE, tmp_path, order, Budget(max_paths=60))
    assert any(path.status == 100 for path in found.paths)
    assert found.coverage.covered_sides == 2 * len(found.coverage.branches) - 1


def test_distances_grow_as_code_gets_covered(tmp_path: Path) -> None:
    explorer = explorer_for(FAR_AWAY, tmp_path)
    machine = explorer.machine
    path = machine.run(*machine.start(()))
    tasks = [Flip(path, index) for index in range(len(path.branches))]
    uncovered = UncoveredDistances(machine)
    places = [place for task in tasks if (place := uncovered.place(task)) is not None]
    assert len(places) == len(tasks)
    assert [uncovered.distance(place) for place in places[:2]] == [0, 0]  # `k == 1`, then `x > 0`
    result = explorer.run()
    assert result.complete
    assert [uncovered.distance(place) for place in places] == [FAR] * len(places)


def test_a_side_that_was_missed_is_farther_away(tmp_path: Path) -> None:
    machine = explorer_for(FAR_AWAY, tmp_path).machine
    path = machine.run(*machine.start(()))
    uncovered = UncoveredDistances(machine)
    place = uncovered.place(Flip(path, 0))
    assert place is not None
    seen = []
    for _ in range(5):
        goal = uncovered.aim(place)
        assert goal is not None
        assert not uncovered.is_hit(goal)
        seen.append(uncovered.distance(place))
    assert seen[0] == 1
    assert seen == sorted(seen)


def test_the_failing_side_of_a_check_is_near_once(tmp_path: Path) -> None:
    machine = explorer_for(CHECKS, tmp_path).machine
    path = machine.run(*machine.start((0, 1)))
    (task,) = [task for n in range(len(path.branches)) if (task := Flip(path, n)).is_failing_side][-1:]
    uncovered = UncoveredDistances(machine)
    place = uncovered.place(task)
    assert place is not None
    assert uncovered.distance(place) == 0
    assert uncovered.aim(place) is None
    assert uncovered.distance(place) == FAR


def test_a_random_walk_leaves_a_path_at_its_first_branch_every_second_time(tmp_path: Path) -> None:
    path = explored(FAR_AWAY, tmp_path, "dfs", Budget(max_paths=1)).paths[0]
    taken = Counter[int]()
    for seed in range(400):
        frontier = RandomPath(seed)
        frontier.extend([Flip(path, index) for index in range(4)])
        taken[frontier.pop().index] += 1
    assert 160 <= taken[0] <= 240
    assert 70 <= taken[1] <= 130
    assert taken[2] + taken[3] >= 70


def test_what_follows_a_task_hangs_below_it(tmp_path: Path) -> None:
    """One early task and thirty that came after a late one: the early one is taken about every second time."""
    path = explored(FAR_AWAY, tmp_path, "dfs", Budget(max_paths=1)).paths[0]
    early = 0
    for seed in range(200):
        frontier = RandomPath(seed)
        first, second = Flip(path, 0), Flip(path, 1)
        frontier.extend([first, second])
        frontier.take(second)
        frontier.extend([Flip(path, 2) for _ in range(30)])
        assert len(frontier) == 31
        assert second not in frontier
        early += frontier.pop() is first
    assert 70 <= early <= 130


def test_mixed_takes_a_near_task_and_a_random_one_in_turn(tmp_path: Path) -> None:
    explorer = explorer_for(FAR_AWAY, tmp_path)
    path = explorer.machine.run(*explorer.machine.start(()))
    tasks = [Flip(path, index) for index in range(len(path.branches))]
    near = CoverageFirst(UncoveredDistances(explorer.machine))
    near.extend(tasks)
    first = near.pop()
    others = set()
    for seed in range(20):
        mixed = Mixed(seed, UncoveredDistances(explorer.machine))
        mixed.extend(tasks)
        assert mixed.pop() is first
        others.add(mixed.pop().index)
        rest = [mixed.pop() for _ in range(len(mixed))]
        assert len({first, *rest}) == len(tasks) - 1
    assert len(others) > 1


def test_seeds_change_the_random_orders_only(tmp_path: Path) -> None:
    def sequence(order: str, seed: int) -> list[tuple[str, ...]]:
        return [path.labels for path in explored(IMPOSSIBLE, tmp_path, order, Budget(max_paths=40), seed=seed).paths]

    for order in ("random-path", "mixed"):
        assert sequence(order, 1) == sequence(order, 1)
        assert sequence(order, 1) != sequence(order, 2)
    assert sequence("coverage", 1) == sequence("coverage", 2)
