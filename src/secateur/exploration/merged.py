"""Everything once more with merged branches: a trial of `auto`.

Where the sides of most branches soon meet again, a few paths with merged branches (`secateur.machine.merge`) stand for
all others, however many there are. That cannot be combined with states that were explored: it takes an exploration of
its own, from the start. So it is tried where one path has many decisions that can be merged and few that cannot, and
given up when it needs more work than is allowed, or has a question that is too hard. Then nothing is lost but the work.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from secateur.exploration.task import Task
from secateur.exploration.techniques.full import Full
from secateur.expr import Expr
from secateur.machine.machine import Machine
from secateur.machine.marks import Goal
from secateur.machine.path import Branch, BranchKind, Path
from secateur.machine.state import BranchSite

#: As users see it.
NAME = "merging"

#: The greatest number of decisions on a path that cannot be merged.
FEW = 6

#: The work of an instruction in a run with merged branches, of a question there, and of a run for coverage, in
#: instructions of a plain run.
INSTRUCTION, QUESTION, COVER = 40, 5_000, 20_000

#: The work that it may need in any case.
LEAST = 2_000_000


def can_pay(path: Path, machine: Machine, least: int) -> bool:
    """Has a path at least so many decisions that can be merged, and few others?"""
    joined = others = 0
    for branch in path.branches:
        if _is_decision(branch):
            site = branch.site
            assert isinstance(site, BranchSite)
            assert site.if_true is not None
            code = machine.code(site.if_true.function)
            if site.place[0] in code.regions.joins:
                joined += 1
            else:
                others += 1
                if others > FEW:
                    return False
    return joined >= least


def _is_decision(branch: Branch) -> bool:
    return branch.site.kind is BranchKind.CONDITION and not branch.implied


class MergedTrial(Full):
    """Full exploration with merged branches that is given up when it needs more work than is `allowed`. `work`: what it
    has needed."""

    exact = True
    reduces = False

    def __init__(self, allowed: int) -> None:
        self.allowed = allowed
        self.work = 0
        self.covers_code = True

    @property
    def is_given_up(self) -> bool:
        return self.work > self.allowed

    def tasks(self, path: Path, task: Task | None) -> Iterator[Task]:
        self._count(INSTRUCTION * path.instructions)
        found = list(super().tasks(path, task))
        if task is None and sum(_is_decision(branch) for branch in path.branches) > FEW:
            self._count(self.allowed)  # too little was merged
        return iter(found)

    def questions(self, task: Task) -> Iterator[Sequence[Expr]]:
        self._count(QUESTION)
        yield task.conditions

    def approaches(self, path: Path, goal: Goal) -> Iterator[Sequence[Expr]]:
        if goal.is_open:
            self._count(COVER)
        if not self.is_given_up:
            yield from super().approaches(path, goal)

    def dropped(self, task: Task, undecided: bool) -> None:
        if undecided:
            self._count(self.allowed)

    def _count(self, work: int) -> None:
        self.work += work
        self.covers_code = not self.is_given_up
