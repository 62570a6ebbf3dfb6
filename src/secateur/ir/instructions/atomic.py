"""Atomic instructions. There is only one thread, so their ordering is ignored.

Read-modify-write and compare-exchange become calls to functions that the machine provides.
"""

from __future__ import annotations

from secateur.ir.instructions.scope import Scope, Text
from secateur.ir.lexer import Cursor
from secateur.ir.model import Call, Operand, Symbol
from secateur.ir.types import I1, POINTER, VOID, FunctionType, StructType, Type

_ORDERINGS = ("unordered", "monotonic", "acquire", "release", "acq_rel", "seq_cst")


def skip_ordering(cursor: Cursor) -> None:
    """`syncscope("…") seq_cst`."""
    if cursor.accept("syncscope"):
        cursor.skip_parentheses()
    while cursor.peek in _ORDERINGS:
        cursor.take()


def modify(scope: Scope, text: Text) -> Call:
    """`atomicrmw add ptr %p, i32 1 seq_cst, align 4`: the result is the old value."""
    cursor = text.cursor
    cursor.accept("volatile")
    op = cursor.take()
    address = scope.operand(cursor)
    cursor.expect(",")
    value = scope.operand(cursor)
    skip_ordering(cursor)
    return _call(scope, text, f"llvm.atomicrmw.{op}", value.type, (address, value))


def exchange(scope: Scope, text: Text) -> Call:
    """`cmpxchg ptr %p, i32 %old, i32 %new seq_cst seq_cst, align 4`: the old value, and whether it was exchanged."""
    cursor = text.cursor
    cursor.accept("weak")
    cursor.accept("volatile")
    operands = [scope.operand(cursor)]
    for _ in range(2):
        cursor.expect(",")
        operands.append(scope.operand(cursor))
    skip_ordering(cursor)
    kind = StructType((operands[1].type, I1))
    return _call(scope, text, "llvm.cmpxchg", kind, tuple(operands))


def fence(scope: Scope, text: Text) -> Call:
    """`fence seq_cst`."""
    skip_ordering(text.cursor)
    return Call(None, FunctionType(VOID, ()), Symbol(POINTER, "llvm.fence"), (), {}, text.position)


def _call(scope: Scope, text: Text, name: str, kind: Type, arguments: tuple[Operand, ...]) -> Call:
    prototype = FunctionType(kind, tuple(a.type for a in arguments))
    result = scope.define(text, kind)
    return Call(result, prototype, Symbol(POINTER, name), arguments, {}, text.position)
