"""The float part of the translation: which forms each operation takes and produces, and how it is built."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from secateur.expr import Expr, ieee

if TYPE_CHECKING:
    from secateur.solver.translate import Translation

_ROUNDINGS = {
    "fround_floor": "RTN",
    "fround_ceil": "RTP",
    "fround_trunc": "RTZ",
    "fround_round": "RNA",
    "fround_roundeven": "RNE",
}
_ARITHMETIC = {
    "fadd": "fp.add",
    "fsub": "fp.sub",
    "fmul": "fp.mul",
    "fdiv": "fp.div",
    "fsqrt": "fp.sqrt",
    "fma": "fp.fma",
}
_INT_TO_FP = ("int_to_fp_s", "int_to_fp_u")
_COMPARISONS = {"fcmp_oeq": "fp.eq", "fcmp_olt": "fp.lt", "fcmp_ole": "fp.leq"}

COMPUTED = frozenset((*_ARITHMETIC, *_ROUNDINGS, *_INT_TO_FP, "frem", "fp_convert"))
"""Operations that produce a number; their bits need a fresh bit-vector."""

_BOTH = frozenset(("fneg", "fabs", "fmin", "fmax", "ite"))
"""Operations that work on either form."""

NATIVE = COMPUTED | _BOTH
"""Operations that can produce a number without going through bits."""

TO_BITS = frozenset(
    (*_COMPARISONS, "fcmp_one", "fcmp_ord", "fp_to_sint", "fp_to_uint", "is_fpclass", "fneg", "fabs", "fmin", "fmax")
)
"""Operations from floats to bits or a truth value."""


def operand_forms(node: Expr, position: int, number: bool) -> tuple[bool, bool]:
    """Which forms of an operand (its bits, its number) `node` needs to produce its number, or else its bits."""
    op = node.op
    if op in _INT_TO_FP or (op == "ite" and position == 0):
        return True, False
    if number:
        return False, True
    if op in ("fmin", "fmax"):
        return True, True
    if op == "is_fpclass":
        return True, True
    if op in TO_BITS and op not in ("fneg", "fabs"):
        return False, True
    return True, False


def number(t: Translation, node: Expr) -> Any:
    """The floating-point term of a NATIVE operation."""
    op, width, logic = node.op, node.width, t.logic
    if op == "ite":
        return logic.make("ite", t.bits(node.args[0], 1), t.float(node.args[1], width), t.float(node.args[2], width))
    if op in _INT_TO_FP:
        inner: Expr = node.args[0]
        return logic.float_from_int(t.as_vector(inner, inner.width), width, signed=op.endswith("s"))
    if op == "fp_convert":
        return logic.float_from_float(t.float(node.args[0], node.args[0].width), width)
    args = [t.float(arg, width) for arg in node.args]
    if op in _ARITHMETIC:
        return logic.make(_ARITHMETIC[op], "RNE", *args)
    if op in _ROUNDINGS:
        return logic.make("fp.roundToIntegral", _ROUNDINGS[op], *args)
    if op == "frem":
        return _fmod(t, args[0], args[1])
    if op in ("fmin", "fmax"):
        return logic.make("ite", _takes_first(t, op, args[0], args[1]), args[0], args[1])
    return logic.make("fp.neg" if op == "fneg" else "fp.abs", *args)


def bits(t: Translation, node: Expr) -> Any:
    """The bits, or the truth value, of a TO_BITS operation."""
    op, logic = node.op, t.logic
    if op in ("fneg", "fabs"):
        width = node.width
        sign = ieee.SIGN[width]
        x = t.bits(node.args[0], width)
        return (
            logic.make("bvxor", x, logic.number(sign, width))
            if op == "fneg"
            else logic.make("bvand", x, logic.number(~sign, width))
        )
    first = node.args[0]
    width = first.width if isinstance(first, Expr) else node.args[1].width
    if op == "is_fpclass":
        return _is_class(t, first, width, node.args[1])
    args = [t.float(arg, width) for arg in node.args]
    if op in ("fmin", "fmax"):
        x, y = (t.bits(arg, width) for arg in node.args)
        return logic.make("ite", _takes_first(t, op, args[0], args[1]), x, y)
    if op in _COMPARISONS:
        return logic.make(_COMPARISONS[op], *args)
    if op == "fcmp_one":
        return logic.make("or", logic.make("fp.lt", args[0], args[1]), logic.make("fp.lt", args[1], args[0]))
    if op == "fcmp_ord":
        numbers = [logic.make("not", logic.make("fp.isNaN", arg)) for arg in args]
        return logic.make("and", *numbers)
    return _to_int(t, args[0], width, node.width, signed=op == "fp_to_sint")


def _takes_first(t: Translation, op: str, x: Any, y: Any) -> Any:
    """minnum and maxnum: x, unless it is NaN or y is the smaller or larger number."""
    make = t.logic.make
    better = make("fp.leq", x, y) if op == "fmin" else make("fp.leq", y, x)
    return make("and", make("not", make("fp.isNaN", x)), make("or", make("fp.isNaN", y), better))


def _fmod(t: Translation, x: Any, y: Any) -> Any:
    """C's fmod from IEEE's remainder, which rounds the quotient to nearest: a negative remainder is moved up."""
    make = t.logic.make
    size = make("fp.abs", y)
    remainder = make("fp.rem", make("fp.abs", x), size)
    positive = make("ite", make("fp.isNegative", remainder), make("fp.add", "RNE", remainder, size), remainder)
    return make("ite", make("fp.isNegative", x), make("fp.neg", positive), positive)


def _to_int(t: Translation, x: Any, width: int, to_width: int, signed: bool) -> Any:
    logic = t.logic
    half = 1 << (to_width - 1)

    def constant(value: int) -> Any:
        return t.float(ieee.int_to_fp(value, width), width)

    if width > to_width:
        above = logic.make("fp.lt", constant(-half - 1), x)
    else:
        above = logic.make("fp.leq", constant(-half), x)
    inside = logic.make("and", above, logic.make("fp.lt", x, constant(half)))
    outside = logic.number(-half, to_width)
    if not signed:
        upper = logic.make("and", logic.make("fp.leq", constant(half), x), logic.make("fp.lt", x, constant(2 * half)))
        outside = logic.make("ite", upper, logic.int_from_float(x, to_width, signed=False), outside)
    return logic.make("ite", inside, logic.int_from_float(x, to_width, signed=True), outside)


def _is_class(t: Translation, x: Expr, width: int, mask: int) -> Any:
    """One test for each class in LLVM's mask."""
    logic = t.logic
    number_term, pattern = t.float(x, width), t.bits(x, width)
    quiet_bit = ieee.FRACTION[width] - 1
    quiet = logic.make("=", logic.extract(pattern, quiet_bit, quiet_bit), logic.bit_vector_1(logic.number(1, 1)))
    nan = logic.make("fp.isNaN", number_term)
    negative = logic.make("fp.isNegative", number_term)
    tests = []
    for bit in range(10):
        if not mask >> bit & 1:
            continue
        if bit < 2:
            tests.append(logic.make("and", nan, quiet if bit else logic.make("not", quiet)))
            continue
        kind = ("fp.isInfinite", "fp.isNormal", "fp.isSubnormal", "fp.isZero")[bit - 2 if bit < 6 else 9 - bit]
        sign = negative if bit < 6 else logic.make("fp.isPositive", number_term)
        tests.append(logic.make("and", logic.make(kind, number_term), sign))
    return tests[0] if len(tests) == 1 else logic.make("or", *tests)
