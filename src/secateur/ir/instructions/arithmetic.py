"""Instructions that compute a value from values."""

from __future__ import annotations

from secateur.ir.instructions import vectors
from secateur.ir.instructions.scope import Scope, Text, UnsupportedCodeError, read_flags, unsupported_float
from secateur.ir.model import Binary, Cast, Compare, Freeze, Instruction, Negate, Select
from secateur.ir.types import I1, VectorType
from secateur.ir.value_reader import is_plain

Read = Instruction | list[Instruction]


def binary(scope: Scope, text: Text) -> Read:
    """`add nsw i32 %a, 1`."""
    cursor = text.cursor
    flags = read_flags(cursor)
    left = scope.operand(cursor)
    cursor.expect(",")
    right = scope.values.value(cursor, left.type)
    result = scope.define(text, left.type)
    if isinstance(left.type, VectorType):
        return vectors.lanewise(
            scope, text, result, (left, right), lambda r, a, b: Binary(r, text.op, a, b, flags, text.position)
        )
    return Binary(result, text.op, left, right, flags, text.position)


def negate(scope: Scope, text: Text) -> Read:
    """`fneg double %a`."""
    read_flags(text.cursor)
    value = scope.operand(text.cursor)
    result = scope.define(text, value.type)
    if isinstance(value.type, VectorType):
        return vectors.lanewise(scope, text, result, (value,), lambda r, a: Negate(r, a, text.position))
    return Negate(result, value, text.position)


def compare(scope: Scope, text: Text) -> Read:
    """`icmp slt i32 %a, %b`."""
    cursor = text.cursor
    read_flags(cursor)
    predicate = cursor.take()
    kind = scope.types.read(cursor)
    if not is_plain(kind):
        raise UnsupportedCodeError(unsupported_float(kind), I1)
    left = scope.values.value(cursor, kind)
    cursor.expect(",")
    right = scope.values.value(cursor, kind)
    if isinstance(kind, VectorType):
        return vectors.compare(scope, text, predicate, left, right)
    return Compare(scope.define(text, I1), predicate, left, right, text.position)


def cast(scope: Scope, text: Text) -> Read:
    """`zext i8 %a to i32`."""
    cursor = text.cursor
    flags = read_flags(cursor)
    source = scope.types.read(cursor)
    value = scope.values.value(cursor, source)
    cursor.expect("to")
    kind = scope.types.read(cursor)
    if not is_plain(source):
        raise UnsupportedCodeError(unsupported_float(source), kind)
    if text.op == "bitcast" and source != kind and vectors.has_vector((source, kind)):
        return vectors.bitcast(scope, text, value, kind)
    result = scope.define(text, kind)
    if isinstance(source, VectorType):
        return vectors.lanewise(scope, text, result, (value,), lambda r, a: Cast(r, text.op, a, flags, text.position))
    return Cast(result, text.op, value, flags, text.position)


def select(scope: Scope, text: Text) -> Read:
    """`select i1 %c, i32 %a, i32 %b`."""
    cursor = text.cursor
    read_flags(cursor)
    condition = scope.operand(cursor)
    cursor.expect(",")
    if_true = scope.operand(cursor)
    cursor.expect(",")
    if_false = scope.operand(cursor)
    result = scope.define(text, if_true.type)
    if isinstance(condition.type, VectorType):
        return vectors.select(scope, text, result, (condition, if_true, if_false))
    return Select(result, condition, if_true, if_false, text.position)


def freeze(scope: Scope, text: Text) -> Freeze:
    value = scope.operand(text.cursor)
    return Freeze(scope.define(text, value.type), value, text.position)
