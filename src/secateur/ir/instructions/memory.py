"""Instructions that allocate, load, store or compute addresses."""

from __future__ import annotations

from secateur.ir.instructions.atomic import skip_ordering
from secateur.ir.instructions.scope import Scope, Text, UnsupportedCodeError, read_flags
from secateur.ir.lexer import Cursor
from secateur.ir.model import Alloca, GetElement, Int, Load, Operand, Store, VaArg
from secateur.ir.types import I32, POINTER, VectorType, align_of

_ONE = Int(I32, 1)


def alloca(scope: Scope, text: Text) -> Alloca:
    """`alloca [4 x i32], i64 %n, align 16`."""
    cursor = text.cursor
    cursor.accept("inalloca")
    kind = scope.types.read(cursor)
    count: Operand = _ONE
    align = 0
    while cursor.peek == "," and cursor.tokens[cursor.index + 1][:1] != "!":
        cursor.index += 1
        if cursor.accept("align"):
            align = cursor.integer()
        elif cursor.accept("addrspace"):
            cursor.skip_parentheses()
        else:
            count = scope.operand(cursor)
    return Alloca(scope.define(text, POINTER), kind, count, align or align_of(kind), text.position)


def load(scope: Scope, text: Text) -> Load:
    """`load volatile i32, ptr %p, align 4`."""
    cursor = text.cursor
    atomic = cursor.accept("atomic")
    is_volatile = cursor.accept("volatile")
    kind = scope.types.read(cursor)
    cursor.expect(",")
    address = scope.operand(cursor)
    if atomic:
        skip_ordering(cursor)
    return Load(scope.define(text, kind), address, text.position, _align(cursor), is_volatile)


def store(scope: Scope, text: Text) -> Store:
    """`store i32 %v, ptr %p, align 4`."""
    cursor = text.cursor
    atomic = cursor.accept("atomic")
    is_volatile = cursor.accept("volatile")
    value = scope.operand(cursor)
    cursor.expect(",")
    address = scope.operand(cursor)
    if atomic:
        skip_ordering(cursor)
    return Store(value, address, text.position, _align(cursor), is_volatile)


def _align(cursor: Cursor) -> int:
    if cursor.peek != "," or cursor.tokens[cursor.index + 1] != "align":
        return 0
    cursor.index += 2
    return cursor.integer()


def get_element(scope: Scope, text: Text) -> GetElement:
    """`getelementptr inbounds nuw %struct.S, ptr %p, i32 0, i32 1`."""
    cursor = text.cursor
    flags = read_flags(cursor)
    source = scope.types.read(cursor)
    cursor.expect(",")
    base = scope.operand(cursor)
    if isinstance(base.type, VectorType):
        raise UnsupportedCodeError("a vector of pointers is not supported", base.type)
    indices: list[Operand] = []
    while cursor.peek == "," and cursor.tokens[cursor.index + 1][:1] != "!":
        cursor.index += 1
        indices.append(scope.operand(cursor))
    return GetElement(scope.define(text, POINTER), source, base, tuple(indices), flags, text.position)


def va_arg(scope: Scope, text: Text) -> VaArg:
    """`va_arg ptr %list, i32`."""
    address = scope.operand(text.cursor)
    text.cursor.expect(",")
    kind = scope.types.read(text.cursor)
    return VaArg(scope.define(text, kind), address, text.position)
