"""Directed incremental symbolic execution (DiSE), made exact.

After "Directed Incremental Symbolic Execution" by Yang, Person, Rungta and Khurshid. Two paths are alike if they pass
the same statements that a change can affect. The impact set is closed under everything that decides about these
statements and their values (`evolve.impact.impact`). So the conditions at impacted branches alone determine which of
them a run passes: only these conditions are negated, and only these are repeated. The branches between are left to the
solver. One run per sequence is enough. The published search (`dise-published`) looks at the control flow graph instead,
and misses sequences.

Behaviour can differ only where a changed statement of either version is executed. So inputs that cannot execute one are
left out (`secateur.exploration.change_points`): a decision after which the change can no longer be executed, and before
which it was not, is not negated any further, and runs that do not execute it are no part of the result.

Whether a changed statement has an effect shows when the old version is run on the same input: where values are the same
in both, the change affects nothing (`secateur.exploration.beside`). So only those decisions count that the difference
depends on. A run on which nothing differs that can be seen from outside is no part of the result: all inputs that take
these decisions in the same way, in both versions, behave alike. Then other inputs may still differ by what the old
version decides, so that is negated as well. Where the versions do differ, what the old one decides is left to the
comparison.

A task stands for a *region*: the conditions of all inputs that it answers for. What a run leaves of its region goes to
new tasks. A run that ends early for a reason that the change does not affect hides the rest of its sequence: what is
left of its region is asked for again, outside all known ends (`secateur.exploration.hidden`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Self

from secateur import expr
from secateur.dependence.trace.graphs import Graphs
from secateur.dependence.trace.relevance import numbers
from secateur.exploration.beside import PairedRun
from secateur.exploration.change_distance import ChangeDistances
from secateur.exploration.change_points import Course
from secateur.exploration.cuts import CutKind, CutReason
from secateur.exploration.handover import TOO_LONG, is_too_long
from secateur.exploration.hidden import Hidden, end_decisions, ended_early
from secateur.exploration.impacted import Impacted
from secateur.exploration.remainders import remainders
from secateur.exploration.setup import Setup
from secateur.exploration.sides import has_other_side
from secateur.exploration.snapshots import own_snapshots, shared_snapshots, until
from secateur.exploration.task import Remainder, Task
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.full import Full
from secateur.expr import Expr
from secateur.machine.machine import Machine
from secateur.machine.path import LIMITED, BranchKind, Ending, Path
from secateur.machine.snapshot import Snapshot
from secateur.solver import Solver

#: If fewer than one in `FEWEST` of the first `TRIAL` runs that execute the change have no effect, values are no longer
#: compared.
TRIAL = 64
FEWEST = 8


@dataclass(frozen=True, slots=True)
class DiseOptions:
    by_value: bool = field(
        default=True,
        metadata={"help": "compare values with the old version; if not, statements: all that the change can affect"},
    )


class Dise(Technique):
    name = "dise"
    exact = True
    for_changes = True
    establishes_equivalence = True
    groups_by_impact = True
    is_disjoint = True
    promise = "every effect of the change was explored"
    records = True
    options = DiseOptions

    def __init__(self, impacted: Impacted, by_value: bool = True) -> None:
        self.impacted = impacted
        self.by_value = by_value
        self.hidden = Hidden()
        self.too_long = False
        self.untouched: list[tuple[Expr, ...]] = []
        self.alike: list[Path] = []
        self._last: tuple[Path, Course] | None = None
        self._compared = self._without_effect = 0

    @classmethod
    def make(cls, setup: Setup) -> Self:
        return cls(setup.required_change().impacted, setup.chosen(DiseOptions).by_value)

    def begin(self, machine: Machine, solver: Solver) -> None:
        self.graphs = Graphs(machine, self.impacted.static)
        self._distances = ChangeDistances(self.impacted)

    def tasks(self, path: Path, task: Task | None) -> Iterator[Task]:
        if is_too_long(path):
            self.too_long = True
            return
        self.impacted.explored(path, self.by_value)
        snapshots = (*shared_snapshots(path, task), *own_snapshots(path))
        region = [] if task is None else task.conditions
        course, paired = self._course(path), self._paired(path)
        decisions = self._decisions(path)
        for rest in remainders(path, decisions, region, snapshots):
            if course.flipped[rest.index]:
                yield rest
            else:
                self.untouched.append(tuple(rest.conditions))
        whole = [*region, *self._rest(path, decisions, region)]
        if self._hides(path):
            yield from self._again(path, snapshots, whole)
            whole += [path.branches[n].condition for n in numbers(end_decisions(path, self.graphs.relevance(path)))]
        if not course.passes and path.ending is not Ending.ASSUMPTION:
            self.untouched.append(tuple(whole))
        elif paired is not None and not paired.has_effect:
            yield from self._others(path, paired, snapshots, whole)
            self.alike.append(replace(path, trace=(), visits=()))
        if paired is not None and course.passes:
            self._judge(paired)

    def _judge(self, paired: PairedRun) -> None:
        """Comparing values costs several times as much as a run. If nearly every run has an effect, it is given up."""
        self._compared += 1
        self._without_effect += not paired.has_effect
        if self._compared == TRIAL and self._without_effect * FEWEST < self._compared:
            self.by_value = False

    def keeps(self, path: Path) -> bool:
        """Runs on which the change has an effect. One that could not go on stands for all that might have executed
        it."""
        course, paired = self._course(path), self._paired(path)
        if course.passes:
            return paired is None or paired.has_effect
        stuck = path.ending in LIMITED or path.ending is Ending.UNSUPPORTED
        return stuck and self._can_pass(self._decisions(path), course)

    def _paired(self, path: Path) -> PairedRun | None:
        return self.impacted.paired(path) if self.by_value else None

    def _decisions(self, path: Path) -> list[int]:
        """The branches that are negated."""
        paired = self._paired(path)
        if paired is not None:
            return list(paired.decisions)
        return self._useful(self.impacted.decisions(path), self._course(path))

    def _others(
        self, path: Path, paired: PairedRun, snapshots: tuple[Snapshot, ...], whole: list[Expr]
    ) -> Iterator[Task]:
        """What is left of a region by what the old version decides."""
        last, held = len(path.branches) - 1, set(whole)
        for branch in paired.others:
            if branch.condition not in held:
                if has_other_side(branch):
                    yield Remainder(path, last, until(snapshots, last), 0, tuple(whole), branch.negation)
                whole.append(branch.condition)
                held.add(branch.condition)
        outside = expr.not_(expr.conj(dict.fromkeys(paired.ends)))
        if paired.ends and isinstance(outside, Expr):
            yield Remainder(path, last, until(snapshots, last), 0, tuple(whole), outside)

    def _hides(self, path: Path) -> bool:
        """Could inputs that take the same decisions execute the change after the end of a run?"""
        course, paired = self._course(path), self._paired(path)
        if not self._can_pass(self._decisions(path), course):
            return False
        return self.hides(path) if paired is None else paired.hides

    def _can_pass(self, decisions: list[int], course: Course) -> bool:
        """Can any input that takes these decisions execute the change?"""
        return course.passes or all(course.taken[number] for number in decisions)

    def _course(self, path: Path) -> Course:
        if self._last is None or self._last[0] is not path:
            self._last = path, self.impacted.points.course(path)
        return self._last[1]

    def _useful(self, decisions: list[int], course: Course) -> list[int]:
        """The decisions up to the first one after which the change can no longer be executed."""
        for count, number in enumerate(decisions, 1):
            if not course.taken[number]:
                return decisions[:count]
        return decisions

    def _rest(self, path: Path, decisions: list[int], region: Sequence[Expr]) -> list[Expr]:
        known = set(region)
        return [c for c in dict.fromkeys(path.branches[n].condition for n in decisions) if c not in known]

    def hides(self, path: Path) -> bool:
        """Did the run end early, other than by the failure of an impacted check?"""
        if not ended_early(path):
            return False
        last = path.branches[-1] if path.branches else None
        return not (
            last is not None
            and last.site.kind is BranchKind.CHECK
            and last.outcome
            and path.place == last.site.place
            and self.impacted.at(last.site)
        )

    def _again(self, path: Path, snapshots: tuple[Snapshot, ...], region: list[Expr]) -> Iterator[Task]:
        relevance = self.graphs.relevance(path)
        outside = self.hidden.learn(path, relevance, frozenset())
        if outside is not None:
            last = end_decisions(path, relevance).bit_length() - 1
            yield Remainder(path, last, until(snapshots, last), 0, tuple(region), outside)

    def why_not(self, path: Path, number: int) -> CutReason:
        if number not in self._decisions(path):
            return CutReason(CutKind.NOT_IMPACTED)
        return CutReason(CutKind.REPEATED if self._course(path).flipped[number] else CutKind.OUT_OF_REACH)

    def distance(self, task: Task) -> int:
        return self._distances.of(task)

    def questions(self, task: Task) -> Iterator[Sequence[Expr]]:
        """Preferably outside all known ends. If not, inside: a run may pass something impacted before it ends."""
        if self.hidden.outside:
            yield [*task.conditions, *self.hidden.outside]
        yield task.conditions

    def successor(self) -> tuple[Technique, str] | None:
        if self.too_long:
            return Full(), TOO_LONG
        return None
