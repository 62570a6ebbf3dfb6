"""Functions of `long double` by the C library of this computer, which has the same format where the type exists.

ctypes converts a `long double` to a Python float, which is shorter; a subclass of its type is left alone.
"""

from __future__ import annotations

import ctypes
import ctypes.util
import platform
from collections.abc import Callable
from functools import cache
from typing import Any

from secateur.expr import extended


class LongDouble(ctypes.c_longdouble):
    """Passed and returned as it is."""


def is_available() -> bool:
    """Does this computer have the format, and a C library that can be asked?"""
    return (
        platform.machine() in ("x86_64", "AMD64")
        and ctypes.sizeof(ctypes.c_longdouble) == 16
        and _library() is not None
    )


@cache
def _library() -> Any:
    name = ctypes.util.find_library("m")
    try:
        return None if name is None else ctypes.CDLL(name, use_errno=True)
    except OSError:
        return None


def long_double(bits: int) -> LongDouble:
    return LongDouble.from_buffer_copy(extended.to_memory(bits).to_bytes(10, "little") + bytes(6))


def pattern(value: LongDouble) -> int:
    return extended.from_memory(int.from_bytes(bytes(value)[:10], "little"))


@cache
def function(name: str) -> Callable[..., int]:
    """A function of math.h by its name (`sinl`), on bit patterns. Integers are ints of C."""

    def call(*arguments: int, are_integers: tuple[bool, ...] = ()) -> int:
        found = getattr(_library(), name)
        found.restype = LongDouble
        kinds = are_integers or (False,) * len(arguments)
        given = (ctypes.c_int(a) if k else long_double(a) for a, k in zip(arguments, kinds, strict=True))
        return pattern(found(*given))

    return call
