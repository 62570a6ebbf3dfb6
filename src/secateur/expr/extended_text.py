"""`long double` as text: hexadecimal and exact, with the same text as of an equal double."""

from __future__ import annotations

from secateur.expr import extended


def text(number: int) -> str:
    """A pattern as an observation: exact, and the same text as of an equal double."""
    value = extended.decode(number)
    sign = "-" if value.negative else ""
    if value.kind == "nan":
        return "nan"
    if value.kind == "inf":
        return f"{sign}inf"
    if value.is_zero:
        return f"{sign}0x0p+0"
    below = value.magnitude.bit_length() - 1
    digits = f"{(value.magnitude << 64 - below) & (1 << 64) - 1:016x}".rstrip("0")
    return f"{sign}0x1{'.' if digits else ''}{digits}p{value.power + below:+d}"


def of_text(shown: str) -> int:
    """The pattern of a text that `text` makes, or of a hexadecimal number with up to 64 bits."""
    negative, size = shown.startswith("-"), shown.lstrip("+-").lower()
    if size == "nan":
        return extended.nan()
    if size == "inf":
        return extended.infinity(negative)
    mantissa, _, exponent = size.removeprefix("0x").partition("p")
    whole, _, fraction = mantissa.partition(".")
    return extended.encode(negative, int(whole + fraction, 16), int(exponent or "0") - 4 * len(fraction))
