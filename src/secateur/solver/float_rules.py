"""What the range of an operation says about its operands, and the other way round.

Rounding to nearest is monotone, so the ends of a result follow from the ends of the operands, computed with the same
rounding. Backwards, a result lies within one step of the exact value: operands are computed from the result's range,
widened by a step, and rounded outwards. Every rule may give a range that is too large, never one that is too small.
"""

from __future__ import annotations

import math
from collections.abc import Callable

from secateur.expr import ieee
from secateur.solver.float_box import Box, Range, above, below, rounded

_INF = math.inf
_NOTHING: Range = (_INF, -_INF, True)


def forward(op: str, width: int, x: Range, y: Range) -> Range:
    """The range of `op(x, y)`; operations of one operand ignore `y`."""
    if x[0] > x[1] or (op in _BINARY and y[0] > y[1]):
        return _NOTHING if op not in ("fmin", "fmax") else (-_INF, _INF, True)
    low, high, nan = _FORWARD[op](x, y)
    nan = nan or x[2] or (op in _BINARY and y[2])
    return rounded(low, width), rounded(high, width), nan


def _fadd(x: Range, y: Range) -> Range:
    return _sum(x[0], x[1], y[0], y[1])


def _fsub(x: Range, y: Range) -> Range:
    return _sum(x[0], x[1], -y[1], -y[0])


def _sum(a: float, b: float, c: float, d: float) -> Range:
    low, high = a + c, b + d
    nan = (a == -_INF and d == _INF) or (b == _INF and c == -_INF)
    return -_INF if math.isnan(low) else low, _INF if math.isnan(high) else high, nan


def _corners(products: list[float]) -> tuple[float, float]:
    """The hull; where the limit is undefined (0 * inf, inf / inf), 0 is part of it."""
    defined = [0.0 if math.isnan(product) else product for product in products]
    return min(defined), max(defined)


def _fmul(x: Range, y: Range) -> Range:
    (a, b, _), (c, d, _) = x, y
    low, high = _corners([a * c, a * d, b * c, b * d])
    return low, high, (_has_zero(x) and _has_infinity(y)) or (_has_zero(y) and _has_infinity(x))


def _fdiv(x: Range, y: Range) -> Range:
    if _has_zero(y):
        return -_INF, _INF, _has_zero(x) or (_has_infinity(x) and _has_infinity(y))
    (a, b, _), (c, d, _) = x, y
    low, high = _corners([a / c, a / d, b / c, b / d])
    return low, high, _has_infinity(x) and _has_infinity(y)


def _has_zero(x: Range) -> bool:
    return x[0] <= 0 <= x[1]


def _has_infinity(x: Range) -> bool:
    return x[0] == -_INF or x[1] == _INF


def _fneg(x: Range, y: Range) -> Range:
    return -x[1], -x[0], False


def _fabs(x: Range, y: Range) -> Range:
    low = 0.0 if _has_zero(x) else min(abs(x[0]), abs(x[1]))
    return low, max(abs(x[0]), abs(x[1])), False


def _fsqrt(x: Range, y: Range) -> Range:
    if x[1] < 0:
        return _NOTHING
    return math.sqrt(max(x[0], 0.0)), math.sqrt(x[1]), x[0] < 0


def _fmin(x: Range, y: Range) -> Range:
    return min(x[0], y[0]), max(x[1], y[1]), False


def _convert(x: Range, y: Range) -> Range:
    return x[0], x[1], False


def _round_to(mode: str) -> Callable[[Range, Range], Range]:
    def end(number: float) -> float:
        return ieee.to_float(ieee.fround(mode, ieee.to_bits(number, 64), 64), 64)

    return lambda x, y: (end(x[0]), end(x[1]), False)


_FORWARD: dict[str, Callable[[Range, Range], Range]] = {
    "fadd": _fadd,
    "fsub": _fsub,
    "fmul": _fmul,
    "fdiv": _fdiv,
    "fneg": _fneg,
    "fabs": _fabs,
    "fsqrt": _fsqrt,
    "fmin": _fmin,
    "fmax": _fmin,
    "fp_convert": _convert,
    **{"fround_" + mode: _round_to(mode) for mode in ("floor", "ceil", "trunc", "round", "roundeven")},
}
_BINARY = frozenset(("fadd", "fsub", "fmul", "fdiv", "fmin", "fmax"))

RULES = frozenset(_FORWARD)
"""The operations that are understood."""

STRICT = RULES - {"fmin", "fmax"}
"""Operations whose result is NaN if an operand is."""


def backward(op: str, width: int, box: Box, z: int, x: int, y: int) -> None:
    """Narrow the operands in slots `x` and `y` by the result in slot `z`, which is a number."""
    rule = _BACKWARD.get(op)
    low, high = box.low[z], box.high[z]
    if rule is None or (low == -_INF and high == _INF):
        return
    rule(box, below(low, width), above(high, width), (z, x, y))


def _down(number: float) -> float:
    return -_INF if math.isnan(number) else math.nextafter(number, -_INF)


def _up(number: float) -> float:
    return _INF if math.isnan(number) else math.nextafter(number, _INF)


Slots = tuple[int, int, int]


def _undo_fadd(box: Box, low: float, high: float, slots: Slots) -> None:
    z, x, y = slots
    why = box.why[z]
    for one, other in ((x, y), (y, x)):
        if math.isfinite(box.low[other]) and math.isfinite(box.high[other]):
            box.narrow(one, _down(low - box.high[other]), _up(high - box.low[other]), why | box.why[other])


def _undo_fsub(box: Box, low: float, high: float, slots: Slots) -> None:
    z, x, y = slots
    why = box.why[z]
    if math.isfinite(box.low[y]) and math.isfinite(box.high[y]):
        box.narrow(x, _down(low + box.low[y]), _up(high + box.high[y]), why | box.why[y])
    if math.isfinite(box.low[x]) and math.isfinite(box.high[x]):
        box.narrow(y, _down(box.low[x] - high), _up(box.high[x] - low), why | box.why[x])


def _undo_fmul(box: Box, low: float, high: float, slots: Slots) -> None:
    z, x, y = slots
    for one, other in ((x, y), (y, x)):
        c, d = box.low[other], box.high[other]
        if c <= 0 <= d or not (math.isfinite(c) and math.isfinite(d)):
            continue
        ends = [low / c, low / d, high / c, high / d]
        box.narrow(one, _down(min(ends)), _up(max(ends)), box.why[z] | box.why[other])


def _undo_fdiv(box: Box, low: float, high: float, slots: Slots) -> None:
    z, x, y = slots
    c, d = box.low[y], box.high[y]
    if c <= 0 <= d or not (math.isfinite(c) and math.isfinite(d)):
        return
    ends = [low * c, low * d, high * c, high * d]
    box.narrow(x, _down(min(ends)), _up(max(ends)), box.why[z] | box.why[y])


def _undo_fneg(box: Box, low: float, high: float, slots: Slots) -> None:
    z, x, _ = slots
    box.narrow(x, -box.high[z], -box.low[z], box.why[z])


def _undo_fabs(box: Box, low: float, high: float, slots: Slots) -> None:
    z, x, _ = slots
    least, most, why = box.low[z], box.high[z], box.why[z]
    box.narrow(x, -most, most, why)
    if box.low[x] > -least:
        box.narrow(x, least, most, why | box.why[x])
    elif box.high[x] < least:
        box.narrow(x, -most, -least, why | box.why[x])


def _undo_convert(box: Box, low: float, high: float, slots: Slots) -> None:
    z, x, _ = slots
    box.narrow(x, low, high, box.why[z])


_BACKWARD: dict[str, Callable[[Box, float, float, Slots], None]] = {
    "fadd": _undo_fadd,
    "fsub": _undo_fsub,
    "fmul": _undo_fmul,
    "fdiv": _undo_fdiv,
    "fneg": _undo_fneg,
    "fabs": _undo_fabs,
    "fp_convert": _undo_convert,
}
