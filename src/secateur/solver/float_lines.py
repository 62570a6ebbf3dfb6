"""Conditions on floating-point numbers as linear inequalities over the reals that they imply.

A sum of floats is the exact sum and an error of rounding that the range of the result bounds; a product with a constant
likewise (Belaid, Michel and Rueher, "Boosting Local Consistency Algorithms over Floating-Point Numbers"). Other
operations are unknowns of their own with what is known about them: their ranges, and for absolute values, minima,
maxima and roundings how they compare with their operands. So what has no solution here has none in floats.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from secateur.expr import ieee
from secateur.solver.float_box import Box, above, below
from secateur.solver.float_tape import Tape, TapeFact, TapeStep
from secateur.solver.simplex import Simplex

_ULP = {32: 2.0**-24, 64: 2.0**-53}
"""The error of rounding relative to the result."""
_GAP = {32: Fraction(1, 1 << 149), 64: Fraction(1, 1 << 1074)}
"""The smallest difference of two numbers."""
_TINY = Fraction(1, 1 << 140)
"""At least the error of products and quotients near zero."""
_NEXT_TO: dict[str, tuple[Fraction, Fraction]] = {
    "fround_floor": (Fraction(-1), Fraction(0)),
    "fround_ceil": (Fraction(0), Fraction(1)),
    "fround_trunc": (Fraction(-1), Fraction(1)),
    "fround_round": (Fraction(-1, 2), Fraction(1, 2)),
    "fround_roundeven": (Fraction(-1, 2), Fraction(1, 2)),
}
"""How far a rounded number is from its operand."""


@dataclass(frozen=True, slots=True)
class RoundedLine:
    """A sum of unknowns (by slot) and a constant; the number differs from it by at most `error`."""

    parts: dict[int, Fraction]
    constant: Fraction
    error: Fraction
    why: int

    def plus(self, other: RoundedLine, factor: Fraction = Fraction(1)) -> RoundedLine:
        parts = dict(self.parts)
        for slot, share in other.parts.items():
            parts[slot] = parts.get(slot, Fraction(0)) + factor * share
        parts = {slot: share for slot, share in parts.items() if share}
        error = self.error + abs(factor) * other.error
        return RoundedLine(parts, self.constant + factor * other.constant, error, self.why | other.why)

    def times(self, factor: Fraction, why: int = 0) -> RoundedLine:
        parts = {slot: share * factor for slot, share in self.parts.items()}
        return RoundedLine(parts, self.constant * factor, self.error * abs(factor), self.why | why)

    def moved(self, error: Fraction, why: int) -> RoundedLine:
        return RoundedLine(self.parts, self.constant, self.error + error, self.why | why)

    def at(self, point: dict[int, Fraction]) -> Fraction:
        return self.constant + sum((share * point[slot] for slot, share in self.parts.items()), Fraction(0))


@dataclass(frozen=True, slots=True)
class Inequality:
    """`low <= line <= high`, for the reasons `why`. `is_asked`: a condition, not a law of arithmetic."""

    line: RoundedLine
    low: Fraction | None
    high: Fraction | None
    why: int
    is_asked: bool = False

    def holds(self, point: dict[int, Fraction]) -> bool:
        value, error = self.line.at(point), self.line.error
        return not (
            (self.low is not None and value < self.low - error) or (self.high is not None and value > self.high + error)
        )


@dataclass(slots=True)
class RoundedLines:
    """All that is known: `inequalities`, and `splits`, of each of which one case (all its inequalities) holds."""

    tape: Tape
    box: Box
    inequalities: list[Inequality] = field(default_factory=list)
    splits: list[list[list[Inequality]]] = field(default_factory=list)
    unknowns: list[int] = field(default_factory=list)
    """The slots of the unknowns."""
    _uses: Counter[int] = field(default_factory=Counter)
    _sums: set[int] = field(default_factory=set)
    _lines: dict[int, RoundedLine | None] = field(default_factory=dict)
    _raw: dict[int, RoundedLine] = field(default_factory=dict)
    """The same before the last rounding, of sums and products."""

    def build(self) -> RoundedLines:
        results = {step.z for step in self.tape.steps}
        self._uses.update(slot for step in self.tape.steps for slot in {step.x, step.y})
        self._uses.update(slot for fact in self.tape.facts for slot in {fact.x, fact.y})
        for slot in range(len(self.box.low)):
            if slot not in results:
                self._lines[slot] = self._leaf(slot)
        for step in self.tape.steps:
            self._lines[step.z] = self._result(step)
            if step.op in ("fadd", "fsub"):
                self._sums.add(step.z)
        for fact in self.tape.facts:
            for slot in {fact.x, fact.y}:
                self._bound(slot)
            self.inequalities.extend(self._compared(fact, self.box.why[fact.x] | self.box.why[fact.y]))
        for cases, _ in self.tape.choices:
            options = [list(self._chosen(case)) for case in cases]
            if all(options):
                self.splits.append(options)
        return self

    def _leaf(self, slot: int) -> RoundedLine | None:
        box = self.box
        if not self._is_finite(slot):
            return None
        if box.low[slot] == box.high[slot]:
            return RoundedLine({}, Fraction(box.low[slot]), Fraction(0), box.why[slot])
        return self._unknown(slot)

    def _is_finite(self, slot: int) -> bool:
        box = self.box
        return not box.nan[slot] and math.isfinite(box.low[slot]) and math.isfinite(box.high[slot])

    def _unknown(self, slot: int) -> RoundedLine:
        line = RoundedLine({slot: Fraction(1)}, Fraction(0), Fraction(0), self.box.why[slot])  # it is a finite number
        self.unknowns.append(slot)
        low, high = Fraction(self.box.low[slot]), Fraction(self.box.high[slot])
        self.inequalities.append(Inequality(line, low, high, self.box.why[slot]))
        return line

    def _result(self, step: TapeStep) -> RoundedLine | None:
        """Nothing, unless the result is surely a finite number: but what its operands then are is known."""
        x, y, z = self._lines[step.x], self._lines[step.y], step.z
        raw = self._before_rounding(step, x, y)
        if raw is not None:
            self._raw[z] = raw
        if not self._is_finite(z):
            return None
        if raw is not None:
            return self._rounded(step, raw)
        same = None if x is None else self._unrounded(step, x)
        if same is not None:
            return self._shared(z, same, Fraction(0))
        line = self._unknown(z)
        if x is not None and y is not None:
            self._relate(step, line, x, y)
        return line

    def _unrounded(self, step: TapeStep, x: RoundedLine) -> RoundedLine | None:
        """A result that is its operand, perhaps with another sign."""
        if step.op == "fneg":
            return x.times(Fraction(-1))
        if step.op == "fp_convert" and step.width == 64:
            return x
        if step.op == "fabs" and self.box.low[step.x] >= 0:
            return x.moved(Fraction(0), self.box.why[step.x])
        if step.op == "fabs" and self.box.high[step.x] <= 0:
            return x.times(Fraction(-1), self.box.why[step.x])
        return None

    def _rounded(self, step: TapeStep, raw: RoundedLine) -> RoundedLine:
        """A result, by what it is before rounding."""
        z, box = step.z, self.box
        if step.op in ("fadd", "fsub") and any(box.low[side] == box.high[side] == 0 for side in (step.x, step.y)):
            return self._shared(z, raw, Fraction(0))
        most = max(abs(box.low[z]), abs(box.high[z]))
        error = Fraction(math.nextafter(most * _ULP[step.width], math.inf))
        if step.op not in ("fadd", "fsub"):
            error += _TINY
        return self._shared(z, raw, error)

    def _shared(self, z: int, raw: RoundedLine, error: Fraction) -> RoundedLine:
        """A number that is a line with an error. One that is used twice is an unknown: its error is one error."""
        why = self.box.why[z]
        if self._uses[z] < 2 or not raw.parts or not (error or raw.error):
            return raw.moved(error, why)
        line = self._unknown(z)
        self.inequalities.append(Inequality(line.plus(raw, Fraction(-1)), -error, error, why))
        return line

    def _before_rounding(self, step: TapeStep, x: RoundedLine | None, y: RoundedLine | None) -> RoundedLine | None:
        """The exact sum, difference, product with or quotient by a constant, or number to be converted."""
        if x is None or y is None:
            return None
        if step.op == "fadd":
            return x.plus(y)
        if step.op == "fsub":
            return x.plus(y, Fraction(-1))
        if step.op == "fmul" and not (x.parts and y.parts):
            line, factor = (x, y) if not y.parts else (y, x)
            return None if factor.error else line.times(factor.constant, factor.why)
        if step.op == "fdiv" and not y.parts and not y.error and y.constant:
            return x.times(1 / y.constant, y.why)
        if step.op == "fp_convert" and step.width == 32:
            return x
        return None

    def _relate(self, step: TapeStep, z: RoundedLine, x: RoundedLine, y: RoundedLine) -> None:
        """How a result that is an unknown compares with its operands."""
        ahead, behind = z.plus(x, Fraction(-1)), z.plus(y, Fraction(-1))
        if step.op in _NEXT_TO:
            self.inequalities.append(Inequality(ahead, *_NEXT_TO[step.op], 0))
        elif step.op == "fabs":
            self._is_one_of(step.z, ahead, z.plus(x), at_least=True, same_as=step.x)
        elif step.op in ("fmin", "fmax") and not (self.box.nan[step.x] or self.box.nan[step.y]):
            self._is_one_of(step.z, ahead, behind, at_least=step.op == "fmax")

    def _is_one_of(
        self, z: int, first: RoundedLine, second: RoundedLine, at_least: bool, same_as: int | None = None
    ) -> None:
        """A result that differs from two others by these lines is one of them, and neither is larger (smaller).

        `same_as`: the slot of the operand, for an absolute value: it is the result, or that with another sign.
        """
        zero = Fraction(0)
        cases = [[Inequality(line, zero, zero, 0)] for line in (first, second)]
        for line in (first, second):
            self.inequalities.append(Inequality(line, zero, None, 0) if at_least else Inequality(line, None, zero, 0))
        if same_as is not None:
            low, high, why = self.box.low[z], self.box.high[z], self.box.why[z]
            cases[0] += [*self._before(same_as, low, high, why), *self._relative(same_as, 1)]
            cases[1] += [*self._before(same_as, -high, -low, why), *self._relative(same_as, -1)]
        self.splits.append(cases)

    def _relative(self, slot: int, sign: int) -> Iterator[Inequality]:
        """The error of rounding relative to a result whose sign is known: small near zero."""
        line, raw = self._lines[slot], self._raw.get(slot)
        if line is None or raw is None or line.parts != {slot: 1}:
            return
        share = sign * Fraction(_ULP[self.tape.widths[slot]])
        yield Inequality(raw.plus(line, -1 - share), None, _TINY, 0)
        yield Inequality(raw.plus(line, share - 1), -_TINY, None, 0)

    def _bound(self, slot: int) -> None:
        """What the range of a compared number says about what it was computed from."""
        if not self.box.nan[slot]:
            self.inequalities.extend(self._before(slot, self.box.low[slot], self.box.high[slot], self.box.why[slot]))

    def _before(self, slot: int, low: float, high: float, why: int) -> Iterator[Inequality]:
        """What the sum or product that is rounded to a number between the ends is itself between.

        Rounding is monotone: the ends are half-way to the next numbers, and belong to it if a tie is rounded to them.
        """
        raw, width = self._raw.get(slot), self.tape.widths[slot]
        if raw is None or not raw.parts:
            return
        gap = 0 if raw.error or slot not in self._sums else _GAP[width] / 2
        least = most = None
        if _inner(low, width):
            least = (Fraction(below(low, width)) + Fraction(low)) / 2 + (0 if _is_even(low, width) else gap)
        if _inner(high, width):
            most = (Fraction(above(high, width)) + Fraction(high)) / 2 - (0 if _is_even(high, width) else gap)
        if least is not None or most is not None:
            yield Inequality(raw, least, most, why)

    def _compared(self, fact: TapeFact, why: int) -> Iterator[Inequality]:
        """The inequality of a comparison of two numbers."""
        op, holds = fact.relation
        x, y, box = self._lines[fact.x], self._lines[fact.y], self.box
        if x is None or y is None or box.nan[fact.x] or box.nan[fact.y]:
            return
        difference, why = x.plus(y, Fraction(-1)), fact.bit | why
        if not difference.parts and not difference.error:
            return
        gap = Fraction(0) if difference.error else _GAP[fact.width]
        if op == "fcmp_oeq" and holds:
            yield Inequality(difference, Fraction(0), Fraction(0), why)
        elif op == "fcmp_olt":
            low, high = (None, -gap) if holds else (Fraction(0), None)
            yield Inequality(difference, low, high, why, is_asked=True)
        elif op == "fcmp_ole":
            low, high = (None, Fraction(0)) if holds else (gap, None)
            yield Inequality(difference, low, high, why, is_asked=True)

    def _chosen(self, case: TapeFact) -> Iterator[Inequality]:
        return self._compared(case, self.box.why[case.x] | self.box.why[case.y])

    def system(self) -> tuple[Simplex, dict[int, int]]:
        """The inequalities as a system, and the number of each unknown in it. Raises ContradictionError."""
        simplex = Simplex()
        numbers = {slot: simplex.unknown() for slot in self.unknowns}
        for each in self.inequalities:
            add(simplex, numbers, each)
        return simplex, numbers


def add(simplex: Simplex, numbers: dict[int, int], inequality: Inequality) -> None:
    line, why = inequality.line, inequality.why | inequality.line.why
    low = None if inequality.low is None else inequality.low - line.constant - line.error
    high = None if inequality.high is None else inequality.high - line.constant + line.error
    if len(line.parts) == 1:
        ((slot, share),) = line.parts.items()
        low, high = (None if end is None else end / share for end in ((low, high) if share > 0 else (high, low)))
        simplex.bound(numbers[slot], low, high, why)
    else:
        row = simplex.row({numbers[slot]: share for slot, share in line.parts.items()}, inequality.is_asked)
        simplex.bound(row, low, high, why)


def _inner(number: float, width: int) -> bool:
    """Is it a number that has a neighbour on both sides?"""
    return math.isfinite(number) and math.isfinite(above(number, width)) and math.isfinite(below(number, width))


def _is_even(number: float, width: int) -> bool:
    """Does a tie round to it?"""
    return not ieee.to_bits(number, width) & 1
