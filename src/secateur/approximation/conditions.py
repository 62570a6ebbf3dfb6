"""Path-family conditions: when a copy of a block is reached, and which side of a branch is taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

from secateur import expr
from secateur.approximation.frames import StaticFrame
from secateur.approximation.memo import Memo
from secateur.approximation.unrolled import PIVOT
from secateur.expr import Value
from secateur.ir.model import Call, ConditionalJump, IndirectJump, Symbol

if TYPE_CHECKING:
    from secateur.approximation.expansion import Expansion


class FamilyConditions:
    def __init__(self, expansion: Expansion) -> None:
        self._x = expansion
        self._sides_of: Memo[tuple[int, int], tuple[Value, ...]] = Memo(expansion.cuts)
        self._reach: Memo[tuple[int, int], Value] = Memo(expansion.cuts)

    def reach(self, frame: StaticFrame, copy: int, depth: int = 0) -> Value:
        """The path-family condition from the start to a copy of a block: the control dependences that lead there."""
        key = (frame.number, copy)
        known = self._reach.get(key, depth)
        if known is not None:
            return known[0]
        before = self._x.cuts.count
        controls = frame.graph.flow.controls[copy]
        value: Value
        if not frame.graph.flow.reachable[copy]:
            value = False
        elif not controls:
            value = self._entered(frame, depth)
        else:
            value = False
            for branch, side in controls:
                way = expr.and_(self.reach(frame, branch, depth), self.sides(frame, branch, depth)[side], 1)
                value = expr.or_(value, way, 1)
        return self._reach.put(key, depth, before, value)

    def _entered(self, frame: StaticFrame, depth: int) -> Value:
        """The condition under which a frame is entered."""
        if frame.is_anywhere:
            return self._x.stars.of_width(
                ("entered", frame.number), 1, "whether a function is called", frame.unit.function.position
            )
        if frame.caller is None:
            return True
        reached = self.reach(frame.caller, frame.copy, depth)
        item = self._x.code.items[frame.node]
        assert isinstance(item, Call)
        if isinstance(item.callee, Symbol):
            return reached
        callee = self._x.scalar(frame.caller, frame.copy, item.callee, self._x.below(depth))
        return expr.and_(reached, expr.eq(callee, self._x.machine.address_of(frame.name), 64), 1)

    def sides(self, frame: StaticFrame, copy: int, depth: int) -> tuple[Value, ...]:
        """The conditions of the successors of a copy that has several."""
        key = (frame.number, copy)
        known = self._sides_of.get(key, depth)
        if known is not None:
            return known[0]
        before = self._x.cuts.count
        return self._sides_of.put(key, depth, before, self._branch(frame, copy, depth))

    def _branch(self, frame: StaticFrame, copy: int, depth: int) -> tuple[Value, ...]:
        graph = frame.graph
        block = graph.copies[copy].block
        count = len(graph.flow.successors[copy])
        if block == PIVOT:
            position = frame.unit.function.position
            which = self._x.stars.of_width(("head", frame.number, copy), 8, "the entry into a loop", position)
            return tuple(expr.eq(which, side, 8) for side in range(count))
        item = self._x.code.items[frame.unit.terminator(block)]
        if isinstance(item, ConditionalJump):
            condition = self._x.scalar(frame, copy, item.condition, depth)
            return condition, expr.not_(condition)
        assert isinstance(item, IndirectJump)
        address = self._x.scalar(frame, copy, item.address, depth)
        labels = (self._x.machine.label_address(frame.name, label) for label in item.targets)
        return tuple(expr.eq(address, label, 64) for label in labels)
