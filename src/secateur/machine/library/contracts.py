"""What a driver says about the contract of the function: conditions that hold before the call, and how large the
objects are that it is given. A run is *within* what was inferred, or *beyond* it (`Program.is_beyond`)."""

from __future__ import annotations

from typing import Any

from secateur import expr
from secateur.expr import Expr
from secateur.machine.compiler import CallSite
from secateur.machine.library.builtin import Builtin
from secateur.machine.library.inputs import assume
from secateur.machine.memory import SHIFT, Region, Shape
from secateur.machine.state import State


def require(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """`secateur_requires(condition)`: holds within the contract."""
    if not state.machine.program.is_beyond:
        assume(state, arguments, site)


def beyond(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """`secateur_beyond(condition)`: holds beyond the contract."""
    if state.machine.program.is_beyond:
        assume(state, arguments, site)


def resize(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """`secateur_resize(object, capacity, size, is_bounded)`: from now on, an object has only `size` bytes of the
    `capacity` that it was made with, but never more than these. `is_bounded`: within the contract it has not more."""
    address, capacity, size, is_bounded = arguments
    if isinstance(address, Expr):
        address = state.choose(address, site)
    found = state.memory.objects[address >> SHIFT]
    if not is_bounded or state.machine.program.is_beyond:
        size = expr.ite(expr.ult(capacity, size, 64), capacity, size, 64)
    target = found.copy(state.memory.owner)
    target.size = size
    target._keep(target.kept)
    state.memory.objects[target.number] = target


def block(state: State, arguments: tuple[Any, ...], site: CallSite) -> int:
    """`secateur_block(size)`: a block as malloc returns it, all 0."""
    made = state.memory.allocate(arguments[0], Shape(Region.HEAP, "malloc"))
    made.reset(0)
    return made.start


BUILTINS: dict[str, Builtin] = {
    "secateur_requires": require,
    "secateur_beyond": beyond,
    "secateur_resize": resize,
    "secateur_block": block,
}
