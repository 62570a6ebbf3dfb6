"""Pointer arithmetic that leaves the address space, or that moves NULL: `pointer-overflow`, as clang's UBSan has it.

Whether a sum wraps depends on the address, which C leaves open. So only sums that wrap wherever the object lies are
faults: every object of a Linux program lies between `LOWEST` and `HIGHEST`, natively too.
"""

from __future__ import annotations

from enum import StrEnum

from secateur import expr
from secateur.expr import Expr
from secateur.machine.memory import SHIFT
from secateur.machine.path import Site
from secateur.machine.resolve import linear
from secateur.machine.state import State

Bits = Expr | int

LOWEST = 1 << 46
HIGHEST = 1 << 47
_MOST = (1 << 63) - 1


class Sum(StrEnum):
    """What is added to a pointer: a signed number, or an unsigned one, which is added or subtracted."""

    SIGNED = "signed"
    PLUS = "plus"
    MINUS = "minus"  # of an unsigned number; the index is already negated


def sound(kind: Sum, size: int) -> tuple[int, int]:
    """The indices, as signed numbers, for which a step of `size` bytes each certainly does not wrap."""
    low, high = -(HIGHEST // size), _MOST // size
    match kind:
        case Sum.SIGNED:
            return low, high
        case Sum.PLUS:
            return 0, high
        case Sum.MINUS:
            return low, 0


def check_sum(state: State, base: Bits, offset: int, index: Bits, size: int, kind: Sum, site: Site) -> None:
    """A fault if `base + offset + index * size` wraps, or if NULL is moved. Without a variable part, `index` is 0."""
    wraps = step_wraps(index, size, kind)
    if not _is_in_object(state, base):
        moved = expr.add(offset, expr.mul(index, size, 64), 64)
        wraps = expr.or_(wraps, expr.and_(expr.eq(base, 0, 64), expr.ne(moved, 0, 64), 1), 1)
        wraps = expr.or_(wraps, _leaves_the_top(base, moved), 1)
    state.check(wraps, site)


def check_index(state: State, address: Bits, index: Bits, size: int, kind: Sum, site: Site) -> Bits:
    """The same for an element that is accessed at once; returns its address. The access has one check for both, and
    there NULL is another fault."""
    wraps = step_wraps(index, size, kind)
    if isinstance(address, Expr):
        state.wrapping = address, wraps
    else:
        state.check(wraps, site)
    return address


def step_wraps(index: Bits, size: int, kind: Sum) -> Bits:
    """Does a step from any object wrap? The product is checked as a signed one, as by clang."""
    low, high = sound(kind, size)
    above = expr.slt(high, index, 64)
    if kind != Sum.PLUS:
        return expr.or_(above, expr.slt(index, low, 64), 1)
    too_low = expr.slt(index, -(1 << 63) // size, 64)
    return expr.or_(expr.or_(above, too_low, 1), expr.ule(-(LOWEST // size), index, 64), 1)


def _is_in_object(state: State, base: Bits) -> bool:
    constant = linear(base)[0] if isinstance(base, Expr) else base
    return state.memory.was_made(constant >> SHIFT)


def _leaves_the_top(base: Bits, moved: Bits) -> Bits:
    """A number that was cast to a pointer can lie so high that little is enough."""
    up = expr.and_(expr.slt(base, 0, 64), expr.slt(0, moved, 64), 1)
    return expr.and_(up, expr.ult(expr.add(base, moved, 64), base, 64), 1)
