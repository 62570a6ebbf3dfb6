"""Overflow conditions: the exact result of an addition, subtraction or multiplication does not fit its width.

With one constant operand the condition is a plain bound on the other, which users can read and the solver's
cheap stages can decide; often the ranges alone rule overflow out.
"""

from __future__ import annotations

from secateur.expr import boolean, equality, order
from secateur.expr.concrete import wrap
from secateur.expr.expr import Expr, Value, intern2
from secateur.expr.ranges import signed_range, unsigned_range


def add_overflows(x: Value, y: Value, width: int, signed: bool) -> Value:
    """x + y does not fit."""
    if width == 1:
        return boolean.and1(x, y)
    if not isinstance(x, Expr):
        x, y = y, x
    least, most = _limits(width, signed)
    (a, b), (c, d) = _ranges(x, y, width, signed)
    decided = _decide(a + c, b + d, least, most)
    if decided is not None:
        return decided
    if isinstance(y, Expr):
        return _commutative("sadd_overflows" if signed else "uadd_overflows", x, y)
    if not signed:
        return order.ult(wrap(most - c, width), x, width)
    return order.slt(most - y, x, width) if y > 0 else order.slt(x, least - y, width)


def sub_overflows(x: Value, y: Value, width: int, signed: bool) -> Value:
    """x - y does not fit."""
    if not signed:
        return order.ult(x, y, width)
    if width == 1:
        return boolean.and1(boolean.not_(x), y)
    least, most = _limits(width, signed)
    (a, b), (c, d) = _ranges(x, y, width, signed)
    decided = _decide(a - d, b - c, least, most)
    if decided is not None:
        return decided
    if not isinstance(y, Expr):
        return order.slt(x, least + y, width) if y > 0 else order.slt(most + y, x, width)
    if not isinstance(x, Expr):
        return order.slt(y, x - most, width) if x >= 0 else order.slt(x - least, y, width)
    return intern2("ssub_overflows", x, y, 1)


def mul_overflows(x: Value, y: Value, width: int, signed: bool) -> Value:
    """x · y does not fit."""
    if width == 1:
        return boolean.and1(x, y) if signed else False
    if not isinstance(x, Expr):
        x, y = y, x
    least, most = _limits(width, signed)
    (a, b), (c, d) = _ranges(x, y, width, signed)
    products = (a * c, a * d, b * c, b * d)
    decided = _decide(min(products), max(products), least, most)
    if decided is not None:
        return decided
    if isinstance(y, Expr):
        return _commutative("smul_overflows" if signed else "umul_overflows", x, y)
    if not signed:
        return order.ult(wrap(most // c, width), x, width)
    if y == -1:
        return equality.eq(x, least, width)
    low, high = (-(-least // y), most // y) if y > 0 else (-(most // -y), least // y)
    return boolean.or1(order.slt(x, low, width), order.slt(high, x, width))


def _commutative(op: str, x: Value, y: Value) -> Expr:
    assert isinstance(x, Expr)
    assert isinstance(y, Expr)
    if x.variables > y.variables or (x.variables == y.variables and x.key > y.key):
        x, y = y, x
    return intern2(op, x, y, 1)


def _limits(width: int, signed: bool) -> tuple[int, int]:
    half = 1 << (width - 1)
    return (-half, half - 1) if signed else (0, 2 * half - 1)


def _ranges(x: Value, y: Value, width: int, signed: bool) -> tuple[tuple[int, int], tuple[int, int]]:
    if signed:
        return signed_range(x, width), signed_range(y, width)
    return unsigned_range(x, width), unsigned_range(y, width)


def _decide(low: int, high: int, least: int, most: int) -> bool | None:
    """False when every result fits, True when none does."""
    if least <= low and high <= most:
        return False
    return True if low > most or high < least else None
