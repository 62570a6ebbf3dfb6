"""Dependence guided symbolic execution: paper 000, Algorithm 2, repaired so that no fault is missed.

A path is worth exploring only if some statement instance on it sees a symbolic value that no earlier path has shown.
What an instance sees is settled by the decisions it depends on. So to take the other side of a branch, only its
*relevant* decisions have to be repeated, and one run for each (relevant decisions, wanted side) is enough.
Differences to the algorithm as printed (which is `dgse-published`):

- Such a pair is asked for once, from whatever path and for whatever branch on it, not only for branches that depend
  on the one that the path was run for; and not at all if a run that did not end early has it already.
- A run that ends early hides what lies behind: `secateur.exploration.hidden`.
- What an earlier decision implies is tried the other way, too: that one need not be relevant to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from hashlib import blake2b

from secateur.dependence.trace.graphs import Graphs
from secateur.dependence.trace.relevance import Relevance, numbers
from secateur.exploration.hidden import Hidden, ended_early
from secateur.exploration.task import Task
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.full import Full, has_other_side
from secateur.expr import Expr
from secateur.machine.machine import Machine
from secateur.machine.path import BranchKind, Ending, Path
from secateur.machine.state import MOST_RECORDED, Snapshot
from secateur.solver import Solver

#: After so many runs it must have been seen that something can be cut.
TRIAL = 16

_NUMBER = (1 << 64) - 1


class Decisions:
    """Numbers for decisions with their outcome, the same on every path."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[object, ...], int] = {}

    def of(self, relevance: Relevance) -> list[int]:
        """By branch of a path."""
        found = []
        for number, branch in enumerate(relevance.path.branches):
            found.append(self.number(relevance.key(number), branch.outcome))
        return found

    def number(self, key: tuple[object, ...], outcome: bool) -> int:
        return self._numbers.setdefault((*key, outcome), len(self._numbers))


class Passed:
    """The decisions of one path: their numbers, and names for sets of them."""

    def __init__(self, decisions: Decisions, relevance: Relevance) -> None:
        self.numbers = decisions.of(relevance)
        self.names = [_name(n) for n in self.numbers]
        self.prefixes = [0]
        for name in self.names:
            self.prefixes.append(self.prefixes[-1] ^ name)

    def name(self, relevant: int, decision: int, wanted: int) -> int:
        """The name of a set of decisions before `decision`, together with a wanted one."""
        missing = ~relevant & ((1 << decision) - 1)
        found = 0
        if missing.bit_count() * 2 < decision:
            found = self.prefixes[decision]
            relevant = missing
        for number in numbers(relevant):
            found ^= self.names[number]
        return found << 64 | wanted & _NUMBER

    def members(self, relevant: int, wanted: int) -> frozenset[int]:
        return frozenset([wanted, *(self.numbers[n] for n in numbers(relevant))])


def _name(number: int) -> int:
    """128 bits that look random: sets are named by their exclusive or, as in Zobrist's tables."""
    return int.from_bytes(blake2b(number.to_bytes(8, "little"), digest_size=16).digest(), "little")


class Dgse(Technique):
    name = "dgse"
    promise = "no path is left that could show anything new"
    records = True

    def __init__(self) -> None:
        self.decisions = Decisions()
        self.hidden = Hidden()
        self.asked: set[int] = set()
        self.covered: set[int] = set()
        self.runs = 0
        self.too_long = False
        self.cuts = False  # has anything been seen that can be cut?
        self.wanted: dict[int, frozenset[int]] = {}

    def begin(self, machine: Machine, solver: Solver) -> None:
        self.graphs = Graphs(machine)

    def counting(self, path: Path) -> int:
        """The decisions that are tried the other way, and that may be relevant, as a bit set."""
        return (1 << len(path.branches)) - 1

    def tasks(self, path: Path, task: Task | None) -> Iterator[Task]:
        if path.ending is Ending.DEPTH and len(path.branches) >= MOST_RECORDED:
            self.too_long = True
            return
        snapshots = shared_snapshots(path, task)
        relevance = self.graphs.follow(path, snapshots)
        snapshots += [b.resume for b in path.branches if b.resume is not None]
        passed = Passed(self.decisions, relevance)
        counting = self.counting(path)
        if ended_early(path):
            outside = self.hidden.learn(path, relevance, frozenset(passed.numbers))
            if task is not None and outside is not None and not self._is_wanted(task, passed):
                yield Task(task.origin, task.index, task.snapshots, task.relevant, (*task.excluded, outside), task.key)
        else:
            for number, relevant in enumerate(relevance.interacting):
                self.covered.add(passed.name(relevant & counting, number, passed.numbers[number]))
        self._look(path, relevance)
        for number, branch in enumerate(path.branches):
            # also if an earlier decision implies this one: that need not be relevant
            if not has_other_side(branch) or not counting >> number & 1:
                continue
            relevant = relevance.flipped(number) & counting
            wanted = self.decisions.number(relevance.key(number), not branch.outcome)
            key = passed.name(relevant, number, wanted)
            if key not in self.asked:
                self.asked.add(key)
                if key not in self.covered:
                    self.wanted[key] = passed.members(relevant, wanted)
                    yield Task(path, number, tuple(snapshots), relevant, key=key)

    def _look(self, path: Path, relevance: Relevance) -> None:
        """Is there a condition on the path to which an earlier one does not matter?"""
        self.runs += 1
        if self.runs > TRIAL or self.cuts:
            return
        earlier = 0
        for number, branch in enumerate(path.branches):
            if branch.site.kind is BranchKind.CONDITION and not branch.implied:
                if earlier & ~relevance.interacting[number]:
                    self.cuts = True
                    return
                earlier |= 1 << number

    def successor(self) -> tuple[Technique, str] | None:
        """Where every condition matters to all that follow, each path is worth exploring, and `full` does that with
        less effort. It also takes paths that are too long for this."""
        if self.too_long:
            return Full(), "there are paths with too many decisions to tell what matters to what"
        if self.runs == TRIAL and not self.cuts:
            return Full(), f"there was nothing to cut in the first {TRIAL} runs"
        return None

    def _is_wanted(self, task: Task, passed: Passed) -> bool:
        """Did the run end in just the failure that the task wanted to see?"""
        return task.is_failing_side and passed.numbers[-1] == task.key & _NUMBER

    def questions(self, task: Task) -> Iterator[Sequence[Expr]]:
        if task.key not in self.covered:
            yield from self.hidden.questions(task, self.wanted[task.key])


def shared_snapshots(path: Path, task: Task | None) -> list[Snapshot]:
    """The states of its task that a path passed as well, before it went another way."""
    if task is None:
        return []
    origin = task.origin.branches
    return [
        s
        for s in task.snapshots
        if s.depth == 0 or (s.depth <= len(path.branches) and path.branches[s.depth - 1] is origin[s.depth - 1])
    ]
