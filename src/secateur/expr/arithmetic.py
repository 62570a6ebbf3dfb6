"""Sums, products and quotients. Sums are kept in a cheap linear normal form.

The constant of a sum is kept outermost and on the right, like terms are combined (x + x is 2·x, x + y - x is y),
and a negated term becomes a subtraction. Only the top levels are inspected, so building a long chain of
additions stays linear.
"""

from __future__ import annotations

from secateur.expr import bitwise, boolean, concrete, structure
from secateur.expr.concrete import wrap
from secateur.expr.expr import Expr, Value, intern2


def add(x: Value, y: Value, width: int) -> Value:
    """x + y, wrapping."""
    if not isinstance(y, Expr):
        return _plus(x, y, width) if isinstance(x, Expr) else wrap(x + y, width)
    if not isinstance(x, Expr):
        return _plus(y, x, width)
    if width == 1:
        return boolean.xor1(x, y)
    return _sum(x, y, width)


def sub(x: Value, y: Value, width: int) -> Value:
    """x - y, wrapping."""
    if not isinstance(y, Expr):
        return _plus(x, wrap(-y, width), width) if isinstance(x, Expr) else wrap(x - y, width)
    if width == 1:
        return boolean.xor1(x, y)
    if not isinstance(x, Expr):
        return _minus_from(x, y, width)
    return _difference(x, y, width)


def neg(x: Value, width: int) -> Value:
    """-x, wrapping."""
    return sub(wrap(0, width), x, width)


def _plus(x: Expr, constant: int, width: int) -> Value:
    """x + constant"""
    if constant == 0:
        return x
    if width == 1:
        return boolean.not_(x)
    op = x.op
    if op == "add":
        a, b = x.args
        if not isinstance(b, Expr):
            return _plus(a, wrap(b + constant, width), width)
    elif op == "sub":
        a, b = x.args
        if not isinstance(a, Expr):
            return _minus_from(wrap(a + constant, width), b, width)
    elif op == "ite":
        c, a, b = x.args
        if not isinstance(a, Expr) and not isinstance(b, Expr):
            return structure.ite(c, wrap(a + constant, width), wrap(b + constant, width), width)
    return intern2("add", x, constant, width)


def _minus_from(constant: int, y: Expr, width: int) -> Value:
    """constant - y"""
    op = y.op
    if op == "add":
        a, b = y.args
        if not isinstance(b, Expr):
            return sub(wrap(constant - b, width), a, width)
    elif op == "sub":
        a, b = y.args
        return _plus_value(sub(b, a, width), constant, width)
    elif op == "mul":
        a, b = y.args
        if not isinstance(b, Expr) and (constant == 0 or b < 0):
            return _plus_value(mul(a, wrap(-b, width), width), constant, width)
    elif op == "ite":
        c, a, b = y.args
        if not isinstance(a, Expr) and not isinstance(b, Expr):
            return structure.ite(c, wrap(constant - a, width), wrap(constant - b, width), width)
    return intern2("sub", constant, y, width)


def _plus_value(x: Value, constant: int, width: int) -> Value:
    return _plus(x, constant, width) if isinstance(x, Expr) else wrap(x + constant, width)


def _term(x: Expr) -> tuple[Expr, int]:
    """`x` as base × coefficient."""
    op = x.op
    if op == "mul":
        a, b = x.args
        if not isinstance(b, Expr):
            return a, b
    elif op == "sub":
        a, b = x.args
        if not isinstance(a, Expr) and a == 0:
            return b, -1
    return x, 1


_LINEAR = frozenset(("add", "sub", "mul"))


def _sum(x: Expr, y: Expr, width: int) -> Value:
    if x.op in _LINEAR or y.op in _LINEAR:
        simpler = _collect(x, y, width)
        if simpler is not None:
            return simpler
    elif x is y:
        return mul(x, wrap(2, width), width)
    if x.variables > y.variables or (x.variables == y.variables and x.key > y.key):
        x, y = y, x
    return intern2("add", x, y, width)


def _collect(x: Expr, y: Expr, width: int) -> Value | None:
    """x + y with the constant moved outside or like terms combined; None when neither applies."""
    result = _constant_outside(x, y, width) or _constant_outside(y, x, width)
    if result is not None:
        return result[0]
    base, coefficient = _term(x)
    other_base, other_coefficient = _term(y)
    if base is other_base:
        return mul(base, wrap(coefficient + other_coefficient, width), width)
    result = _like_term(x, y, other_base, width) or _like_term(y, x, base, width)
    if result is not None:
        return result[0]
    least = -1 << (width - 1)
    if least < other_coefficient < 0:
        return sub(x, mul(other_base, -other_coefficient, width), width)
    if least < coefficient < 0:
        return sub(y, mul(base, -coefficient, width), width)
    return None


def _constant_outside(x: Expr, y: Expr, width: int) -> tuple[Value] | None:
    """x + y when x is a sum with a constant; wrapped in a tuple, because the result may be zero."""
    op = x.op
    if op == "add":
        a, b = x.args
        if not isinstance(b, Expr):
            return (_plus_value(add(a, y, width), b, width),)
    elif op == "sub":
        a, b = x.args
        if not isinstance(a, Expr):
            return (_plus_value(sub(y, b, width), a, width),)
    return None


def _like_term(x: Expr, y: Expr, base: Expr, width: int) -> tuple[Value] | None:
    """x + y when x is a sum or difference with a term over `base`, the base of y."""
    op = x.op
    if op == "add":
        a, b = x.args
        if _term(b)[0] is base:
            return (add(a, add(b, y, width), width),)
        if _term(a)[0] is base:
            return (add(add(a, y, width), b, width),)
    elif op == "sub":
        a, b = x.args
        if _term(b)[0] is base:
            return (add(a, sub(y, b, width), width),)
        if _term(a)[0] is base:
            return (sub(add(a, y, width), b, width),)
    return None


def _difference(x: Expr, y: Expr, width: int) -> Value:
    if x is y:
        return 0
    if x.op == "add":
        a, b = x.args
        if not isinstance(b, Expr):
            return _plus_value(sub(a, y, width), b, width)
    elif x.op == "sub":
        a, b = x.args
        if not isinstance(a, Expr):
            return sub(a, add(b, y, width), width)
    if y.op == "add":
        a, b = y.args
        if not isinstance(b, Expr):
            return _plus_value(sub(x, a, width), wrap(-b, width), width)
    elif y.op == "sub":
        a, b = y.args
        if not isinstance(a, Expr):
            return _plus_value(add(x, b, width), wrap(-a, width), width)
    base, coefficient = _term(x)
    other_base, other_coefficient = _term(y)
    if base is other_base:
        return mul(base, wrap(coefficient - other_coefficient, width), width)
    if other_coefficient < 0 and other_coefficient != -1 << (width - 1):
        return add(x, mul(other_base, -other_coefficient, width), width)
    met = _cancel(x, y, base, other_base, width)
    return intern2("sub", x, y, width) if met is None else met


def _cancel(x: Expr, y: Expr, base: Expr, other_base: Expr, width: int) -> Value | None:
    """x - y when a like term is one level down, else None."""
    if x.op == "add":
        a, b = x.args
        if _term(b)[0] is other_base:
            return add(a, sub(b, y, width), width)
        if _term(a)[0] is other_base:
            return add(sub(a, y, width), b, width)
    elif x.op == "sub":
        a, b = x.args
        if _term(a)[0] is other_base:
            return sub(sub(a, y, width), b, width)
        if _term(b)[0] is other_base:
            return sub(a, add(b, y, width), width)
    if y.op == "add":
        a, b = y.args
        if _term(a)[0] is base:
            return sub(sub(x, a, width), b, width)
        if _term(b)[0] is base:
            return sub(sub(x, b, width), a, width)
    elif y.op == "sub":
        a, b = y.args
        if _term(a)[0] is base:
            return add(sub(x, a, width), b, width)
        if _term(b)[0] is base:
            return sub(add(x, b, width), a, width)
    return None


def mul(x: Value, y: Value, width: int) -> Value:
    """x · y, wrapping."""
    if not isinstance(x, Expr):
        if not isinstance(y, Expr):
            return wrap(x * y, width)
        x, y = y, x
    if isinstance(y, Expr):
        if width == 1:
            return boolean.and1(x, y)
        if x.variables > y.variables or (x.variables == y.variables and x.key > y.key):
            x, y = y, x
        return intern2("mul", x, y, width)
    return _times(x, y, width)


def _times(x: Expr, factor: int, width: int) -> Value:
    if factor == 0:
        return wrap(0, width)
    if width == 1 or factor == 1:
        return x
    op = x.op
    if op == "mul":
        a, b = x.args
        if not isinstance(b, Expr):
            return mul(a, wrap(b * factor, width), width)
    elif op == "add":
        a, b = x.args
        if not isinstance(b, Expr):
            return _plus_value(mul(a, factor, width), wrap(b * factor, width), width)
    elif op == "sub":
        a, b = x.args
        if not isinstance(a, Expr):
            return sub(wrap(a * factor, width), mul(b, factor, width), width)
    elif op == "ite":
        c, a, b = x.args
        if not isinstance(a, Expr) and not isinstance(b, Expr):
            return structure.ite(c, wrap(a * factor, width), wrap(b * factor, width), width)
    if factor == -1:
        return _minus_from(0, x, width)
    return intern2("mul", x, factor, width)


def udiv(x: Value, y: Value, width: int) -> Value:
    """Unsigned quotient; division by zero gives all ones, as in SMT-LIB."""
    if not isinstance(y, Expr):
        if not isinstance(x, Expr):
            return concrete.udiv(x, y, width)
        if y == 0:
            return wrap(-1, width)
        if y == 1:
            return x
        if x.op == "zext":
            inner: Expr = x.args[0]
            n = inner.width
            divisor = y & ((1 << width) - 1)
            if divisor >> n:
                return 0
            return structure.zext(udiv(inner, wrap(divisor, n), n), n, width)
        if x.op == "udiv" and not isinstance(x.args[1], Expr):  # loops divide again and again
            mask = (1 << width) - 1
            product = (x.args[1] & mask) * (y & mask)
            return 0 if product > mask else intern2("udiv", x.args[0], wrap(product, width), width)
    if width == 1:
        return boolean.or1(boolean.not_(y), x)
    return intern2("udiv", x, y, width)


def urem(x: Value, y: Value, width: int) -> Value:
    """Unsigned remainder; modulo zero it is x."""
    if not isinstance(y, Expr):
        if not isinstance(x, Expr):
            return concrete.urem(x, y, width)
        if y == 0:
            return x
        divisor = y & ((1 << width) - 1)
        if divisor & (divisor - 1) == 0:
            return bitwise.and_(x, wrap(divisor - 1, width), width)
        if x.op == "zext":
            inner: Expr = x.args[0]
            n = inner.width
            if divisor >> n:
                return x
            return structure.zext(urem(inner, wrap(divisor, n), n), n, width)
    if width == 1:
        return boolean.and1(x, boolean.not_(y))
    return intern2("urem", x, y, width)


def sdiv(x: Value, y: Value, width: int) -> Value:
    """Signed quotient, rounded towards zero; division by zero gives 1 for a negative x, else -1."""
    if not isinstance(y, Expr):
        if not isinstance(x, Expr):
            return concrete.sdiv(x, y, width)
        if width > 1:
            if y == 1:
                return x
            if y == -1:
                return neg(x, width)
            if x.op == "zext" and y > 0:
                return udiv(x, y, width)
            if x.op == "sext" and y != 0:
                inner: Expr = x.args[0]
                n = inner.width
                if n > 1 and concrete.fits_signed(y, n):
                    return structure.sext(sdiv(inner, y, n), n, width)
            if x.op == "sdiv" and not isinstance(x.args[1], Expr) and x.args[1] > 0 and y > 0:
                product = x.args[1] * y
                if product > 1 << (width - 1):
                    return 0
                if concrete.fits_signed(product, width):
                    return intern2("sdiv", x.args[0], product, width)
    if width == 1:
        return boolean.or1(boolean.not_(y), x)
    return intern2("sdiv", x, y, width)


def srem(x: Value, y: Value, width: int) -> Value:
    """Signed remainder, with the sign of x; modulo zero it is x."""
    if not isinstance(y, Expr):
        if not isinstance(x, Expr):
            return concrete.srem(x, y, width)
        if y == 0:
            return x
        if width > 1:
            if y == 1 or y == -1:  # noqa: PLR1714  (a tuple test is slower)
                return 0
            if x.op == "zext" and y > 0:
                return urem(x, y, width)
            if x.op == "sext":
                inner: Expr = x.args[0]
                n = inner.width
                if n > 1 and concrete.fits_signed(y, n):
                    return structure.sext(srem(inner, y, n), n, width)
    if width == 1:
        return boolean.and1(x, boolean.not_(y))
    return intern2("srem", x, y, width)
