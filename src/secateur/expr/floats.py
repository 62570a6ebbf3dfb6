"""Operations on floats, as IEEE bit patterns of 32, 64 or (`long double`) 79 bits.

Only the ordered comparisons ==, <, <=, "less or greater" and "neither is NaN" are nodes; LLVM's other
predicates are built from them. Comparisons of widened floats and of exactly converted integers are done on the
original values, which saves the solver the conversion.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from secateur.expr import bitwise, boolean, concrete, equality, ieee, order, structure
from secateur.expr.expr import Expr, Value, intern, intern1, intern2


def fadd(x: Value, y: Value, width: int) -> Value:
    """x + y"""
    if isinstance(x, Expr) or isinstance(y, Expr):
        return _commutative("fadd", x, y, width)
    return ieee.fadd(x, y, width)


def fsub(x: Value, y: Value, width: int) -> Value:
    """x - y"""
    if isinstance(x, Expr) or isinstance(y, Expr):
        return intern2("fsub", x, y, width)
    return ieee.fsub(x, y, width)


def fmul(x: Value, y: Value, width: int) -> Value:
    """x · y"""
    if isinstance(x, Expr) or isinstance(y, Expr):
        return _commutative("fmul", x, y, width)
    return ieee.fmul(x, y, width)


def fdiv(x: Value, y: Value, width: int) -> Value:
    """x / y; division by zero gives an infinity or NaN."""
    if isinstance(x, Expr) or isinstance(y, Expr):
        return intern2("fdiv", x, y, width)
    return ieee.fdiv(x, y, width)


def frem(x: Value, y: Value, width: int) -> Value:
    """C's fmod(x, y)"""
    if isinstance(x, Expr) or isinstance(y, Expr):
        return intern2("frem", x, y, width)
    return ieee.frem(x, y, width)


def fmin(x: Value, y: Value, width: int) -> Value:
    """LLVM's minnum"""
    if isinstance(x, Expr) or isinstance(y, Expr):
        return x if x is y else intern2("fmin", x, y, width)
    return ieee.fmin(x, y, width)


def fmax(x: Value, y: Value, width: int) -> Value:
    """LLVM's maxnum"""
    if isinstance(x, Expr) or isinstance(y, Expr):
        return x if x is y else intern2("fmax", x, y, width)
    return ieee.fmax(x, y, width)


def fneg(x: Value, width: int) -> Value:
    """-x: flips the sign bit only, even of a NaN."""
    if not isinstance(x, Expr):
        return ieee.fneg(x, width)
    if x.op == "fneg":
        inner: Expr = x.args[0]
        return inner
    return intern1("fneg", x, width)


def fabs(x: Value, width: int) -> Value:
    """|x|: clears the sign bit only, even of a NaN."""
    if not isinstance(x, Expr):
        return ieee.fabs(x, width)
    if x.op == "fneg" or x.op == "fabs":  # noqa: PLR1714
        x = x.args[0]
    return intern1("fabs", x, width)  # type: ignore[arg-type]


def fsqrt(x: Value, width: int) -> Value:
    """√x"""
    return intern1("fsqrt", x, width) if isinstance(x, Expr) else ieee.fsqrt(x, width)


def fma(x: Value, y: Value, z: Value, width: int) -> Value:
    """x · y + z, rounded once"""
    if isinstance(x, Expr) or isinstance(y, Expr) or isinstance(z, Expr):
        return intern("fma", (x, y, z), width)
    return ieee.fma(x, y, z, width)


def fround(mode: str, x: Value, width: int) -> Value:
    """x rounded to an integer; mode is "floor", "ceil", "trunc", "round", "nearbyint", "rint" or "roundeven"."""
    if not isinstance(x, Expr):
        return ieee.fround(mode, x, width)
    return intern1("fround_" + ("roundeven" if mode in ("nearbyint", "rint") else mode), x, width)


def _commutative(op: str, x: Value, y: Value, width: int) -> Expr:
    if not isinstance(x, Expr) or (
        isinstance(y, Expr) and (x.variables > y.variables or (x.variables == y.variables and x.key > y.key))
    ):
        x, y = y, x
    return intern2(op, x, y, width)


def fcmp(predicate: str, x: Value, y: Value, width: int) -> Value:
    """LLVM's fcmp: "o…" is false and "u…" is true when x or y is NaN."""
    if predicate in _NEGATED:
        return boolean.not_(fcmp(_NEGATED[predicate], x, y, width))
    if predicate == "false":
        return False
    if predicate in _SWAPPED:
        predicate, x, y = _SWAPPED[predicate], y, x
    if not isinstance(x, Expr) and not isinstance(y, Expr):
        return _CONSTANT[predicate](x, y, width)
    if (not isinstance(x, Expr) and ieee.is_nan(x, width)) or (not isinstance(y, Expr) and ieee.is_nan(y, width)):
        return False
    if predicate == "ord":
        return _ord(x, y, width)
    if x is y:
        return False if predicate in ("olt", "one") else _ord(x, y, width)
    exact = _exact_integers(predicate, x, y)
    if exact is not None:
        return exact
    if width == 64 and _is_widened(x) and _is_widened(y):
        return _fcmp_single(predicate, x, y)
    if predicate in ("oeq", "one"):
        return _ordered("fcmp_" + predicate, x, y)
    return intern2("fcmp_" + predicate, x, y, 1)


_NEGATED = {
    "true": "false",
    "une": "oeq",
    "uge": "olt",
    "ugt": "ole",
    "ule": "ogt",
    "ult": "oge",
    "ueq": "one",
    "uno": "ord",
}
_SWAPPED = {"ogt": "olt", "oge": "ole"}
_CONSTANT = {
    "oeq": ieee.fcmp_oeq,
    "olt": ieee.fcmp_olt,
    "ole": ieee.fcmp_ole,
    "one": ieee.fcmp_one,
    "ord": ieee.fcmp_ord,
}


def _ordered(op: str, x: Value, y: Value) -> Expr:
    a, b = _commutative("fadd", x, y, 64).args
    return intern2(op, a, b, 1)


def _ord(x: Value, y: Value, width: int) -> Value:
    """Neither is NaN. Constants that reach this point are not NaN, and a converted integer never is."""
    parts = [e for e in (x, y) if isinstance(e, Expr) and not e.op.startswith("int_to_fp")]
    if not parts:
        return True
    if len(parts) == 1 or parts[0] is parts[1]:
        return intern2("fcmp_ord", parts[0], parts[0], 1)
    return _ordered("fcmp_ord", *parts)


def _is_widened(x: Value) -> bool:
    """A double converted from a float, or a constant to compare with one."""
    return not isinstance(x, Expr) or x.op == "fp_convert"


def _fcmp_single(predicate: str, x: Value, y: Value) -> Value:
    """Compare two doubles that came from floats (or one with a constant) as floats."""
    if isinstance(x, Expr) and isinstance(y, Expr):
        return fcmp(predicate, x.args[0], y.args[0], 32)
    constant: int = y if isinstance(x, Expr) else x  # type: ignore[assignment]
    narrow = ieee.fp_convert(constant, 64, 32)
    exact, rounded = ieee.to_float(constant, 64), ieee.to_float(narrow, 32)
    if rounded != exact:
        if predicate in ("oeq", "one"):
            widened: Expr = x if isinstance(x, Expr) else y  # type: ignore[assignment]
            return False if predicate == "oeq" else fcmp("ord", widened.args[0], widened.args[0], 32)
        # The constant lies between two floats: take the one on the true side, and allow equality.
        predicate = "ole"
        if isinstance(x, Expr) and rounded > exact:
            narrow = _neighbour(narrow, below=True)
        elif isinstance(y, Expr) and rounded < exact:
            narrow = _neighbour(narrow, below=False)
    if isinstance(x, Expr):
        return fcmp(predicate, x.args[0], narrow, 32)
    return fcmp(predicate, narrow, y.args[0], 32)  # type: ignore[union-attr]


def _neighbour(bits: int, below: bool) -> int:
    """The next float below or above."""
    magnitude = bits & 0x7FFF_FFFF
    if magnitude == 0:
        return concrete.wrap(0x8000_0001, 32) if below else 1
    return bits - 1 if (bits > 0) == below else bits + 1


def _exact_integers(predicate: str, x: Value, y: Value) -> Value | None:
    """A comparison of integers that were converted without rounding, or of one with a constant; else None."""
    left, right = _integer(x), _integer(y)
    if left is None:
        if right is None or isinstance(x, Expr):
            return None
        left = _whole(predicate, x, y.width, constant_is_right=False)  # type: ignore[union-attr]
    elif right is None:
        if isinstance(y, Expr):
            return None
        right = _whole(predicate, y, x.width, constant_is_right=True)  # type: ignore[union-attr]
    if isinstance(left, bool):
        return left
    if isinstance(right, bool):
        return right
    return _COMPARE_INTEGERS[predicate](left, right)


def _integer(x: Value) -> Value | None:
    """The integer (widened to 64 bits, signed) that x was exactly converted from."""
    if not isinstance(x, Expr) or x.op not in ("int_to_fp_s", "int_to_fp_u"):
        return None
    inner: Expr = x.args[0]
    n = inner.width
    if x.width == ieee.EXTENDED:
        return None
    if n > ieee.FRACTION[x.width] + 1:
        return None
    return (structure.sext if x.op == "int_to_fp_s" else structure.zext)(inner, n, 64)


def _whole(predicate: str, constant: int, width: int, constant_is_right: bool) -> int:
    """The integer that replaces a float constant in a comparison with an integer.

    A bool means that the comparison is already decided.
    """
    number = ieee.to_float(constant, width)
    if abs(number) >= 1 << 62:
        if predicate in ("oeq", "one"):
            return predicate == "one"
        return (number > 0) == constant_is_right
    if number == math.floor(number):
        return int(number)
    if predicate in ("oeq", "one"):
        return predicate == "one"
    # i < 2.5 is i < 3 and i <= 2.5 is i <= 2; the other way round when the constant is on the left.
    return math.ceil(number) if (predicate == "olt") == constant_is_right else math.floor(number)


_COMPARE_INTEGERS: dict[str, Callable[[Value, Value], Value]] = {
    "oeq": lambda a, b: equality.eq(a, b, 64),
    "one": lambda a, b: equality.ne(a, b, 64),
    "olt": lambda a, b: order.slt(a, b, 64),
    "ole": lambda a, b: order.sle(a, b, 64),
}


def fp_convert(x: Value, from_width: int, to_width: int) -> Value:
    """Conversion between float and double, rounding to nearest even."""
    if from_width == to_width:
        return x
    return intern1("fp_convert", x, to_width) if isinstance(x, Expr) else ieee.fp_convert(x, from_width, to_width)


def fp_to_int(x: Value, width: int, to_width: int, signed: bool) -> Value:
    """C's cast from a float to an integer, rounding towards zero.

    Out of range it is undefined in C; we do what clang's code does on x86-64: convert to the next larger of 32 or
    64 bits and truncate, and give the smallest number when that is out of range too.
    """
    if to_width < 32:
        return structure.extract(fp_to_int(x, width, 32, True), 0, to_width, 32)
    if to_width < 64 and not (signed and to_width == 32):
        return structure.extract(fp_to_int(x, width, 64, True), 0, to_width, 64)
    if not isinstance(x, Expr):
        return (ieee.fp_to_sint if signed else ieee.fp_to_uint)(x, width, to_width)
    return intern1("fp_to_sint" if signed else "fp_to_uint", x, to_width)


def int_to_fp(x: Value, from_width: int, to_width: int, signed: bool) -> Value:
    """C's cast from an integer to a float, rounding to nearest even."""
    if isinstance(x, Expr):
        if x.op == "zext":
            return intern1("int_to_fp_u", x.args[0], to_width)
        if x.op == "sext" and signed:
            return intern1("int_to_fp_s", x.args[0], to_width)
        return intern1("int_to_fp_s" if signed else "int_to_fp_u", x, to_width)
    number = concrete.signed(x, from_width) if signed else concrete.unsigned(x, from_width)
    return ieee.int_to_fp(number, to_width)


def is_fpclass(x: Value, width: int, mask: int) -> Value:
    """LLVM's is.fpclass"""
    mask &= 0x3FF
    if not isinstance(x, Expr):
        return ieee.is_fpclass(x, width, mask)
    if mask in (0, 0x3FF):
        return mask != 0
    if mask == 3:
        return boolean.not_(fcmp("ord", x, x, width))
    return intern2("is_fpclass", x, mask, 1)


def copysign(x: Value, y: Value, width: int) -> Value:
    """The magnitude of x with the sign of y, computed on the bits."""
    return bitwise.or_(bitwise.and_(x, ~ieee.SIGN[width], width), bitwise.and_(y, ieee.SIGN[width], width), width)
