"""Values taken apart into bytes, and put together again."""

from __future__ import annotations

from secateur import expr
from secateur.expr import Expr
from secateur.machine.floats import bits_of
from secateur.machine.path import Value


def piece(value: Value, width: int, low: int, bits: int) -> Expr | int:
    """Some bits of a value, as an integer."""
    if isinstance(value, float):
        value = bits_of(value, width)
    if isinstance(value, int):
        return wrap(value >> low, bits)
    return expr.extract(value, low, bits, width)


def wrap(value: int, width: int) -> int:
    """The signed form of the low `width` bits."""
    half = 1 << width - 1
    return ((value + half) & (1 << width) - 1) - half


def join(parts: list[Value | None]) -> Expr | int | None:
    """Combine bytes, lowest first, into one value; None if one is missing."""
    result: Expr | int = 0
    width = 0
    for part in parts:
        if part is None:
            return None
        assert not isinstance(part, float)
        result = part if not width else expr.concat(part, result, 8, width)
        width += 8
    return result
