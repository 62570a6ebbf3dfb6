"""When the evaluation of a condition itself fails: `1 / result == -1` where the result is 0.

To a solver every operation has a result, so a condition may seem to hold on inputs on which it has no value.
"""

from __future__ import annotations

from collections.abc import Iterator

from secateur import expr
from secateur.approximation.approximation import Approximation
from secateur.expr import Value
from secateur.ir.model import Binary, Call
from secateur.ir.types import IntType
from secateur.machine.path import DRIVER

_OVERFLOWS = {"add": expr.add_overflows, "sub": expr.sub_overflows, "mul": expr.mul_overflows}


def fails_to_evaluate(approximation: Approximation, check: Call) -> Value:
    """For which inputs an operation fails in the condition that the driver checks at a call. For some left shifts this
    may hold although they do not fail."""
    found: Value = False
    for node, item in enumerate(approximation.static.code.items):
        if isinstance(item, Binary) and _is_beside(item, check):
            for point in approximation.points(node):
                x, y = (approximation.operand(point, each) for each in (item.left, item.right))
                if isinstance(x, tuple) or isinstance(y, tuple):
                    continue
                reached = approximation.condition(point)
                for fails in _failures(item, x, y):
                    found = expr.or_(found, expr.and_(reached, fails, 1), 1)
    return found


def _is_beside(item: Binary, check: Call) -> bool:
    return item.position.file == DRIVER and item.position.line == check.position.line


def _failures(item: Binary, x: Value, y: Value) -> Iterator[Value]:
    if not isinstance(item.result.type, IntType):
        return
    width, op = item.result.type.width, item.op
    if op in ("udiv", "sdiv", "urem", "srem"):
        yield expr.eq(y, 0, width)
    if op in ("sdiv", "srem"):
        yield expr.and_(expr.eq(x, -1 << (width - 1), width), expr.eq(y, -1, width), 1)
    if op in _OVERFLOWS and "nsw" in item.flags:
        yield _OVERFLOWS[op](x, y, width, True)
    if op in ("shl", "lshr", "ashr"):
        yield expr.ule(width, y, width)
    if op == "shl":
        yield expr.ne(expr.lshr(x, expr.sub(width - 1, y, width), width), 0, width)
