"""The input of every instruction reader: the instruction's text, and the names that are in scope."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from secateur.ir.lexer import Cursor
from secateur.ir.model import Instruction, Operand, Position, Register
from secateur.ir.type_reader import TypeReader
from secateur.ir.types import FloatType, Type
from secateur.ir.value_reader import Registers, ValueReader, is_plain

_WORDS = """nuw nsw exact disjoint inbounds nusw nneg samesign
            fast nnan ninf nsz arcp contract afn reassoc"""
_FLAGS = frozenset(_WORDS.split())
_NO_FLAGS: frozenset[str] = frozenset()
_FLOAT_NAMES = {"half": "_Float16", "bfloat": "__bf16", "x86_fp80": "long double", "fp128": "__float128"}


class UnsupportedCodeError(Exception):
    """An instruction that can be read but not executed. `kind` is its result's type, which later uses need."""

    def __init__(self, reason: str, kind: Type) -> None:
        super().__init__(reason)
        self.kind = kind


@dataclass(slots=True)
class Text:
    """One instruction: the opcode, the cursor after it, the token of the result if any, the position."""

    op: str
    cursor: Cursor
    result: str | None
    position: Position


class Scope:
    """The types of the module and the registers of the function."""

    def __init__(self, types: TypeReader, registers: Registers) -> None:
        self.types = types
        self.registers = registers
        self.values = ValueReader(types, registers)
        self.hidden: list[Instruction] = []  # at the beginning of the function: variables that the text does not have

    def operand(self, cursor: Cursor) -> Operand:
        """A typed operand that supports arithmetic."""
        kind = self.types.read(cursor)
        if not is_plain(kind):
            raise UnsupportedCodeError(unsupported_float(kind), kind)
        return self.values.value(cursor, kind)

    def define(self, text: Text, kind: Type) -> Register:
        """The register that the instruction defines."""
        if text.result is None:
            raise text.cursor.error("this instruction needs a result")
        if not is_plain(kind):
            raise UnsupportedCodeError(unsupported_float(kind), kind)
        return self.registers.get(text.result, kind, text.cursor)


def read_flags(cursor: Cursor) -> frozenset[str]:
    """`nuw nsw`, `inbounds`, `fast` and the like."""
    if cursor.tokens[cursor.index] not in _FLAGS:
        return _NO_FLAGS
    found: list[str] = []
    while cursor.peek in _FLAGS:
        found.append(cursor.take())
    return flag_set(tuple(found))


@cache
def flag_set(flags: tuple[str, ...]) -> frozenset[str]:
    return frozenset(flags)


def unsupported_float(kind: Type) -> str:
    return f"arithmetic on `{float_name(kind)}` is not supported"


def float_name(kind: Type) -> str:
    """As C has it."""
    name = kind.name if isinstance(kind, FloatType) else ""
    return _FLOAT_NAMES.get(name, name)
