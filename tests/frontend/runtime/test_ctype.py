"""ctype.h of the runtime library returns exactly the same numbers as glibc, for every character."""

from __future__ import annotations

import ctypes
from ctypes import c_int, c_uint16, c_void_p

import pytest

from .native import Native

KINDS = [
    "alnum",
    "alpha",
    "blank",
    "cntrl",
    "digit",
    "graph",
    "lower",
    "print",
    "punct",
    "space",
    "upper",
    "xdigit",
]


@pytest.mark.parametrize("name", [*(f"is{kind}" for kind in KINDS), "isascii", "toascii", "tolower", "toupper"])
def test_every_character(native: Native, name: str) -> None:
    ours, libc = native.both(name, c_int, c_int)
    assert [ours(c) for c in range(-128, 256)] == [libc(c) for c in range(-128, 256)]


@pytest.mark.parametrize("name", ["tolower", "toupper"])
def test_case_of_other_numbers(native: Native, name: str) -> None:
    ours, libc = native.both(name, c_int, c_int)
    for c in (-(2**31), -1000, -129, 256, 321, 65 + 65536, 2**31 - 1):
        assert ours(c) == libc(c) == c


@pytest.mark.parametrize(
    ("name", "item"),
    [("__ctype_b_loc", c_uint16), ("__ctype_tolower_loc", c_int), ("__ctype_toupper_loc", c_int)],
)
def test_tables_for_modules_compiled_elsewhere(native: Native, name: str, item: type) -> None:
    tables = []
    for function in native.both(name, c_void_p):
        table = ctypes.POINTER(ctypes.POINTER(item)).from_buffer(c_void_p(function()))[0]
        tables.append([table[c] for c in range(-128, 256)])
    assert tables[0] == tables[1]
