"""What a driver says about the contract of the function: conditions that hold before the call, and how large the
objects are that it is given. A run is *within* what was inferred, or *beyond* it (`Program.is_beyond`)."""

from __future__ import annotations

from typing import Any

from secateur import expr
from secateur.expr import Expr
from secateur.ir.model import Position
from secateur.machine.compiler import CallSite
from secateur.machine.fault import FaultKind
from secateur.machine.library.builtin import Builtin
from secateur.machine.library.inputs import assume
from secateur.machine.library.text import read_string
from secateur.machine.memory import SHIFT, Region, Shape
from secateur.machine.path import BranchKind, Site
from secateur.machine.state import State


def require(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """`secateur_requires(number, condition)`: holds within the contract. The inputs are known before the first branch,
    so the condition is the same on all paths, unless evaluating it branches."""
    number, condition = arguments
    holds = expr.ne(condition, 0, 32)
    state.machine.preconditions[number] = holds
    if not state.machine.program.is_beyond:
        state.assume(holds, site)


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
    state.memory.owned(found).resize(size)


def ensure(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    """`secateur_ensures(condition, file, line, number, function, text)`: must hold when the function has returned."""
    condition, file, line, number, function, text = arguments
    machine = state.machine
    key = (site.number, FaultKind.POSTCONDITION)
    check = machine.derived.get(key)
    if check is None:
        place = Position(read_string(state, file, site).decode(), line, number)
        message = f"'{read_string(state, text, site).decode()}' does not hold"
        name = read_string(state, function, site).decode()
        kind = FaultKind.POSTCONDITION
        unique = (machine.site_names[site.number], kind, message)
        check = machine.new_site(Site, BranchKind.CHECK, place, name, site.place, unique, fault=kind, message=message)
        machine.derived[key] = check
    state.check(expr.eq(condition, 0, 32), check)


def block(state: State, arguments: tuple[Any, ...], site: CallSite) -> int:
    """`secateur_block(size)`: a block as malloc returns it, all 0."""
    made = state.memory.allocate(arguments[0], Shape(Region.HEAP, "malloc"))
    made.reset(0)
    return made.start


BUILTINS: dict[str, Builtin] = {
    "secateur_requires": require,
    "secateur_beyond": beyond,
    "secateur_resize": resize,
    "secateur_ensures": ensure,
    "secateur_block": block,
}
