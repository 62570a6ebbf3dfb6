"""Strings to integers: value, end of the number and errno agree with the host's C library."""

from __future__ import annotations

import ctypes
from collections.abc import Iterator
from ctypes import c_char_p, c_int, c_long, c_ulong, c_void_p
from typing import Any

import pytest

from .native import Native, strings

EDGES = [0, 1, 2**31 - 1, 2**31, 2**32 - 1, 2**63 - 1, 2**63, 2**64 - 1, 2**64, 10**25]
FIXED = [
    b"",
    b" ",
    b"-",
    b"+",
    b"+-1",
    b"0x",
    b"0x-1",
    b"0xg",
    b"0xfg",
    b"-0x1F",
    b" \t\n\v\f\r7",
    b"08",
    b"0b1",
]


def numbers() -> Iterator[bytes]:
    yield from FIXED
    for edge in EDGES:
        for value in (edge, -edge, edge + 1, -edge - 1):
            yield from (
                b"%d" % value,
                f" {value:+d}x".encode(),
                f"{value:#x}".encode(),
                f"{value:o}".encode(),
            )
    yield from strings(31, 4000, 8, b" +-0017x9aF")
    yield from strings(32, 500, 30, b"0123456789")
    yield from strings(33, 500, 70, b"01")


@pytest.mark.parametrize("name", ["strtol", "strtoll", "strtoul", "strtoull"])
@pytest.mark.parametrize("base", [0, 2, 3, 8, 10, 16, 36])
def test_strtol_family(native: Native, name: str, base: int) -> None:
    result = c_ulong if "u" in name else c_long
    ours, libc = native.both(name, result, c_void_p, c_void_p, c_int)
    errno, our_errno = _errno(native)
    for text in numbers():
        buffer = ctypes.create_string_buffer(text)
        start = ctypes.addressof(buffer)
        assert _answer(ours, our_errno, start, base) == _answer(libc, errno, start, base), (text, base)


@pytest.mark.parametrize("base", [-1, 1, 37])
def test_a_base_that_is_none(native: Native, base: int) -> None:
    ours = native.ours("strtol", c_long, c_void_p, c_void_p, c_int)
    our_errno = _errno(native)[1]
    buffer = ctypes.create_string_buffer(b"11")
    assert ours(ctypes.addressof(buffer), None, base) == 0
    assert our_errno.value == 22


@pytest.mark.parametrize(("name", "result"), [("atoi", c_int), ("atol", c_long), ("atoll", c_long)])
def test_atoi_family(native: Native, name: str, result: Any) -> None:
    ours, libc = native.both(name, result, c_char_p)
    for text in numbers():
        assert ours(text) == libc(text), text


def test_binary_prefix_of_c23(native: Native) -> None:
    ours = native.ours("__isoc23_strtol", c_long, c_char_p, c_void_p, c_int)
    assert [ours(b"0b101", None, 0), ours(b"-0B11", None, 2), ours(b"0b2", None, 0)] == [5, -3, 0]


def _errno(native: Native) -> tuple[c_int, c_int]:
    ours, libc = native.both("__errno_location", c_void_p)
    return c_int.from_address(libc()), c_int.from_address(ours())


def _answer(function: Any, errno: c_int, start: int, base: int) -> tuple[int, int, bool]:
    end = c_void_p()
    errno.value = 0
    value = function(start, ctypes.addressof(end), base)
    return value, (end.value or 0) - start, errno.value == 34
