"""Extracting from and inserting into structs, arrays and vectors in registers; phis.

Clang passes a struct of two floats as `<2 x float>`, so the lanes of a vector are read as its members.
"""

from __future__ import annotations

from collections.abc import Iterable

from secateur.ir.instructions import vectors
from secateur.ir.instructions.scope import Scope, Text, read_flags
from secateur.ir.lexer import Cursor
from secateur.ir.model import ExtractValue, InsertValue, Instruction, Int, Operand, Phi, Register, Undefined
from secateur.ir.types import ArrayType, StructType, Type, VectorType
from secateur.ir.value_reader import is_plain


def extract_value(scope: Scope, text: Text) -> ExtractValue:
    """`extractvalue { i64, i64 } %a, 1`."""
    aggregate = scope.operand(text.cursor)
    indices = _indices(text.cursor)
    kind = _member(aggregate.type, indices, text.cursor)
    return ExtractValue(scope.define(text, kind), aggregate, indices, text.position)


def insert_value(scope: Scope, text: Text) -> InsertValue:
    """`insertvalue { i64, i64 } poison, i64 %x, 0`."""
    aggregate = scope.operand(text.cursor)
    text.cursor.expect(",")
    value = scope.operand(text.cursor)
    indices = _indices(text.cursor)
    return InsertValue(scope.define(text, aggregate.type), aggregate, value, indices, text.position)


def extract_element(scope: Scope, text: Text) -> ExtractValue | list[Instruction]:
    """`extractelement <2 x float> %v, i32 0`."""
    vector = scope.operand(text.cursor)
    kind = _member(vector.type, (0,), text.cursor)
    text.cursor.expect(",")
    index = scope.operand(text.cursor)
    if not isinstance(index, Int):
        return vectors.extract(scope, text, vector, index)
    return ExtractValue(scope.define(text, kind), vector, (index.value,), text.position)


def insert_element(scope: Scope, text: Text) -> InsertValue | list[Instruction]:
    """`insertelement <2 x float> undef, float %x, i32 0`."""
    vector = scope.operand(text.cursor)
    text.cursor.expect(",")
    value = scope.operand(text.cursor)
    text.cursor.expect(",")
    index = scope.operand(text.cursor)
    if not isinstance(index, Int):
        return vectors.insert(scope, text, vector, value, index)
    return InsertValue(scope.define(text, vector.type), vector, value, (index.value,), text.position)


def phi(scope: Scope, text: Text) -> Phi:
    """`phi i32 [ 0, %entry ], [ %next, %loop ]`."""
    cursor = text.cursor
    read_flags(cursor)
    kind = scope.types.read(cursor)
    incoming: dict[str, Operand] = {}
    while cursor.accept("["):
        value = scope.values.value(cursor, kind)
        cursor.expect(",")
        incoming[cursor.name()] = value
        cursor.expect("]")
        if cursor.peek == "," and cursor.tokens[cursor.index + 1] == "[":
            cursor.index += 1
    if text.result is None:
        raise cursor.error("a phi needs a result")
    if not is_plain(kind):  # moving such a value is allowed, arithmetic on it is not
        unknown = Undefined(kind)
        incoming = {k: v if isinstance(v, Register) else unknown for k, v in incoming.items()}
    return Phi(scope.registers.get(text.result, kind, cursor), incoming, text.position)


def _indices(cursor: Cursor) -> tuple[int, ...]:
    indices: list[int] = []
    while cursor.peek == "," and cursor.tokens[cursor.index + 1][:1] != "!":
        cursor.index += 1
        indices.append(cursor.integer())
    return tuple(indices)


def _member(kind: Type, indices: Iterable[int], cursor: Cursor) -> Type:
    for index in indices:
        if isinstance(kind, StructType) and index < len(kind.fields):
            kind = kind.fields[index]
        elif isinstance(kind, ArrayType | VectorType):
            kind = kind.element
        else:
            raise cursor.error("the type has no such member")
    return kind
