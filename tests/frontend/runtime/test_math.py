"""math.h of the runtime library is exact, so it must agree with the host's bit for bit."""

from __future__ import annotations

import ctypes
import random
import struct
from collections.abc import Iterator
from ctypes import c_double, c_float, c_int, c_long
from typing import Any

import pytest

from .native import Native

SPECIAL = [0.0, -0.0, 0.5, -0.5, 1.0, 1.5, 2.5, -2.5, 1e300, -1e300, 5e-324, 2.2250738585072014e-308]
SPECIAL += [
    4503599627370495.5,
    9007199254740993.0,
    float("inf"),
    float("-inf"),
    float("nan"),
    3.0,
    -7.25,
    1e-310,
]
UNARY = ["fabs", "floor", "ceil", "trunc", "round", "rint", "nearbyint", "sqrt", "logb", "significand"]
BINARY = ["fmin", "fmax", "fmod", "copysign", "fdim", "nextafter", "remainder", "drem"]
FLOATS = ["fabsf", "floorf", "ceilf", "truncf", "roundf", "rintf", "nearbyintf", "sqrtf", "significandf"]


def doubles(seed: int, count: int) -> Iterator[float]:
    yield from SPECIAL
    numbers = random.Random(seed)
    for _ in range(count):
        yield struct.unpack("<d", numbers.randbytes(8))[0]
        yield numbers.uniform(-100, 100)


@pytest.mark.parametrize("name", UNARY)
def test_unary(native: Native, name: str) -> None:
    ours, libc = native.both(name, c_double, c_double)
    for x in doubles(1, 2000):
        assert _same(ours(x), libc(x)), x


@pytest.mark.parametrize("name", FLOATS)
def test_single(native: Native, name: str) -> None:
    ours, libc = native.both(name, c_float, c_float)
    for x in doubles(2, 1000):
        assert _same(ours(x), libc(x)), x


@pytest.mark.parametrize("name", BINARY)
def test_binary(native: Native, name: str) -> None:
    """For two zeros with different signs, fmin and fmax may return either."""
    ours, libc = native.both(name, c_double, c_double, c_double)
    pairs = [(x, y) for x in SPECIAL for y in SPECIAL]
    pairs += zip(doubles(3, 500), doubles(4, 500), strict=True)
    for x, y in pairs:
        result = ours(x, y)
        assert _same(result, libc(x, y)) or (name in ("fmin", "fmax") and result == 0), (x, y)


@pytest.mark.parametrize("name", ["fminf", "fmaxf", "fmodf", "copysignf", "fdimf", "nextafterf", "remainderf"])
def test_binary_single(native: Native, name: str) -> None:
    ours, libc = native.both(name, c_float, c_float, c_float)
    for x, y in zip(doubles(5, 1000), doubles(6, 1000), strict=True):
        result = ours(x, y)
        assert _same(result, libc(x, y)) or (name in ("fminf", "fmaxf") and result == 0), (x, y)


@pytest.mark.parametrize("name", ["lround", "llround", "lrint", "llrint"])
def test_to_integer(native: Native, name: str) -> None:
    ours, libc = native.both(name, c_long, c_double)
    for x in doubles(7, 1000):
        if abs(x) < 2**62:
            assert ours(x) == libc(x), x


@pytest.mark.parametrize("name", ["__isnan", "__isinf", "__finite", "__fpclassify", "ilogb"])
def test_classes(native: Native, name: str) -> None:
    ours, libc = native.both(name, c_int, c_double)
    for x in doubles(8, 1000):
        assert ours(x) == libc(x), x


@pytest.mark.parametrize("name", ["ldexp", "scalbn"])
def test_scaling(native: Native, name: str) -> None:
    ours, libc = native.both(name, c_double, c_double, c_int)
    for x in doubles(9, 100):
        for n in (0, 1, -1, 52, -60, 1023, 1024, -1022, -1074, -1080, 2100, -2200, 2**31 - 1, -(2**31)):
            assert _same(ours(x, n), libc(x, n)), (x, n)


@pytest.mark.parametrize(("name", "kind"), [("ldexpf", c_int), ("scalblnf", c_long)])
def test_scaling_single(native: Native, name: str, kind: Any) -> None:
    ours, libc = native.both(name, c_float, c_float, kind)
    for x in doubles(10, 100):
        for n in (0, 1, -30, -149, 120, 300, -400):
            assert _same(ours(x, n), libc(x, n)), (x, n)


def test_exponent_single(native: Native) -> None:
    ours, libc = native.both("ilogbf", c_int, c_float)
    for x in doubles(12, 1000):
        assert ours(x) == libc(x), x


@pytest.mark.parametrize(("name", "kind"), [("remquo", c_double), ("remquof", c_float)])
def test_quotients(native: Native, name: str, kind: Any) -> None:
    """The three last bits of the quotient are what the standard defines."""
    ours, libc = native.both(name, kind, kind, kind, ctypes.POINTER(c_int))
    pairs = [(x, y) for x in SPECIAL for y in SPECIAL]
    pairs += [(x, y) for x in (-11.0, 0.75, 5e-324, 1e-320, 1.7e308) for y in (2.0, -0.5, 1.5e-323, 4e307, 1e308)]
    pairs += zip(doubles(13, 500), doubles(14, 500), strict=True)
    for x, y in pairs:
        first, second = c_int(), c_int()
        rest = ours(x, y, first)
        assert _same(rest, libc(x, y, second)), (x, y)
        if rest == rest:  # noqa: PLR0124  (not NaN)
            assert abs(first.value) % 8 == abs(second.value) % 8, (x, y)
            assert first.value * second.value >= 0, (x, y)


def test_parts(native: Native) -> None:
    for name, kind in (("frexp", c_int), ("modf", c_double)):
        ours, libc = native.both(name, c_double, c_double, ctypes.POINTER(kind))
        for x in doubles(11, 1000):
            parts: tuple[Any, Any] = (kind(), kind())
            assert _same(ours(x, parts[0]), libc(x, parts[1])), (name, x)
            if name == "modf" or 0 < abs(x) < float("inf"):
                assert _same(parts[0].value, parts[1].value), (name, x)


def _same(x: float, y: float) -> bool:
    return repr(x) == repr(y)
