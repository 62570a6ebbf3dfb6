"""One `printf` conversion of a concrete value, formatted as in C."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass

DIRECTIVE = re.compile(rb"%([-+ #0'I]*)(\*|\d+)?(?:\.(\*|\d+)?)?(hh|h|ll|l|z|j|t|L|q)?([diouxXcspfFeEgGaAn%])")

#: Directives that are written in C (`frontend/symbols.py`), if the format is a constant.
BEYOND = re.compile(rb"%(?:\d+\$|[-+ #0-9.*'I]*(?:l?[mSCbB]|l[sc]))")

#: Width of an integer argument by length modifier.
LENGTHS = {"hh": 8, "h": 16, "": 32, "l": 64, "ll": 64, "z": 64, "j": 64, "t": 64, "q": 64}


@dataclass(frozen=True, slots=True)
class Directive:
    """A parsed conversion; `width` and `precision` are already numbers."""

    flags: str
    width: int
    precision: int | None
    length: str
    letter: str

    @property
    def is_integer(self) -> bool:
        return self.letter in "diouxX"

    @property
    def is_float(self) -> bool:
        return self.letter in "fFeEgGaA"

    @property
    def is_long_double(self) -> bool:
        return self.is_float and self.length == "L"

    @property
    def text(self) -> bytes:
        """As it is written in a format."""
        width = str(self.width) if self.width else ""
        precision = "" if self.precision is None else f".{self.precision}"
        return f"%{self.flags}{width}{precision}{self.length}{self.letter}".encode()


def format_integer(directive: Directive, value: int) -> bytes:
    """`value` is in signed form; unsigned conversions reinterpret its bits."""
    bits = LENGTHS[directive.length]
    letter = directive.letter
    if letter in "di":
        half = 1 << bits - 1
        value = ((value + half) & (1 << bits) - 1) - half
        digits, sign = str(abs(value)), "-" if value < 0 else _plus(directive.flags)
    else:
        value &= (1 << bits) - 1
        digits = {"o": f"{value:o}", "x": f"{value:x}", "X": f"{value:X}", "u": str(value)}[letter]
        sign = ""
    if directive.precision is not None:
        digits = "" if directive.precision == 0 and value == 0 else digits.rjust(directive.precision, "0")
    if "#" in directive.flags:
        if letter == "o" and not digits.startswith("0"):
            digits = "0" + digits
        elif letter in "xX" and value:
            sign = "0" + letter
    return _padded(directive, sign, digits, zeros=directive.precision is None)


def format_character(directive: Directive, value: int) -> bytes:
    return _justified(directive, bytes([value & 255]))


def format_text(directive: Directive, text: bytes) -> bytes:
    if directive.precision is not None:
        text = text[: directive.precision]
    return _justified(directive, text)


def format_float(directive: Directive, value: float) -> bytes:
    letter = directive.letter
    negative = math.copysign(1.0, value) < 0
    sign = "-" if negative else _plus(directive.flags)
    if math.isnan(value) or math.isinf(value):
        word = "nan" if math.isnan(value) else "inf"
        return _padded(directive, sign, word.upper() if letter.isupper() else word, zeros=False)
    if letter in "aA":
        digits = _hexadecimal(abs(value), directive.precision, "#" in directive.flags)
        digits = digits.upper() if letter == "A" else digits
        return _padded(directive, sign + digits[:2], digits[2:], zeros=True)
    precision = 6 if directive.precision is None else directive.precision
    alternate = "#" if "#" in directive.flags else ""
    digits = f"%{alternate}.{precision}{letter}" % abs(value)
    return _padded(directive, sign, digits, zeros=True)


def _hexadecimal(value: float, precision: int | None, has_point: bool) -> str:
    """Like glibc's `%a`: one digit before the point, no trailing zeros unless a precision is given."""
    mantissa, exponent = value.hex().split("p")
    whole, _, fraction = mantissa[2:].partition(".")
    if precision is not None and precision < len(fraction):
        unit = 16 ** (len(fraction) - precision)
        scaled, rest = divmod(int(whole + fraction, 16), unit)
        scaled += 2 * rest > unit or (2 * rest == unit and scaled % 2)  # ties to even
        text = f"{scaled:x}".rjust(precision + 1, "0")
        whole, fraction = text[: len(text) - precision], text[len(text) - precision :]
    elif precision is not None:
        fraction = fraction.ljust(precision, "0")
    else:
        fraction = fraction.rstrip("0")
    return f"0x{whole}{'.' if fraction or has_point else ''}{fraction}p{int(exponent):+d}"


def _plus(flags: str) -> str:
    return "+" if "+" in flags else " " if " " in flags else ""


def _padded(directive: Directive, sign: str, digits: str, zeros: bool) -> bytes:
    if zeros and "0" in directive.flags and "-" not in directive.flags:
        digits = digits.rjust(directive.width - len(sign), "0")
    return _justified(directive, (sign + digits).encode("latin-1"))


def _justified(directive: Directive, text: bytes) -> bytes:
    return text.ljust(directive.width) if "-" in directive.flags else text.rjust(directive.width)
