"""KLEE's questions about objects: whether an access is allowed, how large one is, one at a fixed address."""

from __future__ import annotations

from typing import Any

from secateur.expr import Expr
from secateur.machine.compiler import CallSite
from secateur.machine.errors import UnsupportedCode
from secateur.machine.library.builtin import Builtin
from secateur.machine.memory import SHIFT, Object, Region, Shape
from secateur.machine.resolve import object_at, place
from secateur.machine.state import State


def check_access(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """`klee_check_memory_access(address, size)`: a fault if not all of these bytes are in one object."""
    address, size = arguments
    length = state.choose(size, site) if isinstance(size, Expr) else size
    state.machine.accessor.target(state, place(state, address, length, site), length, site)


def size_around(state: State, arguments: tuple[Any, ...], site: CallSite) -> Expr | int:
    """`klee_get_obj_size(address)`: the size of the object that an address is in."""
    return object_at(state, place(state, arguments[0], 1, site), site).size


def define(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """`klee_define_fixed_object(address, size)`. The high bits of an address identify its object."""
    address, size = (state.choose(each, site) if isinstance(each, Expr) else each for each in arguments)
    memory, number = state.memory, address >> SHIFT
    if number in memory.objects or number < 0 or 0 < number < memory.next:
        raise UnsupportedCode("a fixed object near another one")
    made = Object(number, size, Shape(Region.GLOBAL, hex(address)), 0, memory.owner)
    made.start = address
    memory.objects[number] = made


BUILTINS: dict[str, Builtin] = {
    "klee_check_memory_access": check_access,
    "klee_get_obj_size": size_around,
    "klee_define_fixed_object": define,
}
