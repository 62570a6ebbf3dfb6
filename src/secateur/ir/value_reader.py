"""Operands and constants from their text."""

from __future__ import annotations

import struct

from secateur.ir.lexer import Cursor, name_of, unescape
from secateur.ir.model import (
    Aggregate,
    Bytes,
    Constant,
    Float,
    Folded,
    Int,
    Null,
    Operand,
    Register,
    Symbol,
    Undefined,
    Zero,
)
from secateur.ir.type_reader import TypeReader
from secateur.ir.types import (
    DOUBLE,
    EXTENDED,
    FLOAT,
    POINTER,
    ArrayType,
    FloatType,
    IntType,
    OpaqueType,
    StructType,
    Type,
    VectorType,
)

LABEL = OpaqueType("label")
UNKNOWN = OpaqueType("unknown")
"""The type of a register whose definition cannot be read, until a use determines it."""

_BINARY = "add sub mul udiv sdiv urem srem shl lshr ashr and or xor"
_CASTS = """trunc zext sext fptrunc fpext fptosi fptoui sitofp uitofp
            ptrtoint ptrtoaddr inttoptr bitcast addrspacecast"""
_OTHERS = """null undef poison zeroinitializer true false none splat
             getelementptr blockaddress dso_local_equivalent no_cfi
             icmp fcmp select extractelement insertelement shufflevector"""
BINARY_WORDS = frozenset(_BINARY.split())
CAST_WORDS = frozenset(_CASTS.split())
VALUE_WORDS = BINARY_WORDS | CAST_WORDS | frozenset(_OTHERS.split())
_FLAGS = frozenset(("nuw", "nsw", "exact", "disjoint", "inbounds", "nusw", "nneg", "inrange"))


class Registers:
    """The registers of one function by token (`%x`); their numbers are known before the body is read."""

    def __init__(self, numbers: dict[str, int]) -> None:
        self._numbers = numbers
        self._made: dict[str, Register] = {}

    def get(self, token: str, kind: Type, cursor: Cursor) -> Register:
        register = self.find(token, kind)
        if register is None:
            raise cursor.error(f"{token} is not defined in this function")
        return register

    def fresh(self, kind: Type) -> Register:
        """A register for an instruction that the text does not have."""
        number = len(self._numbers)
        self._numbers[f"%secateur lane {number}"] = number
        return Register(number, kind, f"lane.{number}")

    def find(self, token: str, kind: Type) -> Register | None:
        """The same; None if nothing in this function defines it."""
        register = self._made.get(token)
        if register is None or register.type is UNKNOWN:
            number = self._numbers.get(token)
            if number is None:
                return None
            register = self._made[token] = Register(number, kind, name_of(token))
        return register


class ValueReader:
    """Reads values of a known type. Without `registers` (in initialisers) only constants can be read."""

    def __init__(self, types: TypeReader, registers: Registers | None = None) -> None:
        self.types = types
        self._registers = registers

    def typed(self, cursor: Cursor) -> Operand:
        """`i32 %x`: a type and a value of it."""
        return self.value(cursor, self.types.read(cursor))

    def value(self, cursor: Cursor, kind: Type) -> Operand:
        token = cursor.tokens[cursor.index]
        if token[:1] == "%" and self._registers is not None:
            register = self._registers.get(token, kind, cursor)
            cursor.index += 1
            return register
        return self.constant(cursor, kind)

    def constant(self, cursor: Cursor, kind: Type) -> Constant:
        token = cursor.peek
        first = token[:1]
        if first == "@":
            return Symbol(kind, cursor.name())
        cursor.take()
        if isinstance(kind, IntType):
            number = integer(token, kind.width)
            if number is not None:
                return Int(kind, number)
        elif isinstance(kind, FloatType):
            bits = _float_bits(token, kind)
            if bits is not None:
                return Float(kind, bits)
        match token:
            case "null" | "none":
                return Null(kind)
            case "undef" | "poison":
                return Undefined(kind)
            case "zeroinitializer":
                return Zero(kind)
            case "[" | "{" | "<":
                return self._aggregate(cursor, kind, token)
            case "splat":
                return self._splat(cursor, kind)
        if first == "c" and token[1:2] == '"':
            return Bytes(kind, unescape(token[2:-1]))
        if token in VALUE_WORDS:
            return self._expression(cursor, kind, token)
        cursor.index -= 1
        raise cursor.error("expected a value")

    def _aggregate(self, cursor: Cursor, kind: Type, opening: str) -> Constant:
        if opening == "<" and cursor.accept("{"):
            items = self._items(cursor, "}")
            cursor.expect(">")
        else:
            items = self._items(cursor, {"[": "]", "{": "}", "<": ">"}[opening])
        if not isinstance(kind, ArrayType | StructType | VectorType):
            raise cursor.error("aggregate constant for a type that is not an aggregate")
        return Aggregate(kind, items)

    def _items(self, cursor: Cursor, closing: str) -> tuple[Constant, ...]:
        items: list[Constant] = []
        while not cursor.accept(closing):
            items.append(self.constant(cursor, self.types.read(cursor)))
            cursor.accept(",")
        return tuple(items)

    def _splat(self, cursor: Cursor, kind: Type) -> Constant:
        (item,) = self._arguments(cursor)
        count = kind.count if isinstance(kind, VectorType) else 1
        return Aggregate(kind, (item,) * count)

    def _arguments(self, cursor: Cursor) -> tuple[Constant, ...]:
        cursor.expect("(")
        return self._items(cursor, ")")

    def _expression(self, cursor: Cursor, kind: Type, op: str) -> Constant:
        """A constant expression; its first word is already taken."""
        if op in ("dso_local_equivalent", "no_cfi"):
            return Symbol(kind, cursor.name())
        if op == "blockaddress":
            cursor.expect("(")
            function = cursor.name()
            cursor.expect(",")
            label = cursor.name()
            cursor.expect(")")
            return Folded(kind, op, (Symbol(POINTER, function), Symbol(LABEL, label)))
        while cursor.peek in _FLAGS:
            if cursor.take() == "inrange":
                cursor.skip_parentheses()
        if op == "getelementptr":
            cursor.expect("(")
            source = self.types.read(cursor)
            cursor.expect(",")
            return Folded(kind, op, self._items(cursor, ")"), source)
        if op in CAST_WORDS:
            cursor.expect("(")
            value = self.constant(cursor, self.types.read(cursor))
            cursor.expect("to")
            target = self.types.read(cursor)
            cursor.expect(")")
            return Folded(target, op, (value,))
        if op in ("icmp", "fcmp"):
            op = f"{op} {cursor.take()}"
        return Folded(kind, op, self._arguments(cursor))


def integer(token: str, width: int) -> int | None:
    """An integer in signed two's complement form; None when the token is not a number."""
    if width == 1 and token in ("true", "false"):
        return int(token == "true")
    try:
        number = int(token[1:], 16) if token[1:3] == "0x" and token[0] in "us" else int(token)
    except ValueError:
        return None
    if width == 1:
        return number & 1
    half = 1 << (width - 1)
    return (number + half) % (2 * half) - half


def _float_bits(token: str, kind: FloatType) -> int | None:
    """The IEEE bit pattern of a float constant; None when the token is not a number.

    LLVM writes a `float` as the double of the same value, in decimal when that is exact, else in hexadecimal;
    other formats are written as their own bits after a letter (`0xK…` for x87).
    """
    if token.startswith("f0x"):
        return int(token[3:], 16)
    if token.startswith("0x") and token[2:3] in "KLMHR":
        return int(token[3:], 16)
    if token.startswith("0x"):
        bits = int(token[2:], 16)
    else:
        try:
            bits = struct.unpack("<Q", struct.pack("<d", float(token)))[0]
        except ValueError:
            return None
    return _single_bits(bits) if kind == FLOAT else bits


def _single_bits(bits: int) -> int:
    """The bits of the float that equals this double; a NaN keeps its payload, which `struct` would not."""
    if bits >> 52 & 0x7FF == 0x7FF:
        return bits >> 63 << 31 | 0xFF << 23 | bits >> 29 & 0x7FFFFF
    value = struct.unpack("<d", struct.pack("<Q", bits))[0]
    single: int = struct.unpack("<I", struct.pack("<f", value))[0]
    return single


def is_plain(kind: Type) -> bool:
    """Whether arithmetic on the type is supported: not on `_Float16` and `__float128`."""
    return not isinstance(kind, FloatType) or kind in (FLOAT, DOUBLE, EXTENDED)
