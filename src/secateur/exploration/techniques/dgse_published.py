"""Dependence guided symbolic execution exactly as published, for comparison and study.

Algorithm 2 of "Dependence Guided Symbolic Execution" by Wang, Liu, Guan, Shen, Zheng and Yang. It misses faults:
branches after the wanted one are negated only if they depend on it, so code hidden by a run that ends early is never
asked for again, and a task whose run does not reach the wanted branch leads nowhere. Use `dgse` instead.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from secateur.dependence.trace.graphs import Graphs
from secateur.exploration.cuts import CutReason, independent
from secateur.exploration.sides import has_other_side
from secateur.exploration.snapshots import followed, until
from secateur.exploration.task import Repeat, Task
from secateur.exploration.technique import Technique
from secateur.machine.machine import Machine
from secateur.machine.path import Path
from secateur.solver import Solver


@dataclass(frozen=True, slots=True, eq=False)
class Initiated(Repeat):
    """A task with the branch that its run is to pass on the other side, named as on every path."""

    initiating: tuple[object, ...] = field(kw_only=True)


class DgsePublished(Technique):
    name = "dgse-published"
    forks_by_label = True
    exact = False
    promise = "the algorithm asks for no further path"
    records = True

    def begin(self, machine: Machine, solver: Solver) -> None:
        self.graphs = Graphs(machine)

    def tasks(self, path: Path, task: Task | None) -> Iterator[Task]:
        relevance, snapshots = followed(self.graphs, path, task)
        self._last = relevance
        first, initiating = 0, -1
        if task is not None:
            assert isinstance(task, Initiated)
            wanted, outcome = task.initiating, not task.branch.outcome
            found = [n for n, b in enumerate(path.branches) if b.outcome == outcome and relevance.key(n) == wanted]
            if not found:
                return
            initiating = found[0]
            first = initiating + 1
        for number in range(first, len(path.branches)):
            if not has_other_side(path.branches[number]):
                continue
            relevant = relevance.flipped(number)
            if initiating < 0 or relevant >> initiating & 1:
                yield Initiated(path, number, until(snapshots, number), relevant, initiating=relevance.key(number))

    def why_not(self, path: Path, number: int) -> CutReason:
        return independent(path, number, self._last.flipped(number))
