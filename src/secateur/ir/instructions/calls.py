"""Calls, and the attributes between a type and a value."""

from __future__ import annotations

from secateur.ir.instructions.scope import Scope, Text, UnsupportedCodeError
from secateur.ir.lexer import Cursor
from secateur.ir.model import Call, Operand, Undefined
from secateur.ir.type_reader import TypeReader, starts_type
from secateur.ir.types import POINTER, VOID, FunctionType, OpaqueType, Type
from secateur.ir.value_reader import VALUE_WORDS, is_plain

_METADATA = OpaqueType("metadata")


def call(scope: Scope, text: Text) -> Call:
    """`tail call i32 (ptr, ...) @printf(ptr noundef @x, i32 %y) #3`."""
    cursor = text.cursor
    if text.op != "call":
        cursor.expect("call")
    skip_to_type(cursor)
    kind = scope.types.read_signature(cursor)
    result = kind.result if isinstance(kind, FunctionType) else kind
    if cursor.peek == "asm":
        raise UnsupportedCodeError("inline assembly is not supported", result)
    callee = scope.values.value(cursor, POINTER)
    arguments, by_value = _arguments(scope, cursor)
    if not all(is_plain(a.type) for a in arguments):
        raise UnsupportedCodeError("arguments of type `long double` are not supported", result)
    _skip_behind(cursor)
    if not isinstance(kind, FunctionType):
        kind = FunctionType(kind, tuple([a.type for a in arguments]))
    register = None if result == VOID else scope.define(text, result)
    return Call(register, kind, callee, tuple(arguments), by_value, text.position)


def _arguments(scope: Scope, cursor: Cursor) -> tuple[list[Operand], dict[int, Type]]:
    """The arguments in parentheses, and the types of those that are passed by value."""
    cursor.expect("(")
    arguments: list[Operand] = []
    by_value: dict[int, Type] = {}
    while not cursor.accept(")"):
        kind = scope.types.read(cursor)
        if kind == _METADATA:
            arguments.append(_metadata(cursor))
        else:
            copied = read_attributes(cursor, scope.types)
            if copied is not None:
                by_value[len(arguments)] = copied
            arguments.append(scope.values.value(cursor, kind))
        cursor.accept(",")
    return arguments, by_value


def skip_to_type(cursor: Cursor) -> None:
    """Skip linkage, calling convention and attributes of the result, up to its type."""
    while not starts_type(cursor.peek):
        if not cursor.take():
            raise cursor.error("expected a type")
        cursor.skip_parentheses()


def has_nonnull(cursor: Cursor, begin: int) -> bool:
    """Is there `nonnull` among the attributes that were just read, from the token `begin`?"""
    return "nonnull" in cursor.tokens[begin : cursor.index]


def read_attributes(cursor: Cursor, types: TypeReader) -> Type | None:
    """Skip the attributes of a parameter; only the type of `byval(T)` matters."""
    copied: Type | None = None
    while _is_attribute(token := cursor.peek):
        cursor.index += 1
        if token == "align" and cursor.peek != "(":
            cursor.integer()
        elif token == "byval":
            cursor.expect("(")
            copied = types.read(cursor)
            cursor.expect(")")
        elif token[0] == '"':
            if cursor.accept("="):
                cursor.take()
        else:
            cursor.skip_parentheses()
    return copied


def _is_attribute(token: str) -> bool:
    first = token[:1]
    if first == '"':
        return True
    if not first.isalpha() or token in VALUE_WORDS:
        return False
    return token[1:2] != '"' and token[1:3] != "0x"  # c"text", u0xFF


def _metadata(cursor: Cursor) -> Operand:
    """An argument that only the compiler sees, such as `metadata !"round.dynamic"`."""
    depth = 0
    while depth or cursor.peek not in (",", ")"):
        token = cursor.take()
        if not token:
            raise cursor.error("expected `)`")
        depth += (token == "(") - (token == ")")
    return Undefined(_METADATA)


def _skip_behind(cursor: Cursor) -> None:
    """Skip attributes and operand bundles after the arguments."""
    while (token := cursor.peek) and token != ",":
        cursor.index += 1
        if token == "[":
            while (inside := cursor.take()) and inside != "]":
                pass
