"""Local variables that are written completely where their lifetime begins: `int a[2] = {x, y};`."""

from __future__ import annotations

from collections.abc import Iterator

from secateur.dependence.control.code import Code, Unit
from secateur.dependence.memory.abstract_objects import AbstractObject, ObjectKind
from secateur.ir.model import Alloca, Call, GetElement, Instruction, Int, Operand, Register, Store, Symbol, Undefined
from secateur.ir.operands import operands_of
from secateur.ir.types import ArrayType, StructType, Type, field_offset, size_of, store_size_of
from secateur.provided import facts_of
from secateur.provided.record import COPY, FILL

#: Larger variables are not looked at byte by byte.
_LARGEST = 4096


def is_filled(item: AbstractObject, code: Code) -> bool:
    """Is every byte of the variable written before anything else can happen to it? What is written there may still be
    a copy of something indeterminate."""
    if item.kind is not ObjectKind.LOCAL or item.owner not in code.units or item.register < 0:
        return False
    unit = code.units[item.owner]
    home = unit.items[unit.homes[item.register] - unit.first]
    if not isinstance(home, Alloca) or not isinstance(home.count, Int):
        return False
    size = size_of(home.type) * home.count.value
    if size > _LARGEST or home.count.value != 1:
        return False
    missing = {byte for start, stop in _scalars(home.type, 0) for byte in range(start, stop)}
    offsets = {item.register: 0}
    for instruction in _first_uses(unit, item.register):
        if is_beginning(instruction) and _mentions(operands_of(instruction), {item.register: 0}) and len(offsets) == 1:
            continue
        written = _written(instruction, offsets)
        if written is None:
            return False
        missing.difference_update(range(*written))
        if not missing:
            return True
    return False


def is_beginning(item: object) -> bool:
    """Does it store an undefined value, which marks where a variable begins to exist?"""
    if isinstance(item, Call) and isinstance(item.callee, Symbol) and facts_of(item.callee.name).effect is FILL:
        return isinstance(item.arguments[1], Undefined)
    return isinstance(item, Store) and isinstance(item.value, Undefined)


def _first_uses(unit: Unit, register: int) -> Iterator[Instruction]:
    """The instructions after the variable begins to exist, as far as they are sure to follow each other."""
    marks = [
        (block, number)
        for block in unit.function.body.blocks.values()
        for number, each in enumerate(block.instructions)
        if isinstance(each, Call) and _is_start(each, register)
    ]
    if len(marks) > 1:
        return
    block, number = marks[0] if marks else (unit.function.body.entry, -1)
    yield from block.instructions[number + 1 :]


def _is_start(call: Call, register: int) -> bool:
    if not isinstance(call.callee, Symbol) or not facts_of(call.callee.name).enters_scope:
        return False
    last = call.arguments[-1]
    return isinstance(last, Register) and last.index == register


def _written(item: Instruction, offsets: dict[int, int]) -> tuple[int, int] | None:
    """The bytes of the variable that an instruction writes, none if it has nothing to do with the variable; None if
    it may do something else to it. `offsets` are the registers that point into the variable."""
    match item:
        case Store(value=value, address=Register(index=at)) if at in offsets and not isinstance(value, Undefined):
            if not _mentions((value,), offsets):
                return offsets[at], offsets[at] + store_size_of(value.type)
        case GetElement(result=result, base=Register(index=at)) if at in offsets:
            offset = _offset(item)
            if offset is not None:
                offsets[result.index] = offsets[at] + offset
                return 0, 0
        case Call(callee=Symbol(name=name), arguments=arguments) if facts_of(name).effect in (COPY, FILL):
            to, source, length = arguments[:3]
            is_ours = isinstance(to, Register) and to.index in offsets and not isinstance(source, Undefined)
            if is_ours and isinstance(length, Int) and not _mentions((source,), offsets):
                assert isinstance(to, Register)
                return offsets[to.index], offsets[to.index] + length.value
    return None if _mentions(operands_of(item), offsets) else (0, 0)


def _mentions(operands: Iterator[Operand] | tuple[Operand, ...], offsets: dict[int, int]) -> bool:
    return any(isinstance(each, Register) and each.index in offsets for each in operands)


def _offset(item: GetElement) -> int | None:
    kind: Type = item.source
    offset = 0
    for number, index in enumerate(item.indices):
        if not isinstance(index, Int):
            return None
        if number == 0:
            offset += index.value * size_of(kind)
        elif isinstance(kind, StructType):
            offset += field_offset(kind, index.value)
            kind = kind.fields[index.value]
        elif isinstance(kind, ArrayType):
            kind = kind.element
            offset += index.value * size_of(kind)
        else:
            return None
    return offset


def _scalars(kind: Type, start: int) -> Iterator[tuple[int, int]]:
    """The bytes of a type that are not padding."""
    if isinstance(kind, StructType):
        for number, each in enumerate(kind.fields):
            yield from _scalars(each, start + field_offset(kind, number))
    elif isinstance(kind, ArrayType):
        for number in range(kind.count):
            yield from _scalars(kind.element, start + number * size_of(kind.element))
    else:
        yield start, start + size_of(kind)
