"""Joins: where several definitions reach a copy of a block, the branches before it choose among them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from secateur.approximation import operations
from secateur.approximation.frames import StaticFrame
from secateur.approximation.operations import Held
from secateur.approximation.unrolled import PIVOT
from secateur.expr import Expr
from secateur.ir.model import Phi
from secateur.ir.types import Type

if TYPE_CHECKING:
    from secateur.approximation.expansion import Expansion


class Joins:
    def __init__(self, expansion: Expansion) -> None:
        self._x = expansion

    def phi(self, frame: StaticFrame, copy: int, phi: Phi, depth: int) -> Held | None:
        graph = frame.graph
        before = graph.flow.predecessors[copy]
        if any(graph.copies[p].block == PIVOT for p in before) or not before:
            return None  # a later round
        return self.gate(
            frame,
            copy,
            lambda p: self._x.operand(frame, p, phi.incoming[graph.label(p)], depth),
            depth,
            phi.result.type,
        )

    def gate(self, frame: StaticFrame, copy: int, leaf: Callable[[int], Held], depth: int, kind: Type | int) -> Held:
        """The value at a copy of a block that is `leaf(p)` when it is entered from p. The branches before it choose, as
        far as their sides yield different values."""
        graph = frame.graph
        before = graph.flow.predecessors[copy]
        if len(before) == 1:
            return leaf(before[0])
        seen: dict[int, Held] = {}
        for here in graph.between(copy):
            sides: list[tuple[int, Held]] = []
            for side, target in enumerate(graph.flow.successors[here]):
                if target == copy:
                    sides.append((side, leaf(here)))
                elif target in seen:
                    sides.append((side, seen[target]))
            seen[here] = self._chosen(frame, here, sides, depth, kind)
        return seen[graph.between(copy)[-1]]

    def carried(
        self, frame: StaticFrame, copy: int, marks: int, leaf: Callable[[int], Held], depth: int, kind: Type | int
    ) -> Held:
        """The value at a copy of a block of something that `marks` redefine: `leaf(m)` if m was the last one passed, or
        that of its dominator if none was. Each walk carries the last one along, so that no branch is considered
        twice."""
        graph = frame.graph
        flow, inside = graph.flow, frozenset(graph.between(copy))
        seen: dict[tuple[int, int], Held] = {}

        def walk(here: int, last: int) -> Held:
            found = seen.get((here, last))
            if found is None:
                sides: list[tuple[int, Held]] = []
                for side, target in enumerate(flow.successors[here]):
                    if target == copy:
                        sides.append((side, leaf(last)))
                    elif target in inside:
                        sides.append((side, walk(target, target if marks >> target & 1 else last)))
                found = seen[here, last] = self._chosen(frame, here, sides, depth, kind)
            return found

        top = flow.idom[copy]
        return walk(top, top)

    def _chosen(
        self, frame: StaticFrame, copy: int, sides: list[tuple[int, Held]], depth: int, kind: Type | int
    ) -> Held:
        """The value chosen among the sides of a branch; the last one if no other is taken."""
        value = sides[-1][1]
        for side, other in reversed(sides[:-1]):
            if not same(other, value):
                value = operations.choose(
                    self._x.conditions.sides(frame, copy, self._x.below(depth))[side], other, value, kind
                )
        return value


def same(x: Held, y: Held) -> bool:
    """Are they certainly the same value?"""
    if isinstance(x, tuple):
        return isinstance(y, tuple) and all(same(a, b) for a, b in zip(x, y, strict=True))
    return x is y or (not isinstance(x, Expr) and not isinstance(y, Expr | tuple) and x == y)
