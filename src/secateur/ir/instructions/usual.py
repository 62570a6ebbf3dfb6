"""Instructions in their usual form, which are most of a program: one pattern per opcode instead of a cursor.

`read_usual` gives None for everything else, which the general readers then read; both give the same instruction.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from secateur.ir.instructions.scope import Scope, flag_set
from secateur.ir.model import (
    Binary,
    Cast,
    Compare,
    ConditionalJump,
    GetElement,
    Instruction,
    Int,
    Jump,
    Load,
    Null,
    Operand,
    Position,
    Store,
    Symbol,
    Terminator,
)
from secateur.ir.types import DOUBLE, FLOAT, I1, POINTER, IntType, Type
from secateur.ir.value_reader import BINARY_WORDS, integer

_TYPES: dict[str, Type] = {
    "ptr": POINTER,
    "float": FLOAT,
    "double": DOUBLE,
    **{f"i{width}": IntType(width) for width in (1, 8, 16, 32, 64)},
}
_CASTS = ("trunc", "zext", "sext", "ptrtoint", "inttoptr")

_NAME = r"[-a-zA-Z$._0-9]+"
_KIND = r"(ptr|i1|i8|i16|i32|i64|float|double)"
_VALUE = rf"([%@]{_NAME}|-?\d+|null|true|false)"
_TO = rf"ptr ([%@]{_NAME})"
_RESULT = rf"  (%{_NAME}) = "
_LABEL = rf"label %({_NAME})"

_LOAD = re.compile(rf"{_RESULT}load {_KIND}, {_TO}, align (\d+)")
_STORE = re.compile(rf"  store {_KIND} {_VALUE}, {_TO}, align (\d+)")
_ELEMENT = re.compile(
    rf"{_RESULT}getelementptr ((?:inbounds |nuw |nusw )*)(%?{_NAME}), {_TO}((?:, i(?:32|64) (?:%{_NAME}|-?\d+))+)"
)
_INDEX = re.compile(r", (i32|i64) (\S+?)(?=,|$)")
_COMPARE = re.compile(rf"{_RESULT}icmp (\w\w\w?) {_KIND} {_VALUE}, {_VALUE}")
_BINARY = re.compile(rf"{_RESULT}(\w+) ((?:nuw |nsw )*)(i8|i16|i32|i64) {_VALUE}, {_VALUE}")
_CAST = re.compile(rf"{_RESULT}(\w+) (?:(nneg) )?{_KIND} {_VALUE} to {_KIND}")
_JUMP = re.compile(rf"  br {_LABEL}")
_BRANCH = re.compile(rf"  br i1 {_VALUE}, {_LABEL}, {_LABEL}")

Item = Instruction | Terminator


def read_usual(scope: Scope, line: str, position: Position) -> Item | None:
    """The instruction of a line without its metadata; None if the general readers have to look at it."""
    if line.startswith("  %"):
        begin = line.find(" = ") + 3
        reader = _WITH_RESULT.get(line[begin : line.find(" ", begin)])
    else:
        reader = _WITHOUT.get(line[2 : line.find(" ", 2)])
    return None if reader is None else reader(scope, line, position)


def _value(scope: Scope, token: str, kind: Type) -> Operand | None:
    first = token[0]
    if first == "%":
        return scope.registers.find(token, kind)
    if first == "@":
        return Symbol(kind, token[1:])
    if type(kind) is IntType:
        number = integer(token, kind.width)
        return None if number is None else Int(kind, number)
    return Null(kind) if token == "null" and kind is POINTER else None


def _load(scope: Scope, line: str, position: Position) -> Item | None:
    found = _LOAD.fullmatch(line)
    if found is None:
        return None
    token, word, place, align = found.groups()
    address = _value(scope, place, POINTER)
    if address is None or (result := scope.registers.find(token, _TYPES[word])) is None:
        return None
    return Load(result, address, position, int(align))


def _store(scope: Scope, line: str, position: Position) -> Item | None:
    found = _STORE.fullmatch(line)
    if found is None:
        return None
    word, text, place, align = found.groups()
    value, address = _value(scope, text, _TYPES[word]), _value(scope, place, POINTER)
    return None if value is None or address is None else Store(value, address, position, int(align))


def _element(scope: Scope, line: str, position: Position) -> Item | None:
    found = _ELEMENT.fullmatch(line)
    if found is None:
        return None
    token, flags, word, place, rest = found.groups()
    source = _TYPES.get(word) or scope.types.named(word)
    base = _value(scope, place, POINTER)
    indices = tuple([_value(scope, text, _TYPES[kind]) for kind, text in _INDEX.findall(rest)])
    if source is None or base is None or None in indices:
        return None
    result = scope.registers.find(token, POINTER)
    if result is None:
        return None
    return GetElement(result, source, base, indices, flag_set(tuple(flags.split())), position)  # type: ignore[arg-type]


def _compare(scope: Scope, line: str, position: Position) -> Item | None:
    found = _COMPARE.fullmatch(line)
    if found is None:
        return None
    token, predicate, word, one, other = found.groups()
    kind = _TYPES[word]
    left, right = _value(scope, one, kind), _value(scope, other, kind)
    if left is None or right is None or (result := scope.registers.find(token, I1)) is None:
        return None
    return Compare(result, predicate, left, right, position)


def _binary(scope: Scope, line: str, position: Position) -> Item | None:
    found = _BINARY.fullmatch(line)
    if found is None:
        return None
    token, op, flags, word, one, other = found.groups()
    kind = _TYPES[word]
    left, right = _value(scope, one, kind), _value(scope, other, kind)
    if left is None or right is None or (result := scope.registers.find(token, kind)) is None:
        return None
    return Binary(result, op, left, right, flag_set(tuple(flags.split())), position)


def _cast(scope: Scope, line: str, position: Position) -> Item | None:
    found = _CAST.fullmatch(line)
    if found is None:
        return None
    token, op, flag, before, text, after = found.groups()
    value = _value(scope, text, _TYPES[before])
    if value is None or (result := scope.registers.find(token, _TYPES[after])) is None:
        return None
    return Cast(result, op, value, flag_set((flag,) if flag else ()), position)


def _branch(scope: Scope, line: str, position: Position) -> Item | None:
    found = _JUMP.fullmatch(line)
    if found is not None:
        return Jump(found[1], position)
    found = _BRANCH.fullmatch(line)
    condition = None if found is None else _value(scope, found[1], I1)
    if found is None or condition is None:
        return None
    return ConditionalJump(condition, found[2], found[3], False, position)


_Reader = Callable[[Scope, str, Position], Item | None]
_WITH_RESULT: dict[str, _Reader] = {
    "load": _load,
    "getelementptr": _element,
    "icmp": _compare,
    **dict.fromkeys(BINARY_WORDS, _binary),
    **dict.fromkeys(_CASTS, _cast),
}
_WITHOUT: dict[str, _Reader] = {"store": _store, "br": _branch}
