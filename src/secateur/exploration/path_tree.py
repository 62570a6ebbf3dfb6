"""The tree of the paths of `pse`, and what is known about its branches, found when it is first asked for.

A branch is *done* when nothing that leaves it, or leaves a branch after it, is open. It is summarised when a path
reaches its location again, or when a branch before it is. Most locations are reached again, but many branches on the
way are not worth a summary: those of which only one side has been run, since no input takes the other. They are left
out of the tree, so the stretch between their neighbours is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
    """Why a path need not go on: what covers its state, and the decisions before it that this rests on."""

    items: list[T]
    reasons: int = 0


class Knowledge(Protocol[T]):
    """What is known about the states at a location. `spent`: the work that it took, in instructions."""

    spent: int

    def learn(self, path: Path) -> None: ...

    def at_end(self) -> T: ...

    def summarise(self, node: TreeNode[T]) -> list[T]:
        """The items of a branch, made from those of the branches after it; stored at its location if wanted."""
        ...

    def covers(self, state: State, condition: Expr | bool, location: Location) -> Covered[T] | None: ...

    def knows(self, location: Location) -> bool: ...

    def told(self) -> list[tuple[int, list[str]]]: ...


class SummarisedTree(Generic[T]):
    def __init__(self, known: Knowledge[T]) -> None:
        self.known = known
        self._waiting: dict[Location, dict[TreeNode[T], None]] = {}  # done, to be summarised
        self._count = 0

    def done(self, node: TreeNode[T]) -> None:
        """Nothing is left to be run from here."""
        if node.items is None and node.is_decision and len(node.edges) == 1:
            self._leave_out(node)
        elif node.location is not None:
            self._waiting.setdefault(node.location, {})[node] = None
            self._count += 1
            if self._count > MOST_WAITING:
                self.forget(next(iter(self._waiting)))

    def _leave_out(self, node: TreeNode[T]) -> None:
        """And the branch after it that needed no decision: it was looked at because of this one."""
        (only,) = node.edges
        after = only.node
        if after is not None and after.items is None and not after.is_decision and len(after.edges) == 1:
            only.skip()
            if after.location is not None and self._waiting.get(after.location, {}).pop(after, 0) is None:
                self._count -= 1
        assert node.parent is not None
        for edge in node.parent.edges:
            if edge.node is node:
                edge.skip()

    def knows(self, location: Location) -> bool:
        """Has everything been run that follows some branch at this location?"""
        return location in self._waiting or self.known.knows(location)

    def forget(self, location: Location) -> None:
        """The branches there get no summary."""
        for node in self._waiting.pop(location, ()):
            self._count -= 1
            if node.items is None:
                _settle(node, [])

    def summarise(self, location: Location) -> None:
        """Make the summaries of the branches at a location that are done."""
        waiting = self._waiting.pop(location, None)
        if waiting:
            self._count -= len(waiting)
            for node in waiting:
                if node.stored:
                    self._force(node)

    def summarise_all(self) -> None:
        while self._waiting:
            self.summarise(next(iter(self._waiting)))

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
