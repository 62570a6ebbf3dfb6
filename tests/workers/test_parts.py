"""How tasks are divided, and which worker gets which of them."""

from __future__ import annotations

import pytest

from secateur.exploration.earlier import EarlierInput, LeftTask
from secateur.workers.part import PartOrigin, WorkPart, pieces
from secateur.workers.waiting_parts import WaitingParts


def origin(*branches: int, lineage: tuple[int, ...] = ()) -> PartOrigin:
    return PartOrigin(lineage, EarlierInput((1,)), tuple(LeftTask(0, number, "") for number in branches))


@pytest.mark.parametrize("count", [1, 2, 3, 4, 9])
def test_there_is_something_for_everyone(count: int) -> None:
    """Also if all tasks leave one path. None is lost, and none is there twice."""
    found = pieces([origin(0, 1, 2, 3, 4), origin(7, lineage=(3,))], count)
    assert len(found) == min(count, 6)
    tasks = [(each.lineage, left.index) for part in found for each in part for left in each.branches]
    assert sorted(tasks) == [*(((), n) for n in range(5)), ((3,), 7)]


def test_tasks_of_one_path_stay_together_where_there_are_enough_paths() -> None:
    """Each path that a part begins with is run again."""
    origins = [origin(1, 2, 3, lineage=(n,)) for n in range(8)]
    assert pieces(origins, 4) == [tuple(origins[at : at + 2]) for at in (0, 2, 4, 6)]


def test_nothing_is_no_part() -> None:
    assert pieces([], 4) == []


def part(branch: int, owner: int) -> WorkPart:
    return WorkPart((origin(branch),), (), owner=owner)


def test_the_first_in_the_order_of_depth_first() -> None:
    waiting = WaitingParts()
    for branch in (3, 9, 5):
        waiting.push(part(branch, owner=1))
    assert [waiting.pop(2).rank for _ in range(3)] == [(-9,), (-5,), (-3,)]


def test_a_worker_gets_what_it_has_left() -> None:
    """And if there is nothing, what leaves its path first."""
    waiting = WaitingParts(by_owner=True)
    for branch, owner in ((3, 1), (9, 1), (5, 2), (4, 2)):
        waiting.push(part(branch, owner))
    assert waiting.pop(2).rank == (-5,)
    assert waiting.pop(1).rank == (-9,)
    assert waiting.pop(3).rank == (-3,)
    assert [each.rank for each in waiting] == [(-4,)]
