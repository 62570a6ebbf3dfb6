"""IEEE floats: Python's `float` in registers, bit patterns in expressions."""

from __future__ import annotations

import ctypes
import math
import struct
from collections.abc import Callable

from secateur import expr
from secateur.expr import Expr, ieee
from secateur.expr.ieee import EXTENDED
from secateur.machine import extended

FloatValue = Expr | float

_INT_FORMAT = {32: "<i", 64: "<q"}
_FLOAT_FORMAT = {32: "<f", 64: "<d"}


def single(value: float) -> float:
    """Rounded to single precision; too large a value becomes infinite."""
    return ctypes.c_float(value).value


def bits_of(value: float, width: int) -> int:
    """The bit pattern, as a signed integer."""
    if width == 32 and not math.isnan(value):
        value = single(value)
    bits: int = struct.unpack(_INT_FORMAT[width], struct.pack(_FLOAT_FORMAT[width], value))[0]
    return bits


def of_bits(bits: int, width: int) -> float:
    value: float = struct.unpack(_FLOAT_FORMAT[width], struct.pack(_INT_FORMAT[width], bits))[0]
    return value


def lower(value: FloatValue | int, width: int) -> Expr | int:
    """A register's float as a bit pattern."""
    return bits_of(value, width) if isinstance(value, float) else value


def lift(value: Expr | int, width: int) -> FloatValue:
    """A bit pattern as a register's float."""
    return of_bits(value, width) if isinstance(value, int) and width != EXTENDED else value


def divide(x: float, y: float) -> float:
    """IEEE division; the NaN of an invalid operation has the sign it has on x86."""
    if y:
        return x / y
    if math.isnan(x):
        return passed_on(x, y)
    if x == 0:
        return -math.nan
    return math.copysign(math.inf, x) * math.copysign(1.0, y)


def remainder(x: float, y: float) -> float:
    """C's `fmod`."""
    if math.isnan(x) or math.isnan(y):
        return passed_on(x, y)
    if math.isinf(x) or y == 0:
        return -math.nan
    return math.fmod(x, y)


def passed_on(x: float, y: float) -> float:
    """The NaN of an operation on two numbers: the first operand that is one, as in the instructions of x86.

    Of two NaNs, Python's own operators give the one or the other: it depends on how often the code ran before.
    """
    if math.isnan(x):
        return x + 0.0  # quiet
    return y + 0.0 if math.isnan(y) else -math.nan


BINARY: dict[str, Callable[[float, float], float]] = {
    "fadd": lambda x, y: x + y,
    "fsub": lambda x, y: x - y,
    "fmul": lambda x, y: x * y,
    "fdiv": divide,
    "frem": remainder,
}

_SYMBOLIC: dict[str, Callable[[Expr | int, Expr | int, int], Expr | int]] = {
    "fadd": expr.fadd,
    "fsub": expr.fsub,
    "fmul": expr.fmul,
    "fdiv": expr.fdiv,
    "frem": expr.frem,
}


def binary(op: str, x: FloatValue, y: FloatValue, width: int) -> FloatValue:
    """Arithmetic with at least one symbolic operand, or concrete arithmetic rounded to the width."""
    if isinstance(x, float) and isinstance(y, float):
        result = BINARY[op](x, y)
        if math.isnan(result):
            return passed_on(x, y)
        return single(result) if width == 32 else result
    if width == EXTENDED and isinstance(x, int) and isinstance(y, int):
        return extended.binary(op, x, y)
    return lift(_SYMBOLIC[op](lower(x, width), lower(y, width), width), width)


def negate(x: FloatValue, width: int) -> FloatValue:
    return -x if isinstance(x, float) else lift(expr.fneg(x, width), width)


def compare(predicate: str, x: FloatValue, y: FloatValue, width: int) -> Expr | bool:
    if isinstance(x, float) and isinstance(y, float):
        return _compare(predicate, x, y)
    result = expr.fcmp(predicate, lower(x, width), lower(y, width), width)
    return bool(result) if isinstance(result, int) else result


def _compare(predicate: str, x: float, y: float) -> bool:
    unordered = math.isnan(x) or math.isnan(y)
    match predicate:
        case "true":
            return True
        case "false":
            return False
        case "ord":
            return not unordered
        case "uno":
            return unordered
    if unordered:
        return predicate[0] == "u"
    match predicate[1:]:
        case "eq":
            return x == y
        case "ne":
            return x != y
        case "lt":
            return x < y
        case "le":
            return x <= y
        case "gt":
            return x > y
        case _:
            return x >= y


def to_int(x: FloatValue, width: int, to: int, signed: bool) -> Expr | int:
    """`fptosi` / `fptoui`."""
    return expr.fp_to_int(lower(x, width), width, to, signed)


def limits(width: int, to: int, signed: bool) -> tuple[float, float]:
    """The numbers next to those that fit an integer type after truncation, on both sides."""
    if width == EXTENDED:
        ends = (-(1 << to - 1) - 1, 1 << to - 1) if signed else (-1, 1 << to)
        low, high = (ieee.int_to_fp(end, EXTENDED) for end in ends)
        return low, high
    if not signed:
        return -1.0, 2.0**to
    least = -(2.0 ** (to - 1))
    if to - 1 < (24 if width == 32 else 53):
        return least - 1, -least
    below = single(least * (1 + 2.0**-23)) if width == 32 else math.nextafter(least, -math.inf)
    return below, -least


def from_int(x: Expr | int, width: int, to: int, signed: bool) -> FloatValue:
    """`sitofp` / `uitofp`."""
    return lift(expr.int_to_fp(x, width, to, signed), to)


def convert(x: FloatValue, width: int, to: int) -> FloatValue:
    """`fpext` / `fptrunc`."""
    if isinstance(x, float):
        if to == EXTENDED:
            return extended.convert(bits_of(x, width), width, to)
        return single(x) if to == 32 else x
    if isinstance(x, int):
        return lift(extended.convert(x, width, to), to)
    return lift(expr.fp_convert(x, width, to), to)
