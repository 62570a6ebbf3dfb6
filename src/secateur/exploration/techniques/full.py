"""Full exploration: Algorithm 1 of "Dependence Guided Symbolic Execution" by Wang, Liu, Guan, Shen, Zheng and Yang.

The other side of every branch after the one that a path was started for is tried once. Runs resume from a snapshot
at the branch instead of starting from the beginning. The failing side of a check is not run: the path ends there.
"""

from __future__ import annotations

from collections.abc import Iterator

from secateur.exploration.sides import can_flip
from secateur.exploration.task import Flip, Rest, Task
from secateur.exploration.technique import Technique
from secateur.machine.path import Path
from secateur.machine.snapshot import Snapshot


class Full(Technique):
    name = "full"
    exact = True
    reduces = False
    covers_code = True
    establishes_equivalence = True
    finds_leaks = True
    allows_summaries = True
    allows_stars = True
    merges = True
    resumes = True
    is_order_free = True
    takes_turns = True

    def tasks(self, path: Path, task: Task | None) -> Iterator[Task]:
        first = 0 if task is None else task.index + 1
        nearest = () if task is None else task.snapshots
        for index in range(first, len(path.branches)):
            branch = path.branches[index]
            if branch.resume is not None:
                nearest = (branch.resume,)
            if can_flip(branch):
                yield Flip(path, index, nearest)

    def set_aside(self, path: Path, task: Task | None) -> tuple[list[Task], Task]:
        found = list(self.tasks(path, task))
        nearest = next((b.resume for b in reversed(path.branches) if b.resume is not None), None)
        given = () if task is None else task.snapshots
        return found, Rest(path, len(path.branches) - 1, given if nearest is None else (nearest,))

    def left_over(
        self,
        path: Path,
        index: int,
        snapshots: tuple[Snapshot, ...],
        is_rest: bool = False,
        details: object = None,
    ) -> Task:
        return Rest(path, index, snapshots[-1:]) if is_rest else Flip(path, index, snapshots[-1:])
