"""Reads LLVM types from text."""

from __future__ import annotations

import re

from secateur.ir.lexer import Cursor, name_of
from secateur.ir.module_text import Line
from secateur.ir.types import (
    DOUBLE,
    FLOAT,
    POINTER,
    VOID,
    ArrayType,
    FloatType,
    FunctionType,
    IntType,
    OpaqueType,
    StructType,
    Type,
    VectorType,
)

_SIMPLE: dict[str, Type] = {
    "void": VOID,
    "ptr": POINTER,
    "float": FLOAT,
    "double": DOUBLE,
    **{f"i{width}": IntType(width) for width in (1, 8, 16, 32, 64, 128)},
    **{name: FloatType(name) for name in ("half", "bfloat", "x86_fp80", "fp128", "ppc_fp128")},
    **{name: OpaqueType(name) for name in ("label", "metadata", "token", "x86_amx")},
}
_INTEGER = re.compile(r"i[0-9]+$")


def starts_type(token: str) -> bool:
    """Whether a token can begin a type (after attributes and linkage words, which cannot)."""
    return token in _SIMPLE or token[:1] in ("%", "[", "{", "<") or token == "target" or bool(_INTEGER.match(token))


class TypeReader:
    """Reads types; `lines` are the module's named types, resolved on first use."""

    def __init__(self, lines: dict[str, Line]) -> None:
        self._lines = lines
        self._named: dict[str, Type] = {}

    def read(self, cursor: Cursor) -> Type:
        """A type without parameters: `i32`, `[4 x %struct.S]`, `ptr`."""
        token = cursor.tokens[cursor.index]
        kind = _SIMPLE.get(token)
        if kind is None:
            return self._compound(cursor)
        cursor.index += 1
        if kind is POINTER and cursor.accept("addrspace"):
            cursor.skip_parentheses()
        return kind

    def named(self, token: str) -> Type | None:
        """A named type that was read before."""
        return self._named.get(token)

    def read_signature(self, cursor: Cursor) -> Type:
        """A type that may be a function's: `i32 (ptr, ...)`, or `i32` alone."""
        result = self.read(cursor)
        if not cursor.accept("("):
            return result
        parameters: list[Type] = []
        varargs = False
        while not cursor.accept(")"):
            if cursor.accept("..."):
                varargs = True
            else:
                parameters.append(self.read(cursor))
            cursor.accept(",")
        return FunctionType(result, tuple(parameters), varargs)

    def _compound(self, cursor: Cursor) -> Type:
        token = cursor.peek
        if token[:1] == "%":
            cursor.index += 1
            return self._resolve(token, cursor)
        if token == "[":
            cursor.index += 1
            kind: Type = ArrayType(*self._counted(cursor)[::-1])
            cursor.expect("]")
            return kind
        if token == "{":
            return StructType(self._fields(cursor))
        if token == "<":
            cursor.index += 1
            if cursor.peek == "{":
                kind = StructType(self._fields(cursor), packed=True)
            else:
                kind = VectorType(*self._counted(cursor)[::-1])
            cursor.expect(">")
            return kind
        if _INTEGER.match(token):
            cursor.index += 1
            return IntType(int(token[1:]))
        if token == "opaque":
            cursor.index += 1
            return OpaqueType("opaque")
        if token == "target":
            cursor.index += 1
            cursor.skip_parentheses()
            return OpaqueType("target")
        raise cursor.error("expected a type")

    def _counted(self, cursor: Cursor) -> tuple[int, Type]:
        if cursor.accept("vscale"):
            raise cursor.error("scalable vectors are not supported")
        count = cursor.integer()
        cursor.expect("x")
        return count, self.read(cursor)

    def _fields(self, cursor: Cursor) -> tuple[Type, ...]:
        cursor.expect("{")
        fields: list[Type] = []
        while not cursor.accept("}"):
            fields.append(self.read(cursor))
            cursor.accept(",")
        return tuple(fields)

    def _resolve(self, token: str, cursor: Cursor) -> Type:
        known = self._named.get(token)
        if known is not None:
            return known
        line = self._lines.get(token)
        if line is None:
            cursor.index -= 1
            raise cursor.error("unknown type")
        definition = Cursor(line.text, line.number)
        definition.index = 2
        definition.expect("type")
        kind = self.read(definition)
        if isinstance(kind, OpaqueType):
            kind = OpaqueType(name_of(token))
        self._named[token] = kind
        return kind
