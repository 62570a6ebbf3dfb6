"""Instructions that can fail or decide something, and the operands that this depends on.

They are the criteria of dependence guided exploration: what they show on a path is determined by the decisions that
these operands depend on. All other instructions only pass values on.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from secateur.dependence.control.code import Unit
from secateur.dependence.memory.ranges import combined, fits
from secateur.ir.model import Binary, Call, Cast, GetElement, Operand, Register, Return
from secateur.ir.types import IntType
from secateur.machine.fault import FaultKind

if TYPE_CHECKING:
    from secateur.dependence.static import Static

_DIVISIONS = frozenset({"sdiv", "udiv", "srem", "urem"})
_SHIFTS = frozenset({"shl", "lshr", "ashr"})
_SUMS = frozenset({"add", "sub", "mul"})
_TO_INTEGER = frozenset({"fptosi", "fptoui"})


class Fallible:
    """What can fail in a program with these checks."""

    def __init__(self, checks: Collection[FaultKind], static: Static) -> None:
        self.checks = checks
        self.unwritten = static.unwritten
        self.ranges = static.ranges

    def deciding(self, unit: Unit, item: object) -> tuple[int, ...]:
        """The registers that decide whether a computation or the output of a value fails; empty if it cannot fail."""
        return tuple(each.index for each in self._operands(unit, item) if isinstance(each, Register))

    def _operands(self, unit: Unit, item: object) -> tuple[Operand, ...]:
        match item:
            case Binary():
                return (item.left, item.right) if self._can_fail(unit, item) else ()
            case GetElement():
                return (item.base, *item.indices)
            case Cast(op=op, value=value) if op in _TO_INTEGER:
                return (value,)
            case Cast(op="trunc", result=result, value=value) if result.type == IntType(1):
                return (value,)
            case Call(arguments=arguments):
                return tuple(each for each in arguments if self.unwritten.may_be(unit, each))
            case Return(value=value) if value is not None:
                return (value,) if self.unwritten.may_be(unit, value) else ()
        return ()

    def _can_fail(self, unit: Unit, item: Binary) -> bool:
        kind = item.result.type
        if not isinstance(kind, IntType):
            return False
        left, right = self.ranges.of(unit, item.left), self.ranges.of(unit, item.right)
        if item.op in _DIVISIONS:
            return right[0] <= 0 <= right[1] or (item.op[0] == "s" and right[0] <= -1 <= right[1])
        if item.op in _SHIFTS:
            return right[0] < 0 or right[1] >= kind.width or {"nsw", "nuw"} <= set(item.flags)
        if item.op not in _SUMS or "nsw" not in item.flags or FaultKind.SIGNED_OVERFLOW not in self.checks:
            return False
        exact = combined(item.op, left, right)
        return exact is None or not fits(exact, kind)
