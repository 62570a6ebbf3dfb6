"""string.h of the runtime library behaves as the host's C library does."""

from __future__ import annotations

import ctypes
import random
from ctypes import c_char_p, c_int, c_size_t, c_void_p
from typing import Any

import pytest

from .native import Native, strings

ROOM = 64


@pytest.mark.parametrize("name", ["strcmp", "strcasecmp", "strcoll"])
def test_comparison(native: Native, name: str) -> None:
    ours, libc = native.both(name, c_int, c_char_p, c_char_p)
    for x, y in zip(strings(1, 4000), strings(2, 4000), strict=True):
        for a, b in ((x, y), (x, x), (x, x + y), (x + y, x)):
            assert _sign(ours(a, b)) == _sign(libc(a, b)), (a, b)


@pytest.mark.parametrize("name", ["strncmp", "strncasecmp", "memcmp", "bcmp"])
def test_bounded_comparison(native: Native, name: str) -> None:
    ours, libc = native.both(name, c_int, c_char_p, c_char_p, c_size_t)
    for number, (x, y) in enumerate(zip(strings(3, 4000), strings(4, 4000), strict=True)):
        for a, b in ((x, y), (x, x + y)):
            size = number % (min(len(a), len(b)) + 2)
            expected = libc(a, b, size)
            assert _sign(ours(a, b, size)) == _sign(expected) or name == "bcmp", (a, b, size)
            assert bool(ours(a, b, size)) == bool(expected)


def test_differences_are_those_of_the_bytes(native: Native) -> None:
    """Some programs return strcmp's value, and replays compare it."""
    for name in ("strcmp", "strncmp", "memcmp"):
        bound = () if name == "strcmp" else (c_size_t,)
        ours, libc = native.both(name, c_int, c_char_p, c_char_p, *bound)
        for x, y in (("a", "c"), ("\x7f", "\xff"), ("ab", "a"), ("", "z")):
            size = () if name == "strcmp" else (len(min(x, y)) + 1,)
            a, b = x.encode("latin-1"), y.encode("latin-1")
            difference = next(p - q for p, q in zip(a + b"\0", b + b"\0", strict=False) if p != q)
            assert ours(a, b, *size) == difference
            assert _sign(libc(a, b, *size)) == _sign(difference)  # C promises no more of other libraries


@pytest.mark.parametrize("name", ["strlen"])
def test_length(native: Native, name: str) -> None:
    ours, libc = native.both(name, c_size_t, c_char_p)
    for x in strings(5, 2000, 40):
        assert ours(x) == libc(x) == len(x)


def test_bounded_length(native: Native) -> None:
    ours, libc = native.both("strnlen", c_size_t, c_char_p, c_size_t)
    for number, x in enumerate(strings(6, 2000)):
        assert ours(x, number % 14) == libc(x, number % 14)


@pytest.mark.parametrize("name", ["strchr", "strrchr", "strchrnul", "rawmemchr", "index", "rindex"])
def test_search_for_a_byte(native: Native, name: str) -> None:
    ours, libc = native.both(name, c_void_p, c_void_p, c_int)
    for x in strings(7, 1500):
        buffer = ctypes.create_string_buffer(x)
        start = ctypes.addressof(buffer)
        for c in (*b"abz", 0, ord("a") + 256, 0xFF, -1):
            if name == "rawmemchr" and c & 255 not in x + b"\0":
                continue
            assert ours(start, c) == libc(start, c), (x, c)


@pytest.mark.parametrize("name", ["memchr", "memrchr"])
def test_search_in_a_block(native: Native, name: str) -> None:
    ours, libc = native.both(name, c_void_p, c_void_p, c_int, c_size_t)
    for number, x in enumerate(strings(8, 1500)):
        buffer = ctypes.create_string_buffer(x)
        start, size = ctypes.addressof(buffer), number % (len(x) + 2)
        for c in (*b"abz", 0, 0xFF, -1, 300):
            assert ours(start, c, size) == libc(start, c, size), (x, c, size)


@pytest.mark.parametrize("name", ["strspn", "strcspn"])
def test_span(native: Native, name: str) -> None:
    ours, libc = native.both(name, c_size_t, c_char_p, c_char_p)
    for x, y in zip(strings(9, 4000), strings(10, 4000, 4), strict=True):
        assert ours(x, y) == libc(x, y), (x, y)


@pytest.mark.parametrize("name", ["strstr", "strcasestr", "strpbrk"])
def test_search_for_a_string(native: Native, name: str) -> None:
    ours, libc = native.both(name, c_void_p, c_void_p, c_char_p)
    for x, y in zip(strings(11, 6000, 12, b"abAB"), strings(12, 6000, 4, b"abAB"), strict=True):
        buffer = ctypes.create_string_buffer(x)
        start = ctypes.addressof(buffer)
        assert ours(start, y) == libc(start, y), (x, y)


def test_search_for_a_block(native: Native) -> None:
    ours, libc = native.both("memmem", c_void_p, c_void_p, c_size_t, c_void_p, c_size_t)
    for x, y in zip(strings(13, 3000, 12, b"ab\0"), strings(14, 3000, 4, b"ab\0"), strict=True):
        a, b = ctypes.create_string_buffer(x), ctypes.create_string_buffer(y)
        arguments = (ctypes.addressof(a), len(x), ctypes.addressof(b), len(y))
        assert ours(*arguments) == libc(*arguments), (x, y)


@pytest.mark.parametrize("name", ["strcpy", "stpcpy", "strcat"])
def test_copy(native: Native, name: str) -> None:
    ours, libc = native.both(name, c_void_p, c_void_p, c_char_p)
    for x, y in zip(strings(15, 2000), strings(16, 2000), strict=True):
        assert _effect(ours, x, y) == _effect(libc, x, y), (x, y)


@pytest.mark.parametrize("name", ["strncpy", "stpncpy", "strncat", "memcpy", "memmove", "mempcpy", "strxfrm"])
def test_bounded_copy(native: Native, name: str) -> None:
    result = c_size_t if name == "strxfrm" else c_void_p
    ours, libc = native.both(name, result, c_void_p, c_char_p, c_size_t)
    for number, (x, y) in enumerate(zip(strings(17, 2000), strings(18, 2000), strict=True)):
        size = number % (len(y) + 2 if name.startswith("mem") else 20)
        relative = name != "strxfrm"
        if name == "strxfrm" and size <= len(y):
            continue  # the contents of the buffer are then unspecified
        assert _effect(ours, x, y, size, relative=relative) == _effect(libc, x, y, size, relative=relative)


def test_copy_to_a_byte(native: Native) -> None:
    ours, libc = native.both("memccpy", c_void_p, c_void_p, c_char_p, c_int, c_size_t)
    for number, (x, y) in enumerate(zip(strings(19, 2000), strings(20, 2000), strict=True)):
        size = number % (len(y) + 2)
        assert _effect(ours, x, y, ord("a"), size) == _effect(libc, x, y, ord("a"), size)


def test_fill(native: Native) -> None:
    ours, libc = native.both("memset", c_void_p, c_void_p, c_int, c_size_t)
    for number, x in enumerate(strings(21, 500)):
        assert _effect(ours, x, number * 7, number % 20) == _effect(libc, x, number * 7, number % 20)


@pytest.mark.parametrize("name", ["strlcpy", "strlcat"])
def test_copy_that_always_ends(native: Native, name: str) -> None:
    """Not in every C library, so it is checked against its definition."""
    ours = native.ours(name, c_size_t, c_void_p, c_char_p, c_size_t)
    for number, (x, y) in enumerate(zip(strings(22, 2000), strings(23, 2000), strict=True)):
        size = number % 30
        buffer = ctypes.create_string_buffer(x, ROOM)
        result = ours(ctypes.addressof(buffer), y, size)
        start = b"" if name == "strlcpy" else x[:size]
        assert result == len(start) + len(y)
        if len(start) < size:
            assert buffer.value == (start + y)[: size - 1]
        else:
            assert buffer.raw == x.ljust(ROOM, b"\0")


@pytest.mark.parametrize("name", ["strtok_r", "strsep"])
def test_tokens(native: Native, name: str) -> None:
    functions = native.both(name, c_void_p, c_void_p, c_char_p, c_void_p)
    for x, y in zip(strings(24, 2000, 14, b"ab ,"), strings(25, 2000, 3, b" ,b"), strict=True):
        assert _tokens(functions[0], name, x, y) == _tokens(functions[1], name, x, y), (x, y)


def test_tokens_with_a_hidden_state(native: Native) -> None:
    ours, libc = native.both("strtok", c_void_p, c_void_p, c_char_p)
    for x, y in zip(strings(26, 1000, 14, b"ab ,"), strings(27, 1000, 3, b" ,b"), strict=True):
        assert _strtok(ours, x, y) == _strtok(libc, x, y), (x, y)


@pytest.mark.parametrize("name", ["strdup", "strndup"])
def test_duplicate(native: Native, name: str) -> None:
    bound = (c_size_t,) if name == "strndup" else ()
    ours = native.ours(name, c_void_p, c_char_p, *bound)
    free = native.libc("free", None, c_void_p)
    for number, x in enumerate(strings(28, 1000)):
        size = (number % 14,) if bound else ()
        copy = ours(x, *size)
        assert ctypes.string_at(copy) == (x[: size[0]] if size else x)
        free(copy)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


def _effect(function: Any, content: bytes, *arguments: Any, relative: bool = True) -> tuple[int | None, bytes]:
    """The result, as an offset into the buffer, and the contents of the buffer afterwards."""
    noise = random.Random(len(content)).randbytes(ROOM)
    buffer = ctypes.create_string_buffer((content + b"\0" + noise)[:ROOM], ROOM)
    result = function(ctypes.addressof(buffer), *arguments)
    if relative and result is not None:
        result -= ctypes.addressof(buffer)
    return result, buffer.raw


def _tokens(function: Any, name: str, text: bytes, separators: bytes) -> tuple[list[int], bytes]:
    buffer = ctypes.create_string_buffer(text)
    rest = c_void_p(ctypes.addressof(buffer))
    found = []
    for turn in range(20):
        if name == "strsep":
            token = function(ctypes.addressof(rest), separators, 0)
        else:
            token = function(None if turn else ctypes.addressof(buffer), separators, ctypes.addressof(rest))
        if token is None:
            break
        found.append(token - ctypes.addressof(buffer))
    return found, buffer.raw


def _strtok(function: Any, text: bytes, separators: bytes) -> tuple[list[int], bytes]:
    buffer = ctypes.create_string_buffer(text)
    found, token = [], function(ctypes.addressof(buffer), separators)
    while token is not None:
        found.append(token - ctypes.addressof(buffer))
        token = function(None, separators)
    return found, buffer.raw
