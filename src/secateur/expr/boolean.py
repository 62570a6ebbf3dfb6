"""Width 1: negation, conjunction, disjunction and exclusive or, with absorption."""

from __future__ import annotations

from collections.abc import Iterable

from secateur.expr import order
from secateur.expr.expr import Expr, Value, intern1, intern2

_ORDER = frozenset(("slt", "sle", "ult", "ule"))
_JOINS = frozenset(("and", "or"))


def not_(c: Value) -> Value:
    """The negation of a condition. An inequality is reversed, so both sides of a branch read naturally."""
    if not isinstance(c, Expr):
        return not c
    op = c.op
    if op == "not":
        inner: Expr = c.args[0]
        return inner
    if op in _ORDER:
        x, y = c.args
        width = x.width if isinstance(x, Expr) else y.width
        if op == "slt":
            return order.sle(y, x, width)
        if op == "sle":
            return order.slt(y, x, width)
        return order.ule(y, x, width) if op == "ult" else order.ult(y, x, width)
    return intern1("not", c, 1)


def and1(x: Value, y: Value) -> Value:
    """x ∧ y"""
    if not isinstance(x, Expr):
        return (y if isinstance(y, Expr) else bool(y)) if x else False
    if not isinstance(y, Expr):
        return x if y else False
    return _joined("and", x, y)


def or1(x: Value, y: Value) -> Value:
    """x ∨ y"""
    if not isinstance(x, Expr):
        return True if x else (y if isinstance(y, Expr) else bool(y))
    if not isinstance(y, Expr):
        return True if y else x
    return _joined("or", x, y)


def _joined(op: str, x: Expr, y: Expr) -> Value:
    """x ∧ y or x ∨ y, as `op` says."""
    if x is y:
        return x
    negated = not_(x)
    if negated is y:
        return op == "or"
    found = _absorbed(op, x, negated, y) if y.op in _JOINS else None
    if found is None and x.op in _JOINS:
        found = _absorbed(op, y, not_(y), x)
    return _ordered(op, x, y) if found is None else found


def _absorbed(op: str, one: Expr, negated: Value, other: Expr) -> Value | None:
    """`one` joined with a conjunction or disjunction that contains it or its negation; None when it does not."""
    a, b = other.args
    if a is one or b is one:
        return other if other.op == op else one
    if negated is a or negated is b:
        if other.op == op:
            return op == "or"
        return _joined(op, one, b if negated is a else a)
    return None


def xor1(x: Value, y: Value) -> Value:
    """x ⊕ y. Negations are pulled out, so that both polarities share their core."""
    if not isinstance(x, Expr):
        if not isinstance(y, Expr):
            return bool(x) != bool(y)
        return not_(y) if x else y
    if not isinstance(y, Expr):
        return not_(x) if y else x
    if x is y:
        return False
    if not_(x) is y:
        return True
    if x.op == "not":
        return not_(xor1(x.args[0], y))
    if y.op == "not":
        return not_(xor1(x, y.args[0]))
    return _ordered("xor", x, y)


def conj(conditions: Iterable[Value]) -> Value:
    """The conjunction of all conditions."""
    result: Value = True
    for condition in conditions:
        result = and1(result, condition)
        if result is False:
            return False
    return result


def _ordered(op: str, x: Expr, y: Expr) -> Expr:
    """A commutative node with its operands ordered by their variables, as a person would write it."""
    if x.variables > y.variables or (x.variables == y.variables and x.key > y.key):
        return intern2(op, y, x, 1)
    return intern2(op, x, y, 1)
