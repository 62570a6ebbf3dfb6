"""A second, plain definition of every constructor, on unsigned numbers and Fractions, to test the first against.

A `Term` is an unsimplified operation. `build` passes it through the constructors; `value` computes it with masks,
independently of the package.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from secateur import expr


@dataclass(frozen=True)
class Term:
    op: str
    width: int
    args: tuple[Term, ...] = ()
    number: int = 0
    """The unsigned value of a constant, the index of a variable, or the lowest bit of an extract."""
    mode: str = ""


def to_signed(value: int, width: int) -> int:
    return value - (1 << width) if value >> (width - 1) & 1 else value


def canonical(value: int, width: int) -> int:
    """An unsigned number in the form that the package uses."""
    return bool(value) if width == 1 else to_signed(value, width)


def value(term: Term, model: Sequence[int]) -> int:
    """The unsigned value of a term; `model` holds the unsigned values of the variables."""
    if term.op == "constant":
        return term.number
    if term.op == "variable":
        return model[term.number]
    values = [value(arg, model) for arg in term.args]
    width = term.args[0].width
    if term.op == "ite":
        return values[1] if values[0] else values[2]
    if term.op == "select":
        return values[1:][min(values[0], len(values) - 2)]
    if term.op == "extract":
        return values[0] >> term.number & ((1 << term.width) - 1)
    if term.op == "concat":
        return values[0] << term.args[1].width | values[1]
    if term.op == "zext":
        return values[0]
    if term.op == "sext":
        return to_signed(values[0], width) % (1 << term.width)
    if term.op in INTEGER:
        return INTEGER[term.op](*values, width) % (1 << term.width)
    return float_value(term, values)


def _divide(x: int, y: int) -> int:
    return int(Fraction(x, y))


def _signed(operation: Callable[[int, int], int]) -> Callable[[int, int, int], int]:
    return lambda x, y, w: operation(to_signed(x, w), to_signed(y, w))


def _out(result: int, width: int, signed: bool) -> bool:
    low, high = (-(2 ** (width - 1)), 2 ** (width - 1)) if signed else (0, 2**width)
    return not low <= result < high


INTEGER: dict[str, Callable[..., int]] = {
    "add": lambda x, y, w: x + y,
    "sub": lambda x, y, w: x - y,
    "mul": lambda x, y, w: x * y,
    "udiv": lambda x, y, w: x // y if y else -1,
    "urem": lambda x, y, w: x % y if y else x,
    "sdiv": _signed(lambda x, y: _divide(x, y) if y else (1 if x < 0 else -1)),
    "srem": _signed(lambda x, y: x - _divide(x, y) * y if y else x),
    "shl": lambda x, y, w: x << y if y < w else 0,
    "lshr": lambda x, y, w: x >> y if y < w else 0,
    "ashr": lambda x, y, w: to_signed(x, w) >> min(y, w),
    "and_": lambda x, y, w: x & y,
    "or_": lambda x, y, w: x | y,
    "xor": lambda x, y, w: x ^ y,
    "neg": lambda x, w: -x,
    "bvnot": lambda x, w: ~x,
    "not_": lambda x, w: not x,
    "eq": lambda x, y, w: x == y,
    "ne": lambda x, y, w: x != y,
    "ult": lambda x, y, w: x < y,
    "ule": lambda x, y, w: x <= y,
    "slt": _signed(lambda x, y: x < y),
    "sle": _signed(lambda x, y: x <= y),
    "sadd": lambda x, y, w: _out(to_signed(x, w) + to_signed(y, w), w, True),
    "uadd": lambda x, y, w: _out(x + y, w, False),
    "ssub": lambda x, y, w: _out(to_signed(x, w) - to_signed(y, w), w, True),
    "usub": lambda x, y, w: _out(x - y, w, False),
    "smul": lambda x, y, w: _out(to_signed(x, w) * to_signed(y, w), w, True),
    "umul": lambda x, y, w: _out(x * y, w, False),
}
COMPARISONS = ("eq", "ne", "ult", "ule", "slt", "sle", "sadd", "uadd", "ssub", "usub", "smul", "umul")
ARITHMETIC = (
    "add sub mul udiv urem sdiv srem shl lshr ashr and_ or_ xor".split()  # noqa: SIM905
)


# Floats: exact arithmetic on fractions, rounded once to the format.

PRECISION = {32: (24, 127), 64: (53, 1023)}
NAN = {32: 0x7FC00000, 64: 0x7FF8000000000000}
INFINITE = {32: 0x7F800000, 64: 0x7FF0000000000000}


def number_of(bits: int, width: int) -> float:
    layout = {32: "<If", 64: "<Qd"}[width]
    result: float = struct.unpack("<" + layout[2], struct.pack("<" + layout[1], bits))[0]
    return result


def bits_of(number: float, width: int) -> int:
    layout = {32: "<If", 64: "<Qd"}[width]
    result: int = struct.unpack("<" + layout[1], struct.pack("<" + layout[2], number))[0]
    return result


def rounded(exact: Fraction, width: int, negative_zero: bool = False) -> int:
    """The bits of the float nearest to an exact number, ties to even."""
    sign = 1 << (width - 1) if exact < 0 or (exact == 0 and negative_zero) else 0
    magnitude = abs(exact)
    if magnitude == 0:
        return sign
    precision, bias = PRECISION[width]
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if magnitude < Fraction(2) ** exponent:
        exponent -= 1
    exponent = max(exponent, 1 - bias)
    unit = Fraction(2) ** (exponent - precision + 1)
    steps = round(magnitude / unit)
    # The encoding is monotone: carries propagate into the exponent.
    bits = ((exponent + bias - 1) << (precision - 1)) + steps
    return sign | min(bits, INFINITE[width])


def float_value(term: Term, values: list[int]) -> int:
    op, width = term.op, term.args[0].width
    if op in ("int_to_fp_s", "int_to_fp_u"):
        number = to_signed(values[0], width) if op.endswith("s") else values[0]
        return rounded(Fraction(number), term.width)
    if op == "fneg":
        return values[0] ^ 1 << (width - 1)
    if op == "fabs":
        return values[0] & ~(1 << (width - 1))
    numbers = [number_of(v, width) for v in values]
    if op == "fcmp":
        return _compare(term.mode, numbers[0], numbers[1])
    if op in ("fmin", "fmax"):
        x, y = numbers
        first = not math.isnan(x) and (math.isnan(y) or (x <= y if op == "fmin" else x >= y))
        return values[0] if first else values[1]
    if op in ("fp_to_int_s", "fp_to_int_u"):
        return _to_int(numbers[0], term.width, op.endswith("s"))
    if any(math.isnan(n) for n in numbers):
        return NAN[term.width]
    if op == "fp_convert":
        x = numbers[0]
        if math.isinf(x):
            return bits_of(x, term.width)
        return rounded(Fraction(x), term.width, math.copysign(1, x) < 0)
    if op == "fma":
        x, y, z = numbers
        return _fused(x, y, z, width)
    return _arithmetic(op, term.mode, numbers, width)


def _fused(x: float, y: float, z: float, width: int) -> int:
    negative = (math.copysign(1, x) < 0) != (math.copysign(1, y) < 0)
    if math.isinf(x) or math.isinf(y):
        is_invalid = x == 0 or y == 0 or (math.isinf(z) and (z < 0) != negative)
        return NAN[width] if is_invalid else bits_of(-math.inf if negative else math.inf, width)
    if math.isinf(z):
        return bits_of(z, width)
    return rounded(Fraction(x) * Fraction(y) + Fraction(z), width, negative and math.copysign(1, z) < 0)


def _arithmetic(op: str, mode: str, numbers: list[float], width: int) -> int:
    x = numbers[0]
    y = numbers[-1]
    negative = math.copysign(1, x) < 0
    sign = 1 << (width - 1) if negative != (math.copysign(1, y) < 0) else 0
    if op == "fround":
        return bits_of(x, width) if math.isinf(x) else rounded(Fraction(_whole(mode, x)), width, negative)
    if op == "fsqrt":
        return _root(x, width)
    if op == "fsub":
        op, y = "fadd", -y
    if op == "fadd":
        if math.isinf(x) or math.isinf(y):
            return NAN[width] if math.isinf(x) and math.isinf(y) and x != y else bits_of(x + y, width)
        return rounded(Fraction(x) + Fraction(y), width, negative and math.copysign(1, y) < 0)
    if op == "fmul":
        if math.isinf(x) or math.isinf(y):
            return NAN[width] if x == 0 or y == 0 else sign | INFINITE[width]
        return rounded(Fraction(x) * Fraction(y), width, sign != 0)
    if op == "fdiv":
        if math.isinf(x) or y == 0:
            return NAN[width] if math.isinf(y) or x == 0 else sign | INFINITE[width]
        return sign if math.isinf(y) else rounded(Fraction(x) / Fraction(y), width, sign != 0)
    assert op == "frem"
    if math.isinf(x) or y == 0:
        return NAN[width]
    if math.isinf(y):
        return bits_of(x, width)
    quotient = _divide_fractions(Fraction(x), Fraction(y))
    return rounded(Fraction(x) - quotient * Fraction(y), width, negative)


def _divide_fractions(x: Fraction, y: Fraction) -> int:
    return int(x / y)


def _root(x: float, width: int) -> int:
    if x < 0:
        return NAN[width]
    if x == 0 or math.isinf(x):
        return bits_of(x, width)
    # 200 bits below the leading one and a sticky bit are more than enough to round once.
    scaled = Fraction(x) * 4**1300
    root = math.isqrt(int(scaled)) if scaled.denominator == 1 else math.isqrt(int(scaled * 4**200))
    shift = 1300 if scaled.denominator == 1 else 1500
    sticky = Fraction(1, 3) if Fraction(root, 2**shift) ** 2 != Fraction(x) else Fraction(0)
    return rounded((root + sticky) / Fraction(2**shift), width)


def _whole(mode: str, x: float) -> int:
    exact = Fraction(x)
    if mode == "floor":
        return math.floor(exact)
    if mode == "ceil":
        return math.ceil(exact)
    if mode == "trunc":
        return int(exact)
    if mode == "round":
        return int(exact + Fraction(1, 2)) if exact >= 0 else int(exact - Fraction(1, 2))
    return round(exact)


def _compare(predicate: str, x: float, y: float) -> bool:
    if predicate in ("true", "false"):
        return predicate == "true"
    unordered = math.isnan(x) or math.isnan(y)
    if predicate in ("ord", "uno"):
        return unordered == (predicate == "uno")
    if unordered:
        return predicate[0] == "u"
    relation = {"eq": x == y, "ne": x != y, "lt": x < y, "le": x <= y, "gt": x > y, "ge": x >= y}
    return relation[predicate[1:]]


def _to_int(x: float, width: int, signed: bool) -> int:
    """As x86-64 does it: through 32 or 64 bits, "integer indefinite" when out of range."""
    via = 32 if width < 32 or (signed and width == 32) else 64
    top = 2**64 if not signed and width == 64 else 2 ** (via - 1)
    whole = int(x) if math.isfinite(x) else 2**99
    if not -(2 ** (via - 1)) <= whole < top:
        whole = 2 ** (via - 1)
    return whole % (1 << width)


def build(term: Term, variables: Sequence[expr.Expr]) -> expr.Value:
    """The term passed through the constructors."""
    if term.op == "constant":
        return canonical(term.number, term.width)
    if term.op == "variable":
        return variables[term.number]
    args = [build(arg, variables) for arg in term.args]
    width = term.args[0].width
    if term.op == "ite":
        return expr.ite(args[0], args[1], args[2], term.width)
    if term.op == "select":
        return expr.select(args[0], args[1:], term.width)
    if term.op == "extract":
        return expr.extract(args[0], term.number, term.width, width)
    if term.op == "concat":
        return expr.concat(args[0], args[1], width, term.args[1].width)
    if term.op in ("zext", "sext", "fp_convert"):
        extend: Callable[[expr.Value, int, int], expr.Value] = getattr(expr, term.op)
        return extend(args[0], width, term.width)
    if term.op in OVERFLOW:
        overflows, signed = OVERFLOW[term.op]
        return overflows(args[0], args[1], width, signed)
    if term.op == "not_":
        return expr.not_(args[0])
    if term.op in ("fcmp", "fround"):
        moded: Callable[..., expr.Value] = getattr(expr, term.op)
        return moded(term.mode, *args, width)
    if term.op in ("fp_to_int_s", "fp_to_int_u"):
        return expr.fp_to_int(args[0], width, term.width, term.op.endswith("s"))
    if term.op in ("int_to_fp_s", "int_to_fp_u"):
        return expr.int_to_fp(args[0], width, term.width, term.op.endswith("s"))
    constructor: Callable[..., expr.Value] = getattr(expr, term.op)
    return constructor(*args, width)


OVERFLOW: dict[str, tuple[Callable[[expr.Value, expr.Value, int, bool], expr.Value], bool]] = {
    "sadd": (expr.add_overflows, True),
    "uadd": (expr.add_overflows, False),
    "ssub": (expr.sub_overflows, True),
    "usub": (expr.sub_overflows, False),
    "smul": (expr.mul_overflows, True),
    "umul": (expr.mul_overflows, False),
}
