"""`long double` and text, by the C library of this computer, which has the same format."""

from __future__ import annotations

import ctypes

from secateur.expr.host_functions import LongDouble, function, is_available, long_double, pattern

__all__ = ["formatted", "function", "is_available", "read"]


def formatted(directive: bytes, bits: int) -> bytes:
    """`printf` of one number; the directive has numbers for width and precision."""
    library = ctypes.CDLL(None)
    size = 64
    while True:
        buffer = ctypes.create_string_buffer(size)
        length = library.snprintf(buffer, ctypes.c_size_t(size), directive, long_double(bits))
        if length < size:
            return buffer.raw[:length]
        size = length + 1


def read(text: bytes) -> tuple[int, int]:
    """`strtold`: the number, and `errno`."""
    library = ctypes.CDLL(None, use_errno=True)
    library.strtold.restype = LongDouble
    ctypes.set_errno(0)
    value = library.strtold(text, None)
    return pattern(value), ctypes.get_errno()
