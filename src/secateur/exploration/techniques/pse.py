"""Postconditioned symbolic execution (PSE).

Algorithms 2 to 4 of "Eliminating Path Redundancy via Postconditioned Symbolic Execution" by Yi, Yang, Guo, Wang, Liu
and Zhao. Each location (a branch with the calls that led to it) has a summary: the states from which every continuation
was explored. A path that arrives there in such a state is cut, as its rest shows nothing new. Differences from the
published algorithm:

- A summary is computed once per branch of the tree of paths, after both of its sides are done, when its location is
  reached again (`secateur.exploration.path_tree`), not again for every path through it: a consistent use of equation
  (1). Conditions that both sides have explored cancel out before they are carried further back. `reuse=off` is the
  published way.
- Whether a state is covered is first checked for the input at hand. If it is not, the path continues without a query.
  If it is, but another input on the same path is not covered, the path continues with that input.
- The failing side of a check whose failure is known need not be distinguished.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Self

from secateur.exploration.cuts import CutKind, CutReason
from secateur.exploration.path_tree import SummarisedTree, TreeEdge, TreeNode
from secateur.exploration.postconditions import Journal, Postconditions, PseOptions, location_at, location_of
from secateur.exploration.setup import Setup
from secateur.exploration.sides import can_flip
from secateur.exploration.task import Flip, Task
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.full import Full
from secateur.expr import Expr
from secateur.machine.machine import Machine
from secateur.machine.path import LIMITED, Ending, Path, Site
from secateur.machine.snapshot import Snapshot
from secateur.machine.state import BranchSite, State
from secateur.postcondition.cells import FIRST
from secateur.postcondition.general import End, StretchEnd
from secateur.postcondition.summary import ANYTHING, Item
from secateur.solver import Sat, Solver


@dataclass(frozen=True, slots=True, eq=False)
class Leaving(Flip):
    """A task with the place where it leaves the tree: one side of a branch."""

    node: TreeNode = field(kw_only=True)
    side: bool = field(kw_only=True)


class PayoffTrial:
    """Does cutting pay? Every 16th path that could be cut runs to its end, and the other paths that begin after the cut
    are counted. A cut saves at least that many."""

    EVERY = 16
    ENOUGH = 32

    def __init__(self) -> None:
        self.cuts = 0
        self.probed = 0
        self.saved = 0
        self.length = 0  # number of branches up to where the path could have been cut

    @property
    def is_lost(self) -> bool:
        return self.probed >= self.ENOUGH and 2 * self.saved < self.probed

    def wants(self, length: int) -> bool:
        """Should the path that could be cut now run to its end? `length` is the number of its branches so far."""
        self.length = length
        self.cuts += 1
        return self.cuts % self.EVERY == 0

    def look(self, path: Path, solver: Solver) -> None:
        conditions = path.conditions
        self.probed += 1
        for index in range(self.length, len(conditions)):
            if can_flip(path.branches[index]):
                answer = solver.solve([*conditions[:index], path.branches[index].negation], path.model, index)
                self.saved += isinstance(answer, Sat)


class Pse(Technique):
    name = "pse"
    exact = True
    covers_code = True
    keeps_journal = True
    options = PseOptions
    promise = "what was cut is covered by paths that were explored"
    best_order = "dfs"
    visits = True

    def __init__(self, options: PseOptions | None = None, journal: Journal | None = None) -> None:
        self.chosen = options or PseOptions()
        self.journal = journal
        self.root = TreeNode(None, True, None, None)
        self.cut: tuple[StretchEnd, list[Item]] | None = None  # of the last path that was stopped
        self.trial = PayoffTrial()
        self.has_given_up = False

    @classmethod
    def make(cls, setup: Setup) -> Self:
        return cls(setup.chosen(PseOptions), setup.journal)

    def begin(self, machine: Machine, solver: Solver) -> None:
        self.runs_on = machine
        self.solver = solver
        self.known = Postconditions(self.chosen, solver)
        self.tree = SummarisedTree(self.known)

    # --- the tree

    def tasks(self, path: Path, task: Task | None) -> list[Task]:
        if self.has_given_up:
            return list(Full().tasks(path, task))
        found = self._enter(path, task)
        if self.journal is not None:
            self.tree.summarise_all()
            self.journal(path, self.known.told())
        if self.trial.is_lost:
            self._give_up()
        return found

    def _enter(self, path: Path, task: Task | None) -> list[Task]:
        """Adds the path to the tree; returns the tasks that leave it."""
        node, side, first = self.root, True, 0
        nearest: tuple[Snapshot, ...] = ()
        if task is not None:
            assert isinstance(task, Leaving)
            node, side, first, nearest = task.node, task.side, task.index + 1, task.snapshots
        self.known.learn(path)
        begun, visited = node, []
        found: list[Task] = []
        length = self._length(path)
        visits = [v for v in path.visits if v.depth >= first and (self.cut is None or v.steps < self.cut[0].steps)]
        for index in range(first, length + 1):
            if visits and visits[0].depth == index:
                visit = visits.pop(0)
                assert isinstance(visit.condition, bool)
                node, side = self._child(node, side, visit, path.model), visit.condition
                node.open += 1  # until the path has been entered
                visited.append(node)
            if index == length:
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
        if task is None or not task.is_failing_side or first < len(path.branches):
            self._end(path, node, side)
        self.cut = None
        for done in (*reversed(visited), *([begun] if task is not None else [])):
            self._close(done)
        return found

    def _give_up(self) -> None:
        """The tasks are those of full exploration, and what was cut is covered: nothing has to be repeated."""
        self.has_given_up = True
        self.remark = f"few of the {self.trial.cuts} cuts saved a path, so cutting was switched off"
        self.known.summaries.clear()
        self.tree.forget()
        self.runs_on.visits = False

    def _child(self, node: TreeNode, side: bool, snapshot: Snapshot, model: tuple[int, ...]) -> TreeNode:
        child = TreeNode(node, side, snapshot, location_at(snapshot))
        child.stored = not self.chosen.first or not child.repeats()
        node.open += 1
        node.edges.append(TreeEdge(side, model, StretchEnd(snapshot.site, snapshot.steps), [], child))
        return child

    def _length(self, path: Path) -> int:
        """How many branches of the path count: those before it was cut, or could have been."""
        if self.cut is None or path.ending is Ending.CUT:
            return len(path.branches)
        length = self.trial.length
        self.trial.look(path, self.solver)
        return length

    def _end(self, path: Path, node: TreeNode, side: bool) -> None:
        if path.ending in LIMITED and self.cut is None:
            return
        target, items = self.cut or (End.of(path), [ANYTHING])
        node.edges.append(TreeEdge(side, path.model, target, items))
        if not self.chosen.reuse:
            self._update(node, side, path.model, target, items)

    def dropped(self, task: Task) -> None:
        if not self.has_given_up:
            assert isinstance(task, Leaving)
            self._close(task.node)

    def _close(self, node: TreeNode) -> None:
        """One item less to wait for. Branches after which nothing is open any more are done, upwards."""
        node.open -= 1
        while not node.open and node.parent is not None:
            if self.chosen.reuse:
                self.tree.done(node)
            else:
                node.snapshot = None
            node = node.parent
            node.open -= 1

    # --- summaries

    def _update(
        self, node: TreeNode, side: bool, model: tuple[int, ...], target: StretchEnd | End, items: list[Item]
    ) -> None:
        """Algorithm 3: update the summaries of all branches on a path that has ended."""
        at: TreeNode | None = node
        while at is not None and at.snapshot is not None:
            if at.stored:
                self.known.update(at.snapshot, side, model, target, items)
            side, at = at.side, at.parent

    # --- cutting

    def stop(self, state: State, condition: Expr | bool, site: Site) -> str | None:
        if self.cut is not None or self.has_given_up or not isinstance(site, BranchSite):
            return None
        location = location_of(state.frames, site, state.returned)
        self.tree.summarise(location)
        item = self.known.covers(state, condition, location)
        if item is None:
            return None
        self.cut = (StretchEnd(site, state.steps), [item])
        if self.trial.wants(len(state.branches)):
            return None
        return f"covered from line {site.position.line} on"

    def why_not(self, path: Path, number: int) -> CutReason:
        return CutReason(CutKind.COVERED)

    def successor(self) -> tuple[Technique, str] | None:
        if len(self.runs_on.variables) >= FIRST:
            return Full(), f"there are more than {FIRST} inputs"
        return None
