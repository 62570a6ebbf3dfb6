"""The tree of the paths of `pse`, and the summaries of its branches, made when they are first asked for.

A branch is *done* when nothing that leaves it, or leaves a branch after it, is open. Its summary is computed when a
path reaches its location again, or when that of a branch before it is. Most locations are reached again, but many
branches on the way are not worth a summary: those of which only one side has been run, since no input takes the other.
They are left out of the tree, so the stretch between their neighbours is one.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from secateur.exploration.postconditions import Location, Postconditions
from secateur.machine.snapshot import Snapshot
from secateur.postcondition.general import End, StretchEnd
from secateur.postcondition.summary import Item

#: Maximum number of branches that keep their snapshot because their summary was not asked for. Beyond that, the oldest
#: ones get none.
MOST_WAITING = 4096


class TreeNode:
    """A branch in the tree of paths. `open` counts the tasks that leave here and the branches after it that are not
    done yet."""

    __slots__ = ("edges", "items", "location", "open", "parent", "side", "snapshot", "stored")

    def __init__(
        self, parent: TreeNode | None, side: bool, snapshot: Snapshot | None, location: Location | None
    ) -> None:
        self.parent = parent
        self.side = side  # of the parent
        self.snapshot = snapshot
        self.location = location
        self.stored = False  # is a summary kept of its location?
        self.open = 0
        self.edges: list[TreeEdge] = []
        self.items: list[Item] | None = None  # once computed

    @property
    def is_decision(self) -> bool:
        return self.snapshot is not None and not isinstance(self.snapshot.condition, bool)

    def repeats(self) -> bool:
        """Is there an earlier branch at the same location on the path to this one?"""
        earlier = self.parent
        while earlier is not None:
            if earlier.location == self.location:
                return True
            earlier = earlier.parent
        return False


@dataclass(slots=True)
class TreeEdge:
    """One side of a branch: the code up to a target, from which on `items` are covered; those of `node`, if there is
    one."""

    side: bool
    model: tuple[int, ...]
    target: StretchEnd | End
    items: list[Item]
    node: TreeNode | None = None

    def skip(self) -> None:
        """Go on to the only target of the target."""
        assert self.node is not None
        (only,) = self.node.edges
        self.target, self.items, self.node = only.target, only.items, only.node


class SummarisedTree:
    def __init__(self, known: Postconditions) -> None:
        self.known = known
        self._waiting: dict[Location, dict[TreeNode, None]] = {}  # done, to be summarised
        self._count = 0

    def done(self, node: TreeNode) -> None:
        """Nothing is left to be run from here."""
        if node.items is None and node.is_decision and len(node.edges) == 1:
            self._leave_out(node)
        elif node.stored and node.location is not None:
            self._waiting.setdefault(node.location, {})[node] = None
            self._count += 1
            if self._count > MOST_WAITING:
                self._give_up(next(iter(self._waiting)))

    def _leave_out(self, node: TreeNode) -> None:
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
        return location in self._waiting or location in self.known.summaries

    def _give_up(self, location: Location) -> None:
        for node in self._waiting.pop(location):
            self._count -= 1
            if node.items is None:
                _settle(node, [])

    def summarise(self, location: Location) -> None:
        """Make the summaries of the branches at a location that are done."""
        waiting = self._waiting.pop(location, None)
        if waiting:
            self._count -= len(waiting)
            for node in waiting:
                self._force(node)

    def summarise_all(self) -> None:
        while self._waiting:
            self.summarise(next(iter(self._waiting)))

    def forget(self) -> None:
        self._waiting.clear()
        self._count = 0

    def _force(self, node: TreeNode) -> None:
        """Compute the items of a branch after those of the branches after it, and store them."""
        work = [node]
        while work:
            at = work[-1]
            missing = [after for after in _after(at) if after.items is None] if at.items is None else []
            if missing:
                work += missing
                continue
            work.pop()
            if at.items is None:
                _settle(at, self._items(at))

    def _items(self, node: TreeNode) -> list[Item]:
        assert node.snapshot is not None
        sides: tuple[list[Item], list[Item]] = ([], [])
        for edge in node.edges:
            items = edge.items if edge.node is None else edge.node.items
            assert items is not None
            sides[edge.side].extend(self.known.before(node.snapshot, edge.side, edge.model, edge.target, items))
        items = self.known.joined(node.snapshot, sides[True], sides[False])
        if node.stored:
            self.known.store(node.snapshot, items)
        return items


def _settle(node: TreeNode, items: list[Item]) -> None:
    node.items = items
    node.edges = []
    node.snapshot = None


def _after(node: TreeNode) -> Iterator[TreeNode]:
    for edge in node.edges:
        if edge.node is not None:
            yield edge.node
