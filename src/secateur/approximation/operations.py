"""What instructions compute from their operands alone, as expressions.

A value is an expression or a number, with floats as bit patterns; a struct or array in a register is a tuple of values.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import SimpleNamespace
from typing import Any

from secateur import expr
from secateur.expr import Value
from secateur.ir.model import Binary, Cast, Compare, GetElement, Instruction, Negate
from secateur.ir.types import ArrayType, FloatType, StructType, Type, VectorType, field_offset, size_of
from secateur.machine import arithmetic, floats
from secateur.machine.aggregates import parts_of
from secateur.machine.errors import UnsupportedCode
from secateur.machine.library import find_builtin
from secateur.machine.widths import width_of
from secateur.provided import facts_of

Held = Value | tuple["Held", ...]

_BINARY: dict[str, Callable[[Value, Value, int], Value]] = {
    "add": expr.add,
    "sub": expr.sub,
    "mul": expr.mul,
    "udiv": expr.udiv,
    "sdiv": expr.sdiv,
    "urem": expr.urem,
    "srem": expr.srem,
    "and": expr.and_,
    "or": expr.or_,
    "xor": expr.xor,
    "fadd": expr.fadd,
    "fsub": expr.fsub,
    "fmul": expr.fmul,
    "fdiv": expr.fdiv,
    "frem": expr.frem,
}
_SHIFTS = {"shl": expr.shl, "lshr": expr.lshr, "ashr": expr.ashr}
_DIVISIONS = ("udiv", "sdiv", "urem", "srem")


def binary(item: Binary, x: Value, y: Value) -> Value | None:
    """None if every run ends in a fault here."""
    width = width_of(item.result.type)
    if item.op in _SHIFTS:
        # too large an amount is a fault, or the hardware masks it
        return _SHIFTS[item.op](x, expr.and_(y, width - 1, width), width)
    if isinstance(item.result.type, FloatType) and not isinstance(x, expr.Expr) and not isinstance(y, expr.Expr):
        # computed as in the machine: expressions do not distinguish NaNs
        return floats.lower(floats.binary(item.op, floats.lift(x, width), floats.lift(y, width), width), width)
    if item.op in _DIVISIONS and not isinstance(y, expr.Expr) and y == 0:
        return None
    return _BINARY[item.op](x, y, width)


def compare(item: Compare, x: Value, y: Value) -> Value:
    width = width_of(item.left.type)
    if isinstance(item.left.type, FloatType):
        return expr.fcmp(item.predicate, x, y, width)
    return arithmetic.compare(item.predicate, x, y, width)


def negate(item: Negate, x: Value) -> Value:
    return expr.fneg(x, width_of(item.result.type))


def cast(item: Cast, x: Value) -> Value:
    source, target = width_of(item.value.type), width_of(item.result.type)
    match item.op:
        case "fpext" | "fptrunc":
            return expr.fp_convert(x, source, target)
        case "fptosi" | "fptoui":
            return expr.fp_to_int(x, source, target, item.op == "fptosi")
        case "sitofp" | "uitofp":
            return expr.int_to_fp(x, source, target, item.op == "sitofp")
        case "sext":
            return expr.sext(x, source, target)
        case _ if target > source:
            return expr.zext(x, source, target)
        case _ if target < source:
            return expr.extract(x, 0, target, source)
        case _:
            return x


def element(item: GetElement, base: Value, indices: Sequence[Value]) -> Value:
    """The result of a `getelementptr`."""
    kind: Type = item.source
    address = base
    for number, (operand, index) in enumerate(zip(item.indices, indices, strict=True)):
        if number == 0:
            scale = size_of(kind)
        elif isinstance(kind, StructType):
            assert isinstance(index, int)
            address = expr.add(address, field_offset(kind, index), 64)
            kind = kind.fields[index]
            continue
        else:
            assert isinstance(kind, ArrayType | VectorType)
            kind = kind.element
            scale = size_of(kind)
        wide = expr.sext(index, width_of(operand.type), 64)
        address = expr.add(address, expr.mul(wide, scale, 64), 64)
    return address


def provided(name: str, arguments: Sequence[Held], types: Sequence[Type]) -> Held | None:
    """The result of a numeric intrinsic; None for all others."""
    if not facts_of(name).is_pure:
        return None
    builtin = find_builtin(name)
    assert builtin is not None
    if name.startswith(("llvm.abs.", "llvm.ctlz.", "llvm.cttz.")):
        arguments = (arguments[0], False)  # not whether some number is an error: faults are left out here
    # these use only their arguments and the types of the call
    result: Any = builtin(None, tuple(arguments), SimpleNamespace(types=tuple(types)))  # type: ignore[arg-type]
    return lowered(result, types[0])


def lowered(value: Any, kind: Type) -> Held:
    """A value of the machine, with floats as bit patterns."""
    if isinstance(value, tuple):
        return tuple(lowered(part, kind) for part in value)
    if isinstance(value, float):
        return floats.lower(value, width_of(kind))
    return value  # type: ignore[no-any-return]


def choose(condition: Value, x: Held, y: Held, kind: Type | int) -> Held:
    """`condition ? x : y`, element by element. `kind`: the type, or the width in bits."""
    if isinstance(x, tuple):
        assert isinstance(y, tuple)
        assert not isinstance(kind, int)
        kinds = [part for _, part in parts_of(kind)]
        return tuple(choose(condition, a, b, k) for a, b, k in zip(x, y, kinds, strict=True))
    assert not isinstance(y, tuple)
    return expr.ite(condition, x, y, kind if isinstance(kind, int) else width_of(kind))


def is_whole(kind: Type) -> bool:
    """Is a value of the type held as a tuple?"""
    return isinstance(kind, StructType | ArrayType | VectorType)


def supported(item: Instruction) -> bool:
    """Do all its operands and its result have widths that expressions support?"""
    try:
        for name in ("result", "left", "value"):
            part = getattr(item, name, None)
            if part is not None and not is_whole(part.type):
                width_of(part.type)
    except UnsupportedCode:
        return False
    return True
