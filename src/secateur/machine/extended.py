"""`long double` in registers: patterns of 79 bits (`expr.extended`), numbers or expressions, never Python's floats.

Concrete NaNs are as the hardware makes them: an invalid operation gives a negative one, others pass on an operand.
"""

from __future__ import annotations

from collections.abc import Callable

from secateur import expr
from secateur.expr import Expr, extended, ieee
from secateur.expr.extended import WIDTH

Pattern = Expr | int

#: Bytes that a load or store touches; the others of the 16 are padding.
SIZE = 10
_QUIET = 1 << 62
_INVALID = ieee.NAN[WIDTH] + ieee.SIGN[WIDTH]

_CONCRETE: dict[str, Callable[[int, int], int]] = {
    "fadd": extended.add,
    "fsub": extended.subtract,
    "fmul": extended.multiply,
    "fdiv": extended.divide,
    "frem": extended.remainder,
}


def is_nan(x: int) -> bool:
    return ieee.is_nan(x, WIDTH)


def binary(op: str, x: int, y: int) -> int:
    """Concrete arithmetic."""
    if is_nan(x) or is_nan(y):
        candidates = [each | _QUIET for each in (x, y) if is_nan(each)]
        return max(candidates, key=lambda each: (each & (1 << 63) - 1, each >= 0))
    result = _CONCRETE[op](x, y)
    return _INVALID if is_nan(result) else result


def convert(x: int, width: int, to: int) -> int:
    """Between formats; a NaN keeps its sign and the leading part of its fraction."""
    if not ieee.is_nan(x, width):
        return extended.convert(x, width, to)
    shift = ieee.FRACTION[to] - ieee.FRACTION[width]
    fraction = x & (1 << ieee.FRACTION[width]) - 1
    moved = fraction << shift if shift > 0 else fraction >> -shift
    return (ieee.NAN[to] | moved) + (ieee.SIGN[to] if x < 0 else 0)


# --- memory


def to_memory(x: Pattern) -> Pattern:
    """The 80 bits in memory, with the explicit leading bit."""
    if isinstance(x, int):
        bits = extended.to_memory(x)
        return bits - (1 << 80) if bits >> 79 else bits
    top = expr.extract(x, 63, 16, WIDTH)
    leading = expr.ne(expr.extract(x, 63, 15, WIDTH), 0, 15)
    low = expr.concat(leading, expr.extract(x, 0, 63, WIDTH), 1, 63)
    return expr.concat(top, low, 16, 64)


def from_memory(bits: Pattern) -> Pattern:
    if isinstance(bits, int):
        return extended.from_memory(bits & (1 << 80) - 1)
    return expr.concat(expr.extract(bits, 64, 16, 80), expr.extract(bits, 0, 63, 80), 16, 63)
