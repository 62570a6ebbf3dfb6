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
    decided = _less(x, y, signed_range(x, width), signed_range(y, width), width)
    if decided is None:
        decided = _rewrite(slt, ult, x, y, width)
    return intern2("slt", x, y, 1) if decided is None else decided


def sle(x: Value, y: Value, width: int) -> Value:
    """x <= y, signed"""
    if not isinstance(x, Expr) and not isinstance(y, Expr):
        return concrete.sle(x, y, width)
    if width == 1:
        return boolean.or1(x, boolean.not_(y))
    if x is y:
        return True
    decided = _less_or_equal(x, y, signed_range(x, width), signed_range(y, width), width)
    if decided is None:
        decided = _rewrite(sle, ule, x, y, width)
    return intern2("sle", x, y, 1) if decided is None else decided


def ult(x: Value, y: Value, width: int) -> Value:
    """x < y, unsigned"""
    if not isinstance(x, Expr) and not isinstance(y, Expr):
        return concrete.ult(x, y, width)
    if width == 1:
        return boolean.and1(boolean.not_(x), y)
    if x is y:
        return False
    decided = _less(x, y, unsigned_range(x, width), unsigned_range(y, width), width)
    if decided is None:
        decided = _rewrite(ult, ult, x, y, width)
    return intern2("ult", x, y, 1) if decided is None else decided


def ule(x: Value, y: Value, width: int) -> Value:
    """x <= y, unsigned"""
    if not isinstance(x, Expr) and not isinstance(y, Expr):
        return concrete.ule(x, y, width)
    if width == 1:
        return boolean.or1(boolean.not_(x), y)
    if x is y:
        return True
    decided = _less_or_equal(x, y, unsigned_range(x, width), unsigned_range(y, width), width)
    if decided is None:
        decided = _rewrite(ule, ule, x, y, width)
    return intern2("ule", x, y, 1) if decided is None else decided


_Range = tuple[int, int]


def _less(x: Value, y: Value, left: _Range, right: _Range, width: int) -> Value | None:
    """x < y as far as the ranges of x and y decide it; None when they leave it open."""
    low, high = left
    other_low, other_high = right
    if high < other_low:
        return True
    if low >= other_high:
        return False
    if high == other_low:
        return equality.ne(x, y, width)
    if low == other_high - 1 and not (isinstance(x, Expr) and isinstance(y, Expr)):
        return _corner(x, y, low, other_high, width)
    return None


def _less_or_equal(x: Value, y: Value, left: _Range, right: _Range, width: int) -> Value | None:
    """As `_less`, for x <= y."""
    low, high = left
    other_low, other_high = right
    if high <= other_low:
        return True
    if low > other_high:
        return False
    if low == other_high:
        return equality.eq(x, y, width)
    if high - 1 == other_low and not (isinstance(x, Expr) and isinstance(y, Expr)):
        return boolean.not_(_corner(y, x, other_low, high, width))
    return None


def _corner(x: Value, y: Value, low: int, high: int, width: int) -> Value:
    """x < y when one is constant and a single value of the other makes it true: x = low, y = high."""
    return equality.eq(x, wrap(low, width), width) if isinstance(x, Expr) else equality.eq(y, wrap(high, width), width)


_Comparison = Callable[[Value, Value, int], Value]


def _rewrite(this: _Comparison, unsigned: _Comparison, x: Value, y: Value, width: int) -> Value | None:
    """A simpler form of a comparison that the ranges leave open; None when no rewrite applies.

    `unsigned` is the unsigned form of `this`: for an unsigned comparison, itself.
    """
    if isinstance(x, Expr) and isinstance(y, Expr):
        if x.op == y.op and (x.op == "zext" or x.op == "sext"):  # noqa: PLR1714
            a, b, n = _common(x, y)
            return (unsigned if x.op == "zext" else this)(a, b, n)
        return None
    e: Expr = x if isinstance(x, Expr) else y  # type: ignore[assignment]
    op = e.op
    if op == "var":
        return None
    if op == "zext" or op == "sext":  # noqa: PLR1714
        return _unextended(this, unsigned, x, y, e)
    if op == "add":
        a, b = e.args
        if this is not unsigned and not isinstance(b, Expr):
            low, high = signed_range(a, width)
            if concrete.fits_signed(low + b, width) and concrete.fits_signed(high + b, width):
                return this(a, y - b, width) if e is x else this(x - b, a, width)
        return None
    return _over_choice(this, x, y, e, width)


def _unextended(this: _Comparison, unsigned: _Comparison, x: Value, y: Value, e: Expr) -> Value:
    """A comparison of the extension `e` with a constant, which lies within the range of `e`."""
    inner: Expr = e.args[0]
    n = inner.width
    constant: int = y if e is x else x  # type: ignore[assignment]
    if e.op == "zext":
        this = unsigned
    elif this is unsigned and not concrete.fits_signed(constant, n):
        # Between the non-negative and the negative values: only the sign matters.
        is_negative = slt(inner, wrap(0, n), n)
        return boolean.not_(is_negative) if e is x else is_negative
    return this(inner, wrap(constant, n), n) if e is x else this(wrap(constant, n), inner, n)


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
