"""Source for the checks of pointer arithmetic: nothing for what cannot wrap, one comparison for a concrete index."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from secateur.ir.model import (
    Alloca,
    Binary,
    Body,
    Call,
    Cast,
    Freeze,
    GetElement,
    Instruction,
    Int,
    Load,
    Operand,
    Register,
    Store,
    Symbol,
)
from secateur.machine.fault import FaultKind
from secateur.machine.pointer_sums import Sum, sound
from secateur.machine.widths import width_of
from secateur.provided import facts_of
from secateur.provided.record import COPY, FILL

if TYPE_CHECKING:
    from secateur.machine.emit import Emitter

#: Steps of a narrow index over larger elements than this may wrap.
_LARGEST = 1 << 13


class PointerUse:
    """What a function does with its pointers and indices, as far as checks of sums need it."""

    def __init__(self, body: Body) -> None:
        instructions = [item for block in body.blocks.values() for item in block.instructions]
        self.narrow = set(_narrow(instructions))
        self.placed = set(_placed(instructions))
        self.accessed = _accessed(instructions)
        self.parts = set(_parts(instructions))


def _narrow(instructions: list[Instruction]) -> Iterator[int]:
    """Registers of 64 bits whose value needs no more than 33."""
    found: set[int] = set()
    for item in instructions:
        match item:
            case Cast(op="zext" | "sext", value=value, result=result):
                is_narrow = width_of(value.type) <= 32
            case Binary(op="and" | "urem", right=Int(value=most), result=result):
                is_narrow = 0 <= most < 1 << 32
            case Binary(op="sub", left=Int(value=0), right=Register(index=index), result=result):
                is_narrow = index in found
            case Freeze(value=Register(index=index), result=result):
                is_narrow = index in found
            case _:
                continue
        if is_narrow:
            found.add(result.index)
    yield from found


def _placed(instructions: list[Instruction]) -> Iterator[int]:
    """Registers that hold an address in a variable."""
    found: set[int] = set()
    for item in instructions:
        match item:
            case Alloca(result=result) | GetElement(base=Symbol(), result=result):
                found.add(result.index)
            case GetElement(base=Register(index=index), result=result) if index in found:
                found.add(result.index)
    yield from found


def _parts(instructions: list[Instruction]) -> Iterator[int]:
    """Registers that hold the address of a variable, or of a part of something larger, and not the value of a pointer:
    a part of a packed struct need not be aligned."""
    for item in instructions:
        match item:
            case Alloca(result=result) | GetElement(indices=(_, _, *_), result=result):
                yield result.index


def _accessed(instructions: list[Instruction]) -> set[int]:
    """Registers whose address is accessed, in whole or in part, in the line in which it is computed."""
    lines = {item.result.index: item.position.line for item in instructions if isinstance(item, GetElement)}
    found: set[int] = set()
    for item in reversed(instructions):
        for operand in _places(item, found):
            if isinstance(operand, Register) and lines.get(operand.index) == item.position.line:
                found.add(operand.index)
    return found


def _places(item: Instruction, accessed: set[int]) -> tuple[Operand, ...]:
    match item:
        case Load(address=address) | Store(address=address):
            return (address,)
        case GetElement(base=base, result=result) if result.index in accessed:
            return (base,)
        case Call(callee=Symbol(name=name), arguments=(to, source, Int(), *_)) if facts_of(name).effect is COPY:
            return (to, source)
        case Call(callee=Symbol(name=name), arguments=(to, _, Int(), *_)) if facts_of(name).effect is FILL:
            return (to,)
    return ()


Steps = list[tuple[Operand, int, int | None]]  # index, size, length of the array if checked


def checked(emitter: Emitter, item: GetElement, offset: int, steps: Steps, address: str) -> tuple[list[str], str]:
    """Lines that check a concrete sum, and `address`, the source of a symbolic one, with its check."""
    if not emitter.on(FaultKind.POINTER_OVERFLOW) or emitter.is_own() or not _is_sum(item, steps):
        return [], address
    use, base, kind = emitter.code.pointer_use, item.base, _kind(item)
    index, size, length = steps[0] if steps else (None, 1, None)
    is_checked = length is not None and kind is not Sum.MINUS  # within an array nothing else wraps
    wide = index is not None and not is_checked and _is_wide(index, size, use)
    i = "0" if index is None else emitter.value(index)
    if index is None and kind is Sum.PLUS and offset < 0:  # an unsigned constant such as -1ul
        wide, i, offset = True, f"({offset})", 0
    if item.result.index in use.accessed and length is None:
        return _checked_index(emitter, i, size, kind, address) if wide else ([], address)
    is_placed = isinstance(base, Symbol) or (isinstance(base, Register) and base.index in use.placed)
    tests = ([] if is_placed else [f"not {emitter.value(base)}"]) + ([_outside(i, size, kind)] if wide else [])
    if not tests:
        return [], address
    site = emitter.check_site(FaultKind.POINTER_OVERFLOW, "pointer arithmetic overflows")
    check = f"check_sum(S, {emitter.value(base)}, {offset}, {i}, {size}, {kind.value!r}, {site})"
    return [
        f"if {' or '.join(tests)}: {check}"
    ], f"({address}, {check})[0]"  # after the check of an array, as clang does


def _checked_index(emitter: Emitter, i: str, size: int, kind: Sum, address: str) -> tuple[list[str], str]:
    """For an element that is accessed at once. A signed index that wraps is outside of every object."""
    site = emitter.check_site(FaultKind.OUT_OF_BOUNDS, "index outside the array")
    rest = f"{i}, {size}, {kind.value!r}, {site})"
    if kind is Sum.SIGNED:
        return [], f"check_index(S, {address}, {rest}" if size > 1 else address
    return [f"if {_outside(i, size, kind)}: check_index(S, 0, {rest}"], f"check_index(S, {address}, {rest}"


def _is_sum(instruction: GetElement, steps: Steps) -> bool:
    """Is this arithmetic that may not wrap, and not a member of a struct?"""
    if not instruction.flags & {"inbounds", "nuw"} or len(steps) > 1:
        return False
    if steps and width_of(steps[0][0].type) != 64:  # not made by clang
        return False
    first = instruction.indices[0]
    return bool(steps) or (isinstance(first, Int) and first.value != 0)


def _kind(instruction: GetElement) -> Sum:
    """clang marks the sum with an unsigned number by `nuw`; see `frontend.unsigned_steps` for the difference."""
    if "nuw" not in instruction.flags:
        return Sum.SIGNED
    return Sum.PLUS if "inbounds" in instruction.flags else Sum.MINUS


def _is_wide(index: Operand, size: int, use: PointerUse) -> bool:
    return not (isinstance(index, Register) and index.index in use.narrow) or size > _LARGEST


def _outside(i: str, size: int, kind: Sum) -> str:
    low, high = sound(kind, size)
    if kind is Sum.PLUS and size == 1:
        return f"{i} < 0"
    return f"not {low} <= {i} <= {high}"
