"""Integer arithmetic on constants: the meaning of each integer operation, with SMT-LIB's division by zero.

Values are canonical: signed two's complement above width 1, `bool` at width 1. The constructors fold with
these functions and the evaluator falls back on them, so there is one definition of each operation.
"""

from __future__ import annotations


def wrap(value: int, width: int) -> int:
    """The canonical form of `value` truncated to `width` bits."""
    if width == 1:
        return (value & 1) != 0
    half = 1 << (width - 1)
    return ((value + half) & ((half << 1) - 1)) - half


def unsigned(value: int, width: int) -> int:
    """The canonical `value` read as an unsigned number."""
    return value & ((1 << width) - 1)


def signed(value: int, width: int) -> int:
    """The canonical `value` as a signed number: at width 1, true is -1."""
    return -int(value) if width == 1 else value


def udiv(x: int, y: int, width: int) -> int:
    mask = (1 << width) - 1
    divisor = y & mask
    return wrap((x & mask) // divisor if divisor else mask, width)


def urem(x: int, y: int, width: int) -> int:
    mask = (1 << width) - 1
    divisor = y & mask
    return wrap((x & mask) % divisor if divisor else x, width)


def sdiv(x: int, y: int, width: int) -> int:
    """Rounds towards zero; x / 0 is 1 for a negative x, else -1."""
    x, y = signed(x, width), signed(y, width)
    if y == 0:
        return wrap(1 if x < 0 else -1, width)
    quotient = abs(x) // abs(y)
    return wrap(quotient if (x < 0) == (y < 0) else -quotient, width)


def srem(x: int, y: int, width: int) -> int:
    """Takes the sign of `x`; x % 0 is x."""
    x, y = signed(x, width), signed(y, width)
    if y == 0:
        return wrap(x, width)
    remainder = abs(x) % abs(y)
    return wrap(-remainder if x < 0 else remainder, width)


def shl(x: int, y: int, width: int) -> int:
    amount = y & ((1 << width) - 1)
    return wrap(x << amount, width) if amount < width else wrap(0, width)


def lshr(x: int, y: int, width: int) -> int:
    mask = (1 << width) - 1
    amount = y & mask
    return wrap((x & mask) >> amount if amount < width else 0, width)


def ashr(x: int, y: int, width: int) -> int:
    amount = y & ((1 << width) - 1)
    return wrap(signed(x, width) >> min(amount, width - 1), width)


def ult(x: int, y: int, width: int) -> bool:
    mask = (1 << width) - 1
    return (x & mask) < (y & mask)


def ule(x: int, y: int, width: int) -> bool:
    mask = (1 << width) - 1
    return (x & mask) <= (y & mask)


def slt(x: int, y: int, width: int) -> bool:
    return signed(x, width) < signed(y, width)


def sle(x: int, y: int, width: int) -> bool:
    return signed(x, width) <= signed(y, width)


def zext(x: int, width: int) -> int:
    """The value of `x`, of `width` bits, in any larger width."""
    return x & ((1 << width) - 1)


def sext(x: int, width: int) -> int:
    return -int(x) if width == 1 else x


def extract(x: int, low: int, width: int) -> int:
    return wrap(x >> low, width)


def concat(high: int, low: int, high_width: int, low_width: int) -> int:
    return wrap(high << low_width | (low & ((1 << low_width) - 1)), high_width + low_width)


def fits_signed(value: int, width: int) -> bool:
    half = 1 << (width - 1)
    return -half <= value < half


def fits_unsigned(value: int, width: int) -> bool:
    return 0 <= value < 1 << width


def select(index: int, items: tuple[int, ...]) -> int:
    """The item at `index` (64 bits, unsigned); past the end, the last one."""
    position = index & 0xFFFF_FFFF_FFFF_FFFF
    return items[position] if position < len(items) else items[-1]
