"""Full exploration: paper 000 (Dependence Guided Symbolic Execution), Algorithm 1.

Every branch behind the one that a path was started for is tried the other way, once. Runs resume from a snapshot
at the branch instead of starting anew, and the failing side of a check is not run at all: the path ends there.
"""

from __future__ import annotations

from collections.abc import Iterator

from secateur.exploration.task import Task
from secateur.exploration.technique import Technique
from secateur.machine.path import Branch, BranchKind, Path


class Full(Technique):
    name = "full"

    def tasks(self, path: Path, task: Task | None) -> Iterator[Task]:
        first = 0 if task is None else task.index + 1
        nearest = () if task is None else task.snapshots
        for index in range(first, len(path.branches)):
            branch = path.branches[index]
            if branch.resume is not None:
                nearest = (branch.resume,)
            if can_flip(branch):
                yield Task(path, index, nearest)


def can_flip(branch: Branch) -> bool:
    """Is there another side that may be worth a try?"""
    return not branch.implied and has_other_side(branch)


def has_other_side(branch: Branch) -> bool:
    if branch.site.kind is BranchKind.PINNED:
        return False
    return branch.site.kind is not BranchKind.ASSUMPTION or not branch.outcome
