"""Compiles an expression to a Python function of the model: straight-line code, shared subterms computed once.

Most values need no masking, because the ranges show that nothing can wrap. The source is built bottom-up without
recursion; a term that is used once is inlined, up to a nesting depth that Python's parser accepts.
"""

from __future__ import annotations

from collections.abc import Callable

from secateur.expr import concrete, functions, ieee
from secateur.expr.expr import Expr, Value
from secateur.expr.ranges import signed_range
from secateur.expr.walk import post_order

Evaluator = Callable[[tuple[int, ...]], int]

_NESTING = 24
"""Maximum nesting depth before a term is assigned to a name."""


def compile_expr(e: Expr) -> Evaluator:
    """The function that evaluates `e`. It raises IndexError when the model is too short."""
    nodes = post_order(e)
    uses: dict[Expr, int] = {}
    for node in nodes:
        for arg in node.args:
            if isinstance(arg, Expr):
                uses[arg] = uses.get(arg, 0) + 1
    text: dict[Expr, str] = {}
    depth: dict[Expr, int] = {}
    lines: list[str] = []
    for node in nodes:
        level = 1 + max((depth[arg] for arg in node.args if isinstance(arg, Expr)), default=0)
        source = _source(node, [text[arg] if isinstance(arg, Expr) else repr(arg) for arg in node.args])
        if node is not e and (uses[node] > 1 or level > _NESTING):
            name = f"t{len(lines)}"
            lines.append(f"    {name} = {source}\n")
            source, level = name, 0
        text[node] = source
        depth[node] = level
    if not lines:
        function: Evaluator = eval(f"lambda m: {text[e]}", _NAMES)
        return function
    scope: dict[str, Evaluator] = {}
    exec(f"def f(m):\n{''.join(lines)}    return {text[e]}\n", _NAMES, scope)
    return scope["f"]


_NAMES: dict[str, object] = {
    **{name: getattr(concrete, name) for name in ("udiv", "urem", "sdiv", "srem", "shl", "lshr", "ashr", "select")},
    **{name: getattr(ieee, name) for name in dir(ieee) if name.startswith(("f", "int_to", "is_"))},
    **functions.COMPILED,
}


def _source(node: Expr, args: list[str]) -> str:
    """Python for one node, given Python for its arguments; always safe to put between other operators."""
    op = node.op
    if op == "var":
        return f"m[{args[0]}]" if node.width > 1 else f"(m[{args[0]}]!=0)"
    template = _COMPARE.get(op)
    if template is not None:
        return template.format(*args)
    rule = _RULES.get(op)
    if rule is not None:
        return rule(node, args)
    if op.startswith("fround_"):
        return f"fround({op[7:]!r},{args[0]},{node.width})"
    if op in _ON_OPERANDS:
        return f"{op}({','.join(args)},{_width(node)})"
    return f"{op}({','.join(args)},{node.width})"


_COMPARE = {
    "eq": "({}=={})",
    "slt": "({}<{})",
    "sle": "({}<={})",
    "not": "(not {})",
    "ite": "({1} if {0} else {2})",
}

_ON_OPERANDS = frozenset(("fcmp_oeq", "fcmp_olt", "fcmp_ole", "fcmp_one", "fcmp_ord"))


def _width(node: Expr) -> int:
    first = node.args[0]
    width: int = first.width if isinstance(first, Expr) else node.args[1].width
    return width


def _wrapped(source: str, width: int) -> str:
    half = 1 << (width - 1)
    return f"(({source}+{half}&{2 * half - 1})-{half})"


def _unsigned(x: Value, source: str, width: int) -> str:
    """The argument as an unsigned number."""
    if not isinstance(x, Expr):
        return repr(x & ((1 << width) - 1))
    return source if signed_range(x, width)[0] >= 0 else f"({source}&{(1 << width) - 1})"


def _linear(node: Expr, args: list[str]) -> str:
    (a, b), (c, d) = signed_range(node.args[0], node.width), signed_range(node.args[1], node.width)
    if node.op == "add":
        low, high, sign = a + c, b + d, "+"
    else:
        low, high, sign = a - d, b - c, "-"
    source = f"{args[0]}{sign}({args[1]})" if args[1][0] == "-" else f"{args[0]}{sign}{args[1]}"
    half = 1 << (node.width - 1)
    return f"({source})" if -half <= low and high < half else _wrapped(source, node.width)


def _mul(node: Expr, args: list[str]) -> str:
    (a, b), (c, d) = signed_range(node.args[0], node.width), signed_range(node.args[1], node.width)
    products = (a * c, a * d, b * c, b * d)
    half = 1 << (node.width - 1)
    source = f"{args[0]}*{args[1]}"
    return f"({source})" if -half <= min(products) and max(products) < half else _wrapped(source, node.width)


def _bits(node: Expr, args: list[str]) -> str:
    if node.width == 1:
        return f"({args[0]} {'!=' if node.op == 'xor' else node.op} {args[1]})"
    return f"({args[0]}{_BIT_SIGNS[node.op]}{args[1]})"


_BIT_SIGNS = {"and": "&", "or": "|", "xor": "^"}


def _unsigned_order(node: Expr, args: list[str]) -> str:
    width = _width(node)
    x, y = (_unsigned(a, s, width) for a, s in zip(node.args, args, strict=True))
    return f"({x}{'<' if node.op == 'ult' else '<='}{y})"


def _zext(node: Expr, args: list[str]) -> str:
    inner: Expr = node.args[0]
    return f"(+{args[0]})" if inner.width == 1 else _unsigned(inner, args[0], inner.width)


def _sext(node: Expr, args: list[str]) -> str:
    return f"(-{args[0]})" if node.args[0].width == 1 else args[0]


def _extract(node: Expr, args: list[str]) -> str:
    x, low = node.args
    source = f"({args[0]}>>{low})" if low else args[0]
    if node.width == 1:
        return f"(({source}&1)!=0)"
    half = 1 << (node.width - 1)
    bounds = signed_range(x, x.width)
    return source if low == 0 and -half <= bounds[0] and bounds[1] < half else _wrapped(source, node.width)


def _concat(node: Expr, args: list[str]) -> str:
    high, low = node.args
    low_width = low.width if isinstance(low, Expr) else node.width - high.width
    top = f"(-{args[0]})" if node.width - low_width == 1 else f"({args[0]})"
    return f"({top}<<{low_width}|{args[1]}&{(1 << low_width) - 1})"


def _select(node: Expr, args: list[str]) -> str:
    return f"select({args[0]},({','.join(args[1:])},))"


def _shift(node: Expr, args: list[str]) -> str:
    x, amount = node.args
    if isinstance(amount, Expr):
        return f"{node.op}({args[0]},{args[1]},{node.width})"
    if node.op == "shl":
        return _wrapped(f"({args[0]}<<{amount})", node.width)
    return f"({args[0] if node.op == 'ashr' else _unsigned(x, args[0], node.width)}>>{amount})"


def _divide(node: Expr, args: list[str]) -> str:
    """For a non-negative dividend and a constant divisor above 1, Python's `//` and `%` are correct."""
    x, divisor = node.args
    if isinstance(divisor, Expr) or divisor <= 1:
        return f"{node.op}({args[0]},{args[1]},{node.width})"
    if node.op[0] == "s" and signed_range(x, node.width)[0] < 0:
        return f"{node.op}({args[0]},{args[1]},{node.width})"
    return f"({_unsigned(x, args[0], node.width)}{'//' if node.op.endswith('div') else '%'}{divisor})"


def _overflow(node: Expr, args: list[str]) -> str:
    width = _width(node)
    sign = {"add": "+", "sub": "-", "mul": "*"}[node.op[1:4]]
    if node.op[0] == "s":
        half = 1 << (width - 1)
        return f"(not -{half}<={args[0]}{sign}{args[1]}<{half})"
    x, y = (_unsigned(a, s, width) for a, s in zip(node.args, args, strict=True))
    return f"({x}{sign}{y}>{(1 << width) - 1})"


def _conversion(node: Expr, args: list[str]) -> str:
    x: Expr = node.args[0]
    if node.op == "int_to_fp_s":
        return f"int_to_fp({'-' if x.width == 1 else ''}{args[0]},{node.width})"
    if node.op == "int_to_fp_u":
        return f"int_to_fp({'+' + args[0] if x.width == 1 else _unsigned(x, args[0], x.width)},{node.width})"
    if node.op == "is_fpclass":
        return f"is_fpclass({args[0]},{x.width},{args[1]})"
    return f"{node.op}({args[0]},{x.width},{node.width})"


_RULES: dict[str, Callable[[Expr, list[str]], str]] = {
    "add": _linear,
    "sub": _linear,
    "mul": _mul,
    "and": _bits,
    "or": _bits,
    "xor": _bits,
    "ult": _unsigned_order,
    "ule": _unsigned_order,
    "zext": _zext,
    "sext": _sext,
    "extract": _extract,
    "concat": _concat,
    "select": _select,
    "shl": _shift,
    "lshr": _shift,
    "ashr": _shift,
    "udiv": _divide,
    "urem": _divide,
    "sdiv": _divide,
    "srem": _divide,
    **{op + "_overflows": _overflow for op in ("sadd", "uadd", "ssub", "smul", "umul")},
    **dict.fromkeys(("int_to_fp_s", "int_to_fp_u", "fp_convert", "fp_to_sint", "fp_to_uint"), _conversion),
    "is_fpclass": _conversion,
}
