"""The rest of stdlib.h: sorting, searching, random numbers, allocation, arithmetic."""

from __future__ import annotations

import ctypes
import random
from ctypes import c_int, c_long, c_size_t, c_uint, c_void_p

import pytest

from .native import Native

COMPARE = ctypes.CFUNCTYPE(c_int, ctypes.POINTER(c_int), ctypes.POINTER(c_int))


@pytest.mark.parametrize("size", [0, 1, 2, 3, 7, 32, 200])
def test_qsort_is_stable(native: Native, size: int) -> None:
    sort = native.ours("qsort", None, c_void_p, c_size_t, c_size_t, COMPARE)
    numbers = random.Random(size)
    for _ in range(20):
        items = (c_int * (2 * size))(*(n for i in range(size) for n in (numbers.randrange(10), i)))
        sort(ctypes.addressof(items), size, 8, COMPARE(lambda x, y: x[0] - y[0]))
        pairs = list(zip(items[::2], items[1::2], strict=True))
        assert pairs == sorted(pairs)


def test_qsort_asks_what_glibc_asks(native: Native) -> None:
    numbers = random.Random(5)
    for size in (2, 5, 17):
        values = [numbers.randrange(9) for _ in range(size)]
        asked: list[list[tuple[int, int]]] = [[], []]
        for function, log in zip(native.both("qsort", None, c_void_p, c_size_t, c_size_t, COMPARE), asked, strict=True):
            items = (c_int * size)(*values)
            function(ctypes.addressof(items), size, 4, COMPARE(lambda x, y, log=log: _note(log, x[0], y[0])))
            assert list(items) == sorted(values)
        assert asked[0] == asked[1]


def test_bsearch(native: Native) -> None:
    ours, libc = native.both("bsearch", c_void_p, c_void_p, c_void_p, c_size_t, c_size_t, COMPARE)
    compare = COMPARE(lambda x, y: x[0] - y[0])
    for size in range(20):
        items = (c_int * size)(*range(0, 2 * size, 2))
        for wanted in range(-1, 2 * size + 1):
            key = c_int(wanted)
            arguments = (ctypes.addressof(key), ctypes.addressof(items), size, 4, compare)
            assert ours(*arguments) == libc(*arguments)


@pytest.mark.parametrize(("seed", "draw"), [("srand", "rand"), ("srandom", "random")])
def test_random_numbers_are_glibcs(native: Native, seed: str, draw: str) -> None:
    our_seed, libc_seed = native.both(seed, None, c_uint)
    ours, libc = native.both(draw, c_long if draw == "random" else c_int)
    for first in (1, 0, 42, 2**31, 2**32 - 1):
        our_seed(first)
        libc_seed(first)
        assert [ours() for _ in range(200)] == [libc() for _ in range(200)]


def test_random_numbers_with_a_visible_state(native: Native) -> None:
    ours, libc = native.both("rand_r", c_int, ctypes.POINTER(c_uint))
    for first in (0, 1, 12345, 2**32 - 1):
        states = (c_uint(first), c_uint(first))
        assert [ours(states[0]) for _ in range(50)] == [libc(states[1]) for _ in range(50)]
        assert states[0].value == states[1].value


@pytest.mark.parametrize("name", ["abs", "labs", "llabs"])
def test_abs(native: Native, name: str) -> None:
    kind = c_int if name == "abs" else c_long
    ours, libc = native.both(name, kind, kind)
    for x in (0, 1, -1, 2**31 - 1, -(2**31) + 1, -(2**31)):
        assert ours(x) == libc(x)


def test_div(native: Native) -> None:
    ours, libc = native.both("div", c_long, c_int, c_int)  # quotient and remainder share a register
    for x, y in ((7, 2), (-7, 2), (7, -2), (-7, -2), (0, 5), (-(2**31), 3)):
        assert ours(x, y) == libc(x, y)


def test_allocation(native: Native) -> None:
    calloc, realloc = (
        native.ours("calloc", c_void_p, c_size_t, c_size_t),
        native.ours("realloc", c_void_p, c_void_p, c_size_t),
    )
    block = calloc(3, 5)
    assert ctypes.string_at(block, 15) == bytes(15)
    ctypes.memmove(block, b"abcdefghijklmno", 15)
    block = realloc(block, 100)
    assert ctypes.string_at(block, 15) == b"abcdefghijklmno"
    block = realloc(block, 3)
    assert ctypes.string_at(block, 3) == b"abc"
    assert realloc(block, 0) is None
    assert calloc(2**40, 2**40) is None


def _note(log: list[tuple[int, int]], x: int, y: int) -> int:
    log.append((x, y))
    return x - y


def test_first_bit(native: Native) -> None:
    for name, kind in (("ffs", c_int), ("ffsl", c_long), ("ffsll", c_long)):
        ours, libc = native.both(name, c_int, kind)
        for x in (0, 1, 2, 12, -1, -8, 2**31 - 1, -(2**31)):
            assert ours(x) == libc(x)
