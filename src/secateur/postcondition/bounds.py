"""Bounds of a number that is compared with constants.

Only what counters need: a comparison of a cell, or of a cell plus a constant, with a constant. Bounds that are far
away, such as those of a check for overflow, are rounded to a grid, so that they do not differ after every step of a
counter.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from secateur import expr
from secateur.expr import Expr

#: The least and the greatest number.
Bounds = tuple[int, int]

#: Bounds are never farther out than this; so a sum of such a number and an offset below it does not wrap around in 32
#: bits.
FARTHEST = 1 << 30
#: Bounds from here on are rounded to multiples of it.
GRID = 1 << 16


@dataclass(frozen=True, slots=True)
class BoundCondition:
    """A condition on one variable: the `value`, the variable plus a constant, is compared with a constant. It holds
    while the variable lies between `bounds`. If a number is `excluded`, these are for a value above it, and `below` for
    the others."""

    number: int
    value: Expr
    bounds: Bounds
    excluded: int | None = None
    below: Bounds = (0, 0)

    def bounds_under(self, model: Sequence[int]) -> Bounds:
        """As it holds under the model."""
        if self.excluded is None or int(expr.evaluate(self.value, model)) > self.excluded:
            return self.bounds
        return self.below


def limit_of(condition: Expr) -> BoundCondition | None:
    """None if the condition is not that simple, or if the value may wrap around."""
    if condition.op == "not":
        inner = condition.args[0]
        return _unequal(inner) if isinstance(inner, Expr) and inner.op == "eq" else None
    if condition.op not in ("sle", "slt", "ule", "ult"):
        return None
    left, right = condition.args
    strict = condition.op in ("slt", "ult")
    lowest = -FARTHEST if condition.op in ("sle", "slt") else 0  # unsigned numbers are compared if both are positive
    if isinstance(left, Expr) and isinstance(right, int) and right >= lowest:
        return _limit(left, (lowest, min(right - strict, FARTHEST)))
    if isinstance(left, int) and isinstance(right, Expr) and left >= lowest:
        return _limit(right, (max(left + strict, lowest), FARTHEST))
    return None


def common_bounds(limits: Sequence[BoundCondition], model: Sequence[int]) -> Bounds:
    """Between which all of them hold, as they do under the model."""
    lows, highs = zip(*(limit.bounds_under(model) for limit in limits), strict=True)
    return max(lows), min(highs)


def _limit(value: Expr, bounds: Bounds) -> BoundCondition | None:
    found = variable_in(value)
    return None if found is None else BoundCondition(found[0], value, moved(bounds, found[1]))


def _unequal(equality: Expr) -> BoundCondition | None:
    """All numbers on the same side of the excluded one."""
    value, excluded = equality.args
    found = variable_in(value) if isinstance(value, Expr) and isinstance(excluded, int) else None
    if found is None:
        return None
    number, offset = found
    above = moved((max(excluded + 1, -FARTHEST), FARTHEST), offset)
    return BoundCondition(number, value, above, excluded, moved((-FARTHEST, min(excluded - 1, FARTHEST)), offset))


def variable_in(value: Expr) -> tuple[int, int] | None:
    """The variable that a value is computed from by adding a constant, and the constant; None if it is not computed so,
    or may wrap around."""
    offset = 0
    if value.op == "add" and isinstance(value.args[1], int):
        value, offset = value.args
    if value.op != "var" or value.width < 32 or abs(offset) >= FARTHEST:
        return None
    number: int = value.args[0]
    return number, offset


def moved(bounds: Bounds, offset: int) -> Bounds:
    """Bounds of a number that keep the number plus an offset between those given."""
    low, high = bounds[0] - offset, bounds[1] - offset
    if abs(low) >= GRID:
        low = max(-(-low // GRID) * GRID, -FARTHEST)
    if abs(high) >= GRID:
        high = min(high // GRID * GRID, FARTHEST)
    return low, high
