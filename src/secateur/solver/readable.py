"""Which of several values of an input a person would rather read in a test."""

from __future__ import annotations

import math

from secateur.expr import Expr


def unreadable(x: Expr, value: int) -> tuple[int, int, int, int]:
    """Sort key: printable characters first, then small numbers, positive before negative."""
    unseen = int(x.kind == "char" and value != 0 and not 32 <= value < 127)
    size = value & (1 << x.width) - 1 if x.kind in ("unsigned", "pointer") else abs(value)
    return unseen, size, value < 0, x.args[0]


def simplest(low: float, high: float) -> float:
    """A number between the ends with few digits, near zero."""
    if low <= 0 <= high:
        return 0.0
    if high < 0:
        return -simplest(-high, -low)
    high = min(high, max(10 * low, 1.0), 1e300)
    if not low < high:
        return low
    first = -math.floor(math.log10(high))
    for digits in range(first, min(first + 20, 300)):
        scale = 10.0 ** abs(digits)
        number = math.ceil(low * scale) / scale if digits >= 0 else math.ceil(low / scale) * scale
        if low <= number <= high:
            return number
    return low
