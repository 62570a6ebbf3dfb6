"""The arguments of a call, and the attributes between a type and a value."""

from __future__ import annotations

from secateur.ir.instructions.scope import Scope
from secateur.ir.lexer import Cursor
from secateur.ir.model import Operand, Undefined
from secateur.ir.type_reader import TypeReader
from secateur.ir.types import OpaqueType, Type
from secateur.ir.value_reader import VALUE_WORDS

_METADATA = OpaqueType("metadata")


def read_arguments(scope: Scope, cursor: Cursor) -> tuple[list[Operand], dict[int, Type]]:
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
