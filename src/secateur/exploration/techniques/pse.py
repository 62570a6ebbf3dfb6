"""Postconditioned symbolic execution (PSE).

Algorithms 2 to 4 of "Eliminating Path Redundancy via Postconditioned Symbolic Execution" by Yi, Yang, Guo, Wang, Liu
and Zhao. Each location (a branch with the calls that led to it) has a summary: the states from which every continuation
was explored. A path that arrives there in such a state is cut, as its rest shows nothing new. Differences from the
published algorithm:

- A summary is computed once per branch of the tree of paths, after both of its sides are done, when its location is
  reached again (`secateur.exploration.path_tree`), not again for every path through it: a consistent use of equation
  (1).
- A summary is not a weakest precondition, but the values of what matters afterwards
  (`secateur.exploration.same_states`): it covers fewer states and costs far less. `summaries=conditions` is the
  published way (`secateur.exploration.postconditions`); with it, conditions that both sides have explored cancel out
  before they are carried further back, unless `reuse=off`.
- Whether a state is covered is first checked for the input at hand. If it is not, the path continues without a query.
  If it is, but another input on the same path is not covered, the path continues with that input.
- Where cuts do not pay, it goes on as full exploration (`secateur.exploration.balance`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

from secateur.exploration.balance import END, INFEASIBLE, QUESTION, RUN, Balance, Pace
from secateur.exploration.cuts import CutKind, CutReason
from secateur.exploration.path_tree import Covered, Knowledge, SummarisedTree, TreeEdge, TreeNode, location_of
from secateur.exploration.postconditions import Journal, Postconditions, PseOptions
from secateur.exploration.same_states import SameStates, related
from secateur.exploration.samples import Sample, Samples
from secateur.exploration.setup import Setup
from secateur.exploration.shared_news import NewsSharing, SharedNews
from secateur.exploration.sides import can_flip
from secateur.exploration.task import Flip, Task
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.full import Full
from secateur.exploration.told_summaries import HeardSummaries
from secateur.exploration.worth_asking import WorthAsking
from secateur.expr import Expr
from secateur.machine.machine import Machine
from secateur.machine.path import LIMITED, Branch, BranchKind, Path, Site
from secateur.machine.snapshot import Snapshot
from secateur.machine.state import BranchSite, State
from secateur.postcondition.cells import FIRST
from secateur.postcondition.general import End, StretchEnd
from secateur.postcondition.summary import Item
from secateur.solver import Solver


@dataclass(frozen=True, slots=True, eq=False)
class Leaving(Flip):
    """A task with the place where it leaves the tree, one side of a branch; without one, if nothing is cut there.
    `again`: the side that the path took is explored, from where it was cut, for a sample, or set aside."""

    node: TreeNode[Any] | None = field(default=None, kw_only=True)
    side: bool = field(default=True, kw_only=True)
    sample: Sample | None = field(default=None, kw_only=True)
    again: bool = field(default=False, kw_only=True)

    @property
    def is_rest(self) -> bool:
        return self.again and self.sample is None

    @property
    def wanted(self) -> Expr:
        return self.branch.condition if self.again else self.branch.negation

    @property
    def is_failing_side(self) -> bool:
        branch = self.branch
        return not self.again and branch.site.kind is BranchKind.CHECK and not branch.outcome


class Pse(Technique):
    name = "pse"
    exact = True
    covers_code = True
    keeps_journal = True
    allows_summaries = True
    options: type | None = PseOptions
    promise = "what was cut is covered by paths that were explored"
    best_order: str | None = "dfs"
    tries_all_sides = True
    takes_turns = True
    shares = NewsSharing.LATER
    #: Does it begin with cuts, or as full exploration?
    begins_cutting = True

    def __init__(
        self, options: PseOptions | None = None, journal: Journal | None = None, pace: Pace | None = None
    ) -> None:
        self.chosen = options or PseOptions()
        self.journal = journal
        self.by_value = self.chosen == PseOptions() and journal is None  # the others are about conditions
        self.visits = not self.by_value
        self.resumes = self.by_value
        self.balance = Balance(self.begins_cutting, pace or Pace())
        if not self.by_value:
            self.balance.fix()
        self.cut: tuple[StretchEnd, Covered[Any]] | None = None  # of the last path that was stopped
        self.samples = Samples()
        self.worth_asking = WorthAsking(self.by_value)
        self.running: Leaving | None = None  # what the next run is made for
        self.heard: HeardSummaries | None = None

    @classmethod
    def make(cls, setup: Setup) -> Self:
        return cls(setup.chosen(PseOptions), setup.journal)

    def begin(self, machine: Machine, solver: Solver) -> None:
        self.runs_on = machine
        if self.heard is None:
            self.heard = HeardSummaries(machine)
        by_value = self.by_value
        self.known: Knowledge[Any] = SameStates(solver, self.heard) if by_value else Postconditions(self.chosen, solver)
        self.tree: SummarisedTree[Any] = SummarisedTree(self.known)

    # --- tasks

    @property
    def acts_as(self) -> str:
        return Pse.name if self.balance.cutting else Full.name

    @property
    def is_watching(self) -> bool:
        """Does the next run ask whether it is covered?"""
        return self.balance.cutting and (self.running is None or self.running.sample is None)

    @property
    def needs_depth(self) -> bool:
        return self.balance.cutting

    def tasks(self, path: Path, task: Task | None) -> list[Task]:
        assert task is None or isinstance(task, Leaving)
        if task is not None and task.sample is not None:
            return self._sampled(path, task, task.sample)
        found = self._enter(path, task) if self.balance.cutting else self._plain(path, task)
        self.balance.settle()
        if self.journal is not None:
            self.tree.summarise_all()
            self.journal(path, self.known.told())
        return found

    def questions(self, task: Task) -> Iterator[Sequence[Expr]]:
        assert isinstance(task, Leaving)
        self.running = task
        if task.sample is None or not task.sample.is_given_up:
            yield task.conditions

    def postponed(self, task: Task) -> Sequence[Task] | None:
        assert isinstance(task, Leaving)
        return () if task.sample is not None and task.sample.is_given_up else None

    def keeps(self, path: Path) -> bool:
        """What samples find is known."""
        return self.running is None or self.running.sample is None

    def dropped(self, task: Task, undecided: bool) -> None:
        assert isinstance(task, Leaving)
        if task.sample is not None:
            self.samples.count(task.sample, INFEASIBLE, -1)
            self.balance.count(INFEASIBLE, 0)
            return
        self.balance.count(INFEASIBLE, INFEASIBLE)
        node = task.node
        if node is not None:
            node.weight += INFEASIBLE
            if undecided:
                node.is_lost = True
            elif node.depth:
                node.because(related(task.origin.branches[: task.index], task.wanted.variables))
            self._close(node)

    def _plain(self, path: Path, task: Leaving | None) -> list[Task]:
        """The tasks of full exploration."""
        self.balance.count(path.instructions + RUN, path.instructions + RUN)
        if task is not None and task.node is not None:  # nothing is known about what is after it
            task.node.is_lost = True
            self._close(task.node)
        return list(_flips(path, task))

    def _sampled(self, path: Path, task: Leaving, sample: Sample) -> list[Task]:
        found: list[Task] = list(_flips(path, task))
        self.samples.count(sample, path.instructions + RUN, len(found) - 1)
        self.balance.count(path.instructions + RUN, 0)
        return found

    # --- the tree

    def _enter(self, path: Path, task: Leaving | None, is_open: bool = False) -> list[Task]:
        """Adds the path to the tree; returns the tasks that leave it. If the path `is_open`, its rest is the last one
        of them."""
        nearest, first = _from(task)
        begun: TreeNode[Any] = TreeNode(None, True, None) if task is None or task.node is None else task.node
        node, side = begun, True if task is None else task.side
        self.known.learn(path)
        found: list[Task] = []
        visited: list[TreeNode[Any]] = []
        decided: dict[Expr, int] = {}
        visits = [v for v in path.visits if v.depth >= first and (self.cut is None or v.steps < self.cut[0].steps)]
        for index in range(first, len(path.branches) + 1):
            if visits and visits[0].depth == index:
                visit = visits.pop(0)
                assert isinstance(visit.condition, bool)
                node, side = self._child(node, side, visit, path.model), visit.condition
                node.open += 1  # until the path has been entered
                visited.append(node)
            if index == len(path.branches):
                break
            branch = path.branches[index]
            leaving, other = node, side
            if branch.resume is not None:
                nearest = (branch.resume,)
                taken = branch.outcome != branch.site.inverted
                node, side = self._child(node, side, branch.resume, path.model), taken
                leaving, other = node, not taken
            if can_flip(branch):
                leaving.open += 1
                found.append(Leaving(path, index, nearest, node=leaving, side=other))
            elif branch.implied:
                decided = decided or _decided(path.branches)
                if branch.condition in decided:
                    leaving.because(1 << decided[branch.condition])
            elif branch.site.kind is BranchKind.PINNED:
                leaving.is_lost = True
        self._look_at_goals(path, node)
        found += self._weigh(path, node, nearest)
        if is_open:
            node.open += 1
            found.append(Leaving(path, len(path.branches) - 1, nearest, node=node, side=side, again=True))
        elif task is None or not task.is_failing_side or first < len(path.branches):
            self._end(path, node, side)
        self.cut = None
        for done in (*reversed(visited), *([begun] if task is not None and task.node is not None else [])):
            self._close(done)
        return found

    def _weigh(self, path: Path, node: TreeNode[Any], nearest: tuple[Snapshot, ...]) -> list[Task]:
        """Count the work of a path, and of what would have come after it. Returns the task of a sample, if one is due;
        `nearest`: the last snapshot of the path."""
        work = path.instructions + RUN
        if self.cut is None:
            node.weight += work
            self.balance.count_run(work, 0, 0)
            return []
        weight = self.cut[1].weight
        saved = self._saved(weight)
        node.weight += work + saved
        self.balance.count_run(work, END, saved)
        sample = self.samples.take(weight, self.balance.work) if path.branches else None
        if sample is None:
            return []
        return [Leaving(path, len(path.branches) - 1, nearest, sample=sample, again=True)]

    def _saved(self, weight: int) -> int:
        """What a cut saves: the first run of those after it is the one that was cut."""
        return max(0, self.samples.saved(weight) - RUN)

    def _look_at_goals(self, path: Path, last: TreeNode[Any]) -> None:
        """Sides of joined tests that the path did not cover: what prevents it may be different in a state that agrees
        otherwise."""
        for goal in path.goals:
            node = last
            while node.depth > goal.depth and node.parent is not None:
                node = node.parent
            if goal.is_open:
                node.because(related(path.branches[: goal.depth], goal.condition.variables))

    def _child(self, node: TreeNode[Any], side: bool, snapshot: Snapshot, model: tuple[int, ...]) -> TreeNode[Any]:
        child = TreeNode(node, side, snapshot)
        child.stored = not self.chosen.first or not child.repeats()
        node.open += 1
        node.edges.append(TreeEdge(side, model, StretchEnd(snapshot.site, snapshot.steps), [], child))
        return child

    def _end(self, path: Path, node: TreeNode[Any], side: bool) -> None:
        if (path.ending in LIMITED or path.is_endless) and self.cut is None:
            node.is_lost = True
            return
        target: StretchEnd | End = End.of(path)
        items = [self.known.at_end()]
        if self.cut is not None:
            target, covered = self.cut
            items = covered.items
            node.because(covered.reasons)
        node.edges.append(TreeEdge(side, path.model, target, items))
        if not self.chosen.reuse:
            self._update(node, side, path.model, target, items)

    def _close(self, node: TreeNode[Any]) -> None:
        """One item less to wait for. Branches after which nothing is open any more are done, upwards."""
        node.open -= 1
        while not node.open and node.parent is not None:
            parent = node.parent
            parent.because(node.reasons)
            parent.weight += node.weight
            parent.is_lost = parent.is_lost or node.is_lost
            if self.chosen.reuse:
                self.tree.done(node)
            else:
                node.snapshot = None
            node = parent
            node.open -= 1

    def _update(
        self, node: TreeNode[Any], side: bool, model: tuple[int, ...], target: StretchEnd | End, items: list[Item]
    ) -> None:
        """Algorithm 3: update the summaries of all branches on a path that has ended."""
        assert isinstance(self.known, Postconditions)
        at: TreeNode[Any] | None = node
        while at is not None and at.snapshot is not None:
            if at.stored:
                self.known.update(at.snapshot, side, model, target, items)
            side, at = at.side, at.parent

    # --- going on

    def is_left_over(self, task: Task) -> bool:
        """What samples find is known."""
        return not isinstance(task, Leaving) or task.sample is None

    def left_over(
        self,
        path: Path,
        index: int,
        snapshots: tuple[Snapshot, ...],
        is_rest: bool = False,
        details: object = None,
    ) -> Task:
        """It leaves no branch of the tree: nothing that was explored before is summarised."""
        return Leaving(path, index, snapshots[-1:], again=is_rest)

    def set_aside(self, path: Path, task: Task | None) -> tuple[list[Task], Task] | None:
        """The rest of the run is a task that leaves the tree where the run has come to."""
        assert task is None or isinstance(task, Leaving)
        if not self.by_value or (task is not None and task.sample is not None):
            return None
        if self.balance.cutting:
            *found, rest = self._enter(path, task, is_open=True)
            return found, rest
        found = self._plain(path, task)
        own = next((branch.resume for branch in reversed(path.branches) if branch.resume is not None), None)
        nearest = _from(task)[0] if own is None else (own,)
        return found, Leaving(path, len(path.branches) - 1, nearest, again=True)

    # --- other workers

    @property
    def is_better_alone(self) -> bool:
        """Where much is cut, workers that explore at the same time come to the same states."""
        return self.balance.saves_much

    def follow(self, earlier: Technique) -> None:
        assert isinstance(earlier, Pse)
        self.heard = earlier.heard

    def news(self) -> SharedNews | None:
        if not isinstance(self.known, SameStates):
            return None
        assert self.heard is not None
        told = self.heard.told(self.known.groups)
        return SharedNews(told, size=sum(len(states) for *_, states in told)) if told else None

    def hear(self, content: object) -> None:
        assert isinstance(content, list)
        assert self.heard is not None
        self.heard.hear(content)

    def experience(self) -> object:
        return self.balance, self.samples

    def take_over(self, experience: object) -> None:
        assert isinstance(experience, tuple)
        self.balance, self.samples = experience

    # --- cutting

    def stop(self, state: State, condition: Expr | bool, site: Site) -> str | None:
        if not isinstance(site, BranchSite):
            return None
        if not self.worth_asking.asks(site.number):
            return None
        location = location_of(state.frames, site, state.returned)
        before = self.known.spent
        covered = self.tree.covers(state, condition, location)
        spent = QUESTION + self.known.spent - before
        self.balance.count(spent, 0)
        self.worth_asking.count(site.number, spent, 0 if covered is None else max(1, self._saved(covered.weight)))
        if covered is None:
            return None
        self.cut = (StretchEnd(site, state.steps), covered)
        return f"covered from line {site.position.line} on"

    def why_not(self, path: Path, number: int) -> CutReason:
        return CutReason(CutKind.COVERED)

    def successor(self) -> tuple[Technique, str] | None:
        if len(self.runs_on.variables) >= FIRST:
            return Full(), f"there are more than {FIRST} inputs"
        return None


def _from(task: Leaving | None) -> tuple[tuple[Snapshot, ...], int]:
    """The last snapshot before what a task tries, and the first branch after it."""
    return ((), 0) if task is None else (task.snapshots, task.index + 1)


def _flips(path: Path, task: Leaving | None) -> Iterator[Leaving]:
    """The tasks of full exploration."""
    nearest, first = _from(task)
    for index in range(first, len(path.branches)):
        branch = path.branches[index]
        if branch.resume is not None:
            nearest = (branch.resume,)
        if can_flip(branch):
            yield Leaving(path, index, nearest, sample=None if task is None else task.sample)


def _decided(branches: Sequence[Branch]) -> dict[Expr, int]:
    """By condition that was decided: the number of its branch."""
    return {branch.condition: number for number, branch in enumerate(branches) if not branch.implied}
