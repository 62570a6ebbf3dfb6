"""What a comparison of floating-point numbers that holds, or does not hold, says about the ranges of both sides."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeAlias

from secateur.solver.float_box import Box, Range, above, below

_INF = math.inf

Fact: TypeAlias = Callable[[Box, int, int, int, int], None]
"""Narrows the ranges in two slots of a width; the last argument is the condition's bit."""


def _less(box: Box, x: int, y: int, width: int, bit: int) -> None:
    _ordered(box, x, y, width, bit)
    box.narrow(x, -_INF, below(box.high[y], width), bit | box.why[y])
    box.narrow(y, above(box.low[x], width), _INF, bit | box.why[x])


def _less_equal(box: Box, x: int, y: int, width: int, bit: int) -> None:
    _ordered(box, x, y, width, bit)
    box.narrow(x, -_INF, box.high[y], bit | box.why[y])
    box.narrow(y, box.low[x], _INF, bit | box.why[x])


def _not_less(box: Box, x: int, y: int, width: int, bit: int) -> None:
    """x >= y, or one of them is NaN: a number is bounded by the other side if that is surely a number."""
    if not box.nan[y]:
        box.narrow(x, box.low[y], _INF, bit | box.why[y])
    if not box.nan[x]:
        box.narrow(y, -_INF, box.high[x], bit | box.why[x])


def _not_less_equal(box: Box, x: int, y: int, width: int, bit: int) -> None:
    if not box.nan[y]:
        box.narrow(x, above(box.low[y], width), _INF, bit | box.why[y])
    if not box.nan[x]:
        box.narrow(y, -_INF, below(box.high[x], width), bit | box.why[x])


def _equal(box: Box, x: int, y: int, width: int, bit: int) -> None:
    _less_equal(box, x, y, width, bit)
    _less_equal(box, y, x, width, bit)


def _not_equal(box: Box, x: int, y: int, width: int, bit: int) -> None:
    """Only the end of a range can be taken away."""
    for one, other in ((x, y), (y, x)):
        value = box.low[other]
        if box.nan[other] or value != box.high[other]:
            continue
        if box.low[one] == value:
            box.narrow(one, above(value, width), _INF, bit | box.why[other])
        if box.high[one] == value:
            box.narrow(one, -_INF, below(value, width), bit | box.why[other])


def _unequal(box: Box, x: int, y: int, width: int, bit: int) -> None:
    _ordered(box, x, y, width, bit)
    _not_equal(box, x, y, width, bit)


def _not_unequal(box: Box, x: int, y: int, width: int, bit: int) -> None:
    _not_less(box, x, y, width, bit)
    _not_less(box, y, x, width, bit)


def _ordered(box: Box, x: int, y: int, width: int, bit: int) -> None:
    box.never_nan(x, bit)
    box.never_nan(y, bit)


def _unordered(box: Box, x: int, y: int, width: int, bit: int) -> None:
    if x == y or not box.nan[y]:
        box.only_nan(x, bit | box.why[y])
    elif not box.nan[x]:
        box.only_nan(y, bit | box.why[x])


FACTS: dict[tuple[str, bool], Fact] = {
    ("fcmp_olt", True): _less,
    ("fcmp_olt", False): _not_less,
    ("fcmp_ole", True): _less_equal,
    ("fcmp_ole", False): _not_less_equal,
    ("fcmp_oeq", True): _equal,
    ("fcmp_oeq", False): _not_equal,
    ("fcmp_one", True): _unequal,
    ("fcmp_one", False): _not_unequal,
    ("fcmp_ord", True): _ordered,
    ("fcmp_ord", False): _unordered,
}
"""By comparison, and whether it holds."""


def class_range(mask: int, width: int) -> Range:
    """The numbers that belong to the classes of LLVM's mask, and whether NaN does."""
    most = below(_INF, width)
    least = {32: 2.0**-126, 64: 2.0**-1022}[width]
    negative = [(-_INF, -_INF), (-most, -least), (-least, 0.0), (0.0, 0.0)]
    ranges = [*negative, *((-high, -low) for low, high in reversed(negative))]
    chosen = [ends for number, ends in enumerate(ranges, 2) if mask >> number & 1]
    low, high = min((low for low, _ in chosen), default=_INF), max((high for _, high in chosen), default=-_INF)
    return low, high, bool(mask & 3)


def belongs_to(numbers: Range) -> Fact:
    """The number in the first slot is one of the range."""

    def narrow(box: Box, x: int, y: int, width: int, bit: int) -> None:
        low, high, nan = numbers
        box.narrow(x, low, high, bit)
        if not nan:
            box.never_nan(x, bit)

    return narrow
