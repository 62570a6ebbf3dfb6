"""Postconditioned symbolic execution: paper 001, Algorithms 2 to 4.

Each location (a branch with the calls that led to it) has a summary: states from which every way on was explored. A
path that arrives there in such a state is cut; its rest can show nothing new. Differences to the algorithm as printed:

- A summary is computed once for each branch of the tree of paths, when both of its sides are done, and not again for
  every path through it: equation (1) taken to its end. What both sides have explored cancels out before it is carried
  further back. `reuse=off` is the printed way.
- Whether a state is covered is first asked for the model at hand: if that one is not, the path goes on without a
  question to the solver. If it is, but another input on the same path is not, the path goes on with that input.
- The failing side of a check whose failure is known needs not be told apart.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields

from secateur import expr
from secateur.explore.task import Task
from secateur.explore.technique import Technique
from secateur.explore.techniques.full import Full, can_flip
from secateur.expr import Expr
from secateur.machine.fault import FaultKind
from secateur.machine.machine import Machine
from secateur.machine.path import LIMITED, Ending, Path, Site
from secateur.machine.state import BranchSite, Frame, Snapshot, State
from secateur.postcondition.cells import FIRST, Cells, Reading
from secateur.postcondition.general import General, Start, Target
from secateur.postcondition.summary import (
    ANYTHING,
    Item,
    Summary,
    both_sides,
    either,
    instantiate,
    narrowed,
    precondition,
)
from secateur.postcondition.words import Words
from secateur.solver import Sat, Solver, Unsat

#: Calls that led to a branch, the branch, and whether the program's `main` has returned.
Location = tuple[tuple[int, ...], int, bool]


#: Told after each path: what is covered at each line.
Journal = Callable[[Path, list[tuple[int, list[str]]]], None]


@dataclass(frozen=True, slots=True)
class Options:
    """The optimisations of section 4 of the paper, and two of ours: `narrow` and `quick`."""

    first: bool = False  # 4.1: keep and use a summary only the first time that a path comes to its location
    size: int = 50_000  # 4.1: nodes that a summary can have
    simplify: bool = True  # 4.2: Algorithm 4
    reuse: bool = True  # 4.3: equation (1)
    narrow: int = 100  # nodes from which on an item keeps to the numbers of the state that it comes from
    quick: bool = True  # ask the model at hand before the solver

    @classmethod
    def parse(cls, settings: Mapping[str, str]) -> Options:
        """From texts such as `{"simplify": "off", "size": "200"}`; a ValueError says what is wrong."""
        values: dict[str, bool | int] = {}
        for each in fields(cls):
            text = settings.get(each.name)
            if text is None:
                continue
            if isinstance(each.default, bool):
                if text not in ("on", "off"):
                    raise ValueError(f"{each.name}={text}: on or off")
                values[each.name] = text == "on"
            else:
                if not text.isdecimal():
                    raise ValueError(f"{each.name}={text}: a number")
                values[each.name] = int(text)
        unknown = settings.keys() - {each.name for each in fields(cls)}
        if unknown:
            raise ValueError(f"{min(unknown)}: unknown; choose from {', '.join(each.name for each in fields(cls))}")
        return cls(**values)  # type: ignore[arg-type]


class Node:
    """A branch on the tree of paths. `open` counts the tasks that leave here and the branches behind it that are not
    done yet."""

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
    visits = True

    def __init__(self, options: Options | None = None, journal: Journal | None = None) -> None:
        self.options = options or Options()
        self.journal = journal
        self.words: dict[Location, Words] = {}
        self.summaries: dict[Location, Summary] = {}
        self.faults: set[tuple[FaultKind, object]] = set()
        self.root = Node(None, True, None, None)
        self.cut: tuple[Target, list[Item]] | None = None  # of the path that was stopped last
        self.seen: set[Location] = set()  # on the path that runs

    def begin(self, machine: Machine, solver: Solver) -> None:
        self.variables = machine.variables
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
        begun, inner = node, []
        found: list[Task] = []
        visits = iter([v for v in path.visits if v.depth >= first])
        visit = next(visits, None)
        for index in range(first, len(path.branches) + 1):
            while visit is not None and visit.depth == index:
                assert isinstance(visit.condition, bool)
                node, side = self._child(node, side, visit, path.model), visit.condition
                inner.append(node)
                visit = next(visits, None)
            if index == len(path.branches):
                break
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
        for visited in reversed(inner):
            self._close(visited)
        if task is not None:
            self._close(begun)
        if self.journal is not None:
            self.journal(path, self._told())
        return found

    def _child(self, node: Node, side: bool, snapshot: Snapshot, model: tuple[int, ...]) -> Node:
        child = Node(node, side, snapshot, location_of(snapshot.frames, snapshot.site, snapshot.returned))
        child.open = isinstance(snapshot.condition, bool)  # until the path is entered in the tree
        child.stored = not self.options.first or not _repeats(child)
        if self.journal is not None and child.location is not None and child.location not in self.words:
            depth = len(snapshot.frames) - 1
            self.words[child.location] = Words(self.cells, snapshot.site, snapshot.frames[-1].code, depth)
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
            summary = self.summaries.get(node.location)
            if summary is None:
                summary = self.summaries[node.location] = Summary()
            summary.add(item, self.options.simplify, self.options.size)

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
            side, at = at.side, at.parent

    def _told(self) -> list[tuple[int, list[str]]]:
        """Every summary as text, by line."""
        told = [(self.words[at].line, self.words[at].summary(s)) for at, s in self.summaries.items() if s.items]
        return sorted(told, key=lambda entry: entry[0])

    # --- cutting

    def stop(self, state: State, condition: Expr | bool, site: Site) -> str | None:
        if not isinstance(site, BranchSite):
            return None
        summary = self.summaries.get(location_of(state.frames, site, state.returned))
        if summary is None:
            return None
        covered = self._covered(state, condition, summary)
        if covered is None:
            return None
        joined = either(covered, self.cells)
        self.cut = (Target(site, state.steps), [joined] if joined is not None else [])
        return f"covered from line {site.position.line} on"

    def _covered(self, state: State, condition: Expr | bool, summary: Summary) -> list[Item] | None:
        """The items that cover the state, on all inputs of its path; None if they do not, or nobody can tell.

        The solver looks for an input outside of those items that the inputs so far belong to. When an input belongs to
        none, the path goes on with it.
        """
        prefix = [b.condition for b in state.branches if not b.implied]
        used: list[Item] = []
        outside: list[Expr | int] = []
        while True:
            reading = Reading(self.cells, state.frames, state.memory, condition, state.model, state.occurrences)
            items = summary.items if not self.options.quick else [item] if (item := summary.find(reading)) else []
            for item in items:
                left = instantiate(item, reading, state.known)
                if left is not None:
                    used.append(item)
                    if not left:
                        return used
                    outside.append(expr.not_(expr.conj(left)))
            if not items or not used:
                return None
            answer = self.solver.solve([*prefix, *outside], state.model, len(prefix))
            if isinstance(answer, Unsat):
                return used
            if not isinstance(answer, Sat):
                return None
            state.model = answer.model
            if not self.options.quick:
                return None

    def successor(self) -> tuple[Technique, str] | None:
        if len(self.variables) >= FIRST:
            return Full(), f"there are more than {FIRST} inputs"
        return None


def location_of(frames: Sequence[Frame], site: Site, returned: bool) -> Location:
    return tuple(f.call.number for f in frames if f.call is not None), site.number, returned


def _repeats(node: Node) -> bool:
    """Is there an earlier branch at the same location on the path to this one?"""
    earlier = node.parent
    while earlier is not None:
        if earlier.location == node.location:
            return True
        earlier = earlier.parent
    return False
