"""What `printf` prints of a concrete number is what the host's C library prints."""

from __future__ import annotations

import ctypes
import math
import random
import struct

import pytest

from secateur.machine.library.format import DIRECTIVE, Directive, format_float, format_integer

FLAGS = ("", "-", "0", "+", " ", "#", "-#", "+0", " 0", "#0", "-+")
REALS = (0.0, -0.0, 1.0, -1.5, 0.1, 1e10, 1e-10, 123456.789, 9.9999995, 99999.95, 1e300, 5e-324, 2.5, 1e15, 1e16, 1e17)
INTEGERS = (0, 1, -1, 7, 10, 255, 2**31 - 1, -(2**31), 2**63 - 1, -(2**63))


def printed(layout: str, value: float) -> bytes:
    """By the host."""
    buffer = ctypes.create_string_buffer(2000)
    argument = ctypes.c_double(value) if isinstance(value, float) else ctypes.c_long(value)
    ctypes.CDLL(None).snprintf(buffer, 2000, layout.encode(), argument)
    return buffer.value


def compare(count: int) -> None:
    numbers = random.Random(count)
    for _ in range(count):
        flags, width = numbers.choice(FLAGS), numbers.choice((0, 0, 1, 5, 12, 20))
        precision = numbers.choice((None, None, 0, 1, 3, 6, 12))
        rest = f"{flags}{width or ''}{'' if precision is None else f'.{precision}'}"
        letter = numbers.choice("fFeEgGaA")
        real = numbers.choice(REALS) if numbers.random() < 0.4 else _any_real(numbers)
        directive = Directive(flags, width, precision, "", letter)
        assert format_float(directive, real) == printed(f"%{rest}{letter}", real), (rest, letter, real)
        letter = numbers.choice("diouxX")
        whole = numbers.choice(INTEGERS) if numbers.random() < 0.5 else numbers.getrandbits(numbers.randrange(1, 63))
        directive = Directive(flags, width, precision, "l", letter)
        assert format_integer(directive, whole) == printed(f"%{rest}l{letter}", whole), (rest, letter, whole)


def test_numbers() -> None:
    compare(500)


@pytest.mark.slow
def test_many_numbers() -> None:
    compare(10_000)


def test_flags_that_the_locale_does_not_need() -> None:
    assert DIRECTIVE.fullmatch(b"%'d")
    assert DIRECTIVE.fullmatch(b"%-'8d")


def _any_real(numbers: random.Random) -> float:
    (value,) = struct.unpack("<d", numbers.randbytes(8))
    return 1.25 if math.isnan(value) else float(value)
