"""Directed incremental symbolic execution as published, for comparison and study.

Figure 7 of "Directed Incremental Symbolic Execution" by Yang, Person, Rungta and Khurshid. The search is depth first. A
successor is skipped if no unexplored impacted node can be reached from it in the control flow graph; otherwise explored
nodes that can be reached from it count as unexplored again. It misses sequences of impacted statements: the decisions
of a skipped successor may be needed to reach one of them. Use `dise` instead.

Strategies (section 4.2.3): `default` takes the true side of a branch first, `random` either side, `greedy` the side
with the fewest branches to an unexplored impacted node. Nodes are statements, as in section 4, or basic blocks, as in
the evaluation.

Two points are those of the authors' tool (section 5.6, on Table IV), which "prunes paths during backtracking": the
first successor of a node is never skipped, so that a path has an end even if nothing impacted is left. And if it turns
out to be infeasible, the other one is skipped where nothing is left, so that there is no path at all. Whether the
second one is skipped is decided before the solver is asked about it. The figure leaves checks open: the failing side of
a check is tried if the check is impacted.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Self

from secateur import expr
from secateur.exploration.chart import Chart, NodeKind
from secateur.exploration.impacted import Impacted
from secateur.exploration.setup import Setup
from secateur.exploration.sides import can_flip
from secateur.exploration.task import Flip, Task
from secateur.exploration.technique import Technique
from secateur.expr import Expr
from secateur.machine.compiler import Segment
from secateur.machine.machine import Machine
from secateur.machine.path import Branch, BranchKind, Path, Site
from secateur.machine.state import BranchSite, State
from secateur.solver import Sat, Solver, Unsat


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
    nodes: NodeKind = field(
        default=NodeKind.STATEMENTS,
        metadata={"help": "nodes of the control flow graph: statements, or basic blocks as in the paper's evaluation"},
    )


@dataclass(frozen=True, slots=True)
class PublishedRow:
    """A row of Table I: the nodes on the way, those that are explored, and whether the last one was skipped."""

    route: tuple[int, ...]
    explored: frozenset[int]
    is_skipped: bool = False


@dataclass(slots=True)
class PublishedCounts:
    """As in Table XII: the states of the search tree with those found infeasible, and the skipped successors."""

    states: int = 1
    infeasible: int = 0
    skipped: int = 0


@dataclass(frozen=True, slots=True, eq=False)
class Successor(Flip):
    """A task with the nodes on the way to its branch."""

    route: tuple[int, ...] = field(kw_only=True)


class DisePublished(Technique):
    """`rows` is the trace of the search, as in Table I."""

    name = "dise-published"
    forks_by_label = True
    exact = False
    for_changes = True
    has_own_order = True
    options = DisePublishedOptions
    promise = "the algorithm asks for no further path"
    records = True

    def __init__(
        self, impacted: Impacted, strategy: str = "default", seed: int = 0, nodes: NodeKind = NodeKind.STATEMENTS
    ) -> None:
        self.impacted = impacted
        self.strategy = strategy
        self.chart = Chart(impacted.static, nodes)
        self.wanted = self.chart.containing(impacted.nodes)
        self._wanted = sum(1 << n for n in self.wanted)
        self._explored = 0
        self.rows: list[PublishedRow] = [PublishedRow((), frozenset())]
        self.counts = PublishedCounts()
        self._random = random.Random(seed)
        self._route: list[int] = []
        self._position = self._decided = 0  # how far the run has been followed: in its trace, in its branches
        self._is_dead = False  # the only feasible successor was skipped
        self._open: dict[int, int] = {}  # branches of the run whose other side is left, with the length of the route

    @classmethod
    def make(cls, setup: Setup) -> Self:
        chosen = setup.chosen(DisePublishedOptions)
        return cls(setup.required_change().as_published(chosen.nodes), chosen.strategy, setup.seed, chosen.nodes)

    def begin(self, machine: Machine, solver: Solver) -> None:
        self.solver = solver

    # --- Figure 7

    def _visit(self, node: int) -> None:
        """Lines 5 and 6."""
        self._route.append(node)
        if self._wanted >> node & 1:
            self._explored |= 1 << node
            self.rows.append(PublishedRow(tuple(self._route), self._set(self._explored)))

    def _prune(self, nodes: Sequence[int]) -> bool:
        """The function `prune`, for a successor that begins with one of these."""
        reach = 0
        for node in nodes:
            reach |= self.chart.reachable(node)
        if not reach & self._wanted & ~self._explored:
            return True
        self._explored &= ~reach
        return False

    def _skips(self, site: BranchSite, side: bool) -> bool:
        """Line 8, after backtracking: is the second successor skipped? If not, it is a state, feasible or not."""
        target = self._target(site, side)
        if not self._prune(target):
            self.counts.states += 1
            return False
        self.counts.skipped += 1
        self.rows.append(PublishedRow((*self._route, *target[:1]), self._set(self._explored), True))
        return True

    def _first_is_infeasible(self, site: BranchSite, second: bool) -> None:
        self.counts.states += 1
        self.counts.infeasible += 1
        self._is_dead = self._skips(site, second)

    def _set(self, nodes: int) -> frozenset[int]:
        return frozenset(n for n in self.wanted if nodes >> n & 1)

    # --- following a run

    def _follow(self, trace: Sequence[object], branches: Sequence[Branch]) -> None:
        """Advance to where the run is. A branch that an earlier condition decides has a second successor, too: an
        infeasible one."""
        for index in range(self._decided, len(branches)):
            branch, site = branches[index], branches[index].site
            if branch.implied and isinstance(site, BranchSite):
                self._pass(trace[: branch.traced])
                if self._is_dead:
                    return
                taken = branch.outcome != site.inverted
                if self._ordered(site)[0] != taken:
                    self._first_is_infeasible(site, taken)
                else:
                    self.counts.states += 1
                    self._open[index] = len(self._route)
        self._decided = len(branches)
        self._pass(trace)

    def _pass(self, trace: Sequence[object]) -> None:
        if self._is_dead:
            return
        for entry in trace[self._position :]:
            if isinstance(entry, Segment):
                for node in self.chart.passed(entry):
                    self._prune([node])
                    self._visit(node)
        self._position = max(self._position, len(trace))

    def _target(self, site: BranchSite, side: bool) -> list[int]:
        """The first nodes on a side of a branch."""
        segment = site.if_true if side else site.if_false
        assert segment is not None
        unit = self.impacted.static.code.units[segment.function]
        return self.chart.first(segment.function, unit.flow.number[segment.label])

    def _ordered(self, site: BranchSite) -> list[bool]:
        """The successors by strategy; `True` is the instruction's sense, which may be the opposite of the user's."""
        users = [not site.inverted, site.inverted]
        if self.strategy == "random":
            self._random.shuffle(users)
        elif self.strategy == "greedy":
            left = self._set(self._wanted & ~self._explored)
            far = len(self.chart.lines) + 1
            users.sort(key=lambda side: min((self._far(s, left, far) for s in self._target(site, side)), default=far))
        return users

    def _far(self, node: int, targets: frozenset[int], far: int) -> int:
        found = self.chart.distance(node, targets)
        return far if found is None else found

    # --- hooks

    def stop(self, state: State, condition: Expr | bool, site: Site) -> str | None:
        """Before a branch: the run takes the first successor, or else the second one, unless that is skipped."""
        self._follow(state.trace, state.branches)
        if not self._is_dead and isinstance(site, BranchSite):
            self._decide(state, condition, site)
            self._decided += 1
        return "nothing impacted is left to explore on the only feasible side" if self._is_dead else None

    def _decide(self, state: State, condition: Expr | bool, site: BranchSite) -> None:
        first, second = self._ordered(site)
        prefix = [b.condition for b in state.branches if not b.implied]
        wanted = condition if first else expr.not_(condition)
        answer = self.solver.solve([*prefix, wanted], state.model, len(prefix))
        if isinstance(answer, Unsat):
            self._first_is_infeasible(site, second)
            return
        self.counts.states += 1
        self._open[len(state.branches)] = len(self._route)
        if isinstance(answer, Sat):
            state.model = answer.model

    def keeps(self, path: Path) -> bool:
        self._follow(path.trace, path.branches)
        return not self._is_dead

    def tasks(self, path: Path, task: Task | None) -> Iterator[Task]:
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
        self._route = list(task.route)
        if isinstance(site, BranchSite):
            if self._skips(site, task.branch.outcome == site.inverted):
                return
            if isinstance(self.solver.solve(conditions, task.origin.model, task.index), Unsat):
                self.counts.infeasible += 1
        self._position, self._decided = task.branch.traced, task.index + 1
        self._open, self._is_dead = {}, False
        yield conditions

    def rest(self) -> None:
        """No task is left."""
        counts = self.counts
        self.remark = f"{counts.states} states, {counts.infeasible} infeasible, {counts.skipped} skipped"
