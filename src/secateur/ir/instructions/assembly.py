"""Inline assembly that does nothing: compiler barriers and values that the compiler shall not look into.

An output that is tied to an input has its value. Any other output is what happens to be in a register: indeterminate.
"""

from __future__ import annotations

import re

from secateur.ir.instructions.operand_list import read_arguments
from secateur.ir.instructions.scope import Scope, Text, UnsupportedCodeError
from secateur.ir.model import Freeze, InsertValue, Instruction, Operand, Register, Undefined
from secateur.ir.types import VOID, StructType, Type

_COMMENT = re.compile(r"/\*.*?\*/|(?:#|//)[^\n]*", re.DOTALL)
#: Instructions without an effect that one thread can see.
_IDLE = frozenset(["", "nop", "pause", "rep", "mfence", "lfence", "sfence", "yield", "dmb ish", "isb"])
_OWN = "secateur: "
"""How the front end marks code that cannot be run, and says why."""


def barrier(scope: Scope, text: Text, kind: Type) -> list[Instruction]:
    """`call i32 asm sideeffect "", "=r,0,~{memory}"(i32 %x)`, after its type."""
    cursor = text.cursor
    while cursor.peek[:1] != '"':
        cursor.take()
    template = _unescaped(cursor.take().strip('"'))
    cursor.expect(",")
    constraints = cursor.take().strip('"').split(",")
    if any(each.strip() not in _IDLE for each in re.split(r"[\n;]", _COMMENT.sub("", template))):
        own = template.removeprefix(_OWN)
        raise UnsupportedCodeError("inline assembly is not supported" if own == template else own, kind)
    arguments, _ = read_arguments(scope, cursor)
    while cursor.peek and cursor.peek != ",":
        cursor.take()
    if kind == VOID:
        return []
    outputs = [number for number, each in enumerate(constraints) if each.startswith("=") and "*" not in each]
    inputs = [each for each in constraints if each[:1] not in "=~"]
    indirect = sum(each.startswith("=*") for each in constraints)  # their addresses come first
    tied = {int(each): indirect + number for number, each in enumerate(inputs) if each.isdecimal()}
    values = [arguments[tied[number]] if number in tied else None for number in outputs]
    result = scope.define(text, kind)
    if not isinstance(kind, StructType):
        return [Freeze(result, values[0] or Undefined(kind), text.position)]
    return _joined(scope, text, result, kind, values)


def _joined(
    scope: Scope, text: Text, result: Register, kind: StructType, values: list[Operand | None]
) -> list[Instruction]:
    made: list[Instruction] = []
    whole: Operand = Undefined(kind)
    for number, (value, member) in enumerate(zip(values, kind.fields, strict=True)):
        part = value
        if part is None:
            part = scope.registers.fresh(member)
            made.append(Freeze(part, Undefined(member), text.position))
        target = result if number == len(values) - 1 else scope.registers.fresh(kind)
        made.append(InsertValue(target, whole, part, (number,), text.position))
        whole = target
    return made


def _unescaped(text: str) -> str:
    r"""`\0A` is a byte in hexadecimal."""
    return re.sub(r"\\([0-9A-Fa-f]{2})", lambda found: chr(int(found[1], 16)), text)
