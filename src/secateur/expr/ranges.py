"""Signed intervals of expressions: a cheap bound that settles many comparisons and overflow checks.

C promotes narrow values before it computes, so most operands of a comparison have a much smaller range than
their width allows. The bound follows from the structure alone and is cached on the node.
"""

from __future__ import annotations

from secateur.expr.expr import Expr, Value


def signed_range(x: Value, width: int) -> tuple[int, int]:
    """The smallest and the largest signed value that `x` (of `width` > 1 bits) may take."""
    if not isinstance(x, Expr):
        return x, x
    return x.bounds or _bound(x)


def unsigned_range(x: Value, width: int) -> tuple[int, int]:
    """The smallest and the largest unsigned value that `x` (of `width` > 1 bits) may take."""
    low, high = (x.bounds or _bound(x)) if isinstance(x, Expr) else (x, x)
    if low >= 0:
        return low, high
    if high < 0:
        return low + (1 << width), high + (1 << width)
    return 0, (1 << width) - 1


def _bound(e: Expr) -> tuple[int, int]:
    """Bound `e`, after every node below it that has no bound yet."""
    stack = [e]
    while stack:
        node = stack[-1]
        rule = _RULES.get(node.op)
        half = 1 << (node.width - 1)
        if rule is None or node.width == 1:
            node.bounds = (-half, half - 1) if node.width > 1 else (0, 1)
            stack.pop()
            continue
        missing = [a for a in node.args if isinstance(a, Expr) and a.bounds is None and a.width > 1]
        if missing:
            stack.extend(missing)
            continue
        stack.pop()
        low, high = rule(node)
        node.bounds = (low, high) if -half <= low and high < half else (-half, half - 1)
    assert e.bounds is not None
    return e.bounds


def _arg(x: Value) -> tuple[int, int]:
    if not isinstance(x, Expr):
        return x, x
    assert x.bounds is not None
    return x.bounds


def _add(e: Expr) -> tuple[int, int]:
    (a, b), (c, d) = _arg(e.args[0]), _arg(e.args[1])
    return a + c, b + d


def _sub(e: Expr) -> tuple[int, int]:
    (a, b), (c, d) = _arg(e.args[0]), _arg(e.args[1])
    return a - d, b - c


def _mul(e: Expr) -> tuple[int, int]:
    (a, b), (c, d) = _arg(e.args[0]), _arg(e.args[1])
    products = (a * c, a * d, b * c, b * d)
    return min(products), max(products)


def _zext(e: Expr) -> tuple[int, int]:
    inner: Expr = e.args[0]
    if inner.width == 1:
        return 0, 1
    low, high = _arg(inner)
    return (low, high) if low >= 0 else (0, (1 << inner.width) - 1)


def _sext(e: Expr) -> tuple[int, int]:
    inner: Expr = e.args[0]
    return (-1, 0) if inner.width == 1 else _arg(inner)


def _extract(e: Expr) -> tuple[int, int]:
    half = 1 << (e.width - 1)
    if e.args[1] == 0:
        low, high = _arg(e.args[0])
        if -half <= low and high < half:
            return low, high
    return -half, half - 1


def _union(e: Expr) -> tuple[int, int]:
    parts = [_arg(arg) for arg in e.args[1:]]
    return min(low for low, _ in parts), max(high for _, high in parts)


def _and(e: Expr) -> tuple[int, int]:
    (a, b), (c, d) = _arg(e.args[0]), _arg(e.args[1])
    if a >= 0:
        return 0, min(b, d) if c >= 0 else b
    if c >= 0:
        return 0, d
    half = 1 << (e.width - 1)
    return -half, half - 1


def _or(e: Expr) -> tuple[int, int]:
    """For two non-negative numbers, "or" and "xor" stay below the next power of two."""
    (a, b), (c, d) = _arg(e.args[0]), _arg(e.args[1])
    if a >= 0 and c >= 0:
        return 0, (1 << max(b, d).bit_length()) - 1
    half = 1 << (e.width - 1)
    return -half, half - 1


def _lshr(e: Expr) -> tuple[int, int]:
    half = 1 << (e.width - 1)
    amount = e.args[1]
    low, high = _arg(e.args[0])
    if not isinstance(amount, Expr) and 0 < amount < e.width:
        return (low >> amount, high >> amount) if low >= 0 else (0, ((half << 1) - 1) >> amount)
    return (0, high) if low >= 0 else (-half, half - 1)


def _ashr(e: Expr) -> tuple[int, int]:
    low, high = _arg(e.args[0])
    amount = e.args[1]
    if not isinstance(amount, Expr) and 0 < amount < e.width:
        return low >> amount, high >> amount
    return min(low, 0), max(high, 0) if low < 0 else high


def _shl(e: Expr) -> tuple[int, int]:
    half = 1 << (e.width - 1)
    amount = e.args[1]
    if isinstance(amount, Expr) or not 0 < amount < e.width:
        return -half, half - 1
    low, high = _arg(e.args[0])
    return low << amount, high << amount


def _urem(e: Expr) -> tuple[int, int]:
    half = 1 << (e.width - 1)
    divisor = e.args[1]
    low, high = _arg(e.args[0])
    if not isinstance(divisor, Expr) and divisor > 0:
        return (0, min(high, divisor - 1)) if low >= 0 else (0, divisor - 1)
    return (0, high) if low >= 0 else (-half, half - 1)


def _udiv(e: Expr) -> tuple[int, int]:
    half = 1 << (e.width - 1)
    divisor = e.args[1]
    if isinstance(divisor, Expr) or divisor <= 1:
        return -half, half - 1
    low, high = _arg(e.args[0])
    return (low // divisor, high // divisor) if low >= 0 else (0, ((half << 1) - 1) // divisor)


def _srem(e: Expr) -> tuple[int, int]:
    """The remainder is never larger than the dividend, and has its sign."""
    low, high = _arg(e.args[0])
    low, high = min(low, 0), max(high, 0)
    divisor = e.args[1]
    if not isinstance(divisor, Expr) and divisor != 0:
        limit = abs(divisor) - 1
        return max(low, -limit), min(high, limit)
    return low, high


def _sdiv(e: Expr) -> tuple[int, int]:
    half = 1 << (e.width - 1)
    divisor = e.args[1]
    if isinstance(divisor, Expr) or divisor <= 0:
        return -half, half - 1
    low, high = _arg(e.args[0])
    return (
        -(-low // divisor) if low < 0 else low // divisor,
        -(-high // divisor) if high < 0 else high // divisor,
    )


_RULES = {
    "add": _add,
    "sub": _sub,
    "mul": _mul,
    "zext": _zext,
    "sext": _sext,
    "extract": _extract,
    "ite": _union,
    "select": _union,
    "and": _and,
    "or": _or,
    "xor": _or,
    "lshr": _lshr,
    "ashr": _ashr,
    "shl": _shl,
    "urem": _urem,
    "udiv": _udiv,
    "srem": _srem,
    "sdiv": _sdiv,
}
