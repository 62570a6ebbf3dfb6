"""Float operations and comparisons as C."""

from __future__ import annotations

from secateur.expr.expr import Expr, Value
from secateur.expr.functions import APPLIED, PREFIX
from secateur.expr.ieee import EXTENDED
from secateur.expr.notation import (
    EQUALITY,
    ORDER,
    PRIMARY,
    PRODUCT,
    SUM,
    UNARY,
    Piece,
    Pieces,
    Rule,
    cast,
    float_literal,
)
from secateur.expr.print_integers import as_signed, as_unsigned, truth


def number(x: Value, other: Value, pieces: Pieces) -> Piece:
    """The piece of an operand that is used as a float."""
    if not isinstance(x, Expr):
        width: int = other.width if isinstance(other, Expr) else 64
        return float_literal(x, width)
    piece = pieces[x]
    if piece.is_float:
        return piece
    return Piece(f"{_float_name(x.width)}_from_bits({piece.text})", PRIMARY, x.width, is_float=True)


def _float_name(width: int) -> str:
    return {32: "float", EXTENDED: "long double"}.get(width, "double")


def _arithmetic(node: Expr, pieces: Pieces) -> Piece:
    x, y = node.args
    sign, precedence = {"fadd": ("+", SUM), "fsub": ("-", SUM), "fmul": ("*", PRODUCT), "fdiv": ("/", PRODUCT)}[node.op]
    left, right = number(x, y, pieces), number(y, x, pieces)
    text = f"{left.within(precedence)} {sign} {right.within(precedence + 1)}"
    return Piece(text, precedence, node.width, is_float=True)


def equality(node: Expr, pieces: Pieces, sign: str = "==") -> Piece:
    """x == y, or x != y, according to `sign`."""
    x, y = node.args
    left, right = number(x, y, pieces), number(y, x, pieces)
    return truth(f"{left.within(ORDER + 1)} {sign} {right.within(ORDER + 1)}", EQUALITY)


def _order(node: Expr, pieces: Pieces) -> Piece:
    x, y = node.args
    sign = "<" if node.op == "fcmp_olt" else "<="
    if not isinstance(x, Expr):
        x, y, sign = y, x, sign.replace("<", ">")
    left, right = number(x, y, pieces), number(y, x, pieces)
    return truth(f"{left.within(ORDER + 1)} {sign} {right.within(ORDER + 1)}", ORDER)


def _function(node: Expr, pieces: Pieces) -> Piece:
    name = _FUNCTIONS[node.op] + {32: "f", EXTENDED: "l"}.get(node.width, "")
    shown = ", ".join(number(arg, node, pieces).text for arg in node.args)
    return Piece(f"{name}({shown})", PRIMARY, node.width, is_float=True)


def _fneg(node: Expr, pieces: Pieces) -> Piece:
    return Piece(f"-{number(node.args[0], node, pieces).within(UNARY + 1)}", UNARY, node.width, is_float=True)


def _to_float(node: Expr, pieces: Pieces) -> Piece:
    x: Expr = node.args[0]
    if node.op == "fp_convert":
        piece = number(x, node, pieces)
    else:
        piece = as_signed(x, pieces) if node.op == "int_to_fp_s" else as_unsigned(x, pieces)
    return Piece(f"({_float_name(node.width)}){piece.within(UNARY)}", UNARY, node.width, is_float=True)


def _from_float(node: Expr, pieces: Pieces) -> Piece:
    return cast(number(node.args[0], node, pieces), node.width, node.op == "fp_to_sint")


def _ordered(node: Expr, pieces: Pieces) -> Piece:
    return truth(f"!{unordered(node, pieces).text}", UNARY)


def unordered(node: Expr, pieces: Pieces) -> Piece:
    x, y = node.args
    if x is y:
        return truth(f"isnan({number(x, x, pieces).text})", PRIMARY)
    return truth(f"isunordered({number(x, y, pieces).text}, {number(y, x, pieces).text})", PRIMARY)


def _less_or_greater(node: Expr, pieces: Pieces) -> Piece:
    x, y = node.args
    return truth(f"islessgreater({number(x, y, pieces).text}, {number(y, x, pieces).text})", PRIMARY)


def _is_class(node: Expr, pieces: Pieces) -> Piece:
    x, mask = node.args
    shown = number(x, x, pieces).text
    name = _CLASSES.get(mask)
    return truth(f"{name}({shown})" if name else f"__builtin_isfpclass({shown}, {mask:#x})", PRIMARY)


_FUNCTIONS = {
    "frem": "fmod",
    "fabs": "fabs",
    "fsqrt": "sqrt",
    "fma": "fma",
    "fmin": "fmin",
    "fmax": "fmax",
    "fround_floor": "floor",
    "fround_ceil": "ceil",
    "fround_trunc": "trunc",
    "fround_round": "round",
    "fround_roundeven": "rint",
    **{PREFIX + name: name for name in APPLIED},
}

_CLASSES = {0x204: "isinf", 0x1F8: "isfinite", 0x108: "isnormal", 0x90: "issubnormal", 0x60: "iszero"}

RULES: dict[str, Rule] = {
    **dict.fromkeys(("fadd", "fsub", "fmul", "fdiv"), _arithmetic),
    **dict.fromkeys(_FUNCTIONS, _function),
    "fneg": _fneg,
    **dict.fromkeys(("fp_convert", "int_to_fp_s", "int_to_fp_u"), _to_float),
    **dict.fromkeys(("fp_to_sint", "fp_to_uint"), _from_float),
    "fcmp_oeq": equality,
    **dict.fromkeys(("fcmp_olt", "fcmp_ole"), _order),
    "fcmp_ord": _ordered,
    "fcmp_one": _less_or_greater,
    "is_fpclass": _is_class,
}
