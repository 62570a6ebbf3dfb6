"""Bitwise operations and shifts. A mask of the low bits is an extraction (`x & 0xff` is `zext(extract(x))`)."""

from __future__ import annotations

from secateur.expr import boolean, concrete, order, structure
from secateur.expr.concrete import wrap
from secateur.expr.expr import Expr, Value, intern2
from secateur.expr.ranges import signed_range


def and_(x: Value, y: Value, width: int) -> Value:
    """x & y"""
    if width == 1:
        return boolean.and1(x, y)
    if not isinstance(x, Expr):
        if not isinstance(y, Expr):
            return x & y
        x, y = y, x
    if not isinstance(y, Expr):
        return _mask(x, y, width)
    if x is y:
        return x
    return _ordered("and", x, y, width)


def _mask(x: Expr, mask: int, width: int) -> Value:
    """x & mask"""
    if mask == 0:
        return 0
    if mask == -1:
        return x
    op = x.op
    if op == "and" and not isinstance(x.args[1], Expr):
        return _mask(x.args[0], x.args[1] & mask, width)
    if op == "zext":
        inner: Expr = x.args[0]
        n = inner.width
        return structure.zext(and_(inner, wrap(mask, n), n), n, width)
    if op == "ite" and not isinstance(x.args[1], Expr) and not isinstance(x.args[2], Expr):
        return structure.ite(x.args[0], x.args[1] & mask, x.args[2] & mask, width)
    if mask & (mask + 1) == 0:
        n = mask.bit_length()
        return structure.zext(structure.extract(x, 0, n, width), n, width)
    return intern2("and", x, mask, width)


def or_(x: Value, y: Value, width: int) -> Value:
    """x | y"""
    if width == 1:
        return boolean.or1(x, y)
    if not isinstance(x, Expr):
        if not isinstance(y, Expr):
            return x | y
        x, y = y, x
    if not isinstance(y, Expr):
        if y == 0:
            return x
        if y == -1:
            return -1
        if x.op == "or" and not isinstance(x.args[1], Expr):
            return or_(x.args[0], x.args[1] | y, width)
        if x.op == "ite" and not isinstance(x.args[1], Expr) and not isinstance(x.args[2], Expr):
            return structure.ite(x.args[0], x.args[1] | y, x.args[2] | y, width)
        return intern2("or", x, y, width)
    if x is y:
        return x
    if x.op == "zext" and y.op == "zext":
        narrow = _narrow_pair(x.args[0], y.args[0], width)
        if narrow is not None:
            n = narrow[2]
            return structure.zext(or_(narrow[0], narrow[1], n), n, width)
    return _ordered("or", x, y, width)


def xor(x: Value, y: Value, width: int) -> Value:
    """x ^ y; with -1 it is the complement."""
    if width == 1:
        return boolean.xor1(x, y)
    if not isinstance(x, Expr):
        if not isinstance(y, Expr):
            return x ^ y
        x, y = y, x
    if not isinstance(y, Expr):
        if y == 0:
            return x
        if x.op == "xor" and not isinstance(x.args[1], Expr):
            return xor(x.args[0], x.args[1] ^ y, width)
        if x.op == "ite" and not isinstance(x.args[1], Expr) and not isinstance(x.args[2], Expr):
            return structure.ite(x.args[0], x.args[1] ^ y, x.args[2] ^ y, width)
        if x.op == "zext" and x.args[0].width == 1 and y == 1:
            return structure.zext(boolean.not_(x.args[0]), 1, width)
        return intern2("xor", x, y, width)
    if x is y:
        return 0
    if x.op == "zext" and y.op == "zext":
        narrow = _narrow_pair(x.args[0], y.args[0], width)
        if narrow is not None:
            n = narrow[2]
            return structure.zext(xor(narrow[0], narrow[1], n), n, width)
    return _ordered("xor", x, y, width)


def bvnot(x: Value, width: int) -> Value:
    """~x"""
    return xor(x, wrap(-1, width), width)


def _narrow_pair(x: Expr, y: Expr, width: int) -> tuple[Value, Value, int] | None:
    """Two zero-extended operands at the larger of their own widths."""
    n = max(x.width, y.width)
    if n >= width:
        return None
    return structure.zext(x, x.width, n), structure.zext(y, y.width, n), n


def _ordered(op: str, x: Expr, y: Expr, width: int) -> Expr:
    if x.variables > y.variables or (x.variables == y.variables and x.key > y.key):
        return intern2(op, y, x, width)
    return intern2(op, x, y, width)


def shl(x: Value, y: Value, width: int) -> Value:
    """x << y; zero once y reaches the width."""
    if not isinstance(y, Expr):
        if not isinstance(x, Expr):
            return concrete.shl(x, y, width)
        if y == 0:
            return x
        amount = y & ((1 << width) - 1)
        if amount >= width:
            return wrap(0, width)
        if x.op == "shl" and not isinstance(x.args[1], Expr):
            inner = x.args[1]
            return shl(x.args[0], y + inner, width) if amount + inner < width else 0
        if x.op == "ite" and not isinstance(x.args[1], Expr) and not isinstance(x.args[2], Expr):
            return structure.ite(x.args[0], concrete.shl(x.args[1], y, width), concrete.shl(x.args[2], y, width), width)
    if width == 1:
        return boolean.and1(x, boolean.not_(y))
    if not isinstance(x, Expr) and x == 0:
        return 0
    return intern2("shl", x, y, width)


def lshr(x: Value, y: Value, width: int) -> Value:
    """Unsigned x >> y; zero once y reaches the width."""
    if not isinstance(y, Expr):
        if not isinstance(x, Expr):
            return concrete.lshr(x, y, width)
        if y == 0:
            return x
        amount = y & ((1 << width) - 1)
        if amount >= width:
            return wrap(0, width)
        return _lshr_constant(x, amount, width)
    if width == 1:
        return boolean.and1(x, boolean.not_(y))
    if not isinstance(x, Expr) and x == 0:
        return 0
    return intern2("lshr", x, y, width)


def _lshr_constant(x: Expr, amount: int, width: int) -> Value:
    op = x.op
    if op == "zext":
        inner: Expr = x.args[0]
        n = inner.width
        return structure.zext(lshr(inner, amount, n), n, width) if amount < n else 0
    if op == "lshr" and not isinstance(x.args[1], Expr):
        total = x.args[1] + amount
        return lshr(x.args[0], total, width) if total < width else 0
    if op == "concat":
        return structure.zext(structure.extract(x, amount, width - amount, width), width - amount, width)
    low, high = signed_range(x, width)
    if low >= 0 and low >> amount == high >> amount:
        return low >> amount
    if amount == width - 1:
        return structure.zext(order.slt(x, 0, width), 1, width)
    return intern2("lshr", x, amount, width)


def ashr(x: Value, y: Value, width: int) -> Value:
    """Signed x >> y; all sign bits once y reaches the width."""
    if width == 1:
        return x
    if not isinstance(y, Expr):
        if not isinstance(x, Expr):
            return concrete.ashr(x, y, width)
        if y == 0:
            return x
        amount = min(y & ((1 << width) - 1), width - 1)
        if x.op == "zext":
            return lshr(x, amount, width)
        if x.op == "sext":
            inner: Expr = x.args[0]
            n = inner.width
            return structure.sext(ashr(inner, min(amount, n - 1), n), n, width) if n > 1 else x
        if x.op == "shl" and not isinstance(x.args[1], Expr) and x.args[1] <= amount:  # a signed bit-field
            part = structure.extract(x.args[0], amount - x.args[1], width - amount, width)
            return structure.sext(part, width - amount, width)
        if x.op == "ashr" and not isinstance(x.args[1], Expr):
            return ashr(x.args[0], min(x.args[1] + amount, width - 1), width)
        if signed_range(x, width)[0] >= 0:
            return lshr(x, amount, width)
        if amount == width - 1:
            return structure.sext(order.slt(x, 0, width), 1, width)
        return intern2("ashr", x, amount, width)
    if not isinstance(x, Expr) and (x == 0 or x == -1):  # noqa: PLR1714
        return x
    return intern2("ashr", x, y, width)
