"""Widths of scalars."""

from __future__ import annotations

from secateur.ir.types import FloatType, IntType, PointerType, Type
from secateur.machine.errors import UnsupportedCode


def width_of(kind: Type) -> int:
    """The width in bits of a scalar."""
    match kind:
        case IntType(width):
            return width
        case PointerType():
            return 64
        case FloatType("float"):
            return 32
        case FloatType("double"):
            return 64
        case _:
            raise UnsupportedCode(f"a value of type {kind}", None)
