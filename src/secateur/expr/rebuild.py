"""Rebuilds a node with new arguments through the simplifying constructors."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from secateur.expr import arithmetic, bitwise, boolean, equality, floats, functions, order, overflow, structure
from secateur.expr.expr import Expr, Value

_Binary = Callable[[Value, Value, int], Value]

_SAME_WIDTH: dict[str, _Binary] = {
    "add": arithmetic.add,
    "sub": arithmetic.sub,
    "mul": arithmetic.mul,
    "udiv": arithmetic.udiv,
    "sdiv": arithmetic.sdiv,
    "urem": arithmetic.urem,
    "srem": arithmetic.srem,
    "and": bitwise.and_,
    "or": bitwise.or_,
    "xor": bitwise.xor,
    "shl": bitwise.shl,
    "lshr": bitwise.lshr,
    "ashr": bitwise.ashr,
    "fadd": floats.fadd,
    "fsub": floats.fsub,
    "fmul": floats.fmul,
    "fdiv": floats.fdiv,
    "frem": floats.frem,
    "fmin": floats.fmin,
    "fmax": floats.fmax,
}

_COMPARISON: dict[str, _Binary] = {
    "eq": equality.eq,
    "ult": order.ult,
    "ule": order.ule,
    "slt": order.slt,
    "sle": order.sle,
    "sadd_overflows": lambda x, y, width: overflow.add_overflows(x, y, width, True),
    "uadd_overflows": lambda x, y, width: overflow.add_overflows(x, y, width, False),
    "ssub_overflows": lambda x, y, width: overflow.sub_overflows(x, y, width, True),
    "smul_overflows": lambda x, y, width: overflow.mul_overflows(x, y, width, True),
    "umul_overflows": lambda x, y, width: overflow.mul_overflows(x, y, width, False),
    "fcmp_oeq": lambda x, y, width: floats.fcmp("oeq", x, y, width),
    "fcmp_olt": lambda x, y, width: floats.fcmp("olt", x, y, width),
    "fcmp_ole": lambda x, y, width: floats.fcmp("ole", x, y, width),
    "fcmp_one": lambda x, y, width: floats.fcmp("one", x, y, width),
    "fcmp_ord": lambda x, y, width: floats.fcmp("ord", x, y, width),
}

# op -> constructor(x, width of x, width of the result)
_UNARY: dict[str, Callable[[Value, int, int], Value]] = {
    "not": lambda x, n, width: boolean.not_(x),
    "zext": structure.zext,
    "sext": structure.sext,
    "fneg": lambda x, n, width: floats.fneg(x, width),
    "fabs": lambda x, n, width: floats.fabs(x, width),
    "fsqrt": lambda x, n, width: floats.fsqrt(x, width),
    "fp_convert": floats.fp_convert,
    "fp_to_sint": lambda x, n, width: floats.fp_to_int(x, n, width, True),
    "fp_to_uint": lambda x, n, width: floats.fp_to_int(x, n, width, False),
    "int_to_fp_s": lambda x, n, width: floats.int_to_fp(x, n, width, True),
    "int_to_fp_u": lambda x, n, width: floats.int_to_fp(x, n, width, False),
}


def operand_width(node: Expr) -> int:
    """The width of the operands of a comparison or conversion."""
    for arg in node.args:
        if isinstance(arg, Expr):
            return arg.width
    raise ValueError(f"{node!r} has no operands")


def rebuild(node: Expr, args: Sequence[Value]) -> Value:
    """`node` with other arguments, simplified."""
    op = node.op
    binary = _SAME_WIDTH.get(op)
    if binary is not None:
        return binary(args[0], args[1], node.width)
    comparison = _COMPARISON.get(op)
    if comparison is not None:
        return comparison(args[0], args[1], operand_width(node))
    unary = _UNARY.get(op)
    if unary is not None:
        return unary(args[0], node.args[0].width, node.width)
    if op == "ite":
        return structure.ite(args[0], args[1], args[2], node.width)
    if op == "fma":
        return floats.fma(args[0], args[1], args[2], node.width)
    if op == "select":
        return structure.select(args[0], args[1:], node.width)
    if functions.is_application(node):
        return functions.apply(op.removeprefix(functions.PREFIX), tuple(args), node.width)
    if op.startswith("fround_"):
        return floats.fround(op[len("fround_") :], args[0], node.width)
    if op == "extract":
        return structure.extract(args[0], node.args[1], node.width, node.args[0].width)
    if op == "is_fpclass":
        return floats.is_fpclass(args[0], node.args[0].width, node.args[1])
    if op == "concat":
        high, low = node.args
        low_width = low.width if isinstance(low, Expr) else node.width - high.width
        return structure.concat(args[0], args[1], node.width - low_width, low_width)
    raise ValueError(f"no constructor for {op}")
