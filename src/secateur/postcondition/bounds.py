"""Bounds of a number, for checks of arithmetic that it is far from failing.

Only what counters need: a comparison of a cell, or of a cell plus a constant, with a constant. Bounds are rounded to a
grid, so that they do not differ after every step of a counter.
"""

from __future__ import annotations

from secateur.expr import Expr

#: The least and the greatest number.
Bounds = tuple[int, int]

#: Bounds are never farther out than this; so a sum of such a number and an offset below it does not wrap around in 32
#: bits.
FARTHEST = 1 << 30
GRID = 1 << 16


def bounds_of(condition: Expr) -> tuple[Expr, Bounds] | None:
    """A value, and bounds between which the condition holds; None if it is not that simple."""
    if condition.op == "not":
        inner = condition.args[0]
        if not isinstance(inner, Expr) or inner.op != "eq":
            return None
        value, excluded = inner.args
        if not isinstance(value, Expr) or not isinstance(excluded, int) or abs(excluded) < FARTHEST:
            return None
        return value, (-FARTHEST + 1, FARTHEST - 1)
    if condition.op not in ("sle", "slt"):
        return None
    left, right = condition.args
    strict = condition.op == "slt"
    if isinstance(left, Expr) and isinstance(right, int):
        return left, (-FARTHEST, min(right - strict, FARTHEST))
    if isinstance(left, int) and isinstance(right, Expr):
        return right, (max(left + strict, -FARTHEST), FARTHEST)
    return None


def moved_bounds(value: Expr, bounds: Bounds) -> tuple[int, Bounds] | None:
    """The variable that a value is computed from by adding a constant, and bounds of it that keep the value between
    those given; None if it is not computed so, or may wrap around."""
    offset = 0
    if value.op == "add" and isinstance(value.args[1], int):
        value, offset = value.args
    if value.op != "var" or value.width < 32 or abs(offset) >= FARTHEST:
        return None
    low, high = bounds[0] - offset, bounds[1] - offset
    low, high = max(-(-low // GRID) * GRID, -FARTHEST), min(high // GRID * GRID, FARTHEST)
    number: int = value.args[0]
    return number, (low, high)
