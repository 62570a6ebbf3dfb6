"""Copying and filling blocks of memory: `memcpy`, `memmove`, `memset`, structs passed by value."""

from __future__ import annotations

from secateur import expr
from secateur.expr import Expr
from secateur.ir.types import Type, size_of
from secateur.machine.extents import LARGE
from secateur.machine.fault import FaultKind
from secateur.machine.frame import Frame
from secateur.machine.initial import rely_on_initial
from secateur.machine.memory import SHIFT, Object, Region, Shape
from secateur.machine.path import Site, Value
from secateur.machine.resolve import place
from secateur.machine.state import State


def copy_bytes(
    state: State, to: Expr | int, source: Expr | int, length: Expr | int, site: Site, apart: bool = False
) -> None:
    """`memmove`; if the blocks must be `apart`, `memcpy`."""
    if length == 0:
        return
    start, origin = _begin(state, to, length, site), _begin(state, source, length, site)
    count = _length(state, length, (origin, start), site)
    if count == 0:
        return
    shift = start - origin
    if apart and 0 < abs(shift) < count:
        state.fail(site, FaultKind.OVERLAP, f"{count} bytes are copied between blocks that overlap")
    accessor = state.machine.accessor
    source_object = accessor.target(state, origin, count, site)
    if source_object.shape.assumed is not None:
        rely_on_initial(state, source_object, origin, count, site)
    target = state.memory.owned(accessor.target(state, start, count, site, writing=True))
    if count >= LARGE and target.is_sparse and source_object.is_sparse:
        target.lay(start, source_object.stretch(origin, count))
        return
    for address, size, value in list(source_object.pieces(origin, count, shift)):
        if value is not None:
            target.write(address + shift, size, value)
            continue
        accessor.lose(state, target, address + shift, size)


def fill_bytes(state: State, to: Expr | int, byte: Value, length: Expr | int, site: Site) -> None:
    """`memset`."""
    if length == 0:
        return
    start = _begin(state, to, length, site)
    if isinstance(length, Expr) and byte == 0:
        whole = state.memory.objects.get(start >> SHIFT)
        if whole is not None and whole.size is length and whole.start == start:  # the length does not matter
            whole = state.memory.owned(whole)
            whole.reset(0)
            return
    count = _length(state, length, (start,), site)
    if count:
        target = state.machine.accessor.target(state, start, count, site, writing=True)
        state.memory.owned(target).fill(start, count, byte)


def copy_argument(state: State, frame: Frame, address: Value, kind: Type, site: Site, number: int) -> int:
    """A struct passed `byval`: the callee gets its own copy."""
    length = size_of(kind)
    made = state.memory.allocate(length, Shape(Region.STACK, "argument", kind), number=number)
    frame.allocas[made.number] = made
    assert not isinstance(address, float)
    copy_bytes(state, made.start, address, length, site)
    return made.start


def _begin(state: State, address: Expr | int, length: Expr | int, site: Site) -> int:
    """The start of a block. If its length is unknown, only the start is known to be inside the object."""
    if isinstance(length, Expr):
        return place(state, address, 0, site, expr.ne(length, 0, 64))
    return place(state, address, length, site)


def _length(state: State, length: Expr | int, starts: tuple[int, ...], site: Site) -> int:
    """A concrete number of bytes. Exceeding an object is a single fault, not one choice per number."""
    if not isinstance(length, Expr):
        return expr.unsigned(length, 64)  # a negative one exceeds every object
    for start in starts:
        target = state.memory.objects.get(start >> SHIFT)
        if target is None:  # a fault, unless no byte is touched
            state.check(expr.ne(length, 0, 64), _dead(state, start, site))
            return 0
        room = expr.sub(target.size, start - target.start, 64)
        state.check(_too_long(length, room, start, target), site)
    return state.choose(length, site)


def _too_long(length: Expr, room: Expr | int, start: int, target: Object) -> Expr | int:
    if isinstance(room, int) and (room < 0 or start < target.start):
        return expr.ne(length, 0, 64)
    return expr.ult(room, length, 64)


def _dead(state: State, address: int, site: Site) -> Site:
    """The site of the fault that any access at the address causes."""
    number = address >> SHIFT
    if number in (0, -1):
        return state.machine.fault_site(site, FaultKind.NULL_POINTER, "null pointer dereference")
    if state.memory.was_made(number):
        return state.machine.fault_site(site, FaultKind.USE_AFTER_FREE, "use of memory that is no longer allocated")
    return state.machine.fault_site(site, FaultKind.OUT_OF_BOUNDS, "access through an invalid pointer")
