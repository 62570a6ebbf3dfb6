"""Widths of scalars."""

from __future__ import annotations

from secateur.ir.instructions.scope import float_name
from secateur.ir.types import FloatType, IntType, PointerType, Type
from secateur.machine.errors import UnsupportedCode
from secateur.machine.unsupported import UnsupportedKind


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
        case FloatType("x86_fp80"):
            return 79  # without the explicit leading bit (`expr.extended`)
        case _:
            name = f"`{float_name(kind)}`" if isinstance(kind, FloatType) else "vectors"
            raise UnsupportedCode(f"arithmetic on {name}", UnsupportedKind.TYPE)
