"""Questions about objects, of the C library and of KLEE: whether an access is allowed, how large one is, one at a fixed
address."""

from __future__ import annotations

from typing import Any

from secateur import expr
from secateur.expr import Expr
from secateur.machine.compiler import CallSite
from secateur.machine.errors import UnsupportedCode
from secateur.machine.fault import FaultKind
from secateur.machine.library.builtin import Builtin
from secateur.machine.memory import SHIFT, Object, Region, Shape
from secateur.machine.resolve import LARGEST_SIZE, linear, object_at, place
from secateur.machine.state import State


def check_access(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """`klee_check_memory_access(address, size)`: a fault if not all of these bytes are in one object."""
    address, size = arguments
    length = (state.choose(size, site) if isinstance(size, Expr) else size) & LARGEST_SIZE
    state.machine.accessor.target(state, place(state, address, length, site), length, site)


def check_block(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """`__secateur_readable(block, size)`: a fault if a block is larger than what is left of its object. If there is no
    object, or it is not known which, that shows when bytes are read."""
    block, size = arguments
    constant = linear(state.settle(block))[0] if isinstance(block, Expr) else block
    target = state.memory.objects.get(constant >> SHIFT)
    if target is not None and size != 0:
        offset = expr.sub(block, target.start, 64)
        outside = expr.or_(expr.ult(target.size, offset, 64), expr.ult(expr.sub(target.size, offset, 64), size, 64), 1)
        message = "read outside the object that the pointer refers to"
        wrong = expr.and_(expr.ne(size, 0, 64), outside, 1)
        state.check(wrong, state.machine.fault_site(site, FaultKind.OUT_OF_BOUNDS, message))


def size_around(state: State, arguments: tuple[Any, ...], site: CallSite) -> Expr | int:
    """`klee_get_obj_size(address)`: the size of the object that an address is in."""
    return object_at(state, place(state, arguments[0], 1, site), site).size


def define(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """`klee_define_fixed_object(address, size)`. The high bits of an address identify its object."""
    address, size = (state.choose(each, site) if isinstance(each, Expr) else each for each in arguments)
    memory, number = state.memory, address >> SHIFT
    if number in memory.objects or number < 0 or memory.was_made(number):
        raise UnsupportedCode("a fixed object near another one")
    made = Object(number, size, Shape(Region.GLOBAL, hex(address)), 0, memory.owner)
    made.start = address
    memory.objects[number] = made


BUILTINS: dict[str, Builtin] = {
    "__secateur_readable": check_block,
    "klee_check_memory_access": check_access,
    "klee_get_obj_size": size_around,
    "klee_define_fixed_object": define,
}
