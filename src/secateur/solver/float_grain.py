"""Of which power of two every value of a number is a multiple.

A float is a multiple of the distance to its neighbours, and sums and products of multiples are multiples, rounded or
not. So a difference of numbers near 275 that is above zero is at least 2^-44, which no range knows.
"""

from __future__ import annotations

import math

from secateur.solver.float_box import Box

_LEAST = {32: -149, 64: -1074}
_DIGITS = {32: 24, 64: 53}
_ZERO = 1100
"""The exponent of zero, a multiple of everything."""

_SUMS = ("fadd", "fsub", "fmin", "fmax", "ite")


def of_constant(number: float) -> int:
    """The exponent of the largest power of two that divides it."""
    if number == 0 or not math.isfinite(number):
        return _ZERO
    numerator, denominator = number.as_integer_ratio()
    if denominator > 1:
        return 1 - denominator.bit_length()
    return (numerator & -numerator).bit_length() - 1


def of_range(low: float, high: float, width: int) -> int:
    """What every float between the ends is a multiple of."""
    if low > high:
        return _ZERO
    if low == high:
        return max(of_constant(low), _LEAST[width])
    smallest = 0.0 if low <= 0 <= high else min(abs(low), abs(high))
    if smallest == 0 or math.isinf(smallest):
        return _LEAST[width]
    return max(math.frexp(smallest)[1] - _DIGITS[width], _LEAST[width])


def of_result(op: str, width: int, x: int, y: int, divisor: float | None) -> int | None:
    """The exponent of an operation's result, by those of its operands; None if nothing follows from them."""
    least = _LEAST[width]
    if op in _SUMS:
        return max(min(x, y), least)
    if op == "fmul":
        return max(x + y, least) if x < _ZERO and y < _ZERO else _ZERO
    if op in ("fneg", "fabs", "fp_convert"):
        return max(x, least)
    if op.startswith("fround_"):
        return max(x, 0)
    if op == "fdiv" and divisor is not None and divisor and abs(math.frexp(divisor)[0]) == 0.5:
        return max(x - math.frexp(divisor)[1] + 1, least) if x < _ZERO else _ZERO
    return None


def snap(box: Box, slot: int, exponent: int, why: int) -> None:
    """Narrow a range to multiples."""
    low, high = box.low[slot], box.high[slot]
    box.narrow(slot, -_multiple_below(-low, exponent), _multiple_below(high, exponent), why | box.why[slot])


def _multiple_below(number: float, exponent: int) -> float:
    """The largest multiple of 2^exponent that is not above the number."""
    if number == 0 or not math.isfinite(number) or math.frexp(number)[1] - 53 >= exponent:
        return number
    if exponent > 1000:
        return number
    if math.frexp(number)[1] <= exponent:  # closer to zero than the first multiple
        return 0.0 if number > 0 else -math.ldexp(1.0, exponent)
    scaled = math.floor(math.ldexp(number, -exponent))
    return math.ldexp(float(scaled), exponent)
