"""`long double` in integer arithmetic: the same as exact fractions, rounded, and as the computer's C library."""

from __future__ import annotations

import math
from fractions import Fraction
from random import Random

from secateur.expr import extended, ieee
from secateur.machine.library import host_numbers

ONE = extended.from_int(1)


def exact(bits: int) -> Fraction:
    number = extended.decode(bits)
    size = Fraction(number.magnitude) * Fraction(2) ** number.power
    return -size if number.negative else size


def some(random: Random) -> int:
    """A finite number, often near another."""
    exponent = random.choice((0, 1, 16383, 16384, 16383 - 64, 0x7FFE, random.randrange(0x7FFF)))
    fraction = random.choice((0, 1, (1 << 63) - 1, random.getrandbits(63), random.getrandbits(8) << 55))
    pattern = exponent << 63 | fraction
    return pattern - (1 << 78) if random.random() < 0.5 else pattern


def rounded(value: Fraction) -> int:
    """To nearest, ties to even, from the definition: the neighbour that is nearer."""
    down = Fraction(2) ** -16445
    if not value:
        return 0
    scale = max(
        down, Fraction(2) ** (math.floor(math.log2(abs(value).numerator) - math.log2(abs(value).denominator)) - 63)
    )
    while abs(value) / scale >= 1 << 64:
        scale *= 2
    while abs(value) / scale < 1 << 63 and scale > down:
        scale /= 2
    units = round(abs(value) / scale)
    return extended.encode(value < 0, units, (scale.numerator.bit_length() - scale.denominator.bit_length()))


def test_arithmetic_is_rounded_exactly() -> None:
    random = Random(7)
    for _ in range(60):
        x, y = some(random), some(random)
        a, b = exact(x), exact(y)
        for made, value in (
            (extended.add(x, y), a + b),
            (extended.subtract(x, y), a - b),
            (extended.multiply(x, y), a * b),
        ):
            expected = rounded(value)
            assert made == expected or (made & ~ieee.SIGN[79]) == (expected & ~ieee.SIGN[79]) == 0
        if b:
            assert extended.divide(x, y) == rounded(a / b) or a == 0


def test_functions_agree_with_the_computer() -> None:
    random = Random(8)
    for _ in range(200):
        x, y = some(random), some(random)
        assert extended.remainder(x, y) == host_numbers.function("fmodl")(x, y) or exact(y) == 0
        if x >= 0:
            assert extended.square_root(x) == host_numbers.function("sqrtl")(x)
        for mode in ("floor", "ceil", "trunc", "round", "rint"):
            assert extended.rounded(mode, x) == host_numbers.function(f"{mode}l")(x)


def test_memory_has_a_leading_bit() -> None:
    assert extended.to_memory(ONE) == 0x3FFF8000000000000000
    random = Random(9)
    for _ in range(100):
        x = some(random)
        assert extended.from_memory(extended.to_memory(x)) == x


def test_conversions() -> None:
    assert extended.convert(ieee.to_bits(0.1, 64), 64, 79) == extended.from_memory(0x3FFBCCCCCCCCCCCCD000)
    assert ieee.to_float(extended.divide(ONE, extended.from_int(3)), 79) == 1 / 3
    assert extended.to_int(extended.from_int(-(1 << 63))) == -(1 << 63)
    assert extended.to_int(extended.infinity(False)) is None


def test_order_of_zeros_and_nan() -> None:
    negative_zero = ieee.SIGN[79]
    assert extended.order(0, negative_zero) == 0
    assert extended.order(ONE, extended.nan()) is None
    assert not ieee.fcmp_olt(ONE, extended.nan(), 79)
    assert ieee.fcmp_ole(negative_zero, 0, 79)
