"""`long double` of x86: 15 bits of exponent, 64 of precision, in exact integer arithmetic.

In memory such a number has an explicit leading bit. Here it is a pattern of 79 bits without it, as in IEEE formats, so
that everything that holds for floats and doubles holds for it, too; the solver has the format as it is. A pattern in
memory whose leading bit contradicts its exponent, which no operation makes, is read as if the bit were right.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

WIDTH = 79
_FRACTION = 63
_LEADING = 1 << 63


@dataclass(frozen=True, slots=True)
class _Format:
    exponent: int  # bits
    fraction: int

    @property
    def bias(self) -> int:
        return (1 << self.exponent - 1) - 1

    @property
    def least(self) -> int:
        """The exponent of the last bit of a subnormal number."""
        return 1 - self.bias - self.fraction

    @property
    def special(self) -> int:
        return (1 << self.exponent) - 1


_FORMATS = {32: _Format(8, 23), 64: _Format(11, 52), WIDTH: _Format(15, _FRACTION)}


@dataclass(frozen=True, slots=True)
class Number:
    """`kind` is "finite" (then it is ± magnitude · 2^power), "inf" or "nan"."""

    negative: bool
    kind: str
    magnitude: int = 0
    power: int = 0

    @property
    def is_zero(self) -> bool:
        return self.kind == "finite" and not self.magnitude


def decode(bits: int, width: int = WIDTH) -> Number:
    form = _FORMATS[width]
    negative = bool(bits >> width - 1 & 1)
    exponent = bits >> form.fraction & form.special
    fraction = bits & (1 << form.fraction) - 1
    if exponent == form.special:
        return Number(negative, "nan" if fraction else "inf")
    if exponent == 0:
        return Number(negative, "finite", fraction, form.least)
    return Number(negative, "finite", fraction | 1 << form.fraction, form.least + exponent - 1)


def encode(negative: bool, magnitude: int, power: int, width: int = WIDTH) -> int:
    """± magnitude · 2^power, rounded to nearest, ties to even."""
    form = _FORMATS[width]
    drop = max(magnitude.bit_length() - form.fraction - 1, form.least - power)
    if drop > 0:
        rest = magnitude & (1 << drop) - 1
        magnitude >>= drop
        half = 1 << drop - 1
        magnitude += rest > half or (rest == half and magnitude & 1)
    else:
        magnitude <<= -drop
    power += drop
    if magnitude >> form.fraction + 1:  # rounded up to a power of two
        magnitude >>= 1
        power += 1
    if not magnitude >> form.fraction:
        pattern = magnitude  # subnormal, or zero
    else:
        exponent = power - form.least + 1
        if exponent >= form.special:
            return infinity(negative, width)
        pattern = exponent << form.fraction | magnitude & (1 << form.fraction) - 1
    return _signed(negative, pattern, width)


def infinity(negative: bool, width: int = WIDTH) -> int:
    form = _FORMATS[width]
    return _signed(negative, form.special << form.fraction, width)


def nan(width: int = WIDTH) -> int:
    form = _FORMATS[width]
    return form.special << form.fraction | 1 << form.fraction - 1


def _signed(negative: bool, pattern: int, width: int) -> int:
    return pattern - (1 << width - 1) if negative else pattern


# --- arithmetic. An operand that is NaN, or an invalid operation, gives NaN.


def add(x: int, y: int) -> int:
    a, b = decode(x), decode(y)
    if "nan" in (a.kind, b.kind):
        return nan()
    if a.kind == "inf" or b.kind == "inf":
        if a.kind == b.kind and a.negative != b.negative:
            return nan()
        return x if a.kind == "inf" else y
    power = min(a.power, b.power)
    total = _aligned(a, power) + _aligned(b, power)
    if total == 0:
        return _signed(a.negative and b.negative, 0, WIDTH)
    return encode(total < 0, abs(total), power)


def _aligned(a: Number, power: int) -> int:
    size = a.magnitude << a.power - power
    return -size if a.negative else size


def subtract(x: int, y: int) -> int:
    return add(x, y ^ -(1 << WIDTH - 1))


def multiply(x: int, y: int) -> int:
    a, b = decode(x), decode(y)
    negative = a.negative != b.negative
    if "nan" in (a.kind, b.kind):
        return nan()
    if "inf" in (a.kind, b.kind):
        return nan() if a.is_zero or b.is_zero else infinity(negative)
    return encode(negative, a.magnitude * b.magnitude, a.power + b.power)


def divide(x: int, y: int) -> int:
    a, b = decode(x), decode(y)
    negative = a.negative != b.negative
    if "nan" in (a.kind, b.kind) or (a.kind == b.kind == "inf") or (a.is_zero and b.is_zero):
        return nan()
    if a.kind == "inf" or b.is_zero:
        return infinity(negative)
    if b.kind == "inf":
        return _signed(negative, 0, WIDTH)
    quotient, rest = divmod(a.magnitude << 140, b.magnitude)
    return encode(negative, quotient << 1 | (rest != 0), a.power - b.power - 141)


def remainder(x: int, y: int) -> int:
    """C's fmod: exact, with the sign of x."""
    a, b = decode(x), decode(y)
    if "nan" in (a.kind, b.kind) or a.kind == "inf" or b.is_zero:
        return nan()
    if b.kind == "inf":
        return x
    power = min(a.power, b.power)
    rest = (a.magnitude << a.power - power) % (b.magnitude << b.power - power)
    return encode(a.negative, rest, power)


def square_root(x: int) -> int:
    a = decode(x)
    if a.kind == "nan" or (a.negative and not a.is_zero):
        return nan()
    if a.kind == "inf" or a.is_zero:
        return x
    magnitude, power = a.magnitude << 140, a.power - 140
    if power % 2:
        magnitude, power = magnitude << 1, power - 1
    root = math.isqrt(magnitude)
    return encode(False, root << 1 | (root * root != magnitude), power // 2 - 1)


def order(x: int, y: int) -> int | None:
    """Negative, zero or positive, as x is less than, equal to or greater than y; None if one is NaN."""
    a, b = decode(x), decode(y)
    if "nan" in (a.kind, b.kind):
        return None
    if a.is_zero and b.is_zero:
        return 0
    if a.negative != b.negative:
        return -1 if a.negative else 1
    magnitudes = abs(x & (1 << WIDTH - 1) - 1) - abs(y & (1 << WIDTH - 1) - 1)
    return -magnitudes if a.negative else magnitudes


def _half_away(whole: int, rest: int, unit: int) -> int:
    return whole + (2 * rest >= unit)


def _half_even(whole: int, rest: int, unit: int) -> int:
    return whole + (2 * rest > unit or (2 * rest == unit and whole & 1))


_ROUNDINGS: dict[str, Callable[[int, int, int], int]] = {
    "trunc": lambda whole, rest, unit: whole,
    "round": _half_away,
    "nearbyint": _half_even,
    "rint": _half_even,
    "roundeven": _half_even,
}


def rounded(mode: str, x: int) -> int:
    """x rounded to an integer, as a float; a zero keeps the sign of x."""
    a = decode(x)
    if a.kind == "nan":
        return nan()
    if a.kind == "inf" or a.power >= 0:
        return x
    unit = 1 << -a.power
    whole, rest = divmod(a.magnitude, unit)
    if mode in ("floor", "ceil"):
        whole += rest != 0 and a.negative == (mode == "floor")
    else:
        whole = _ROUNDINGS[mode](whole, rest, unit)
    return encode(a.negative, whole, 0)


# --- conversions


def convert(x: int, width: int, to: int) -> int:
    a = decode(x, width)
    if a.kind == "nan":
        return nan(to)
    return infinity(a.negative, to) if a.kind == "inf" else encode(a.negative, a.magnitude, a.power, to)


def from_int(number: int) -> int:
    return encode(number < 0, abs(number), 0)


def to_int(x: int) -> int | None:
    """Rounded towards zero; None if it is not finite."""
    a = decode(x)
    if a.kind != "finite":
        return None
    size = a.magnitude << a.power if a.power >= 0 else a.magnitude >> -a.power
    return -size if a.negative else size


def to_memory(bits: int) -> int:
    """The 80 bits in memory, not negative."""
    exponent, fraction = bits >> _FRACTION & 0xFFFF, bits & _LEADING - 1
    leading = _LEADING if exponent & 0x7FFF else 0
    return exponent << 64 | leading | fraction


def from_memory(bits: int) -> int:
    """The opposite, in signed form."""
    pattern = (bits >> 64 & 0xFFFF) << _FRACTION | bits & _LEADING - 1
    return pattern - (1 << WIDTH) if pattern >> WIDTH - 1 else pattern
