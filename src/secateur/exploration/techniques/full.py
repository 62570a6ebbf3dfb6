"""Full exploration: Algorithm 1 of "Dependence Guided Symbolic Execution" by Wang, Liu, Guan, Shen, Zheng and Yang.

The other side of every branch after the one that a path was started for is tried once. Runs resume from a snapshot
at the branch instead of starting from the beginning. The failing side of a check is not run: the path ends there.
"""

from __future__ import annotations

from collections.abc import Iterator

from secateur.exploration.sides import can_flip
from secateur.exploration.task import Flip, Task
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
    merges = True
    resumes = True

    def tasks(self, path: Path, task: Task | None) -> Iterator[Task]:
        first = 0 if task is None else task.index + 1
        nearest = () if task is None else task.snapshots
        for index in range(first, len(path.branches)):
            branch = path.branches[index]
            if branch.resume is not None:
                nearest = (branch.resume,)
            if can_flip(branch):
                yield Flip(path, index, nearest)

    def left_over(self, path: Path, index: int, snapshots: tuple[Snapshot, ...]) -> Task:
        return Flip(path, index, snapshots)
