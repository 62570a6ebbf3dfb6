"""Exploration by symbolic output, with relevant-slice conditions (RSC).

Algorithm 1 of "Path Exploration based on Symbolic Output" by Qi, Nguyen and Roychoudhury.

Two paths are alike if the output has the same *relevant slice*: then it is the same expression over the inputs. The
*relevant-slice condition* of a run determines the inputs for which this holds: the conditions of the decisions that the
output depends on, by control, data and potential dependence. All questions to the solver are made of these conditions,
in an order in which they can be negated one by one (`reordered`, the paper's `reorder`).

Differences from the published algorithm:

- All relevant slices of a path are computed in one sweep along its trace, as bit sets. The paper walks the trace once
  per branch.
- A task stands for a *region*: the conditions of all inputs that it answers for. What a run leaves of its region goes
  to new tasks, condition by condition. If the order has the property that the paper requires, the result is the same.
  If not (because a choice among values is first made elsewhere), something is run twice, but nothing is lost.
- A run that ends early has no output and hides the outputs after it: its region is asked for again, outside all known
  ends (`secateur.exploration.hidden`).
- Sides of branches that can only end in a fault are tried as well, once for each set of relevant decisions. Faults on
  paths that are not run remain unknown: to look for faults, use another technique.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Self

from secateur.dependence.trace.graphs import Graphs
from secateur.dependence.trace.relevance import NO_CHOICE, Relevance
from secateur.dependence.trace.turns import reordered
from secateur.exploration.criteria import Criterion, ends_otherwise
from secateur.exploration.cuts import CutKind, CutReason
from secateur.exploration.decisions import Decisions, Passed
from secateur.exploration.handover import TOO_LONG, is_too_long
from secateur.exploration.hidden import Hidden, end_decisions, ended_early
from secateur.exploration.partition import Partition
from secateur.exploration.remainders import remainders
from secateur.exploration.setup import Setup
from secateur.exploration.sides import has_other_side
from secateur.exploration.snapshots import followed, until
from secateur.exploration.task import RegionTask, Remainder, Repeat, SentRegion, Task
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.full import Full
from secateur.expr import Expr
from secateur.machine.machine import Machine
from secateur.machine.path import BranchKind, Path
from secateur.machine.snapshot import Snapshot
from secateur.solver import Solver

#: Number of runs after which it is left to full exploration if no condition was irrelevant.
TRIAL = 16


class Rsc(Technique):
    """`partitions` are the result, one per run that has outputs; there are so many `seen`. If it `gives_up`, only paths
    are wanted: partitions are not kept, and a program on which nothing can be cut is left to full exploration, which is
    as complete and costs less."""

    name = "rsc"
    exact = True
    seeks_faults = False
    takes_criterion = True
    promise = "every way in which the output can be computed was explored"
    records = True

    def __init__(self, criterion: Criterion | None = None, gives_up: bool = False) -> None:
        self.criterion = criterion or Criterion()
        self.gives_up = gives_up
        self.cuts = False  # has it seen a condition that does not matter?
        self.hidden = Hidden()
        self.partitions: list[Partition] = []
        self.seen = 0
        self._keeps_partitions = not gives_up
        self.too_long = False
        self._asked: set[int] = set()
        self._wanted: dict[int, frozenset[int]] = {}

    @classmethod
    def make(cls, setup: Setup) -> Self:
        """For explorations that need paths, not partitions: it may give up."""
        return cls(setup.criterion, gives_up=True)

    def begin(self, machine: Machine, solver: Solver) -> None:
        self.graphs = Graphs(machine, printing=self.criterion.prints)
        self.decisions = Decisions(self.graphs)

    def tasks(self, path: Path, task: Task | None) -> Iterator[Task]:
        if is_too_long(path):
            self.too_long = True
            return
        relevance, snapshots = followed(self.graphs, path, task)
        passed = Passed(self.decisions, relevance)
        is_hiding = ended_early(path) and not self.criterion.is_seen(path)
        exits = self.criterion.exits(relevance)
        outside = self.hidden.learn(path, relevance, frozenset(passed.numbers), exits) if is_hiding else None
        self._relevant = self._order(path, relevance)
        region = [] if task is None else task.conditions
        if isinstance(task, Repeat | RegionTask) and self._passing(task):
            if outside is not None and passed.numbers[-1] not in self._passing(task):
                yield replace(task, excluded=(*task.excluded, outside))
        elif not is_hiding:
            yield from self._rest(path, relevance, passed, region, snapshots)
        elif outside is not None:
            last = (end_decisions(path, relevance) | exits).bit_length() - 1
            yield Remainder(path, last, until(snapshots, last), 0, tuple(region), outside)
        yield from self._ends(path, relevance, passed, snapshots)

    def _rest(
        self, path: Path, relevance: Relevance, passed: Passed, region: list[Expr], snapshots: tuple[Snapshot, ...]
    ) -> Iterator[Task]:
        """What is left of a region after a run in it: `Execute` of Algorithm 1."""
        order = self._relevant
        if self.criterion.is_seen(path):
            self.seen += 1
            if self._keeps_partitions:
                key = frozenset(passed.numbers[n] for n in order)
                kept = replace(path, trace=(), visits=())
                self.partitions.append(Partition(kept, tuple(order), key, self.criterion.values(path)))
            relevant = set(order)
            self.cuts = self.cuts or any(
                branch.site.kind is BranchKind.CONDITION and not branch.implied and number not in relevant
                for number, branch in enumerate(path.branches)
            )
        yield from remainders(path, order, region, snapshots)

    def _order(self, path: Path, relevance: Relevance) -> list[int]:
        """The decisions that the output depends on, as they are negated. Of a run that was stopped by a budget there is
        no output, and all decisions count. Those by which the program may exit go first: all the rest depends on it."""
        if not self.criterion.is_seen(path):
            return [n for n, b in enumerate(path.branches) if b.site.kind not in NO_CHOICE]
        relevant, first = self.criterion.decisions(relevance), self.criterion.guards(relevance)
        return reordered(first, relevance.before) + reordered(relevant & ~first, relevance.before)

    def _ends(
        self, path: Path, relevance: Relevance, passed: Passed, snapshots: tuple[Snapshot, ...]
    ) -> Iterator[Task]:
        """The other sides of decisions that can only end early, each once for its relevant decisions; without those
        that decide about an exit which is an output."""
        exits = self.criterion.exits(relevance)
        for number, branch in enumerate(path.branches):
            if exits >> number & 1 or not _can_only_end(relevance, number):
                continue
            relevant = relevance.before[number]
            wanted = self.decisions.number(relevance, number, not branch.outcome)
            key = passed.name(relevant, number, wanted)
            if has_other_side(branch) and key not in self._asked:
                self._asked.add(key)
                self._wanted[key] = passed.members(relevant, wanted)
                yield Repeat(path, number, until(snapshots, number), relevant, key)

    def why_not(self, path: Path, number: int) -> CutReason:
        return CutReason(CutKind.REPEATED if number in self._relevant else CutKind.NO_EFFECT)

    def questions(self, task: Task) -> Iterator[Sequence[Expr]]:
        if isinstance(task, Repeat | RegionTask) and self._passing(task):
            yield from self.hidden.questions(task, self._passing(task))
        else:
            yield [*task.conditions, *self.hidden.outside]

    def _passing(self, task: Repeat | RegionTask) -> frozenset[int]:
        """The decisions that a run for a task has to pass, if it is only about an early end."""
        return self._wanted[task.key] if isinstance(task, Repeat) else task.passing

    @property
    def spreads(self) -> bool:
        """A task is a region: what is explored for it does not depend on others."""
        return (self.cuts or not self.gives_up) and not self.too_long

    def resume(self, has_cut: bool) -> None:
        self.gives_up = False

    def details(self, task: Task) -> object:
        if isinstance(task, Repeat | RegionTask):
            return SentRegion((*task.conditions, *task.excluded), self._passing(task))
        return SentRegion(tuple(task.conditions))

    def successor(self) -> tuple[Technique, str] | None:
        if self.too_long:
            return Full(), TOO_LONG
        if self.gives_up and not self.cuts and self.seen >= TRIAL:
            return Full(), f"every condition mattered to the output in the first {TRIAL} runs"
        return None


def _can_only_end(relevance: Relevance, number: int) -> bool:
    """Does the other side of a decision lead to an early end?"""
    branch = relevance.path.branches[number]
    return not branch.outcome if branch.site.kind is BranchKind.CHECK else ends_otherwise(relevance, number)
