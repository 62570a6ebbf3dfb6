"""The value of an expression under a model: interpreted at first, compiled to Python when evaluated often.

Every node caches its value under the last model, compared by identity, so a model must not change (a list is copied).
A run that extends its conditions step by step therefore evaluates only the new nodes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from secateur.expr import concrete, functions, ieee
from secateur.expr.compile import Evaluator, compile_expr
from secateur.expr.concrete import wrap
from secateur.expr.expr import Expr, Value
from secateur.expr.walk import post_order

_PATIENCE = 20
"""Evaluations after which compiling pays off (measured: it costs as much as about 25 interpretations)."""

_LARGE = 300
"""Number of nodes above which an expression consists mostly of parts that were already evaluated."""


def evaluate(e: Value, model: Sequence[int]) -> int:
    """The value of `e` where variable i has the canonical value `model[i]`, or 0 past the model's end."""
    if not isinstance(e, Expr):
        return e
    function = e.compiled
    if function is not None:
        try:
            return function(model)  # type: ignore[arg-type]
        except IndexError:
            return function(_padded(e, model))
    if e.model is model:
        return e.value
    if type(model) is list:
        model = tuple(model)
    count = e.evaluations
    e.evaluations = count + 1
    if count == 0:
        e.compiled = _shortcut(e)
    elif count >= _PATIENCE:
        if count == _PATIENCE and len(post_order(e)) > _LARGE:
            e.evaluations = -5 * _PATIENCE
        else:
            e.compiled = compile_expr(e)
    return _interpret(e, model)


def _padded(e: Expr, model: Sequence[int]) -> tuple[int, ...]:
    return tuple(model) + (0,) * (e.variables.bit_length() - len(model))


def _shortcut(e: Expr) -> Evaluator | None:
    """A ready-made evaluator for the most common conditions: a variable compared with a constant or a variable."""
    op = e.op
    turned = op == "not"
    if turned:
        e = e.args[0]
        op = e.op
    if (op != "eq" if turned else op not in _SHORTCUTS) or e.width != 1:
        return None
    x, y = e.args
    if isinstance(x, Expr):
        if x.op != "var":
            return None
        if isinstance(y, Expr):
            return _SHORTCUTS["ne" if turned else op][1](x.args[0], y.args[0]) if y.op == "var" else None
        return _SHORTCUTS["ne" if turned else op][0](x.args[0], y)
    return _SHORTCUTS[op][2](x, y.args[0]) if y.op == "var" else None


# op -> evaluators for (variable, constant), (variable, variable), (constant, variable)
_SHORTCUTS: dict[str, tuple[Callable[[int, int], Evaluator], ...]] = {
    "eq": (lambda i, c: lambda m: m[i] == c, lambda i, j: lambda m: m[i] == m[j]),
    "ne": (lambda i, c: lambda m: m[i] != c, lambda i, j: lambda m: m[i] != m[j]),
    "slt": (
        lambda i, c: lambda m: m[i] < c,
        lambda i, j: lambda m: m[i] < m[j],
        lambda c, j: lambda m: c < m[j],
    ),
    "sle": (
        lambda i, c: lambda m: m[i] <= c,
        lambda i, j: lambda m: m[i] <= m[j],
        lambda c, j: lambda m: c <= m[j],
    ),
}


def _interpret(e: Expr, model: Sequence[int]) -> int:
    stack = [e]
    while stack:
        node = stack[-1]
        if node.model is model:
            stack.pop()
            continue
        values = []
        for arg in node.args:
            if isinstance(arg, Expr):
                if arg.model is not model:
                    stack.append(arg)
                else:
                    values.append(arg.value)
            else:
                values.append(arg)
        if stack[-1] is not node:
            continue
        stack.pop()
        if node.op == "var":
            index = values[0]
            value = model[index] if index < len(model) else 0
            node.value = value if node.width > 1 else value != 0
        else:
            node.value = MEANING[node.op](node, *values)
        node.model = model
    return e.value


def _operand(node: Expr) -> int:
    first = node.args[0]
    width: int = first.width if isinstance(first, Expr) else node.args[1].width
    return width


def _same_width(operation: Callable[[int, int, int], int]) -> Callable[..., int]:
    return lambda node, x, y: operation(x, y, node.width)


def _compared(operation: Callable[[int, int, int], int]) -> Callable[..., int]:
    def compare(node: Expr, x: int, y: int) -> int:
        first = node.args[0]
        return operation(x, y, first.width if isinstance(first, Expr) else node.args[1].width)

    return compare


def _overflow(operation: Callable[[int, int], int], signed: bool) -> Callable[..., bool]:
    def overflows(node: Expr, x: int, y: int) -> bool:
        width = _operand(node)
        if signed:
            return not concrete.fits_signed(operation(concrete.signed(x, width), concrete.signed(y, width)), width)
        return not concrete.fits_unsigned(operation(concrete.unsigned(x, width), concrete.unsigned(y, width)), width)

    return overflows


def _concat(node: Expr, high: int, low: int) -> int:
    tail = node.args[1]
    low_width = tail.width if isinstance(tail, Expr) else node.width - node.args[0].width
    return concrete.concat(high, low, node.width - low_width, low_width)


def _rounding(mode: str) -> Callable[..., int]:
    return lambda node, x: ieee.fround(mode, x, node.width)


MEANING: dict[str, Callable[..., int]] = {
    "add": lambda node, x, y: wrap(x + y, node.width),
    "sub": lambda node, x, y: wrap(x - y, node.width),
    "mul": lambda node, x, y: wrap(x * y, node.width),
    "and": lambda node, x, y: x & y,
    "or": lambda node, x, y: x | y,
    "xor": lambda node, x, y: x ^ y,
    "not": lambda node, x: not x,
    "eq": lambda node, x, y: x == y,
    "zext": lambda node, x: x & ((1 << node.args[0].width) - 1),
    "sext": lambda node, x: concrete.sext(x, node.args[0].width),
    "extract": lambda node, x, low: wrap(x >> low, node.width),
    "concat": _concat,
    "ite": lambda node, c, x, y: x if c else y,
    "select": lambda node, index, *items: concrete.select(index, items),
    **{op: _same_width(getattr(concrete, op)) for op in ("udiv", "sdiv", "urem", "srem", "shl", "lshr", "ashr")},
    **{op: _compared(getattr(concrete, op)) for op in ("ult", "ule", "slt", "sle")},
    "sadd_overflows": _overflow(lambda x, y: x + y, True),
    "uadd_overflows": _overflow(lambda x, y: x + y, False),
    "ssub_overflows": _overflow(lambda x, y: x - y, True),
    "smul_overflows": _overflow(lambda x, y: x * y, True),
    "umul_overflows": _overflow(lambda x, y: x * y, False),
    **{op: _same_width(getattr(ieee, op)) for op in ("fadd", "fsub", "fmul", "fdiv", "frem", "fmin", "fmax")},
    **{op: _compared(getattr(ieee, op)) for op in ("fcmp_oeq", "fcmp_olt", "fcmp_ole", "fcmp_one", "fcmp_ord")},
    "fneg": lambda node, x: ieee.fneg(x, node.width),
    "fabs": lambda node, x: ieee.fabs(x, node.width),
    "fsqrt": lambda node, x: ieee.fsqrt(x, node.width),
    "fma": lambda node, x, y, z: ieee.fma(x, y, z, node.width),
    **{"fround_" + mode: _rounding(mode) for mode in ("floor", "ceil", "trunc", "round", "roundeven")},
    "fp_convert": lambda node, x: ieee.fp_convert(x, node.args[0].width, node.width),
    "fp_to_sint": lambda node, x: ieee.fp_to_sint(x, node.args[0].width, node.width),
    "fp_to_uint": lambda node, x: ieee.fp_to_uint(x, node.args[0].width, node.width),
    "int_to_fp_s": lambda node, x: ieee.int_to_fp(concrete.signed(x, node.args[0].width), node.width),
    "int_to_fp_u": lambda node, x: ieee.int_to_fp(concrete.unsigned(x, node.args[0].width), node.width),
    "is_fpclass": lambda node, x, mask: ieee.is_fpclass(x, node.args[0].width, mask),
    **functions.MEANING,
}
"""What each operation computes, given its node and the values of its arguments."""
