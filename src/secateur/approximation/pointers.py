"""Conversions between pointers and numbers.

The constant of an address identifies its object. That is right as long as the address is an offset from an object. A
number computed from addresses may identify a wrong object: it is *sealed*, that is, replaced by a `*`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from secateur import expr
from secateur.approximation.addresses import LARGE, MOST_TARGETS, holds_address, is_wide, parts
from secateur.approximation.frames import StaticFrame
from secateur.expr import Expr, Value
from secateur.ir.model import Operand, Position
from secateur.machine.memory import SHIFT

if TYPE_CHECKING:
    from secateur.approximation.expansion import Expansion


class Pointers:
    def __init__(self, expansion: Expansion) -> None:
        self._x = expansion
        self._numbers: dict[int, Expr] = {}  # the star for the address of each object, by its start
        self._numbers_mask = 0

    def index(self, frame: StaticFrame, copy: int, node: int, index: Operand, depth: int) -> Value:
        """An index. A pointer difference is a valid index, but inside an address it would identify a wrong object."""
        value = self._x.scalar(frame, copy, index, depth)
        if isinstance(value, Expr) and value.width == 64 and holds_address(value):
            return self._sealed(frame, copy, node, value)
        return value

    def as_number(self, value: Value, position: Position) -> Value:
        """A pointer as a number. Only the addresses of globals are known. Any other object has a `*` as its number,
        always the same one, so that differences are correct."""
        result: Value | None = None
        for guard, place in reversed(self._x.leaves.of(value, MOST_TARGETS)):
            home = self._x.objects.home(parts(place)[0] >> SHIFT)
            number = place
            if home is not None and not home.is_numbered:
                star = self._x.stars.of_width(("number", home.start), 64, "the address of an object", position)
                assert isinstance(star, Expr)
                self._numbers[home.start] = star
                self._numbers_mask |= star.variables
                number = expr.add(place, expr.mul(star, 1 << SHIFT, 64), 64)
            result = number if result is None else expr.ite(guard, number, result, 64)
        assert result is not None
        return result

    def of_number(self, frame: StaticFrame, copy: int, node: int, value: Value) -> Value:
        """A pointer that was a number or was stored in memory: its constant may stem from a pointer difference."""
        if not isinstance(value, Expr):
            return value
        result: Value | None = None
        for guard, place in reversed(self._x.leaves.of(value, MOST_TARGETS)):
            found = self._address(place)
            if found is None:
                return self._sealed(frame, copy, node, value)
            result = found if result is None else expr.ite(guard, found, result, 64)
        assert result is not None
        return result

    def _address(self, number: Value) -> Value | None:
        """The number as an address, if its constant identifies the right object; else None."""
        constant, terms = parts(number)
        home = self._x.objects.home(constant >> SHIFT)
        star = None if home is None else self._numbers.get(home.start)
        if star is not None and (1 << SHIFT, star) in terms:
            number = expr.sub(number, expr.mul(star, 1 << SHIFT, 64), 64)
            constant, terms = parts(number)
        if isinstance(number, Expr) and number.variables & self._numbers_mask:
            return None
        if abs(constant) >= LARGE and any(is_wide(t) or holds_address(t) for _, t in terms):
            return None
        return number

    def may_be_apart(self, x: Value, y: Value) -> bool:
        """Can two pointers point to different objects?"""
        bases = {parts(p)[0] >> SHIFT for p in (x, y)}
        return len(bases) > 1 or any(is_wide(term) or holds_address(term) for p in (x, y) for _, term in parts(p)[1])

    def _sealed(self, frame: StaticFrame, copy: int, node: int, value: Expr) -> Value:
        key = ("sealed", frame.number, copy, node, value)
        return self._x.stars.of_width(key, 64, "computed from addresses", self._x.code.position(node))
