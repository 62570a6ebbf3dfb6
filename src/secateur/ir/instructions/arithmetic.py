"""Instructions that compute a value from values."""

from __future__ import annotations

from secateur.ir.instructions.scope import (
    Scope,
    Text,
    UnsupportedCodeError,
    read_flags,
    refuse_vector,
    unsupported_float,
)
from secateur.ir.model import Binary, Cast, Compare, Freeze, Negate, Select
from secateur.ir.types import I1, Type, VectorType
from secateur.ir.value_reader import is_plain


def binary(scope: Scope, text: Text) -> Binary:
    """`add nsw i32 %a, 1`."""
    cursor = text.cursor
    flags = read_flags(cursor)
    left = scope.operand(cursor)
    refuse_vector(left.type, left.type)
    cursor.expect(",")
    right = scope.values.value(cursor, left.type)
    return Binary(scope.define(text, left.type), text.op, left, right, flags, text.position)


def negate(scope: Scope, text: Text) -> Negate:
    """`fneg double %a`."""
    read_flags(text.cursor)
    value = scope.operand(text.cursor)
    refuse_vector(value.type, value.type)
    return Negate(scope.define(text, value.type), value, text.position)


def compare(scope: Scope, text: Text) -> Compare:
    """`icmp slt i32 %a, %b`."""
    cursor = text.cursor
    read_flags(cursor)
    predicate = cursor.take()
    kind = scope.types.read(cursor)
    if not is_plain(kind):
        raise UnsupportedCodeError(unsupported_float(kind), I1)
    refuse_vector(kind, _comparison_type(kind))
    left = scope.values.value(cursor, kind)
    cursor.expect(",")
    right = scope.values.value(cursor, kind)
    return Compare(scope.define(text, I1), predicate, left, right, text.position)


def cast(scope: Scope, text: Text) -> Cast:
    """`zext i8 %a to i32`. A `bitcast` of a vector only moves it."""
    cursor = text.cursor
    flags = read_flags(cursor)
    source = scope.types.read(cursor)
    value = scope.values.value(cursor, source)
    cursor.expect("to")
    kind = scope.types.read(cursor)
    if not is_plain(source):
        raise UnsupportedCodeError(unsupported_float(source), kind)
    if text.op != "bitcast":
        refuse_vector(source, kind)
    return Cast(scope.define(text, kind), text.op, value, flags, text.position)


def select(scope: Scope, text: Text) -> Select:
    """`select i1 %c, i32 %a, i32 %b`."""
    cursor = text.cursor
    read_flags(cursor)
    condition = scope.operand(cursor)
    cursor.expect(",")
    if_true = scope.operand(cursor)
    cursor.expect(",")
    if_false = scope.operand(cursor)
    refuse_vector(condition.type, if_true.type)
    return Select(scope.define(text, if_true.type), condition, if_true, if_false, text.position)


def freeze(scope: Scope, text: Text) -> Freeze:
    value = scope.operand(text.cursor)
    return Freeze(scope.define(text, value.type), value, text.position)


def _comparison_type(kind: Type) -> Type:
    return VectorType(I1, kind.count) if isinstance(kind, VectorType) else I1
