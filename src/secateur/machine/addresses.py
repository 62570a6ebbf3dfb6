"""Order and distance of addresses. Within an object both are C's; between two objects C leaves them open, and a path
that depends on them is marked: another build may decide otherwise."""

from __future__ import annotations

from secateur import expr
from secateur.assumption import FREED, AssumptionKind
from secateur.expr import Expr
from secateur.ir.model import Body, Cast, Freeze, Null, Operand, Register
from secateur.ir.types import PointerType
from secateur.machine.arithmetic import Bits, compare
from secateur.machine.memory import SHIFT
from secateur.machine.resolve import linear
from secateur.machine.state import State


def address_registers(body: Body) -> frozenset[int]:
    """Integer registers that hold an address: results of casts from pointers, and copies of these."""
    found: set[int] = set()
    copies: list[tuple[int, list[Operand]]] = []
    for block in body.blocks.values():
        copies += [(phi.result.index, list(phi.incoming.values())) for phi in block.phis]
        for item in block.instructions:
            match item:
                case Cast(op="ptrtoint", result=result):
                    found.add(result.index)
                case Freeze(result=result, value=value):
                    copies.append((result.index, [value]))
    before = -1
    while before < len(found):
        before = len(found)
        found.update(r for r, values in copies if any(isinstance(v, Register) and v.index in found for v in values))
    return frozenset(found)


def is_address(operand: Operand, registers: frozenset[int]) -> bool:
    """Whether an operand is an address of some object; `registers` are those of `address_registers`."""
    if isinstance(operand.type, PointerType):
        return not isinstance(operand, Null)
    return isinstance(operand, Register) and operand.index in registers


def compare_addresses(state: State, predicate: str, x: Bits, y: Bits) -> Bits:
    """In a mirrored run, objects lie in the opposite order, and no offset leads from one to another."""
    is_order = predicate not in ("eq", "ne")
    if (is_order or (_is_known(state, x) and _is_known(state, y))) and _are_unrelated(state, x, y) and state.mirrored:
        if not is_order:
            return predicate == "ne"
        x, y = y, x
    return compare(predicate, x, y, 64)


def are_different(state: State, predicate: str, x: int, y: int) -> bool:
    """Equality of addresses in two objects. If one of them no longer exists, the other may have got its address."""
    memory, objects = state.memory, state.memory.objects
    first, second = x >> SHIFT, y >> SHIFT
    if not (first in objects and second in objects) and memory.was_made(first) and memory.was_made(second):
        state.rest_on(AssumptionKind.ADDRESS, _name(state, first if first not in objects else second), FREED, False)
    return predicate == "ne"


def subtract_addresses(state: State, x: Bits, y: Bits) -> Bits:
    """A difference; as with comparison, mirrored where it is one of objects."""
    difference = expr.sub(x, y, 64)
    if _are_unrelated(state, x, y) and state.mirrored:
        return expr.sub(difference, _origin(state, x) - _origin(state, y) << SHIFT + 1, 64)
    return difference


def use_as_number(state: State, address: Bits) -> None:
    """An address is hashed, masked or shortened: what comes of it is open."""
    origin = _origin(state, address)
    if origin > 0:
        state.rest_on(AssumptionKind.ADDRESS, _name(state, origin), portable=False)


def _are_unrelated(state: State, x: Bits, y: Bits) -> bool:
    """Do these addresses belong to different objects? If so, the path rests on their order."""
    first, second = _origin(state, x), _origin(state, y)
    if first == second or first <= 0 or second <= 0:  # null, and numbers such as (void *)-1, are the same in any build
        return False
    names = sorted({_name(state, first), _name(state, second)})
    state.rest_on(AssumptionKind.ADDRESS_ORDER, ", ".join(names), portable=False)
    return True


def _is_known(state: State, address: Bits) -> bool:
    """Is this an object with an offset, rather than one of several objects?"""
    return not isinstance(address, Expr) or linear(address)[0] >> SHIFT in state.memory.objects


def _origin(state: State, address: Bits) -> int:
    """The number of the object that an address was made from; an offset may lead out of it."""
    if not isinstance(address, Expr):
        return address >> SHIFT
    number = linear(address)[0] >> SHIFT
    return number if number in state.memory.objects else int(expr.evaluate(address, state.model)) >> SHIFT


def _name(state: State, number: int) -> str:
    item = state.memory.objects.get(number)
    if item is None:
        return "an object that no longer exists"
    return "a string literal" if item.shape.name.startswith(".str") else item.shape.name
