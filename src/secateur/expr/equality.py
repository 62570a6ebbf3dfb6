"""Equality, normalised: the constant is on the right, sums are solved for their variable part, extensions are
compared at their original width, and comparisons that the ranges decide are constants."""

from __future__ import annotations

from secateur.expr import arithmetic, boolean, concrete, order, structure
from secateur.expr.concrete import wrap
from secateur.expr.expr import Expr, Value, intern2
from secateur.expr.ranges import signed_range


def eq(x: Value, y: Value, width: int) -> Value:
    """x == y"""
    if not isinstance(x, Expr):
        if not isinstance(y, Expr):
            return x == y
        x, y = y, x
    if width == 1:
        return boolean.not_(boolean.xor1(x, y))
    if isinstance(y, Expr):
        return True if x is y else _eq_exprs(x, y, width)
    op = x.op
    if op != "var":
        rule = _EQUALS.get(op)
        if rule is not None:
            result = rule(x, y, width)
            if result is not None:
                return result
        low, high = signed_range(x, width)
        if y < low or y > high:
            return False
    return intern2("eq", x, y, 1)


def ne(x: Value, y: Value, width: int) -> Value:
    """x != y"""
    return boolean.not_(eq(x, y, width))


def _eq_exprs(x: Expr, y: Expr, width: int) -> Value:
    op = x.op
    if op != "var" or y.op != "var":
        if (op == "zext" or op == "sext") and y.op == op:  # noqa: PLR1714
            a: Expr = x.args[0]
            b: Expr = y.args[0]
            n = max(a.width, b.width)
            extend = structure.zext if op == "zext" else structure.sext
            return eq(extend(a, a.width, n), extend(b, b.width, n), n)
        if op in _LINEAR or y.op in _LINEAR:
            return _eq_linear(x, y, width)
        low, high = signed_range(x, width)
        other_low, other_high = signed_range(y, width)
        if high < other_low or other_high < low:
            return False
    if x.variables > y.variables or (x.variables == y.variables and x.key > y.key):
        return intern2("eq", y, x, 1)
    return intern2("eq", x, y, 1)


_LINEAR = frozenset(("add", "sub"))


def _split(x: Expr) -> tuple[Expr, int]:
    """`x` as variable part + constant."""
    if x.op == "add" and not isinstance(x.args[1], Expr):
        return x.args
    return x, 0


def _eq_linear(x: Expr, y: Expr, width: int) -> Value:
    """x == y where one side is a sum: cancel a common term, collect the constants on the right."""
    x, x_constant = _split(x)
    y, y_constant = _split(y)
    offset = wrap(y_constant - x_constant, width)
    if x is y:
        return offset == 0
    if x.variables > y.variables or (x.variables == y.variables and x.key > y.key):
        x, y, offset = y, x, wrap(-offset, width)
    # From here on: x == y + offset, neither x nor y a sum with a constant.
    for one, other, difference in ((x, y, offset), (y, x, wrap(-offset, width))):
        if one.op == "add":
            a, b = one.args
            if a is other:
                return eq(b, difference, width)
            if b is other:
                return eq(a, difference, width)
        elif one.op == "sub":
            a, b = one.args
            if a is other:
                return eq(b, wrap(-difference, width), width)
            if not isinstance(a, Expr) and other.op == "sub" and not isinstance(other.args[0], Expr):
                # Both are "constant minus term".
                c, d = other.args
                return eq(d, arithmetic.add(b, wrap(c - a + difference, width), width), width)
    right = arithmetic.add(y, offset, width)
    low, high = signed_range(x, width)
    other_low, other_high = signed_range(right, width)
    if high < other_low or other_high < low:
        return False
    return intern2("eq", x, right, 1)


# x == constant, by the outermost operation of x; None when no rewrite applies.


def _add_equals(x: Expr, constant: int, width: int) -> Value | None:
    a, b = x.args
    return None if isinstance(b, Expr) else eq(a, wrap(constant - b, width), width)


def _sub_equals(x: Expr, constant: int, width: int) -> Value | None:
    a, b = x.args
    if not isinstance(a, Expr):
        return eq(b, wrap(a - constant, width), width)
    return eq(a, b, width) if constant == 0 else None


def _mul_equals(x: Expr, constant: int, width: int) -> Value | None:
    """An odd factor can be divided out; only done when the result stays readable."""
    a, b = x.args
    if isinstance(b, Expr) or b & 1 == 0 or constant % b:
        return None
    return eq(a, wrap(constant // b, width), width)


def _xor_equals(x: Expr, constant: int, width: int) -> Value | None:
    a, b = x.args
    if not isinstance(b, Expr):
        return eq(a, b ^ constant, width)
    return eq(a, b, width) if constant == 0 else None


def _zext_equals(x: Expr, constant: int, width: int) -> Value | None:
    inner: Expr = x.args[0]
    n = inner.width
    return eq(inner, wrap(constant, n), n) if concrete.fits_unsigned(constant, n) else False


def _sext_equals(x: Expr, constant: int, width: int) -> Value | None:
    inner: Expr = x.args[0]
    n = inner.width
    return eq(inner, wrap(constant, n), n) if concrete.fits_signed(constant, n) else False


def _concat_equals(x: Expr, constant: int, width: int) -> Value | None:
    high, low = x.args
    n = low.width if isinstance(low, Expr) else width - high.width
    return boolean.and1(eq(low, wrap(constant, n), n), eq(high, concrete.extract(constant, n, width - n), width - n))


def _ite_equals(x: Expr, constant: int, width: int) -> Value | None:
    c, a, b = x.args
    if isinstance(a, Expr) and isinstance(b, Expr):
        return None
    return structure.ite(c, eq(a, constant, width), eq(b, constant, width), 1)


def _select_equals(x: Expr, constant: int, width: int) -> Value | None:
    """A table of constants holds a given value at few indices, perhaps at none."""
    index, *items = x.args
    if any(isinstance(item, Expr) for item in items):
        return None
    places = [i for i, item in enumerate(items) if item == constant]
    if not places:
        return False
    if len(places) > 1:
        return None
    last = len(items) - 1
    return order.ule(last, index, 64) if places[0] == last else eq(index, places[0], 64)


def _and_equals(x: Expr, constant: int, width: int) -> Value | None:
    """Bits outside the mask are never set."""
    mask = x.args[1]
    return False if not isinstance(mask, Expr) and constant & ~mask else None


def _or_equals(x: Expr, constant: int, width: int) -> Value | None:
    bits = x.args[1]
    return False if not isinstance(bits, Expr) and bits & ~constant else None


_EQUALS = {
    "add": _add_equals,
    "sub": _sub_equals,
    "mul": _mul_equals,
    "xor": _xor_equals,
    "zext": _zext_equals,
    "sext": _sext_equals,
    "concat": _concat_equals,
    "ite": _ite_equals,
    "select": _select_equals,
    "and": _and_equals,
    "or": _or_equals,
}
