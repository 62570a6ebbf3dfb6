"""The sign of a NaN, where a program looks at the bits of a number that it computed.

In expressions every computed NaN is positive, so that evaluation and solver agree. On x86 an invalid operation makes a
negative one, and an operand that is NaN is passed on. That is put in where bits are used as bits: elsewhere no sign of
a NaN matters. Of two operands that are NaN, the first one is passed on, of `long double` the positive one; a compiler
may exchange those of a sum or product.
"""

from __future__ import annotations

from secateur import expr
from secateur.expr import Expr, Value, ieee
from secateur.expr.ieee import EXTENDED, SIGN
from secateur.machine.floats import FloatValue, lower

_INVALID = frozenset(("fadd", "fsub", "fmul", "fdiv", "frem", "fsqrt", "fma"))
"""Operations that make a NaN of numbers."""
_SAME_SIGN = frozenset(("fp_convert", "fmin", "fmax"))
_COMPUTED = _INVALID | _SAME_SIGN | {"fneg", "fabs", "ite"}


def bits_as_computed(value: FloatValue | int, width: int) -> Expr | int:
    """The pattern of a register's float, with the sign that a NaN has on x86."""
    bits = lower(value, width)
    return with_sign_of_nan(bits, width) if isinstance(bits, Expr) else bits


def with_sign_of_nan(bits: Value, width: int) -> Value:
    """The same number; if it is NaN, with the sign that it has on x86."""
    if not isinstance(bits, Expr) or not _is_computed(bits):
        return bits
    sign = expr.ite(_negative(bits), SIGN[width], 0, width)
    nan = expr.or_(expr.and_(bits, ~SIGN[width], width), sign, width)
    return expr.ite(_is_nan(bits, width), nan, bits, width)


def _is_computed(node: Expr) -> bool:
    return node.op in _COMPUTED or node.op.startswith("fround_")


def _is_nan(x: Value, width: int) -> Value:
    return expr.fcmp("uno", x, x, width)


def _operands(node: Expr) -> tuple[Value, ...]:
    return node.args[1:] if node.op == "ite" else node.args


def _negative(number: Expr) -> Value:
    """Whether a number that is NaN has the sign bit."""
    found: dict[Value, Value] = {}
    stack = [number]
    while stack:
        node = stack[-1]
        below = [x for x in _operands(node) if isinstance(x, Expr) and x not in found] if _is_computed(node) else []
        if below:
            stack.extend(below)
        else:
            stack.pop()
            found[node] = _sign(node, found)
    return found[number]


def _sign(node: Expr, found: dict[Value, Value]) -> Value:
    op, width = node.op, node.width

    def sign(x: Value) -> Value:
        return found[x] if isinstance(x, Expr) else x < 0

    if not _is_computed(node):
        return expr.slt(node, 0, width)
    if op == "fabs":
        return False
    if op == "fneg":
        return expr.not_(sign(node.args[0]))
    if op == "ite":
        return expr.ite(node.args[0], sign(node.args[1]), sign(node.args[2]), 1)
    if op not in _INVALID:
        return sign(node.args[0])
    nans = [_is_nan(x, width) if isinstance(x, Expr) else ieee.is_nan(x, width) for x in node.args]
    result: Value = True
    for x, is_nan in zip(reversed(node.args), reversed(nans), strict=True):
        result = expr.ite(is_nan, sign(x), result, 1)
    if width == EXTENDED and len(nans) == 2:
        x, y = node.args
        result = expr.ite(expr.and_(nans[0], nans[1], 1), expr.and_(sign(x), sign(y), 1), result, 1)
    return result
