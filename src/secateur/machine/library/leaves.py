"""What an object that is made symbolic consists of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from secateur import expr
from secateur.expr import Expr
from secateur.ir.types import (
    EXTENDED,
    ArrayType,
    FloatType,
    IntType,
    PointerType,
    StructType,
    Type,
    field_offset,
    size_of,
)
from secateur.machine.memory import Object

Leaf = tuple[int, str, int, str]
"""Offset, suffix of the name, width and kind of a scalar."""


def leaves_of(target: Object, address: int, size: int) -> list[Leaf]:
    """The scalars of an object that is made symbolic as a whole; otherwise, and if there is padding, its bytes."""
    kind = target.shape.type
    if kind is not None and address == target.start and size == size_of(kind):
        leaves = list(scalar_leaves(kind, 0, ""))
        if sum(width // 8 for _, _, width, _ in leaves) == size:
            return leaves
    return [(i, f"[{i}]", 8, "unsigned") for i in range(size)]


def scalar_leaves(kind: Type, offset: int, suffix: str) -> list[Leaf]:
    """Those of a type."""
    match kind:
        case IntType(width):
            return [(offset, suffix, max(8, width), "signed")]
        case PointerType():
            return [(offset, suffix, 64, "pointer")]
        case FloatType("float"):
            return [(offset, suffix, 32, "f32")]
        case FloatType("double"):
            return [(offset, suffix, 64, "f64")]
        case ArrayType(element, count):
            step = size_of(element)
            found = (scalar_leaves(element, offset + i * step, f"{suffix}[{i}]") for i in range(count))
            return [leaf for part in found for leaf in part]
        case StructType(fields):
            parts = (scalar_leaves(f, offset + field_offset(kind, i), f"{suffix}.{i}") for i, f in enumerate(fields))
            return [leaf for part in parts for leaf in part]
        case _:
            return []


def long_doubles_of(target: Object, address: int, size: int) -> list[int]:
    """Where in an object that is made symbolic byte by byte a `long double` begins."""
    kind = target.shape.type
    if kind is None or address != target.start or size != size_of(kind):
        return []
    return [offset for offset, each in _parts_of(kind, 0) if each == EXTENDED]


def _parts_of(kind: Type, offset: int) -> Iterator[tuple[int, Type]]:
    match kind:
        case ArrayType(element, count):
            for i in range(count):
                yield from _parts_of(element, offset + i * size_of(element))
        case StructType(fields):
            for i, each in enumerate(fields):
                yield from _parts_of(each, offset + field_offset(kind, i))
        case _:
            yield offset, kind


def is_long_double(cells: Sequence[Any]) -> Expr | int:
    """The leading bit is 1 unless the exponent is 0: other patterns are no numbers, and no operation makes them."""
    leading = expr.extract(cells[7], 7, 1, 8)
    exponent = expr.or_(cells[8], expr.and_(cells[9], 127, 8), 8)
    return expr.eq(leading, expr.ne(exponent, 0, 8), 1)
