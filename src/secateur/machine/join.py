"""The state where the sides of a merged branch meet: what differs becomes `condition ? one : other`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from secateur import expr
from secateur.expr import HAS_INDETERMINATE, Expr
from secateur.ir.model import Phi, Register, Symbol
from secateur.ir.types import FloatType, PointerType
from secateur.machine.bounded import BoundedNull
from secateur.machine.constants import constant_value
from secateur.machine.floats import bits_of, lift
from secateur.machine.initial import rely_on_initial
from secateur.machine.memory import SHIFT, Memory, Object
from secateur.machine.path import Value
from secateur.machine.state import BranchSite, State
from secateur.machine.widths import width_of

if TYPE_CHECKING:
    from secateur.machine.merge import Side

#: The origin of a segment that is entered after merging: its phis are computed.
MERGED = "*"
#: Maximum number of places in memory that may differ between the sides.
MOST_CELLS = 16
#: Maximum number of nodes of the merged values.
MOST_NODES = 600

#: A place in memory that differs: object, address, size, and its value.
Cell = tuple[int, int, int, Value]


class CannotMerge(Exception):
    """The branch has to be decided."""


def join(state: State, condition: Expr, site: BranchSite, one: Side, other: Side) -> None:
    """Let the state go on from where both sides have met."""
    frame = state.frames[-1]
    for side in (one, other):
        if side.inputs or side.output or side.observations or list(side.frames[-1].allocas) != list(frame.allocas):
            raise CannotMerge
    assert site.join is not None
    phis = frame.code.body.blocks[site.join].phis
    values = {phi.result.index: _phi(state, condition, phi, one, other) for phi in phis}
    changed = _changed(state.memory, one.memory, other.memory)
    cells = list(_cells(state.memory, condition, [(one.memory.objects[n], other.memory.objects[n]) for n in changed]))
    merged = [value for value in (*values.values(), *(cell[-1] for cell in cells)) if isinstance(value, Expr)]
    if len(cells) > MOST_CELLS or expr.size(*merged) > MOST_NODES:
        raise CannotMerge
    for assumption in (*one.assumed, *other.assumed):
        state.rest_on(*assumption)
    for number, address, size, _ in cells:
        before = state.memory.objects[number]
        if before.shape.assumed is not None:  # what was there may stay, and a later reader finds a cell
            rely_on_initial(state, before, address, size, site)
    for index, value in values.items():
        frame.registers[index] = value
    for number in changed:
        state.memory.objects[number] = one.memory.objects[number].copy(state.memory.owner)
    for number, address, size, value in cells:
        state.memory.objects[number].write(address, size, value)
    state.memory.next = max(one.memory.next, other.memory.next)
    state.memory.made = max(one.memory.made, other.memory.made)
    state.memory.join_places(one.memory, other.memory)
    state.serial = max(one.serial, other.serial)
    state.steps = one.steps + other.steps - state.steps
    state.ended = one.ended


def _phi(state: State, condition: Expr, phi: Phi, one: Side, other: Side) -> Value:
    x, y = _incoming(phi, one), _incoming(phi, other)
    if any(isinstance(value, Expr) and value.variables & HAS_INDETERMINATE for value in (x, y)):
        raise CannotMerge
    if _are_same(x, y):
        return x
    is_sensitive = phi.result.index in state.frames[-1].code.regions.sensitive
    if isinstance(phi.result.type, PointerType) or (is_sensitive and not state.merging):
        raise CannotMerge
    width = width_of(phi.result.type)
    merged = _either(state.memory, condition, x, y, width)
    return lift(merged, width) if isinstance(phi.result.type, FloatType) else merged


def _incoming(phi: Phi, side: Side) -> Value:
    """The value that a side brings."""
    assert side.origin is not None
    operand = phi.result if side.origin == MERGED else phi.incoming[side.origin]
    if isinstance(operand, Symbol):  # using its address may be an assumption
        raise CannotMerge
    if isinstance(operand, Register):
        return side.registers[operand.index]
    value = constant_value(operand, side.machine)
    if isinstance(value, tuple):
        raise CannotMerge
    return value


def _are_same(x: Value, y: Value) -> bool:
    return x is y or (type(x) is type(y) and isinstance(x, int) and x == y and not isinstance(x, BoundedNull))


def _either(memory: Memory, condition: Expr, x: Value, y: Value, width: int) -> Expr | int:
    """`condition ? x : y`, as bits."""
    for value in (x, y):
        if isinstance(value, tuple | BoundedNull) or (isinstance(value, int) and _is_address(value, memory)):
            raise CannotMerge
        if isinstance(value, Expr) and value.variables & HAS_INDETERMINATE:
            raise CannotMerge
    one, other = (bits_of(v, width) if isinstance(v, float) else v for v in (x, y))
    return expr.ite(condition, one, other, width)


def _is_address(value: int, memory: Memory) -> bool:
    """Pointers are better kept apart: each leads to other objects."""
    return value >> SHIFT in memory.objects and value >> SHIFT > 0


def _changed(before: Memory, one: Memory, other: Memory) -> list[int]:
    """The objects that a side may have written to. A side must not make objects that stay, or end their lifetime."""
    found: set[int] = set()
    for side in (one, other):
        if side.objects.keys() != before.objects.keys():
            raise CannotMerge
        found.update(number for number, item in side.objects.items() if before.objects[number] is not item)
    return sorted(found)


def _cells(memory: Memory, condition: Expr, pairs: list[tuple[Object, Object]]) -> Iterator[Cell]:
    for one, other in pairs:
        if one.base is not other.base or one.era != other.era or not isinstance(one.size, int):
            raise CannotMerge
        for key in sorted(one.kept.keys() | other.kept.keys()):
            if one.kept.get(key) is other.kept.get(key):
                continue
            address, size = key >> 3, 1 << (key & 7)
            x, y = one.read(address, size), other.read(address, size)
            if x is None or y is None:
                raise CannotMerge
            if not _are_same(x, y):
                yield one.number, address, size, _either(memory, condition, x, y, 8 * size)
