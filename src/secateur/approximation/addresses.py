"""Addresses as expressions: what they choose from, how far apart two are, whether they are addresses at all."""

from __future__ import annotations

from secateur import expr
from secateur.expr import Expr, Value, post_order
from secateur.machine.memory import BIAS
from secateur.machine.resolve import linear

#: Maximum number of objects that a pointer may point to before its target is given up.
MOST_TARGETS = 64
#: Constants of at least this magnitude may be part of an address.
LARGE = BIAS >> 1


def parts(address: Value) -> tuple[int, list[tuple[int, Expr]]]:
    """An address as constant + Σ factor × term."""
    return linear(address) if isinstance(address, Expr) else (address, [])


class Leaves:
    """What addresses choose from. Each is split once: the same pointer is followed at many points."""

    def __init__(self) -> None:
        self._known: dict[tuple[Expr, int], list[tuple[Value, Value]]] = {}

    def of(self, address: Value, most: int) -> list[tuple[Value, Value]]:
        """The possible values of an address, each under a condition; the last one otherwise. Just the address itself if
        there are more than `most` choices."""
        if not isinstance(address, Expr):
            return [(True, address)]
        found = self._known.get((address, most))
        if found is None:
            found = self._known[address, most] = _leaves(address, most)
        return found


def _leaves(address: Value, most: int) -> list[tuple[Value, Value]]:
    found: dict[Value, Value] = {}
    todo: list[tuple[Value, Value]] = [(True, address)]
    steps = 0
    while todo:
        guard, here = todo.pop()
        choice = _choice(here)
        if choice is None:
            found[here] = expr.or_(found.get(here, False), guard, 1)
            continue
        steps += 1
        if steps > most:
            return [(True, address)]
        condition, x, y = choice.args
        rest = expr.sub(here, choice, 64)
        todo.append((expr.and_(guard, expr.not_(condition), 1), expr.add(rest, y, 64)))
        todo.append((expr.and_(guard, condition, 1), expr.add(rest, x, 64)))
    *others, last = found
    return [*((found[place], place) for place in others), (True, last)]


def _choice(address: Value) -> Expr | None:
    """The term by which an address chooses its object."""
    return next((term for factor, term in parts(address)[1] if factor == 1 and term.op == "ite"), None)


def aligned(x: Value, y: Value, size: int) -> bool:
    """Do two accesses of this size either coincide or not overlap?"""
    if size & (size - 1):
        return False
    (one, terms), (other, more) = parts(x), parts(y)
    return (one - other) % size == 0 and all(factor % size == 0 for factor, _ in [*terms, *more])


def is_wide(term: Expr) -> bool:
    """Can a term of an address be a pointer itself rather than an offset?"""
    low, high = expr.signed_range(term, 64)
    return not -BIAS < low <= high < BIAS


def holds_address(value: Value) -> bool:
    """Does a number contain anything that may be an object's address, as in a difference of two pointers?"""
    if not isinstance(value, Expr):
        return abs(value) >= LARGE
    return any(
        not isinstance(arg, Expr) and abs(arg) >= LARGE
        for node in post_order(value)
        if node.op != "var"
        for arg in node.args
    )
