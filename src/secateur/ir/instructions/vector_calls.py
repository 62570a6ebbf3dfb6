"""Intrinsics on vectors: the same intrinsic for each lane, or a reduction of the lanes to one number."""

from __future__ import annotations

from collections.abc import Sequence

from secateur.ir.instructions.scope import Scope, Text, UnsupportedCodeError
from secateur.ir.instructions.vectors import Lanes, has_vector, lanewise
from secateur.ir.model import Binary, Call, Instruction, Operand, Register, Symbol
from secateur.ir.types import POINTER, FloatType, FunctionType, IntType, Type, VectorType

_REDUCE = "llvm.vector.reduce."
#: Reductions by an instruction, and by an intrinsic on two numbers.
_BINARY = {"add": "add", "mul": "mul", "and": "and", "or": "or", "xor": "xor", "fadd": "fadd", "fmul": "fmul"}
_PAIRWISE = {"smax": "smax", "smin": "smin", "umax": "umax", "umin": "umin", "fmax": "maxnum", "fmin": "minnum"}
#: Their lanes are not independent, or they access memory.
_OTHERS = ("llvm.masked.", "llvm.vector.", "llvm.experimental.", "llvm.vp.", "llvm.x86.", "llvm.matrix.")


def is_on_vectors(callee: Symbol, arguments: Sequence[Operand]) -> bool:
    return callee.name.startswith("llvm.") and has_vector(a.type for a in arguments)


def vector_call(
    scope: Scope, text: Text, callee: Symbol, arguments: Sequence[Operand], kind: Type
) -> list[Instruction]:
    if callee.name.startswith(_REDUCE):
        return _reduction(scope, text, callee.name.removeprefix(_REDUCE).partition(".")[0], arguments, kind)
    if not isinstance(kind, VectorType) or callee.name.startswith(_OTHERS):
        raise UnsupportedCodeError(f"{callee.name} is not supported", kind)
    base = callee.name.rpartition(".v")[0]

    def make(result: Register, *lanes: Operand) -> Instruction:
        return _intrinsic(f"{base}.{_suffix(lanes[0].type)}", result, lanes, text)

    return lanewise(scope, text, scope.define(text, kind), arguments, make)


def _reduction(scope: Scope, text: Text, op: str, arguments: Sequence[Operand], kind: Type) -> list[Instruction]:
    """From the first lane to the last one; a sum or product of floats begins with a number of its own."""
    lanes = Lanes(scope, text.position)
    first, *rest = [*arguments[:-1], *lanes.split(arguments[-1])]
    result = scope.define(text, kind)
    for number, item in enumerate(rest):
        made = result if number == len(rest) - 1 else scope.registers.fresh(kind)
        if op in _BINARY:
            lanes.made.append(Binary(made, _BINARY[op], first, item, frozenset(), text.position))
        elif op in _PAIRWISE:
            name = f"llvm.{_PAIRWISE[op]}.{_suffix(kind)}"
            lanes.made.append(_intrinsic(name, made, (first, item), text))
        else:
            raise UnsupportedCodeError(f"{_REDUCE}{op} is not supported", kind)
        first = made
    return lanes.made


def _intrinsic(name: str, result: Register, arguments: tuple[Operand, ...], text: Text) -> Call:
    kind = FunctionType(result.type, tuple(a.type for a in arguments))
    return Call(result, kind, Symbol(POINTER, name), arguments, {}, text.position)


def _suffix(kind: Type) -> str:
    if isinstance(kind, IntType):
        return f"i{kind.width}"
    return {"float": "f32", "double": "f64", "x86_fp80": "f80"}[kind.name] if isinstance(kind, FloatType) else "p0"
