"""Ranges of floating-point numbers, with the conditions that each range follows from.

A range consists of the numbers it may be, from `low` to `high`, and of whether it may be NaN. The two zeros are one
number here: what tells them apart is not a matter of ranges.
"""

from __future__ import annotations

import math
from ctypes import c_float

from secateur.expr import ieee

Range = tuple[float, float, bool]
"""Lowest number, highest number (below the lowest: no number at all), whether NaN is possible."""

ANYTHING: Range = (-math.inf, math.inf, True)


class NoValueError(Exception):
    """Nothing is left for some expression. `why`: the mask of the conditions that it follows from."""

    def __init__(self, why: int) -> None:
        super().__init__()
        self.why = why


class Box:
    """One range per slot. Ranges only ever shrink."""

    __slots__ = ("changed", "high", "low", "nan", "why")

    def __init__(self, ranges: list[Range]) -> None:
        self.low = [low for low, _, _ in ranges]
        self.high = [high for _, high, _ in ranges]
        self.nan = [nan for _, _, nan in ranges]
        self.why = [0] * len(ranges)
        self.changed = False

    def copy(self) -> Box:
        other = Box([])
        other.low, other.high, other.nan, other.why = self.low[:], self.high[:], self.nan[:], self.why[:]
        return other

    def take(self, other: Box, why: int) -> None:
        """Become equal to a narrower box, for the given additional reasons."""
        for slot in range(len(self.low)):
            if self.range(slot) != other.range(slot):
                self.low[slot], self.high[slot], self.nan[slot] = other.range(slot)
                self.why[slot] = other.why[slot] | why

    def range(self, slot: int) -> Range:
        return self.low[slot], self.high[slot], self.nan[slot]

    def narrow(self, slot: int, low: float, high: float, why: int) -> None:
        """Numbers outside of the range are impossible; whether it may be NaN stays as it is."""
        if low > self.low[slot]:
            self.low[slot] = low
        elif high >= self.high[slot]:
            return
        self.high[slot] = min(self.high[slot], high)
        self._shrunk(slot, why)

    def never_nan(self, slot: int, why: int) -> None:
        if self.nan[slot]:
            self.nan[slot] = False
            self._shrunk(slot, why)

    def only_nan(self, slot: int, why: int) -> None:
        self.narrow(slot, math.inf, -math.inf, why)

    def _shrunk(self, slot: int, why: int) -> None:
        self.changed = True
        self.why[slot] |= why
        if self.low[slot] > self.high[slot] and not self.nan[slot]:
            raise NoValueError(self.why[slot])


def above(number: float, width: int) -> float:
    """The next larger number of the format."""
    if width == 64:
        return math.nextafter(number, math.inf)
    near = c_float(number).value
    return near if near > number else _next_single(near)


def below(number: float, width: int) -> float:
    """The next smaller number of the format."""
    return -above(-number, width)


def rounded(number: float, width: int) -> float:
    """To nearest even, as arithmetic rounds."""
    return number if width == 64 else c_float(number).value


def _next_single(number: float) -> float:
    """The next larger number of single precision after one of them."""
    if number == 0:
        return 2.0**-149
    if number == math.inf:
        return number
    return ieee.to_float(ieee.to_bits(number, 32) + (1 if number > 0 else -1), 32)
