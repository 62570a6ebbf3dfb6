"""`malloc` and `free`. Functions built on them (`calloc`, `realloc`, `strdup` …) are written in C."""

from __future__ import annotations

from typing import Any

from secateur import expr
from secateur.assumption import Assumption, AssumptionKind
from secateur.expr import Expr
from secateur.machine.compiler import CallSite
from secateur.machine.fault import FaultKind
from secateur.machine.library.builtin import Builtin
from secateur.machine.memory import SHIFT, Region, Shape
from secateur.machine.path import BranchKind
from secateur.machine.resolve import LONGEST
from secateur.machine.state import State
from secateur.provided.inputs import allocation_input, is_allocation

_OWN_MEMORY = ("<secateur>/sort.c", "<secateur>/process.c")
"""Where the C library allocates memory for itself: other libraries do not, or not then."""


def malloc(state: State, arguments: tuple[Any, ...], site: CallSite) -> int:
    size: Expr | int = arguments[0]
    too_large = expr.ult(LONGEST, size, 64)  # such requests fail in the native replay too
    if isinstance(too_large, Expr):
        too_large = state.decide(too_large, state.machine.site_for(site, BranchKind.CHOICE))
    if too_large:
        state.rest_on(AssumptionKind.ALLOCATION, "malloc", str(LONGEST), portable=False)
        return 0
    if _fails(state, site):
        return 0
    if FaultKind.LEAK in state.machine.checks and site.position.file not in _OWN_MEMORY:
        shape = Shape(Region.HEAP, "malloc", made=state.place(site.position, site.function))
    else:
        shape = Shape(Region.HEAP, "malloc")
    return state.memory.allocate(size, shape, number=state.machine.private_numbers.of_block(state, site)).start


def _fails(state: State, site: CallSite) -> bool:
    """Whether an allocation fails: an input decides, or it is assumed not to. `errno` is left alone, as natively."""
    if site.position.file in _OWN_MEMORY:
        return False
    most = state.machine.program.failing_allocations
    asked = sum(1 for given in state.inputs if is_allocation(given.name)) if most else 0
    if asked >= most:
        state.rest_on(AssumptionKind.ALLOCATION, "malloc", f"after:{most}" if most else "")
        return False
    fails = state.new_input(allocation_input(asked + 1), "bool", 1, "bool")
    assert not isinstance(fails, float)
    outcome = expr.ne(fails, 0, 1)
    if isinstance(outcome, Expr):
        outcome = state.decide(outcome, state.machine.site_for(site, BranchKind.CHOICE))
    if outcome:
        state.depend_on(Assumption(AssumptionKind.ALLOCATION, "malloc", "fails"))
    return bool(outcome)


def free(state: State, arguments: tuple[Any, ...], site: CallSite) -> None:
    address: Expr | int = arguments[0]
    if isinstance(address, Expr):
        address = state.choose(address, site)
    if address == 0:
        return
    memory = state.memory
    target = memory.objects.get(address >> SHIFT)
    if target is None:
        freed = memory.was_made(address >> SHIFT)
        message = "memory freed twice" if freed else "free of a pointer that malloc did not return"
        state.fail(site, FaultKind.INVALID_FREE, message)
    assert target is not None
    if target.shape.region is not Region.HEAP:
        state.fail(site, FaultKind.INVALID_FREE, f"free of {target.shape.region} memory '{target.shape.name}'")
    if address != target.start:
        state.fail(site, FaultKind.INVALID_FREE, "free of a pointer into the middle of a block")
    del memory.objects[target.number]


def object_size(state: State, arguments: tuple[Any, ...], site: CallSite) -> Expr | int:
    """The size of the heap block that starts at a pointer (for `realloc`)."""
    address: Expr | int = arguments[0]
    if isinstance(address, Expr):
        address = state.choose(address, site)
    target = state.memory.objects.get(address >> SHIFT)
    if target is None or target.shape.region is not Region.HEAP or target.start != address:
        state.fail(site, FaultKind.INVALID_FREE, "realloc of a pointer that malloc did not return")
    assert target is not None
    return target.size


BUILTINS: dict[str, Builtin] = {"malloc": malloc, "free": free, "__secateur_object_size": object_size}
