"""The tree of the paths of `pse`, and what is known about its branches, found when it is first asked for.

A branch is *done* when nothing that leaves it, or leaves a branch after it, is open. It is summarised when a path
reaches its location again, or when a branch before it is. Most locations are reached again, but many branches on the
way are not worth a summary: those of which only one side has been run, since no input takes the other. They are left
out of the tree, so the stretch between their neighbours is one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar

from secateur.expr import Expr
from secateur.machine.frame import Frame
from secateur.machine.path import Path, Site
from secateur.machine.snapshot import Snapshot
from secateur.machine.state import State
from secateur.postcondition.general import End, StretchEnd

#: Maximum number of branches that keep their snapshot because their summary was not asked for. Beyond that, the oldest
#: ones get none.
MOST_WAITING = 4096

#: Maximum number of branches with the same values that are looked at for one state.
MOST_LOOKED_AT = 8

#: Calls that led to a branch, the branch, and whether the program's `main` has returned.
Location = tuple[tuple[int, ...], int, bool]

T = TypeVar("T")


class TreeNode(Generic[T]):
    """A branch in the tree of paths. `open` counts the tasks that leave here and the branches after it that are not
    done yet. `reasons` are decisions before it (a bit set of branch numbers): because of them, no input takes some side
    after it. It is `lost` if something after it was not explored."""

    __slots__ = (
        "depth",
        "edges",
        "is_lost",
        "items",
        "location",
        "open",
        "parent",
        "reasons",
        "side",
        "snapshot",
        "stored",
        "weight",
    )

    def __init__(self, parent: TreeNode[T] | None, side: bool, snapshot: Snapshot | None) -> None:
        self.parent = parent
        self.side = side  # of the parent
        self.snapshot = snapshot
        self.location = None if snapshot is None else location_at(snapshot)
        self.depth = 0 if snapshot is None else snapshot.depth
        self.stored = False  # is a summary kept of its location?
        self.open = 0
        self.edges: list[TreeEdge[T]] = []
        self.items: list[T] | None = None  # once summarised
        self.reasons = 0
        self.is_lost = False
        self.weight = 0  # the work that full exploration would need for all that follows

    @property
    def is_decision(self) -> bool:
        return self.snapshot is not None and not isinstance(self.snapshot.condition, bool)

    def because(self, reasons: int) -> None:
        self.reasons |= reasons & ((1 << self.depth) - 1)

    def repeats(self) -> bool:
        """Is there an earlier branch at the same location on the path to this one?"""
        earlier = self.parent
        while earlier is not None:
            if earlier.location == self.location:
                return True
            earlier = earlier.parent
        return False


@dataclass(slots=True)
class TreeEdge(Generic[T]):
    """One side of a branch: the code up to a target, from which on `items` are covered; those of `node`, if there is
    one."""

    side: bool
    model: tuple[int, ...]
    target: StretchEnd | End
    items: list[T]
    node: TreeNode[T] | None = None

    @property
    def covered(self) -> list[T]:
        items = self.items if self.node is None else self.node.items
        assert items is not None
        return items

    def skip(self) -> None:
        """Go on to the only target of the target."""
        assert self.node is not None
        (only,) = self.node.edges
        self.target, self.items, self.node = only.target, only.items, only.node


@dataclass(frozen=True, slots=True)
class Covered(Generic[T]):
    """Why a path need not go on: what covers its state, and the decisions before it that this rests on. `weight`: the
    work that full exploration would need for the rest, if that is known."""

    items: list[T]
    reasons: int = 0
    weight: int = 0


class Waiting(Generic[T]):
    """Branches at a place that are done and have no summary yet. Those that are not `fresh` were looked at: they are
    sorted by the values of the cells in `mask`."""

    __slots__ = ("by_values", "fresh", "mask", "nodes")

    def __init__(self) -> None:
        self.nodes: dict[TreeNode[T], None] = {}
        self.fresh: list[TreeNode[T]] = []
        self.mask = 0
        self.by_values: dict[object, list[TreeNode[T]]] = {}

    def add(self, node: TreeNode[T]) -> None:
        self.nodes[node] = None
        self.fresh.append(node)

    def sort(self, mask: int, values: Callable[[TreeNode[T]], object]) -> None:
        """By the values of other cells, perhaps."""
        if mask != self.mask:
            self.mask, self.by_values, self.fresh = mask, {}, list(self.nodes)
        for node in self.fresh:
            if node.snapshot is not None:  # it may have been summarised for another one
                self.by_values.setdefault(values(node), []).append(node)
        self.fresh.clear()

    def pick(self, values: object, admits: Callable[[TreeNode[T]], bool]) -> TreeNode[T] | None:
        """The latest one with these values that is admitted, of a few."""
        found = self.by_values.get(values, [])
        looked = 0
        for at in range(len(found) - 1, -1, -1):
            node = found[at]
            if node not in self.nodes or node.items is not None:
                del found[at]
            elif admits(node):
                return node
            else:
                looked += 1
                if looked == MOST_LOOKED_AT:
                    break
        return None


class CoverQuestion(Protocol[T]):
    """Is a state covered?"""

    def promising(self, waiting: Waiting[T]) -> TreeNode[T] | None:
        """A branch whose summary may help to answer it, if there is one."""
        ...

    def answer(self) -> Covered[T] | None: ...


class Knowledge(Protocol[T]):
    """What is known about the states at a location. `spent`: the work that it took, in instructions."""

    spent: int

    def learn(self, path: Path) -> None: ...

    def at_end(self) -> T: ...

    def summarise(self, node: TreeNode[T]) -> list[T]:
        """The items of a branch, made from those of the branches after it; stored at its location if wanted."""
        ...

    def place(self, location: Location, condition: Expr | bool) -> object:
        """Only states at the same place can cover each other."""
        ...

    def question(self, state: State, condition: Expr | bool, location: Location) -> CoverQuestion[T]: ...

    def knows(self, place: object) -> bool: ...

    def told(self) -> list[tuple[int, list[str]]]: ...


class SummarisedTree(Generic[T]):
    def __init__(self, known: Knowledge[T]) -> None:
        self.known = known
        self._waiting: dict[object, Waiting[T]] = {}  # by place
        self._count = 0

    def done(self, node: TreeNode[T]) -> None:
        """Nothing is left to be run from here."""
        if node.items is None and node.is_decision and len(node.edges) == 1:
            self._leave_out(node)
        elif node.location is not None:
            self._waiting_at(node).add(node)
            self._count += 1
            if self._count > MOST_WAITING:
                self.forget(next(iter(self._waiting)))

    def _waiting_at(self, node: TreeNode[T]) -> Waiting[T]:
        assert node.location is not None
        assert node.snapshot is not None
        place = self.known.place(node.location, node.snapshot.condition)
        found = self._waiting.get(place)
        if found is None:
            found = self._waiting[place] = Waiting()
        return found

    def _leave_out(self, node: TreeNode[T]) -> None:
        """And the branch after it that needed no decision: it was looked at because of this one."""
        (only,) = node.edges
        after = only.node
        if after is not None and after.items is None and not after.is_decision and len(after.edges) == 1:
            only.skip()
            if after.location is not None and self._waiting_at(after).nodes.pop(after, 0) is None:
                self._count -= 1
        assert node.parent is not None
        for edge in node.parent.edges:
            if edge.node is node:
                edge.skip()

    def forget(self, place: object) -> None:
        """The branches there get no summary."""
        for node in self._waiting.pop(place).nodes:
            self._count -= 1
            if node.items is None:
                _settle(node, [])

    def covers(self, state: State, condition: Expr | bool, location: Location) -> Covered[T] | None:
        """What covers a state before a branch for all inputs of its path, as far as that can be said. Summaries of
        branches that are done are made if they may show it."""
        place = self.known.place(location, condition)
        waiting = self._waiting.get(place)
        if waiting is None and not self.known.knows(place):
            return None
        question = self.known.question(state, condition, location)
        while waiting is not None:
            node = question.promising(waiting)
            if node is None:
                break
            self._take(place, node)
            if node.stored:
                self._force(node)
        return question.answer()

    def _take(self, place: object, node: TreeNode[T]) -> None:
        waiting = self._waiting[place]
        del waiting.nodes[node]
        self._count -= 1
        if not waiting.nodes:
            del self._waiting[place]

    def summarise_all(self) -> None:
        while self._waiting:
            place, waiting = next(iter(self._waiting.items()))
            node = next(iter(waiting.nodes))
            self._take(place, node)
            if node.stored:
                self._force(node)

    def _force(self, node: TreeNode[T]) -> None:
        """Summarise a branch after the branches after it."""
        work = [node]
        while work:
            at = work[-1]
            missing = [after for after in _after(at) if after.items is None] if at.items is None else []
            if missing:
                work += missing
                continue
            work.pop()
            if at.items is None:
                _settle(at, self.known.summarise(at))


def _settle(node: TreeNode[T], items: list[T]) -> None:
    node.items = items
    node.edges = []
    node.snapshot = None


def _after(node: TreeNode[T]) -> Iterator[TreeNode[T]]:
    for edge in node.edges:
        if edge.node is not None:
            yield edge.node


def location_at(snapshot: Snapshot) -> Location:
    return location_of(snapshot.frames, snapshot.site, snapshot.returned)


def location_of(frames: Sequence[Frame], site: Site, returned: bool) -> Location:
    return tuple(f.call.number for f in frames if f.call is not None), site.number, returned
