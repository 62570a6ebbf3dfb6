"""Bounds of a number that is compared with constants.

Only what counters need: a comparison of a cell, or of a cell plus a constant, with a constant. Bounds that are far
away, such as those of a check for overflow, are rounded to a grid, so that they do not differ after every step of a
counter.
"""

from __future__ import annotations

from collections.abc import Sequence

from secateur import expr
from secateur.expr import Expr

#: The least and the greatest number.
Bounds = tuple[int, int]

#: Bounds are never farther out than this; so a sum of such a number and an offset below it does not wrap around in 32
#: bits.
FARTHEST = 1 << 30
#: Bounds from here on are rounded to multiples of it.
GRID = 1 << 16


def bounds_of(condition: Expr, model: Sequence[int]) -> tuple[Expr, Bounds] | None:
    """A value, and bounds between which the condition holds, as it does under the model; None if it is not that
    simple."""
    if condition.op == "not":
        inner = condition.args[0]
        return _unequal(inner, model) if isinstance(inner, Expr) and inner.op == "eq" else None
    if condition.op not in ("sle", "slt", "ule", "ult"):
        return None
    left, right = condition.args
    strict = condition.op in ("slt", "ult")
    lowest = -FARTHEST if condition.op in ("sle", "slt") else 0  # unsigned numbers are compared if both are positive
    if isinstance(left, Expr) and isinstance(right, int):
        return (left, (lowest, min(right - strict, FARTHEST))) if right >= lowest else None
    if isinstance(left, int) and isinstance(right, Expr):
        return (right, (max(left + strict, lowest), FARTHEST)) if left >= lowest else None
    return None


def _unequal(equality: Expr, model: Sequence[int]) -> tuple[Expr, Bounds] | None:
    """All numbers on the same side of the excluded one."""
    value, excluded = equality.args
    if not isinstance(value, Expr) or not isinstance(excluded, int) or value.width < 32:
        return None
    if int(expr.evaluate(value, model)) > excluded:
        return value, (max(excluded + 1, -FARTHEST), FARTHEST)
    return value, (-FARTHEST, min(excluded - 1, FARTHEST))


def moved_bounds(value: Expr, bounds: Bounds) -> tuple[int, Bounds] | None:
    """The variable that a value is computed from by adding a constant, and bounds of it that keep the value between
    those given; None if it is not computed so, or may wrap around."""
    offset = 0
    if value.op == "add" and isinstance(value.args[1], int):
        value, offset = value.args
    if value.op != "var" or value.width < 32 or abs(offset) >= FARTHEST:
        return None
    low, high = bounds[0] - offset, bounds[1] - offset
    if abs(low) >= GRID:
        low = max(-(-low // GRID) * GRID, -FARTHEST)
    if abs(high) >= GRID:
        high = min(high // GRID * GRID, FARTHEST)
    number: int = value.args[0]
    return number, (low, high)
