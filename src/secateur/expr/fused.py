"""`fma`: x · y + z with one rounding, in exact integer arithmetic, for all formats."""

from __future__ import annotations

from secateur.expr.extended import Number, decode, encode, infinity, nan


def multiply_add(x: int, y: int, z: int, width: int) -> int:
    """The bit pattern of x · y + z; a result of zero has the sign that the sum of two zeros has."""
    a, b, c = (decode(bits, width) for bits in (x, y, z))
    negative = a.negative != b.negative
    kinds = (a.kind, b.kind, c.kind)
    if "nan" in kinds:
        return nan(width)
    if "inf" in kinds:
        return _infinite(a, b, c, width)
    magnitude, power = a.magnitude * b.magnitude, a.power + b.power
    low = min(power, c.power)
    product, summand = magnitude << power - low, c.magnitude << c.power - low
    total = (-product if negative else product) + (-summand if c.negative else summand)
    is_negative = total < 0 or (total == 0 and negative and c.negative)
    return encode(is_negative, abs(total), low, width)


def _infinite(a: Number, b: Number, c: Number, width: int) -> int:
    """The result if an operand is infinite and none is NaN."""
    negative = a.negative != b.negative
    if "inf" not in (a.kind, b.kind):
        return infinity(c.negative, width)
    if a.is_zero or b.is_zero or (c.kind == "inf" and c.negative != negative):
        return nan(width)
    return infinity(negative, width)
