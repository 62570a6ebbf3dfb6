"""Path families as shown to users: the sides of branches that lead to a place, by line (SPA, Definitions 1 to 3)."""

from __future__ import annotations

from dataclasses import dataclass

from secateur.approximation.approximation import Approximation
from secateur.approximation.frames import Point, StaticFrame
from secateur.ir.model import ConditionalJump
from secateur.machine.path import OWN_FILES

#: Maximum number of edge lists per point.
MOST_LISTS = 64


@dataclass(frozen=True, slots=True)
class Edge:
    """One side of a branch, or `*`: a function is called from anywhere. `function` is the enclosing function."""

    line: int
    side: str
    function: str

    def __str__(self) -> str:
        return f"{self.line}{self.side}"


#: Sides of branches in the order in which a run takes them.
EdgeList = tuple[Edge, ...]


class Families:
    """The edge lists of the control-dependence family from the start to a point."""

    def __init__(self, approximation: Approximation) -> None:
        self._code = approximation.code
        self._lists: dict[tuple[int, int], tuple[EdgeList, ...]] = {}

    def of(self, points: list[Point]) -> tuple[EdgeList, ...]:
        """Those to any of the points, without duplicates, shorter ones first."""
        found = dict.fromkeys(way for point in points for way in self._to(point.frame, point.copy))
        return tuple(sorted(found, key=len)[:MOST_LISTS])

    def _to(self, frame: StaticFrame, copy: int) -> tuple[EdgeList, ...]:
        key = (frame.number, copy)
        found = self._lists.get(key)
        if found is None:
            found = self._lists[key] = self._find(frame, copy)
        return found

    def _find(self, frame: StaticFrame, copy: int) -> tuple[EdgeList, ...]:
        flow = frame.graph.flow
        if not flow.reachable[copy]:
            return ()
        controls = flow.controls[copy]
        if not controls and frame.is_anywhere:
            return ((Edge(frame.unit.function.position.line, "*", frame.name),),)  # called from anywhere
        if not controls:
            return self._to(frame.caller, frame.copy) if frame.caller is not None else ((),)
        lists: dict[EdgeList, None] = {}
        for branch, side in controls:
            edge = self._edge(frame, branch, side)
            for way in self._to(frame, branch):
                lists[way if edge is None else (*way, edge)] = None
        return tuple(sorted(lists, key=len)[:MOST_LISTS])

    def _edge(self, frame: StaticFrame, copy: int, side: int) -> Edge | None:
        """None for code that the user did not write."""
        block = frame.graph.copies[copy].block
        if block < 0:
            return None
        item = self._code.items[frame.unit.terminator(block)]
        if not item.position.line or item.position.file.startswith(OWN_FILES):
            return None
        if isinstance(item, ConditionalJump):
            return Edge(item.position.line, "TF"[side ^ item.inverted], frame.name)
        return Edge(item.position.line, f"#{side + 1}", frame.name)
