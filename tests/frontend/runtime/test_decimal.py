"""Strings to floating point are correctly rounded, to the last bit."""

from __future__ import annotations

import ctypes
import random
import struct
from collections.abc import Iterator
from ctypes import c_char_p, c_double, c_float, c_void_p
from typing import Any

import pytest

from .native import Native, strings

FIXED = [
    "0",
    "-0",
    "1",
    ".5",
    "5.",
    ".",
    ".e1",
    "1e",
    "1e+",
    "1e5",
    "1E-5x",
    "1e400",
    "-1e400",
    "1e-400",
    "inf",
    "-INF",
    "infinity",
    "infinit",
    "nan",
    "-nan",
    "NAN(a_1)",
    "nan(",
    "0x",
    "0x.",
    "0x.8",
    "0x1p3",
    "0x1.8p-2q",
    "0x1P",
    "0X1.fffffffffffff8p0",
    "0x1.fffffffffffff7ffp0",
    "0x1p-1074",
    "0x1p-1075",
    "0x1.8p-1075",
    "0x1p1024",
    "0x1.fffffffffffffp1023",
    "2.2250738585072014e-308",
    "2.2250738585072011e-308",
    "4.9e-324",
    "2.4703282292062327e-324",
    "2.4703282292062328e-324",
    "1.7976931348623157e308",
    "1.7976931348623158e308",
    "1.7976931348623159e308",
    "9007199254740993",
    "9007199254740992.999",
    "0.1",
    "0.2",
    "0.3",
    "3.4028235e38",
    "3.4028236e38",
    "1.4e-45",
    "7e-46",
    "7.1e-46",
    "1.17549435e-38",
    "123456789012345678901234567890",
    "1e22",
    "1e23",
    "8.5e-10",
    "000000000000000000000000000001.5",
    "0.000000000000000000000000000000000000001e39",
]


def decimals() -> Iterator[bytes]:
    yield from (text.encode() for text in FIXED)
    yield from strings(41, 2000, 9, b"0159.e-+")
    numbers = random.Random(42)
    for _ in range(600):
        value = struct.unpack("<d", numbers.randbytes(8))[0]
        yield repr(value).encode()
        yield f"{value:.{numbers.randrange(1, 30)}e}".encode()
        yield f"{numbers.uniform(-1e6, 1e6):.{numbers.randrange(9)}f}".encode()
        yield float.hex(value).encode()
    for _ in range(40):  # half-way cases, exactly and a little above and below
        value = abs(struct.unpack("<d", numbers.randbytes(8))[0])
        if 1e-290 < value < 1e290:
            yield from _around_half(value)


@pytest.mark.parametrize(("name", "result"), [("strtod", c_double), ("strtof", c_float)])
def test_value_and_end(native: Native, name: str, result: Any) -> None:
    ours, libc = native.both(name, result, c_void_p, c_void_p)
    for text in decimals():
        assert _answer(ours, text) == _answer(libc, text), text


def test_atof(native: Native) -> None:
    ours, libc = native.both("atof", c_double, c_char_p)
    for text in strings(43, 1000, 9, b"0159.e-+ "):
        assert repr(ours(text)) == repr(libc(text)), text


def _around_half(value: float) -> Iterator[bytes]:
    from fractions import Fraction  # noqa: PLC0415
    from math import nextafter  # noqa: PLC0415

    half = (Fraction(value) + Fraction(nextafter(value, float("inf")))) / 2
    power = 0
    while half.denominator != 1 and power < 700:
        half *= 10
        power += 1
    digits = half.numerator // half.denominator
    yield from (
        f"{digits}e-{power}".encode(),
        f"{digits}1e-{power + 1}".encode(),
        f"{digits - 1}e-{power}".encode(),
    )


def _answer(function: Any, text: bytes) -> tuple[str, int]:
    buffer, end = ctypes.create_string_buffer(text), c_void_p()
    start = ctypes.addressof(buffer)
    value = function(start, ctypes.addressof(end))
    return repr(value), (end.value or 0) - start
