"""Structs and arrays held in registers: tuples of their parts."""

from __future__ import annotations

from typing import Any

from secateur import expr
from secateur.expr import Expr
from secateur.ir.types import (
    EXTENDED,
    ArrayType,
    FloatType,
    StructType,
    Type,
    VectorType,
    field_offset,
    size_of,
    store_size_of,
)
from secateur.machine.path import Site
from secateur.machine.resolve import place
from secateur.machine.state import State
from secateur.machine.widths import width_of


def parts_of(kind: Type) -> list[tuple[int, Type]]:
    """(offset, type) of the direct parts."""
    if isinstance(kind, StructType):
        return [(field_offset(kind, i), f) for i, f in enumerate(kind.fields)]
    assert isinstance(kind, ArrayType | VectorType)
    return [(i * size_of(kind.element), kind.element) for i in range(kind.count)]


def require_plain(kind: Type) -> None:
    """Scalars that cannot be in a register cannot be loaded or stored as parts of a struct either."""
    if isinstance(kind, StructType | ArrayType | VectorType):
        for part in dict.fromkeys(kind.fields if isinstance(kind, StructType) else (kind.element,)):
            require_plain(part)
    else:
        width_of(kind)


def insert(whole: Any, indices: tuple[int, ...], part: Any) -> Any:
    """`insertvalue`."""
    if not indices:
        return part
    first, rest = indices[0], indices[1:]
    return (*whole[:first], insert(whole[first], rest, part), *whole[first + 1 :])


def load_aggregate(state: State, address: Expr | int, kind: Type, site: Site) -> Any:
    address = place(state, address, size_of(kind), site)
    if isinstance(kind, StructType | ArrayType | VectorType):
        return tuple(load_aggregate(state, address + offset, part, site) for offset, part in parts_of(kind))
    size = store_size_of(kind)
    accessor = state.machine.accessor
    if kind == EXTENDED:
        return accessor.load_extended(state, address, site)
    if isinstance(kind, FloatType):
        return accessor.load_float(state, address, None, size, site)
    value = accessor.load_int(state, address, None, size, site)
    return expr.extract(value, 0, width_of(kind), size * 8)


def store_aggregate(state: State, address: Expr | int, value: Any, kind: Type, site: Site) -> None:
    address = place(state, address, size_of(kind), site)
    if isinstance(kind, StructType | ArrayType | VectorType):
        for (offset, part), item in zip(parts_of(kind), value, strict=True):
            store_aggregate(state, address + offset, item, part, site)
        return
    if isinstance(value, bool):
        value = int(value)
    if kind == EXTENDED:
        state.machine.accessor.store_extended(state, address, value, site)
        return
    state.machine.accessor.store(state, address, value, store_size_of(kind), site)
