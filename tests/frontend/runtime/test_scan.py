"""sscanf reads the same as the host's C library."""

from __future__ import annotations

import ctypes
import random
from ctypes import c_char_p, c_int, c_void_p

import pytest

from .native import Native

CASES = [
    ("12 34", "%d %d"),
    ("12,34", "%d,%d"),
    ("12 ,34", "%d,%d"),
    ("  -7", "%d"),
    ("x", "%d"),
    ("", "%d"),
    ("   ", "%d"),
    ("0x1F 017 9", "%i %i %i"),
    ("ff 0xff 0x", "%x %x %x"),
    ("777 8", "%o%o"),
    ("12345", "%2d%3d"),
    ("12345", "%*2d%d"),
    ("abc def", "%s %s"),
    ("abc def", "%2s%s"),
    ("abc", "%c%c"),
    ("  a", " %c"),
    ("  a", "%c"),
    ("ab", "%3c"),
    ("abc123", "%[a-z]%d"),
    ("abc]1", "%[]a-c]%d"),
    ("abc,1", "%[^,],%d"),
    ("123", "%[a-z]"),
    ("a-b", "%[a-]"),
    ("50%", "%d%%"),
    ("50", "%d%%%d"),
    ("7 abc", "%d abc%n"),
    ("300 70000 5", "%hhd %hd %ld"),
    ("99999999999 -99999999999999999999", "%d %ld"),
    ("18446744073709551616", "%lu"),
    ("1.5 -2e3 inf", "%f %lf %f"),
    ("1.5", "%3lf"),
    (".", "%f"),
    ("key = value", "%s = %s"),
    ("-", "%d"),
    ("+5", "%u"),
    ("0", "%i"),
    ("0x", "%i"),
    ("5\n6", "%d%d"),
]


@pytest.mark.parametrize(("text", "conversions"), CASES)
def test_sscanf(native: Native, text: str, conversions: str) -> None:
    assert _read(native, "ours", text, conversions) == _read(native, "libc", text, conversions)


def test_random_input(native: Native) -> None:
    numbers = random.Random(3)
    for _ in range(3000):
        text = "".join(numbers.choices("012 -+x,aF", k=numbers.randrange(9)))
        conversions = numbers.choice(("%d,%d", "%i %i", "%x%s", "%3d%2d", "%[0-9]%d", "%u", "%*d%c", "%o %o"))
        assert _read(native, "ours", text, conversions) == _read(native, "libc", text, conversions), (
            text,
            conversions,
        )


def _read(native: Native, whose: str, text: str, conversions: str) -> tuple[int, list[bytes]]:
    function = getattr(native, whose)("sscanf", c_int, c_char_p, c_char_p, *[c_void_p] * 4)
    targets = [ctypes.create_string_buffer(b"\x55" * 32, 32) for _ in range(4)]
    count = function(text.encode(), conversions.encode(), *map(ctypes.addressof, targets))
    return count, [target.raw for target in targets]
