"""Less-than, signed and unsigned, normalised.

Constants stay as the program wrote them (`x < 5` does not become `x <= 4`), because users read these
conditions; an inequality becomes an equality or a constant only at the ends of a range. Extensions are
compared at their original width, and ranges decide what they can.
"""

from __future__ import annotations

from collections.abc import Callable

from secateur.expr import boolean, concrete, equality, structure
from secateur.expr.concrete import wrap
from secateur.expr.expr import Expr, Value, intern2
from secateur.expr.ranges import signed_range, unsigned_range


def slt(x: Value, y: Value, width: int) -> Value:
    """x < y, signed"""
    if not isinstance(x, Expr) and not isinstance(y, Expr):
        return concrete.slt(x, y, width)
    if width == 1:
        return boolean.and1(x, boolean.not_(y))
    if x is y:
        return False
    low, high = signed_range(x, width)
    other_low, other_high = signed_range(y, width)
    if high < other_low:
        return True
    if low >= other_high:
        return False
    if high == other_low:
        return equality.ne(x, y, width)
    if low == other_high - 1 and not (isinstance(x, Expr) and isinstance(y, Expr)):
        return _corner(x, y, low, other_high, width)
    rewritten = _signed_rewrite(slt, ult, x, y, width)
    return intern2("slt", x, y, 1) if rewritten is None else rewritten


def sle(x: Value, y: Value, width: int) -> Value:
    """x <= y, signed"""
    if not isinstance(x, Expr) and not isinstance(y, Expr):
        return concrete.sle(x, y, width)
    if width == 1:
        return boolean.or1(x, boolean.not_(y))
    if x is y:
        return True
    low, high = signed_range(x, width)
    other_low, other_high = signed_range(y, width)
    if high <= other_low:
        return True
    if low > other_high:
        return False
    if low == other_high:
        return equality.eq(x, y, width)
    if high - 1 == other_low and not (isinstance(x, Expr) and isinstance(y, Expr)):
        return boolean.not_(_corner(y, x, other_low, high, width))
    rewritten = _signed_rewrite(sle, ule, x, y, width)
    return intern2("sle", x, y, 1) if rewritten is None else rewritten


def ult(x: Value, y: Value, width: int) -> Value:
    """x < y, unsigned"""
    if not isinstance(x, Expr) and not isinstance(y, Expr):
        return concrete.ult(x, y, width)
    if width == 1:
        return boolean.and1(boolean.not_(x), y)
    if x is y:
        return False
    low, high = unsigned_range(x, width)
    other_low, other_high = unsigned_range(y, width)
    if high < other_low:
        return True
    if low >= other_high:
        return False
    if high == other_low:
        return equality.ne(x, y, width)
    if low == other_high - 1 and not (isinstance(x, Expr) and isinstance(y, Expr)):
        return _corner(x, y, low, other_high, width)
    rewritten = _unsigned_rewrite(ult, slt, x, y, width)
    return intern2("ult", x, y, 1) if rewritten is None else rewritten


def ule(x: Value, y: Value, width: int) -> Value:
    """x <= y, unsigned"""
    if not isinstance(x, Expr) and not isinstance(y, Expr):
        return concrete.ule(x, y, width)
    if width == 1:
        return boolean.or1(boolean.not_(x), y)
    if x is y:
        return True
    low, high = unsigned_range(x, width)
    other_low, other_high = unsigned_range(y, width)
    if high <= other_low:
        return True
    if low > other_high:
        return False
    if low == other_high:
        return equality.eq(x, y, width)
    if high - 1 == other_low and not (isinstance(x, Expr) and isinstance(y, Expr)):
        return boolean.not_(_corner(y, x, other_low, high, width))
    rewritten = _unsigned_rewrite(ule, sle, x, y, width)
    return intern2("ule", x, y, 1) if rewritten is None else rewritten


def _corner(x: Value, y: Value, low: int, high: int, width: int) -> Value:
    """x < y when one is constant and a single value of the other makes it true: x = low, y = high."""
    return equality.eq(x, wrap(low, width), width) if isinstance(x, Expr) else equality.eq(y, wrap(high, width), width)


_Comparison = Callable[[Value, Value, int], Value]


def _signed_rewrite(this: _Comparison, without_sign: _Comparison, x: Value, y: Value, width: int) -> Value | None:
    """A simpler form of a signed comparison that the ranges leave open; None when no rewrite applies."""
    if isinstance(x, Expr) and isinstance(y, Expr):
        if x.op == y.op and (x.op == "zext" or x.op == "sext"):  # noqa: PLR1714
            a, b, n = _common(x, y)
            return (without_sign if x.op == "zext" else this)(a, b, n)
        return None
    e: Expr = x if isinstance(x, Expr) else y  # type: ignore[assignment]
    op = e.op
    if op == "var":
        return None
    if op == "zext" or op == "sext":  # noqa: PLR1714
        # The constant lies within the range of e, so it fits.
        inner: Expr = e.args[0]
        n = inner.width
        comparison = without_sign if op == "zext" else this
        return comparison(inner, wrap(y, n), n) if e is x else comparison(wrap(x, n), inner, n)  # type: ignore[arg-type]
    if op == "add":
        a, b = e.args
        if not isinstance(b, Expr):
            low, high = signed_range(a, width)
            if concrete.fits_signed(low + b, width) and concrete.fits_signed(high + b, width):
                return this(a, y - b, width) if e is x else this(x - b, a, width)
        return None
    return _over_choice(this, x, y, e, width)


def _unsigned_rewrite(this: _Comparison, signed: _Comparison, x: Value, y: Value, width: int) -> Value | None:
    """As `_signed_rewrite`, for an unsigned comparison."""
    if isinstance(x, Expr) and isinstance(y, Expr):
        if x.op == y.op and (x.op == "zext" or x.op == "sext"):  # noqa: PLR1714
            a, b, n = _common(x, y)
            return this(a, b, n)
        return None
    e: Expr = x if isinstance(x, Expr) else y  # type: ignore[assignment]
    op = e.op
    if op == "var":
        return None
    if op == "zext" or op == "sext":  # noqa: PLR1714
        inner: Expr = e.args[0]
        n = inner.width
        constant: int = y if e is x else x  # type: ignore[assignment]
        if op == "sext" and not concrete.fits_signed(constant, n):
            # Between the non-negative and the negative values: only the sign matters.
            is_negative = slt(inner, wrap(0, n), n)
            return boolean.not_(is_negative) if e is x else is_negative
        return this(inner, wrap(constant, n), n) if e is x else this(wrap(constant, n), inner, n)
    return _over_choice(this, x, y, e, width)


def _common(x: Expr, y: Expr) -> tuple[Value, Value, int]:
    """The operands of two extensions of the same kind, at the larger of their widths."""
    a: Expr = x.args[0]
    b: Expr = y.args[0]
    n = max(a.width, b.width)
    extend = structure.zext if x.op == "zext" else structure.sext
    return extend(a, a.width, n), extend(b, b.width, n), n


def _over_choice(this: _Comparison, x: Value, y: Value, e: Expr, width: int) -> Value | None:
    """A comparison of `c ? a : b` with a constant, when an arm is constant too."""
    if e.op != "ite":
        return None
    c, a, b = e.args
    if isinstance(a, Expr) and isinstance(b, Expr):
        return None
    if e is x:
        return structure.ite(c, this(a, y, width), this(b, y, width), 1)
    return structure.ite(c, this(x, a, width), this(x, b, width), 1)
