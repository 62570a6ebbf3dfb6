"""Constants: as values in registers, and as the initial bytes of globals."""

from __future__ import annotations

import struct
from typing import TYPE_CHECKING

from secateur import expr
from secateur.expr import Expr, extended
from secateur.ir.model import (
    Aggregate,
    Bytes,
    Constant,
    Float,
    Folded,
    Int,
    Null,
    Operand,
    Register,
    Symbol,
    Undefined,
    Zero,
)
from secateur.ir.types import (
    EXTENDED,
    ArrayType,
    FloatType,
    IntType,
    StructType,
    Type,
    VectorType,
    field_offset,
    size_of,
    store_size_of,
)
from secateur.machine.errors import UnsupportedCode
from secateur.machine.floats import of_bits
from secateur.machine.value_parts import wrap
from secateur.machine.widths import width_of

if TYPE_CHECKING:
    from secateur.machine.machine import Machine

Held = int | float | tuple["Held", ...]


def constant_value(constant: Operand, machine: Machine) -> Held:
    """The register value of a constant: an int, bool, float, or a tuple for an aggregate."""
    match constant:
        case Int(type=IntType(1), value=value):
            return bool(value)
        case Int(value=value):
            return value
        case Float(type=kind, bits=bits):
            width = width_of(kind)
            if kind == EXTENDED:
                return extended.from_memory(bits)
            return of_bits(wrap(bits, width), width)
        case Null():
            return 0
        case Undefined(type=kind) | Zero(type=kind):
            return zero_of(kind)
        case Aggregate(items=items):
            return tuple(constant_value(i, machine) for i in items)
        case Bytes(data=data):
            return tuple(wrap(b, 8) for b in data)
        case Symbol(name=name):
            return machine.address_of(name)
        case Folded():
            return _folded(constant, machine)
        case Register():
            raise AssertionError("a register is not a constant")


def zero_of(kind: Type) -> Held:
    match kind:
        case IntType(1):
            return False
        case FloatType() if kind != EXTENDED:
            return 0.0
        case ArrayType(element, count) | VectorType(element, count):
            return (zero_of(element),) * count
        case StructType(fields):
            return tuple(zero_of(f) for f in fields)
        case _:
            return 0


def _folded(constant: Folded, machine: Machine) -> int:
    if constant.op == "blockaddress":
        function, label = constant.operands
        assert isinstance(function, Symbol)
        assert isinstance(label, Symbol)
        return machine.label_address(function.name, label.name)
    values = [constant_value(o, machine) for o in constant.operands]
    ints = [v for v in values if isinstance(v, int)]
    if len(ints) != len(values):
        raise UnsupportedCode(f"the constant expression '{constant.op}'")
    width = width_of(constant.type)
    match constant.op:
        case "getelementptr":
            assert constant.source is not None
            return ints[0] + offset_of(constant.source, ints[1:])
        case "bitcast" | "inttoptr" | "ptrtoint" | "addrspacecast" | "trunc":
            return wrap(ints[0], width) if width > 1 else bool(ints[0] & 1)
        case "add" | "sub" | "mul" | "xor" | "and" | "or" | "shl":
            names = {"and": "and_", "or": "or_"}
            result = getattr(expr, names.get(constant.op, constant.op))(ints[0], ints[1], width)
            assert not isinstance(result, Expr)
            return int(result)
        case _:
            raise UnsupportedCode(f"the constant expression '{constant.op}'")


def offset_of(kind: Type, indices: list[int]) -> int:
    """The byte offset of a `getelementptr` with constant indices."""
    offset = indices[0] * size_of(kind)
    for index in indices[1:]:
        if isinstance(kind, StructType):
            offset += field_offset(kind, index)
            kind = kind.fields[index]
        else:
            assert isinstance(kind, ArrayType | VectorType)
            kind = kind.element
            offset += index * size_of(kind)
    return offset


def image(constant: Constant, machine: Machine) -> bytes:
    """The initial bytes of a global."""
    data = bytearray(size_of(constant.type))
    _place(constant, constant.type, 0, data, machine)
    return bytes(data)


def _place(constant: Constant, kind: Type, offset: int, data: bytearray, machine: Machine) -> None:
    match constant:
        case Zero() | Undefined() | Null():
            return
        case Bytes(data=text):
            data[offset : offset + len(text)] = text
        case Aggregate(items=items):
            for number, item in enumerate(items):
                if isinstance(kind, StructType):
                    where, inner = field_offset(kind, number), kind.fields[number]
                else:
                    assert isinstance(kind, ArrayType | VectorType)
                    where, inner = number * size_of(kind.element), kind.element
                _place(item, inner, offset + where, data, machine)
        case _:
            size = store_size_of(kind)
            value = constant_value(constant, machine)
            if isinstance(value, float):
                data[offset : offset + size] = struct.pack("<f" if size == 4 else "<d", value)
            else:
                assert isinstance(value, int)
                if kind == EXTENDED:
                    value = extended.to_memory(value)
                data[offset : offset + size] = (value & (1 << size * 8) - 1).to_bytes(size, "little")
