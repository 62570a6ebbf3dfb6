"""Exact float arithmetic on constants: operations take and return IEEE bit patterns as canonical integers.

Python's own arithmetic is IEEE double precision, rounding to nearest even. Single precision is computed in
double and rounded once more, which gives the correctly rounded result for + - * / and sqrt, because
53 ≥ 2·24 + 2 bits (Figueroa 1995). Conversions, which that theorem does not cover, work on integers. Every NaN
result is the positive quiet NaN, so that evaluation and solver agree on the bits.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable

from secateur.expr import extended, fused

EXTENDED = extended.WIDTH
"""The width of a `long double`."""

_f32 = struct.Struct("<f")
_f64 = struct.Struct("<d")
_i32 = struct.Struct("<i")
_i64 = struct.Struct("<q")
_pack_bits, _unpack_bits, _pack_double, _unpack_double = _i64.pack, _i64.unpack, _f64.pack, _f64.unpack
_pack_int, _unpack_int, _pack_single, _unpack_single = _i32.pack, _i32.unpack, _f32.pack, _f32.unpack

NAN = {32: 0x7FC0_0000, 64: 0x7FF8_0000_0000_0000, EXTENDED: extended.nan()}
INFINITY = {32: 0x7F80_0000, 64: 0x7FF0_0000_0000_0000, EXTENDED: extended.infinity(False)}
SIGN = {32: -(1 << 31), 64: -(1 << 63), EXTENDED: -(1 << EXTENDED - 1)}
FRACTION = {32: 23, 64: 52, EXTENDED: 63}
"""Bits of the stored fraction."""


def to_float(bits: int, width: int) -> float:
    """The number that a bit pattern stands for; of a `long double`, the nearest one."""
    number: float
    if width == 64:
        (number,) = _unpack_double(_pack_bits(bits))
    elif width == 32:
        (number,) = _unpack_single(_pack_int(bits))
    else:
        (number,) = _unpack_double(_pack_bits(extended.convert(bits, EXTENDED, 64)))
    return number


def to_bits(number: float, width: int) -> int:
    """The bit pattern of `number`, rounded to the width."""
    if number != number:  # noqa: PLR0124  (NaN)
        return NAN[width]
    bits: int
    if width == 64:
        (bits,) = _unpack_bits(_pack_double(number))
        return bits
    return extended.convert(to_bits(number, 64), 64, EXTENDED) if width == EXTENDED else _single_bits(number)


def _single_bits(number: float) -> int:
    """The bit pattern of `number`, rounded to single precision."""
    if number != number:  # noqa: PLR0124  (NaN)
        return NAN[32]
    bits: int
    try:
        (bits,) = _unpack_int(_pack_single(number))
    except OverflowError:
        bits = INFINITY[32] if number > 0 else INFINITY[32] + SIGN[32]
    return bits


def is_nan(bits: int, width: int) -> bool:
    return bits & ~SIGN[width] > INFINITY[width]


def fadd(x: int, y: int, width: int) -> int:
    if width == 64:
        return to_bits(_unpack_double(_pack_bits(x))[0] + _unpack_double(_pack_bits(y))[0], 64)
    if width == EXTENDED:
        return extended.add(x, y)
    return _single_bits(_unpack_single(_pack_int(x))[0] + _unpack_single(_pack_int(y))[0])


def fsub(x: int, y: int, width: int) -> int:
    if width == 64:
        return to_bits(_unpack_double(_pack_bits(x))[0] - _unpack_double(_pack_bits(y))[0], 64)
    if width == EXTENDED:
        return extended.subtract(x, y)
    return _single_bits(_unpack_single(_pack_int(x))[0] - _unpack_single(_pack_int(y))[0])


def fmul(x: int, y: int, width: int) -> int:
    if width == 64:
        return to_bits(_unpack_double(_pack_bits(x))[0] * _unpack_double(_pack_bits(y))[0], 64)
    if width == EXTENDED:
        return extended.multiply(x, y)
    return _single_bits(_unpack_single(_pack_int(x))[0] * _unpack_single(_pack_int(y))[0])


def fdiv(x: int, y: int, width: int) -> int:
    if width == EXTENDED:
        return extended.divide(x, y)
    a, b = to_float(x, width), to_float(y, width)
    if b != 0:
        return to_bits(a / b, width)
    if a == 0 or math.isnan(a):
        return NAN[width]
    return to_bits(math.copysign(math.inf, a) * math.copysign(1.0, b), width)


def frem(x: int, y: int, width: int) -> int:
    """C's fmod: exact, with the sign of x."""
    if width == EXTENDED:
        return extended.remainder(x, y)
    a, b = to_float(x, width), to_float(y, width)
    if math.isnan(b) or not math.isfinite(a) or b == 0:
        return NAN[width]
    return to_bits(math.fmod(a, b), width)


def fneg(x: int, width: int) -> int:
    return x ^ SIGN[width]


def fabs(x: int, width: int) -> int:
    return x & ~SIGN[width]


def fsqrt(x: int, width: int) -> int:
    if width == EXTENDED:
        return extended.square_root(x)
    a = to_float(x, width)
    return NAN[width] if math.isnan(a) or a < 0 else to_bits(math.sqrt(a), width)


fma = fused.multiply_add


def fmin(x: int, y: int, width: int) -> int:
    """LLVM's minnum: a NaN operand is ignored; if both are equal, the result is x."""
    if is_nan(x, width):
        return y
    return x if is_nan(y, width) or fcmp_ole(x, y, width) else y


def fmax(x: int, y: int, width: int) -> int:
    """LLVM's maxnum: a NaN operand is ignored; if both are equal, the result is x."""
    if is_nan(x, width):
        return y
    return x if is_nan(y, width) or fcmp_ole(y, x, width) else y


def _half_away(number: float) -> int:
    whole = int(number)
    return whole + (1 if number > 0 else -1) if abs(number - whole) >= 0.5 else whole


_ROUNDINGS: dict[str, Callable[[float], int]] = {
    "floor": math.floor,
    "ceil": math.ceil,
    "trunc": math.trunc,
    "round": _half_away,
    "nearbyint": round,
    "rint": round,
    "roundeven": round,
}


def fround(mode: str, x: int, width: int) -> int:
    """x rounded to an integer, still as a float; a zero keeps the sign of x."""
    if width == EXTENDED:
        return extended.rounded(mode, x)
    a = to_float(x, width)
    if math.isnan(a):
        return NAN[width]
    if math.isinf(a):
        return x
    return to_bits(math.copysign(float(_ROUNDINGS[mode](a)), a), width)


def fcmp_oeq(x: int, y: int, width: int) -> bool:
    if width == EXTENDED:
        return extended.order(x, y) == 0
    return to_float(x, width) == to_float(y, width)


def fcmp_olt(x: int, y: int, width: int) -> bool:
    if width == 64:
        less: bool = _unpack_double(_pack_bits(x)) < _unpack_double(_pack_bits(y))
    elif width == EXTENDED:
        less = (extended.order(x, y) or 0) < 0
    else:
        less = _unpack_single(_pack_int(x)) < _unpack_single(_pack_int(y))
    return less


def fcmp_ole(x: int, y: int, width: int) -> bool:
    if width == EXTENDED:
        found = extended.order(x, y)
        return found is not None and found <= 0
    return to_float(x, width) <= to_float(y, width)


def fcmp_one(x: int, y: int, width: int) -> bool:
    if width == EXTENDED:
        return bool(extended.order(x, y))
    a, b = to_float(x, width), to_float(y, width)
    return a < b or a > b


def fcmp_ord(x: int, y: int, width: int) -> bool:
    return not is_nan(x, width) and not is_nan(y, width)


def fp_convert(x: int, from_width: int, to_width: int) -> int:
    if EXTENDED in (from_width, to_width):
        return extended.convert(x, from_width, to_width)
    return to_bits(to_float(x, from_width), to_width)


def int_to_fp(number: int, to_width: int) -> int:
    """A number (already read as signed or unsigned), correctly rounded to nearest even."""
    if to_width == EXTENDED:
        return extended.from_int(number)
    if to_width == 64:
        try:
            return to_bits(float(number), 64)
        except OverflowError:
            return INFINITY[64] if number > 0 else INFINITY[64] + SIGN[64]
    # Keep 32 leading bits and make the last one odd when anything was cut off: rounding to 24 is then exact.
    excess = max(abs(number).bit_length() - 32, 0)
    magnitude = abs(number) >> excess
    if magnitude << excess != abs(number):
        magnitude |= 1
    if excess > 128:
        return INFINITY[32] if number > 0 else INFINITY[32] + SIGN[32]
    return to_bits(math.copysign(math.ldexp(float(magnitude), excess), number), 32) if number else 0


def _truncated(x: int, width: int) -> int | None:
    """Rounded towards zero; None if it is not finite."""
    if width == EXTENDED:
        return extended.to_int(x)
    a = to_float(x, width)
    return int(a) if math.isfinite(a) else None


def fp_to_sint(x: int, width: int, to_width: int) -> int:
    """Rounds towards zero. Out of range (undefined in C) the result is the smallest number, as on x86."""
    half = 1 << (to_width - 1)
    whole = _truncated(x, width)
    return whole if whole is not None and -half <= whole < half else -half


def fp_to_uint(x: int, width: int, to_width: int) -> int:
    """Rounds towards zero, unsigned. A negative number wraps; out of range only the top bit is set, as on x86."""
    half = 1 << (to_width - 1)
    whole = _truncated(x, width)
    if whole is None:
        return -half
    if -half <= whole < half:
        return whole
    return whole - 2 * half if half <= whole < 2 * half else -half


def is_fpclass(x: int, width: int, mask: int) -> bool:
    """LLVM's is.fpclass: does the class of x belong to the mask?"""
    return bool(mask >> _class(x, width) & 1)


def _class(x: int, width: int) -> int:
    """The bit number of x's class in LLVM's mask: 0 signalling NaN, 1 quiet NaN, 2 -inf … 9 +inf."""
    magnitude = x & ~SIGN[width]
    infinity = INFINITY[width]
    if magnitude > infinity:
        return 1 if magnitude >> (FRACTION[width] - 1) & 1 else 0
    if magnitude == infinity:
        return 2 if x < 0 else 9
    if magnitude >> FRACTION[width]:
        return 3 if x < 0 else 8
    if magnitude:
        return 4 if x < 0 else 7
    return 5 if x < 0 else 6
