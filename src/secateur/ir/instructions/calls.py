"""Calls."""

from __future__ import annotations

from secateur.ir.instructions import assembly
from secateur.ir.instructions.operand_list import read_arguments
from secateur.ir.instructions.scope import Scope, Text, UnsupportedCodeError, float_name
from secateur.ir.instructions.vector_calls import is_on_vectors, vector_call
from secateur.ir.lexer import Cursor
from secateur.ir.model import Call, Instruction, Symbol
from secateur.ir.type_reader import starts_type
from secateur.ir.types import POINTER, VOID, FunctionType
from secateur.ir.value_reader import is_plain


def call(scope: Scope, text: Text) -> Call | list[Instruction]:
    """`tail call i32 (ptr, ...) @printf(ptr noundef @x, i32 %y) #3`."""
    cursor = text.cursor
    if text.op != "call":
        cursor.expect("call")
    skip_to_type(cursor)
    kind = scope.types.read_signature(cursor)
    result = kind.result if isinstance(kind, FunctionType) else kind
    if cursor.peek == "asm":
        return assembly.barrier(scope, text, result)
    callee = scope.values.value(cursor, POINTER)
    arguments, by_value = read_arguments(scope, cursor)
    for argument in arguments:
        if not is_plain(argument.type):
            raise UnsupportedCodeError(f"arguments of type `{float_name(argument.type)}` are not supported", result)
    _skip_behind(cursor)
    if not isinstance(kind, FunctionType):
        kind = FunctionType(kind, tuple([a.type for a in arguments]))
    if isinstance(callee, Symbol) and is_on_vectors(callee, arguments):
        return vector_call(scope, text, callee, arguments, result)
    register = None if result == VOID else scope.define(text, result)
    return Call(register, kind, callee, tuple(arguments), by_value, text.position)


def skip_to_type(cursor: Cursor) -> None:
    """Skip linkage, calling convention and attributes of the result, up to its type."""
    while not starts_type(cursor.peek):
        if not cursor.take():
            raise cursor.error("expected a type")
        cursor.skip_parentheses()


def has_nonnull(cursor: Cursor, begin: int) -> bool:
    """Is there `nonnull` among the attributes that were just read, from the token `begin`?"""
    return "nonnull" in cursor.tokens[begin : cursor.index]


def _skip_behind(cursor: Cursor) -> None:
    """Skip attributes and operand bundles after the arguments."""
    while (token := cursor.peek) and token != ",":
        cursor.index += 1
        if token == "[":
            while (inside := cursor.take()) and inside != "]":
                pass
