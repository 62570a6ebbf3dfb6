"""Composing and decomposing bit-vectors: extension, extraction, concatenation, choice and table lookup."""

from __future__ import annotations

from collections.abc import Sequence

from secateur.expr import arithmetic, bitwise, boolean, concrete, order
from secateur.expr.concrete import wrap
from secateur.expr.expr import Expr, Value, intern, intern1, intern2


def zext(x: Value, from_width: int, to_width: int) -> Value:
    """x, zero-extended."""
    if from_width == to_width:
        return x
    if not isinstance(x, Expr):
        return x & ((1 << from_width) - 1)
    op = x.op
    if op == "zext":
        return intern1("zext", x.args[0], to_width)
    if op == "ite" and not isinstance(x.args[1], Expr) and not isinstance(x.args[2], Expr):
        c, a, b = x.args
        return ite(c, concrete.zext(a, from_width), concrete.zext(b, from_width), to_width)
    return intern1("zext", x, to_width)


def sext(x: Value, from_width: int, to_width: int) -> Value:
    """x, sign-extended."""
    if from_width == to_width:
        return x
    if not isinstance(x, Expr):
        return -int(x) if from_width == 1 else x
    op = x.op
    if op == "sext" or op == "zext":  # noqa: PLR1714
        return intern1(op, x.args[0], to_width)
    if op == "ite" and not isinstance(x.args[1], Expr) and not isinstance(x.args[2], Expr):
        c, a, b = x.args
        return ite(c, concrete.sext(a, from_width), concrete.sext(b, from_width), to_width)
    return intern1("sext", x, to_width)


def extract(x: Value, low: int, width: int, from_width: int) -> Value:
    """The `width` bits of x from bit `low` upwards."""
    if width == from_width:
        return x
    if not isinstance(x, Expr):
        return wrap(x >> low, width)
    rule = _EXTRACT.get(x.op)
    if rule is not None:
        result = rule(x, low, width, from_width)
        if result is not None:
            return result
    if width == 1 and low == from_width - 1:
        return order.slt(x, 0, from_width)
    return intern2("extract", x, low, width)


def _extract_extract(x: Expr, low: int, width: int, from_width: int) -> Value | None:
    inner: Expr = x.args[0]
    return extract(inner, low + x.args[1], width, inner.width)


def _extract_zext(x: Expr, low: int, width: int, from_width: int) -> Value | None:
    inner: Expr = x.args[0]
    n = inner.width
    if low >= n:
        return wrap(0, width)
    if low + width <= n:
        return extract(inner, low, width, n)
    return zext(extract(inner, low, n - low, n), n - low, width)


def _extract_sext(x: Expr, low: int, width: int, from_width: int) -> Value | None:
    """Extractions from the copied sign bits are kept, so that a later concat can recognise its parts."""
    inner: Expr = x.args[0]
    n = inner.width
    if low + width <= n:
        return extract(inner, low, width, n)
    if low < n:
        return sext(extract(inner, low, n - low, n), n - low, width)
    return None


def _extract_concat(x: Expr, low: int, width: int, from_width: int) -> Value | None:
    high, tail = x.args
    n = tail.width if isinstance(tail, Expr) else from_width - high.width
    if low >= n:
        return extract(high, low - n, width, from_width - n)
    if low + width <= n:
        return extract(tail, low, width, n)
    upper = low + width - n
    return concat(extract(high, 0, upper, from_width - n), extract(tail, low, n - low, n), upper, n - low)


def _extract_ite(x: Expr, low: int, width: int, from_width: int) -> Value | None:
    c, a, b = x.args
    if isinstance(a, Expr) and isinstance(b, Expr):
        return None
    return ite(c, extract(a, low, width, from_width), extract(b, low, width, from_width), width)


def _extract_shift(x: Expr, low: int, width: int, from_width: int) -> Value | None:
    value, amount = x.args
    if isinstance(amount, Expr):
        return None
    if x.op == "shl":
        if low >= amount:
            return extract(value, low - amount, width, from_width)
        return wrap(0, width) if low + width <= amount else None
    return extract(value, low + amount, width, from_width) if low + amount + width <= from_width else None


def _extract_sum(x: Expr, low: int, width: int, from_width: int) -> Value | None:
    """The low bits of a sum, difference or product need only the low bits of its operands."""
    if low != 0:
        return None
    a, b = x.args
    if not (_is_narrow(a) and _is_narrow(b)):
        return None
    return _apply(x.op, extract(a, 0, width, from_width), extract(b, 0, width, from_width), width)


def _extract_bits(x: Expr, low: int, width: int, from_width: int) -> Value | None:
    a, b = x.args
    if isinstance(b, Expr) and not (_is_narrow(a) and _is_narrow(b)):
        return None
    return _apply(x.op, extract(a, low, width, from_width), extract(b, low, width, from_width), width)


def _apply(op: str, x: Value, y: Value, width: int) -> Value:
    match op:
        case "add":
            return arithmetic.add(x, y, width)
        case "sub":
            return arithmetic.sub(x, y, width)
        case "mul":
            return arithmetic.mul(x, y, width)
        case "and":
            return bitwise.and_(x, y, width)
        case "or":
            return bitwise.or_(x, y, width)
    return bitwise.xor(x, y, width)


def _is_narrow(x: Value) -> bool:
    return not isinstance(x, Expr) or x.op in _NARROW


_NARROW = frozenset(("zext", "sext", "concat"))

_EXTRACT = {
    "extract": _extract_extract,
    "zext": _extract_zext,
    "sext": _extract_sext,
    "concat": _extract_concat,
    "ite": _extract_ite,
    "shl": _extract_shift,
    "lshr": _extract_shift,
    "ashr": _extract_shift,
    "add": _extract_sum,
    "sub": _extract_sum,
    "mul": _extract_sum,
    "and": _extract_bits,
    "or": _extract_bits,
    "xor": _extract_bits,
}


def concat(high: Value, low: Value, high_width: int, low_width: int) -> Value:
    """The bits of `high` followed by those of `low`; adjacent extractions from one expression are merged."""
    width = high_width + low_width
    if not isinstance(high, Expr):
        if not isinstance(low, Expr):
            return concrete.concat(high, low, high_width, low_width)
        if high == 0:
            return zext(low, low_width, width)
    if isinstance(high, Expr):
        joined = _join(high, low, high_width, low_width)
        if joined is not None:
            return joined
        if high.op == "concat":
            first, second = high.args
            second_width = second.width if isinstance(second, Expr) else high_width - first.width
            joined = _join(second, low, second_width, low_width)
            if joined is not None:
                return concat(first, joined, high_width - second_width, second_width + low_width)
        elif high.op == "zext":
            inner: Expr = high.args[0]
            return zext(concat(inner, low, inner.width, low_width), inner.width + low_width, width)
    if isinstance(low, Expr) and low.op == "concat":
        first, second = low.args
        first_width = first.width if isinstance(first, Expr) else low_width - second.width
        joined = _join(high, first, high_width, first_width)
        if joined is not None:
            return concat(joined, second, high_width + first_width, low_width - first_width)
    return intern2("concat", high, low, width)


def _join(high: Value, low: Value, high_width: int, low_width: int) -> Value | None:
    """`high` and `low` as one extraction from their common source expression, else None."""
    if not isinstance(high, Expr):
        if isinstance(low, Expr):
            return None
        return concrete.concat(high, low, high_width, low_width)
    if high.op == "extract":
        source: Expr = high.args[0]
        start = high.args[1] - low_width
        if start >= 0 and extract(source, start, low_width, source.width) is low:
            return extract(source, start, high_width + low_width, source.width)
    if isinstance(low, Expr) and low.op == "extract":
        source = low.args[0]
        start = low.args[1]
        end = start + low_width
        if end + high_width <= source.width and extract(source, end, high_width, source.width) is high:
            return extract(source, start, high_width + low_width, source.width)
    return None


def ite(c: Value, x: Value, y: Value, width: int) -> Value:
    """c ? x : y"""
    if not isinstance(c, Expr):
        return x if c else y
    if x is y:
        return x
    if c.op == "not":
        return ite(c.args[0], y, x, width)
    if isinstance(x, Expr):
        if x.op == "ite" and x.args[0] is c:
            return ite(c, x.args[1], y, width)
    elif not isinstance(y, Expr):
        return _ite_constants(c, x, y, width)
    if isinstance(y, Expr) and y.op == "ite" and y.args[0] is c:
        return ite(c, x, y.args[2], width)
    if width == 1:
        if not isinstance(x, Expr):
            return boolean.or1(c, y) if x else boolean.and1(boolean.not_(c), y)
        if not isinstance(y, Expr):
            return boolean.or1(boolean.not_(c), x) if y else boolean.and1(c, x)
    return intern("ite", (c, x, y), width)


def _ite_constants(c: Expr, x: int, y: int, width: int) -> Value:
    if x == y:
        return x
    if width == 1:
        return c if x else boolean.not_(c)
    if y == 0:
        if x == 1:
            return intern1("zext", c, width)
        if x == -1:
            return intern1("sext", c, width)
    elif x == 0:
        if y == 1:
            return zext(boolean.not_(c), 1, width)
        if y == -1:
            return sext(boolean.not_(c), 1, width)
    return intern("ite", (c, x, y), width)


def select(index: Value, items: Sequence[Value], width: int) -> Value:
    """items[index], with a 64-bit index.

    Past the end, which a condition elsewhere excludes, the value is the last item.
    """
    if not isinstance(index, Expr):
        return concrete.select(index, tuple(items))  # type: ignore[arg-type]
    first = items[0]
    if isinstance(first, Expr):
        if all(item is first for item in items):
            return first
    elif all(not isinstance(item, Expr) and item == first for item in items):
        return first
    return intern("select", (index, *items), width)
