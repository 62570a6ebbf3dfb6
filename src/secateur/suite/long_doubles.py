"""`long double` in tests: ten bytes as in memory, the texts of observations, and the values in JSON.

Python has no such numbers. A value that a double holds exactly is a number in JSON; any other is a hexadecimal text.
"""

from __future__ import annotations

from decimal import Decimal, localcontext

from secateur.expr import extended, ieee
from secateur.expr.extended_text import of_text, text

__all__ = [
    "KIND",
    "SIZE",
    "decimal",
    "decode",
    "encode",
    "is_double",
    "is_nan",
    "of_text",
    "pattern",
    "text",
    "to_bytes",
]

KIND = "f80"
SIZE = 10
_NAN = extended.to_memory(extended.nan())


def to_bytes(pattern: int) -> bytes:
    """The bytes in memory of a pattern (`expr.extended`)."""
    return extended.to_memory(pattern & (1 << extended.WIDTH) - 1).to_bytes(SIZE, "little")


def pattern(data: bytes) -> int:
    return extended.from_memory(int.from_bytes(data[:SIZE], "little"))


def is_nan(data: bytes) -> bool:
    return ieee.is_nan(pattern(data), extended.WIDTH)


def decimal(shown: str) -> str:
    """A decimal number that is read as the same `long double`: 21 digits are enough for 64 bits."""
    value = extended.decode(of_text(shown))
    with localcontext() as context:
        context.prec, context.Emax, context.Emin = 21, 99_999, -99_999
        size = Decimal(value.magnitude) * Decimal(2) ** value.power
    return f"{'-' if value.negative else ''}{size:e}"


def is_double(number: int) -> bool:
    """Is there a double with this value?"""
    return extended.convert(extended.convert(number, extended.WIDTH, 64), 64, extended.WIDTH) == number


def decode(data: bytes) -> float | str:
    """The bytes as JSON, without loss."""
    number = pattern(data)
    if ieee.is_nan(number, extended.WIDTH):
        bits = int.from_bytes(data[:SIZE], "little")
        return "nan" if bits == _NAN else f"nan:{bits:#x}"
    is_finite = extended.decode(number).kind == "finite"
    return ieee.to_float(number, extended.WIDTH) if is_finite and is_double(number) else text(number)


def encode(value: float | str) -> bytes:
    """JSON to bytes. Raises ValueError for a text that is no number."""
    if isinstance(value, str):
        if value.startswith("nan:"):
            return int(value[4:], 16).to_bytes(SIZE, "little")
        if "x" not in value and value.lstrip("+-") not in ("nan", "inf"):
            raise ValueError(value)
        return to_bytes(of_text(value))
    if isinstance(value, int):
        return to_bytes(extended.from_int(value))
    return to_bytes(extended.convert(ieee.to_bits(value, 64), 64, extended.WIDTH))
