"""Single values: the bytes that a program receives, and the JSON that people read."""

from __future__ import annotations

import math
import struct
from functools import lru_cache

from secateur.errors import SecateurError
from secateur.provided.scalars import SCALARS
from secateur.suite import long_doubles
from secateur.suite.test import Json

_SIZES = {"bits": 8, **{kind: (scalar.width + 7) // 8 for kind, scalar in SCALARS.items()}}
_FLOATS = {"f32": ("<f", "<I", 0x7FC00000), "f64": ("<d", "<Q", 0x7FF8000000000000)}


class OutOfRangeError(SecateurError):
    """The value does not fit; the message says what would."""


@lru_cache(maxsize=65536)
def decode(kind: str, signed: bool, data: bytes) -> Json:
    """Bytes to JSON, without loss."""
    if kind == "bool":
        return data != b"\0"
    if kind in _FLOATS:
        return _decode_float(kind, data)
    if kind == long_doubles.KIND:
        return long_doubles.decode(data)
    return int.from_bytes(data, "little", signed=signed)


def encode(kind: str, width: int, signed: bool, value: Json) -> bytes:
    """JSON to bytes. A character may also be given as a string of length one."""
    if kind in _FLOATS:
        return _encode_float(kind, value)
    if kind == long_doubles.KIND:
        return _encode_long_double(value)
    if kind == "char" and isinstance(value, str) and len(value) == 1:
        value = ord(value)
    if not isinstance(value, int):
        raise OutOfRangeError("it must be an integer")
    size = _SIZES[kind]
    if kind == "char":
        low, high = -128, 255  # as signed or unsigned char
    else:
        low, high = (-(1 << width - 1), (1 << width - 1) - 1) if signed else (0, (1 << width) - 1)
    if not low <= value <= high:
        raise OutOfRangeError(f"it must be between {low} and {high}")
    return (value & ((1 << 8 * size) - 1)).to_bytes(size, "little")


def number(kind: str, data: bytes) -> float:
    """The value of the bytes of a float."""
    return float(struct.unpack(_FLOATS[kind][0], data)[0])


def _decode_float(kind: str, data: bytes) -> Json:
    _, pattern, usual_nan = _FLOATS[kind]
    value = number(kind, data)
    if math.isnan(value):
        (bits,) = struct.unpack(pattern, data)
        return "nan" if bits == usual_nan else f"nan:{bits:#x}"
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return value if kind == "f64" else _shortest_single(value, data)


def _encode_long_double(value: Json) -> bytes:
    if not isinstance(value, int | float | str):
        raise OutOfRangeError("it must be a number")
    try:
        return long_doubles.encode(value)
    except ValueError:
        raise OutOfRangeError('it must be a number, a hexadecimal number as text, "nan", "inf" or "-inf"') from None


def _shortest_single(value: float, data: bytes) -> float:
    """The decimal with the fewest digits that is nearest to this `float`: 0.1, not 0.10000000149011612."""
    for digits in range(1, 10):
        short = float(f"{value:.{digits}g}")
        try:
            if struct.pack("<f", short) == data:
                return short
        except OverflowError:
            continue
    return value


def _encode_float(kind: str, value: Json) -> bytes:
    form, pattern, usual_nan = _FLOATS[kind]
    if isinstance(value, str):
        if value == "nan":
            return struct.pack(pattern, usual_nan)
        if value.startswith("nan:"):
            return struct.pack(pattern, int(value[4:], 16))
        if value not in ("inf", "-inf"):
            raise OutOfRangeError('it must be a number, "nan", "inf" or "-inf"')
        value = float(value)
    if not isinstance(value, int | float):
        raise OutOfRangeError("it must be a number")
    try:
        return struct.pack(form, value)
    except OverflowError:
        raise OutOfRangeError("it is too large") from None
