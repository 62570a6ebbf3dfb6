"""Directed incremental symbolic execution as published, for comparison and study.

Figure 7 of "Directed Incremental Symbolic Execution" by Yang, Person, Rungta and Khurshid. The search is depth first. A
successor is skipped if no unexplored impacted statement can be reached from it in the control flow graph; otherwise
explored statements that can be reached from it count as unexplored again. It misses sequences of impacted statements:
the decisions of a skipped successor may be needed to reach one of them. Use `dise` instead.

Strategies (section 4.2.3): `default` takes the true side of a branch first, `random` either side, `greedy` the side
with the fewest branches to an unexplored impacted statement. The figure leaves two points open. When all successors are
skipped, the run continues with its input, so that it becomes a path. The failing side of a check is tried if the check
is impacted.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self

from secateur import expr
from secateur.exploration.chart import Chart
from secateur.exploration.impacted import Impacted
from secateur.exploration.setup import Setup
from secateur.exploration.sides import can_flip
from secateur.exploration.task import Flip, Task
from secateur.exploration.technique import Technique
from secateur.expr import Expr
from secateur.machine.compiler import Segment
from secateur.machine.machine import Machine
from secateur.machine.path import BranchKind, Path, Site
from secateur.machine.state import BranchSite, State
from secateur.solver import Sat, Solver


class SideStrategy(StrEnum):
    """Which side of a branch is tried first."""

    DEFAULT = "default"
    RANDOM = "random"
    GREEDY = "greedy"


STRATEGIES = tuple(str(each) for each in SideStrategy)


@dataclass(frozen=True, slots=True)
class DisePublishedOptions:
    strategy: SideStrategy = field(
        default=SideStrategy.DEFAULT,
        metadata={"help": "side of a branch tried first: the true one, any, or the one nearest to the impact"},
    )


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """A row of Table I: the statements on the way, those that are explored, and whether the last one was skipped."""

    route: tuple[int, ...]
    explored: frozenset[int]
    is_skipped: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class Successor(Flip):
    """A task with the statements on the way to its branch."""

    route: tuple[int, ...] = field(kw_only=True)


class DisePublished(Technique):
    """`rows` is the trace of the search, as in Table I."""

    name = "dise-published"
    exact = False
    for_changes = True
    has_own_order = True
    options = DisePublishedOptions
    promise = "the algorithm asks for no further path"
    records = True

    def __init__(self, impacted: Impacted, strategy: str = "default", seed: int = 0) -> None:
        self.impacted = impacted
        self.strategy = strategy
        self.chart = Chart(impacted.static)
        self.wanted = self.chart.containing(impacted.nodes)
        self._wanted = sum(1 << n for n in self.wanted)
        self._explored = 0
        self.rows: list[PublishedRow] = [PublishedRow((), frozenset())]
        self.skipped = 0
        self._random = random.Random(seed)
        self._route: list[int] = []
        self._position = 0
        self._is_free = False
        self._open: dict[int, int] = {}  # branches of the run whose other side is left, with the length of the route

    @classmethod
    def make(cls, setup: Setup) -> Self:
        return cls(setup.required_change().as_published(), setup.chosen(DisePublishedOptions).strategy, setup.seed)

    def begin(self, machine: Machine, solver: Solver) -> None:
        self.solver = solver

    # --- Figure 7

    def _visit(self, statement: int) -> None:
        """Lines 5 and 6."""
        self._route.append(statement)
        if self._wanted >> statement & 1:
            self._explored |= 1 << statement
            self.rows.append(PublishedRow(tuple(self._route), self._set(self._explored)))

    def _prune(self, statements: Sequence[int]) -> bool:
        """The function `prune`, for a successor that begins with one of these."""
        reach = 0
        for statement in statements:
            reach |= self.chart.reachable(statement)
        if not reach & self._wanted & ~self._explored:
            return True
        self._explored &= ~reach
        return False

    def _set(self, statements: int) -> frozenset[int]:
        return frozenset(n for n in self.wanted if statements >> n & 1)

    def _pass(self, trace: Sequence[object]) -> None:
        """Advance to where the run is."""
        for entry in trace[self._position :]:
            if isinstance(entry, Segment):
                for statement in self.chart.passed(entry):
                    if not self._is_free:
                        self._prune([statement])
                        self._visit(statement)
        self._position = len(trace)

    def _target(self, site: BranchSite, side: bool) -> list[int]:
        """The first statements on a side of a branch."""
        segment = site.if_true if side else site.if_false
        assert segment is not None
        unit = self.impacted.static.code.units[segment.function]
        return self.chart.first(segment.function, unit.flow.number[segment.label])

    def stop(self, state: State, condition: Expr | bool, site: Site) -> str | None:
        """Before a branch: the run takes the first side that is not skipped."""
        if self._is_free:
            return None
        self._pass(state.trace)
        if not isinstance(site, BranchSite):
            return None
        prefix = [b.condition for b in state.branches if not b.implied]
        models: dict[bool, tuple[int, ...]] = {}
        for side in (True, False):
            answer = self.solver.solve([*prefix, condition if side else expr.not_(condition)], state.model, len(prefix))
            if isinstance(answer, Sat):
                models[side] = answer.model
        for side in self._ordered(site, list(models)):
            target = self._target(site, side)
            if self._prune(target):
                self._skip(target)
                continue
            state.model = models[side]
            if len(models) > 1:
                self._open[len(state.branches)] = len(self._route)
            return None
        self._is_free = True
        return None

    def _ordered(self, site: BranchSite, sides: list[bool]) -> list[bool]:
        """The successors by strategy; `True` is the instruction's sense, which may be the opposite of the user's."""
        users = sorted(sides, key=lambda side: side == site.inverted)
        if self.strategy == "random":
            self._random.shuffle(users)
        elif self.strategy == "greedy":
            left = self._set(self._wanted & ~self._explored)
            far = len(self.chart.lines) + 1
            users.sort(key=lambda side: min((self._far(s, left, far) for s in self._target(site, side)), default=far))
        return users

    def _far(self, statement: int, targets: frozenset[int], far: int) -> int:
        found = self.chart.distance(statement, targets)
        return far if found is None else found

    def _skip(self, target: Sequence[int]) -> None:
        self.skipped += 1
        self.rows.append(PublishedRow((*self._route, *target[:1]), self._set(self._explored), True))

    # --- hooks

    def tasks(self, path: Path, task: Task | None) -> Iterator[Task]:
        self._pass(path.trace)
        nearest = () if task is None else task.snapshots
        for index in range(0 if task is None else task.index + 1, len(path.branches)):
            branch = path.branches[index]
            if branch.resume is not None:
                nearest = (branch.resume,)
            is_check = branch.site.kind is BranchKind.CHECK and can_flip(branch) and self.impacted.at(branch.site)
            is_choice = branch.site.kind is BranchKind.CHOICE and can_flip(branch)
            if index in self._open or is_check or is_choice:
                route = tuple(self._route[: self._open.get(index, len(self._route))])
                yield Successor(path, index, nearest, route=route)

    def questions(self, task: Task) -> Iterator[Sequence[Expr]]:
        assert isinstance(task, Successor)
        conditions, site = task.conditions, task.branch.site
        answer = self.solver.solve(conditions, task.origin.model, task.index)
        self._route = list(task.route)
        if isinstance(site, BranchSite) and isinstance(answer, Sat):
            target = self._target(site, task.branch.outcome == site.inverted)
            if self._prune(target):
                self._skip(target)
                return
        self._position = task.branch.traced
        self._open, self._is_free = {}, False
        yield conditions
