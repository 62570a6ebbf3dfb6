"""C literals for exact values, written as a person would write them."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from decimal import Decimal
from functools import lru_cache

from secateur.expr import extended, ieee
from secateur.suite import long_doubles
from secateur.suite.scalars import number

_ESCAPES = {0: r"\0", 7: r"\a", 8: r"\b", 9: r"\t", 10: r"\n", 11: r"\v", 12: r"\f", 13: r"\r", 92: r"\\"}


@lru_cache(maxsize=65536)
def literal(kind: str, signed: bool, data: bytes) -> str:
    """The value in `data` as an input of that kind."""
    if kind == "char":
        return character(data[0])
    if kind in ("f32", "f64"):
        return _nan(kind, data) if math.isnan(number(kind, data)) else floating(number(kind, data), kind)
    if kind == long_doubles.KIND:
        return long_double(data)
    return integer(int.from_bytes(data, "little", signed=signed))


def integer(value: int) -> str:
    """Without a suffix if it fits an int, so that it reads well in any context."""
    if value in (-(1 << 31), -(1 << 63)):
        return f"({integer(value + 1)} - 1)"  # C has no negative literals: 2147483648 is not an int
    if -(1 << 31) < value < 1 << 31:
        return str(value)
    if value < 1 << 32 and value > 0:
        return f"{value}U"
    return f"{value}LL" if value < 1 << 63 else f"{value}ULL"


def character(byte: int) -> str:
    if byte == ord("'"):
        return r"'\''"
    if byte in _ESCAPES:
        return f"'{_ESCAPES[byte]}'"
    return f"'{chr(byte)}'" if 0x20 <= byte < 0x7F else f"'\\{byte:03o}'"


def text(data: bytes) -> str:
    """A string literal. Escapes have three octal digits, so that a following digit is not part of them."""
    parts = []
    for byte in data:
        if byte == ord('"'):
            parts.append(r"\"")
        elif byte == ord("?"):
            parts.append(r"\?" if parts and parts[-1] in ("?", r"\?") else "?")  # no trigraphs
        elif byte in _ESCAPES and byte != 0:
            parts.append(_ESCAPES[byte])
        else:
            parts.append(chr(byte) if 0x20 <= byte < 0x7F else f"\\{byte:03o}")
    return f'"{"".join(parts)}"'


def floating(value: float, kind: str) -> str:
    """In decimal where that is short and exact, else hexadecimal. `value` is already rounded to its kind."""
    suffix = "f" if kind == "f32" else ""
    if math.isnan(value):
        return "NAN"
    if math.isinf(value):
        return "INFINITY" if value > 0 else "-INFINITY"
    decimal = repr(value)
    if len(decimal) <= 8 and "e" not in decimal and Decimal(decimal) == Decimal(value):
        return decimal + suffix
    mantissa, _, exponent = value.hex().partition("p")
    return f"{mantissa.rstrip('0').rstrip('.') if '.' in mantissa else mantissa}p{exponent}{suffix}"


def long_double(data: bytes) -> str:
    """The ten bytes of a `long double`."""
    return (
        _nan(long_doubles.KIND, data)
        if long_doubles.is_nan(data)
        else long_double_of(long_doubles.text(long_doubles.pattern(data)))
    )


def long_double_of(text: str) -> str:
    """The literal for what was observed."""
    number = long_doubles.of_text(text)
    if long_doubles.is_double(number) or text.lstrip("-") in ("nan", "inf"):
        plain = floating(ieee.to_float(number, extended.WIDTH), "f64")
        return plain if plain.lstrip("-") in ("NAN", "INFINITY") else f"{plain}L"
    return f"{text}L"


_HEXADECIMAL = re.compile(r'"(?:\\.|[^"\\])*"|(0x[0-9a-f]+(?:\.[0-9a-f]+)?p[+-]\d+)(L?)')


def without_hexadecimal(code: str) -> str:
    """C text without hexadecimal floats, which C of 1990 does not have. The shortest decimal that is read as the same
    number takes their place."""
    return _HEXADECIMAL.sub(_in_decimal, code)


def _in_decimal(found: re.Match[str]) -> str:
    if not found[1]:
        return found[0]
    return f"{long_doubles.decimal(found[1])}L" if found[2] else repr(float.fromhex(found[1]))


_SUFFIX = {"f32": "f", "f80": "l"}


def _nan(kind: str, data: bytes) -> str:
    """A NaN with its sign and payload, which a program can inspect."""
    size, fraction = {"f32": (32, 23), "f64": (64, 52), "f80": (80, 63)}[kind]
    bits = int.from_bytes(data, "little")
    sign = "-" if bits >> size - 1 else ""
    payload = bits & ((1 << fraction) - 1)
    quiet = 1 << fraction - 1
    if payload == quiet:
        return f"{sign}NAN"
    name = "__builtin_nan" if payload & quiet else "__builtin_nans"
    return f'{sign}{name}{_SUFFIX.get(kind, "")}("{payload & ~quiet:#x}")'


def braces(items: Sequence[str], indent: int, width: int = 100) -> str:
    """`{1, 2, 3}`, broken into lines when it is long."""
    line = "{" + ", ".join(items) + "}"
    if len(line) + indent <= width:
        return line
    pad = " " * (indent + 4)
    lines, current = [], ""
    for item in items:
        if current and len(pad) + len(current) + len(item) + 2 > width:
            lines.append(current)
            current = ""
        current += (" " if current else "") + item + ","
    return "{\n" + "\n".join(pad + each for each in [*lines, current]) + "\n" + " " * indent + "}"
