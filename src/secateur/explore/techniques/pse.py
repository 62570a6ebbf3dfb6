"""Postconditioned symbolic execution: paper 001, Algorithms 2 to 4.

Each location (a branch with the calls that led to it) has a summary: states from which every way on was explored. A path
that arrives there in such a state is cut; its rest can show nothing new. Differences to the algorithm as printed:

- A summary is computed once for each branch of the tree of paths, when both of its sides are done, and not again for every
  path through it: equation (1) taken to its end. What both sides have explored cancels out before it is carried
  further back. `reuse=False` is the printed way.
- Whether a state is covered is first asked for the model at hand: if that one is not, the path goes on without a
  question to the solver. If it is, but another input on the same path is not, the path goes on with that input.
- The failing side of a check whose failure is known needs not be told apart.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from secateur import expr
from secateur.explore.task import Task
from secateur.explore.technique import Technique
from secateur.explore.techniques.full import Full, can_flip
from secateur.expr import Expr
from secateur.machine.fault import FaultKind
from secateur.machine.machine import Machine
from secateur.machine.path import LIMITED, Ending, Path, Site
from secateur.machine.state import BranchSite, Snapshot, State
from secateur.postcondition.cells import FIRST, Cells, Reading
from secateur.postcondition.general import General, Start, Target
from secateur.postcondition.summary import ANYTHING, Item, Summary, both_sides, either, instantiate, narrowed, precondition
from secateur.solver import Sat, Solver, Unsat

#: Calls that led to a branch, the branch, and whether the program's `main` has returned.
Location = tuple[tuple[int, ...], int, bool]


@dataclass(frozen=True, slots=True)
class Options:
    """The optimisations of section 4, and ours."""

    first_only: bool = False  # 4.1: only the first time that a path comes to a branch
    most: int = 50000  # 4.1: nodes of a summary
    narrow: int = 100
    simplify: bool = True  # 4.2: Algorithm 4
    reuse: bool = True  # 4.3: equation (1)
    quick: bool = True  # ask the model at hand before the solver


class Node:
    """A branch on the tree of paths. `open` counts the tasks that leave here and the branches behind that are not done."""

    __slots__ = ("edges", "location", "model", "open", "parent", "side", "snapshot", "stored")

    def __init__(self, parent: Node | None, side: bool, snapshot: Snapshot | None, location: Location | None) -> None:
        self.parent = parent
        self.side = side  # of the parent
        self.snapshot = snapshot
        self.location = location
        self.stored = False  # is its location one to keep a summary of?
        self.open = 0
        self.edges: list[Edge] = []


@dataclass(slots=True)
class Edge:
    """What lies behind one side of a branch: a stretch to a target, from where `items` are covered."""

    side: bool
    model: tuple[int, ...]
    target: Target | None
    items: list[Item]
    node: Node | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Leaving(Task):
    """A task with the place where it leaves the tree: a side of a branch."""

    node: Node = field(default_factory=lambda: Node(None, True, None, None))
    side: bool = True


class Pse(Technique):
    name = "pse"
    promise = "what was cut is covered by paths that were explored"

    def __init__(self, options: Options | None = None) -> None:
        self.options = options or Options()
        self.summaries: dict[Location, Summary] = {}
        self.faults: set[tuple[FaultKind, object]] = set()
        self.root = Node(None, True, None, None)
        self.cut: tuple[Target, list[Item]] | None = None  # of the path that was stopped last
        self.seen: set[Location] = set()  # on the path that runs

    def begin(self, machine: Machine, solver: Solver) -> None:
        self.machine = machine
        self.solver = solver
        self.cells = Cells()
        self.general = General(self.cells, self._is_known)

    def _is_known(self, state: State, site: Site) -> bool:
        return site.fault is not None and (site.fault, state.place(site.position, site.function)[0]) in self.faults

    # --- the tree

    def tasks(self, path: Path, task: Task | None) -> list[Task]:
        node, side = self.root, True
        first = 0
        nearest: tuple[Snapshot, ...] = ()
        if task is not None:
            assert isinstance(task, Leaving)
            node, side, first, nearest = task.node, task.side, task.index + 1, task.snapshots
        if path.fault is not None:
            self.faults.add((path.fault.kind, path.fault.position))
        begun, found = node, []
        for index in range(first, len(path.branches)):
            branch = path.branches[index]
            leaving, other = node, side
            if branch.resume is not None:
                nearest = (branch.resume,)
                child = self._child(node, side, branch.resume, path.model)
                taken = branch.outcome != branch.site.inverted
                leaving, other = child, not taken
                node, side = child, taken
            if can_flip(branch):
                leaving.open += 1
                found.append(Leaving(path, index, nearest, node=leaving, side=other))
        self._end(path, node, side, is_run=task is None or not task.is_failing_side or first < len(path.branches))
        if task is not None:
            self._close(begun)
        return found

    def _child(self, node: Node, side: bool, snapshot: Snapshot, model: tuple[int, ...]) -> Node:
        child = Node(node, side, snapshot, location_of(snapshot.frames, snapshot.site, snapshot.returned))
        child.stored = not self.options.first_only or not _repeats(child)
        node.open += 1
        node.edges.append(Edge(side, model, Target(snapshot.site, snapshot.steps), [], child))
        return child

    def _end(self, path: Path, node: Node, side: bool, is_run: bool) -> None:
        target, items = None, [ANYTHING]
        if path.ending is Ending.CUT:
            assert self.cut is not None
            target, items = self.cut
        elif path.ending in LIMITED or not is_run:
            return
        node.edges.append(Edge(side, path.model, target, items))
        if not self.options.reuse:
            self._update(node, path, side, target, items)

    def dropped(self, task: Task) -> None:
        assert isinstance(task, Leaving)
        self._close(task.node)

    def _close(self, node: Node) -> None:
        """One thing less to wait for. Branches behind which nothing is open any more are summarised, upwards."""
        node.open -= 1
        while not node.open and node.parent is not None:
            if self.options.reuse:
                self._summarise(node)
            node.snapshot = None
            node.edges = []
            node = node.parent
            node.open -= 1

    # --- summaries

    def _summarise(self, node: Node) -> None:
        assert node.snapshot is not None
        sides: tuple[list[Item], list[Item]] = ([], [])
        for edge in node.edges:
            sides[edge.side].extend(self._behind(node, edge))
        items = self._joined(self.cells.condition(node.location), *sides)
        if self.options.narrow:
            reading = Start(self.cells, node.snapshot, ()).reading
            items = [i if i.size <= self.options.narrow else narrowed(i, reading) for i in items]
        for item in items:
            self._store(node, item)
        assert node.parent is not None
        for edge in node.parent.edges:
            if edge.node is node:
                edge.items, edge.node = items, None

    def _behind(self, node: Node, edge: Edge) -> list[Item]:
        """What a node needs on one of its sides for the items behind it."""
        if not edge.items:
            return []
        assert node.snapshot is not None
        start = Start(self.cells, node.snapshot, edge.model)
        followed = self.general.follow(start, edge.side, edge.target, (node.location, edge.side))
        if followed is None:
            return []
        found = [precondition(followed, item) for item in edge.items]
        return [item for item in found if item is not None]

    def _joined(self, condition: Expr, if_false: list[Item], if_true: list[Item]) -> list[Item]:
        cells = self.cells
        if self.options.simplify:
            joined = both_sides(condition, either(if_true, cells), either(if_false, cells), cells)
            return [joined] if joined is not None else []
        sides = [both_sides(condition, item, None, cells) for item in if_true]
        sides += [both_sides(condition, None, item, cells) for item in if_false]
        return [item for item in sides if item is not None]

    def _store(self, node: Node, item: Item) -> None:
        if node.stored and node.location is not None:
            summary = self.summaries.setdefault(node.location, Summary())
            summary.add(item, self.options.simplify, self.options.most)

    def _update(self, node: Node, path: Path, side: bool, target: Target | None, items: list[Item]) -> None:
        """Algorithm 3: the summaries of all branches on a path that has ended."""
        cells = self.cells
        at: Node | None = node
        while at is not None and at.snapshot is not None:
            for item in self._behind(at, Edge(side, path.model, target, items)):
                condition = cells.condition(at.location)
                joined = both_sides(condition, item, None, cells) if side else both_sides(condition, None, item, cells)
                assert joined is not None
                self._store(at, joined)
            at, side = at.parent, at.side

    # --- cutting

    def stop(self, state: State, condition: Expr, site: Site) -> str | None:
        if not isinstance(site, BranchSite):
            return None
        summary = self.summaries.get(location_of(state.frames, site, state.returned))
        if summary is None:
            return None
        covered = self._covered(state, condition, summary)
        if covered is None:
            return None
        self.cut = (Target(site, state.steps), covered)
        return f"covered from line {site.position.line} on"

    def _covered(self, state: State, condition: Expr, summary: Summary) -> list[Item] | None:
        """The items that cover the state, on all inputs of its path; None if they do not, or nobody can tell.

        The solver looks for an input outside of those items that the inputs so far belong to. When an input belongs to
        none, the path goes on with it.
        """
        prefix = [b.condition for b in state.branches if not b.implied]
        used: list[Item] = []
        outside: list[Expr] = []
        while True:
            reading = Reading(self.cells, state.frames, state.memory, condition, state.model, state.occurrences)
            item = summary.find(reading)
            if item is None:
                return None
            left = instantiate(item, reading, state.known)
            if left is None:
                return None
            used.append(item)
            if not left:
                return used
            refused = expr.not_(expr.conj(left))
            assert isinstance(refused, Expr)
            outside.append(refused)
            answer = self.solver.solve([*prefix, *outside], state.model, len(prefix))
            if isinstance(answer, Unsat):
                return used
            if not isinstance(answer, Sat):
                return None
            state.model = answer.model

    def successor(self) -> tuple[Technique, str] | None:
        if len(self.machine.variables) >= FIRST:
            return Full(), f"there are more than {FIRST} inputs"
        return None


def location_of(frames: list, site: Site, returned: bool) -> Location:
    return tuple(f.call.number for f in frames if f.call is not None), site.number, returned


def _repeats(node: Node) -> bool:
    """Is there an earlier branch at the same location on the path to this one?"""
    earlier = node.parent
    while earlier is not None:
        if earlier.location == node.location:
            return True
        earlier = earlier.parent
    return False
