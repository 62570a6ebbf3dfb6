"""sprintf: every flag, width and precision gives the same result as the host's C library."""

from __future__ import annotations

import ctypes
import itertools
import random
from ctypes import c_char_p, c_double, c_int, c_long, c_size_t, c_void_p
from typing import Any

import pytest

from .native import Native

INTEGERS = [0, 1, -1, 7, -8, 9, 10, 99, 100, 255, 12345, 2**31 - 1, -(2**31)]
LONGS = [0, -1, 2**63 - 1, -(2**63), 10**18, 10**18 - 1, 10**17]
FLAGS = ["", "-", "0", "+", " ", "#", "-0", "+0", " +", "#0", "-#", "+-"]
WIDTHS = ["", "1", "5", "12"]
PRECISIONS = ["", ".", ".0", ".1", ".5", ".14"]


class Printer:
    """snprintf, ours and libc's, on the same arguments."""

    def __init__(self, native: Native) -> None:
        self._native = native

    def check(self, text: str, *arguments: Any, size: int = 80) -> None:
        kinds = [_kind(argument) for argument in arguments]
        results = []
        for find in (self._native.ours, self._native.libc):
            function = find("snprintf", c_int, c_void_p, c_size_t, c_char_p, *kinds)
            buffer = ctypes.create_string_buffer(b"#" * 80, 80)
            length = function(ctypes.addressof(buffer), size, text.encode(), *arguments)
            results.append((length, buffer.raw))
        assert results[0] == results[1], (text, arguments)


@pytest.fixture
def printer(native: Native) -> Printer:
    return Printer(native)


@pytest.mark.parametrize("conversion", "diuoxX")
def test_integers(printer: Printer, conversion: str) -> None:
    for flags, width, precision in itertools.product(FLAGS, WIDTHS, PRECISIONS):
        for value in INTEGERS:
            printer.check(f"<%{flags}{width}{precision}{conversion}>", c_int(value))


@pytest.mark.parametrize("length", ["hh", "h", "l", "ll", "j", "z", "t"])
def test_lengths(printer: Printer, length: str) -> None:
    for conversion, value in itertools.product("duxo", [*INTEGERS, *LONGS]):
        printer.check(f"%{length}{conversion}", c_long(value))


def test_text(printer: Printer) -> None:
    for flags, width, precision in itertools.product(["", "-", "0"], WIDTHS, PRECISIONS):
        for value in (b"", b"a", b"hello", b"a longer text \xff", None):
            printer.check(f"<%{flags}{width}{precision}s>", c_char_p(value))
        printer.check(f"<%{flags}{width}c>", c_int(65 + 256))
        for address in (0, 4096, 2**64 - 1):
            printer.check(f"<%{flags}{width}p>", c_void_p(address))


def test_floats_are_passed_on(printer: Printer) -> None:
    for flags, width, precision, conversion in itertools.product(FLAGS[:6], WIDTHS, PRECISIONS, "feGa"):
        for value in (0.0, -1.5, 3.14159, 1e10, float("inf")):
            printer.check(f"<%{flags}{width}{precision}{conversion}>", c_double(value))


def test_stars_and_mixed_arguments(printer: Printer) -> None:
    printer.check(
        "%*d|%-*d|%.*s|%*.*f",
        *map(c_int, (5, 42, 5, 42, 2)),
        c_char_p(b"abc"),
        c_int(9),
        c_int(2),
        c_double(2),
    )
    printer.check("%*d|%.*d", *map(c_int, (-5, 42, -1, 0)))
    printer.check(
        "%d %s %c %x %% %u %ld %f",
        c_int(1),
        c_char_p(b"two"),
        c_int(51),
        c_int(4),
        c_int(5),
        c_long(6),
        c_double(7),
    )
    printer.check("%d %f " * 9, *(kind(n) for n in range(9) for kind in (c_int, c_double)))


def test_what_is_no_conversion(printer: Printer) -> None:
    for text in ("", "plain", "100%%", "%5%"):
        printer.check(text)


def test_cut_off(printer: Printer) -> None:
    for size in range(12):
        printer.check("%d-%s-%.2f", c_int(12), c_char_p(b"ab"), c_double(1.5), size=size)


def test_random_formats(printer: Printer) -> None:
    numbers = random.Random(9)
    for _ in range(3000):
        width, precision = numbers.choice(WIDTHS), numbers.choice(PRECISIONS)
        flags = "".join(numbers.sample("-0+ #", numbers.randrange(4)))
        value = numbers.choice([*LONGS, numbers.randrange(-(2**63), 2**63), numbers.randrange(1000)])
        printer.check(
            f"%{flags}{width}{precision}l{numbers.choice('diuoxX')}",
            c_long(value),
            size=numbers.choice((80, 5)),
        )


def test_count_and_allocation(native: Native) -> None:
    count = c_int()
    sprintf = native.ours("sprintf", c_int, c_char_p, c_char_p, c_int, c_void_p)
    assert sprintf(ctypes.create_string_buffer(20), b"%03d%n", 7, ctypes.addressof(count)) == 3
    assert count.value == 3
    text = c_char_p()
    asprintf = native.ours("asprintf", c_int, c_void_p, c_char_p, c_int)
    assert asprintf(ctypes.addressof(text), b"<%d>", 12345) == 7
    assert text.value == b"<12345>"


def _kind(argument: Any) -> Any:
    return type(argument)
