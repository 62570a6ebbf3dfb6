"""Dependence guided symbolic execution with interactive dependence, repaired so that no fault is missed.

`dgse` itself explores by criteria; what is restricted to a change is built on this.
Algorithm 2 of "Dependence Guided Symbolic Execution" by Wang, Liu, Guan, Shen, Zheng and Yang. A path is worth
exploring only if some statement instance on it sees a symbolic value that no earlier path has shown. The value depends
only on the decisions that the instance depends on. So to take the other side of a branch, only its *relevant* decisions
have to be repeated, and one run for each pair (relevant decisions, wanted side) is enough. Differences from the
published algorithm, which is `dgse-published`:

- Each pair is asked for once, from any path and for any branch on it, not only for branches that depend on the one that
  the path was run for; and not at all if it is on a run that did not end early.
- A run that ends early hides the code after it: `secateur.exploration.hidden`.
- The other side of a decision that an earlier one implies is tried, too: the earlier one need not be relevant to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from secateur.dependence.trace.graphs import Graphs
from secateur.exploration.cuts import CutKind, CutReason, independent
from secateur.exploration.decisions import Decisions, Passed, wanted_in
from secateur.exploration.handover import TOO_LONG, is_too_long
from secateur.exploration.hidden import Hidden, ended_early
from secateur.exploration.sides import has_other_side
from secateur.exploration.snapshots import followed, until
from secateur.exploration.task import Repeat, Task
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.full import Full
from secateur.expr import Expr
from secateur.machine.machine import Machine
from secateur.machine.path import Path
from secateur.solver import Solver


class InteractiveDgse(Technique):
    exact = True
    promise = "no path is left that could show anything new"
    records = True

    def __init__(self) -> None:
        self.decisions = Decisions()
        self.hidden = Hidden()
        self.asked: set[int] = set()
        self.covered: set[int] = set()
        self.too_long = False
        self.wanted: dict[int, frozenset[int]] = {}

    def begin(self, machine: Machine, solver: Solver) -> None:
        self.graphs = Graphs(machine)

    def counting(self, path: Path) -> int:
        """The decisions whose other side is tried, and that may be relevant, as a bit set."""
        return (1 << len(path.branches)) - 1

    def tasks(self, path: Path, task: Task | None) -> Iterator[Task]:
        assert task is None or isinstance(task, Repeat)
        if is_too_long(path):
            self.too_long = True
            return
        relevance, snapshots = followed(self.graphs, path, task)
        passed = Passed(self.decisions, relevance)
        counting = self.counting(path)
        if ended_early(path):
            outside = self.hidden.learn(path, relevance, frozenset(passed.numbers))
            if task is not None and outside is not None and not self._is_wanted(task, passed):
                yield replace(task, excluded=(*task.excluded, outside))
        else:
            for number, relevant in enumerate(relevance.interacting):
                self.covered.add(passed.name(relevant & counting, number, passed.numbers[number]))
        self._last = relevance
        for number, branch in enumerate(path.branches):
            # also if an earlier decision implies this one: that need not be relevant
            if not has_other_side(branch) or not counting >> number & 1:
                continue
            relevant = relevance.flipped(number) & counting
            wanted = self.decisions.number(relevance, number, not branch.outcome)
            key = passed.name(relevant, number, wanted)
            if key not in self.asked:
                self.asked.add(key)
                if key not in self.covered:
                    self.wanted[key] = passed.members(relevant, wanted)
                    yield Repeat(path, number, until(snapshots, number), relevant, key)

    def why_not(self, path: Path, number: int) -> CutReason:
        if not self.counting(path) >> number & 1:
            return CutReason(CutKind.NOT_IMPACTED)
        return independent(path, number, self._last.flipped(number))

    def successor(self) -> tuple[Technique, str] | None:
        return (Full(), TOO_LONG) if self.too_long else None

    def _is_wanted(self, task: Repeat, passed: Passed) -> bool:
        """Did the run end in exactly the failure that the task asked for?"""
        return task.is_failing_side and passed.numbers[-1] == wanted_in(task.key)

    def questions(self, task: Task) -> Iterator[Sequence[Expr]]:
        assert isinstance(task, Repeat)
        if task.key not in self.covered:
            yield from self.hidden.questions(task, self.wanted[task.key])
