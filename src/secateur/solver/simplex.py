"""Linear inequalities over the rationals, decided exactly, with the reasons of a contradiction.

The general simplex method of Dutertre and de Moura ("A Fast Linear-Arithmetic Solver for DPLL(T)"): every unknown and
every row has a lower and an upper bound; rows are sums of unknowns. Bland's rule makes it end. A row has integers and
one denominator: exchanging fractions takes several times as long.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

_PIVOTS = 200
"""Maximum number of exchanges: afterwards nothing is claimed."""


class ContradictionError(Exception):
    """No values satisfy all bounds. `why`: the mask of the reasons that this follows from."""

    def __init__(self, why: int) -> None:
        super().__init__()
        self.why = why


class GiveUpError(Exception):
    """It would take too long."""


@dataclass(frozen=True, slots=True)
class _SolvedRow:
    """The sum of `parts`, divided by `scale`, which is positive."""

    parts: dict[int, int]
    scale: int

    def reduced(self) -> _SolvedRow:
        common = gcd(self.scale, *self.parts.values())
        if common == 1:
            return self
        return _SolvedRow({number: part // common for number, part in self.parts.items()}, self.scale // common)

    def with_solved(self, number: int, solved: _SolvedRow) -> _SolvedRow:
        """The same row, where a number that is part of it is given by another row."""
        share = self.parts[number]
        common = gcd(share, solved.scale)
        share, factor = share // common, solved.scale // common
        parts = {other: part * factor for other, part in self.parts.items() if other != number}
        for other, part in solved.parts.items():
            changed = parts.get(other, 0) + part * share
            if changed:
                parts[other] = changed
            else:
                del parts[other]
        return _SolvedRow(parts, self.scale * factor).reduced()


class Simplex:
    """Unknowns and rows are numbered together, in the order in which they were added."""

    def __init__(self) -> None:
        self.values: list[Fraction] = []
        self._low: list[Fraction | None] = []
        self._high: list[Fraction | None] = []
        self._why_low: list[int] = []
        self._why_high: list[int] = []
        self._rows: dict[int, _SolvedRow] = {}
        """Of each basic number: its sum over the others."""
        self._sums: dict[int, Mapping[int, Fraction]] = {}
        """Of each row: what it was defined as."""
        self._firm: set[int] = set()
        """Rows whose ranges are not made smaller."""

    def copy(self) -> Simplex:
        other = Simplex()
        other.values, other._low, other._high = self.values[:], self._low[:], self._high[:]
        other._why_low, other._why_high = self._why_low[:], self._why_high[:]
        other._sums = dict(self._sums)
        other._rows = dict(self._rows)
        other._firm = set(self._firm)
        return other

    def unknown(self) -> int:
        """A new unknown, without bounds."""
        self.values.append(Fraction(0))
        for bounds in (self._low, self._high):
            bounds.append(None)
        for whys in (self._why_low, self._why_high):
            whys.append(0)
        return len(self.values) - 1

    def row(self, sum_of: Mapping[int, Fraction], has_margin: bool = True) -> int:
        """A new row: the sum of unknowns (numbers that are not rows) with these factors.

        `has_margin`: `shrunk` makes its range smaller.
        """
        scale = lcm(*(factor.denominator for factor in sum_of.values()))
        total = _SolvedRow({part: int(factor * scale) for part, factor in sum_of.items() if factor}, scale)
        for part in sum_of:
            if part in self._rows and part in total.parts:
                total = total.with_solved(part, self._rows[part])
        number = self.unknown()
        self._rows[number] = total
        self._sums[number] = sum_of
        if not has_margin:
            self._firm.add(number)
        self.values[number] = sum((factor * self.values[part] for part, factor in sum_of.items()), Fraction(0))
        return number

    def bound(self, number: int, low: Fraction | None, high: Fraction | None, why: int) -> None:
        """Add bounds; those that say less than what is known are ignored."""
        if low is not None and (self._low[number] is None or low > self._low[number]):  # type: ignore[operator]
            self._low[number], self._why_low[number] = low, why
        if high is not None and (self._high[number] is None or high < self._high[number]):  # type: ignore[operator]
            self._high[number], self._why_high[number] = high, why
        least, most = self._low[number], self._high[number]
        if least is not None and most is not None and least > most:
            raise ContradictionError(self._why_low[number] | self._why_high[number])
        if number not in self._rows:
            value = self.values[number]
            if least is not None and value < least:
                self._move(number, least)
            elif most is not None and value > most:
                self._move(number, most)

    def shrunk(self, by: Fraction) -> Simplex:
        """The same, with all ranges smaller by this share on both sides: for values that are not at the ends."""
        other = self.copy()
        for number in range(len(other.values)):
            if number in self._firm:
                continue
            low, high = self._low[number], self._high[number]
            span = self._span(number)
            if span:
                margin = span * by
                other.bound(number, low if low is None else low + margin, high if high is None else high - margin, 0)
        return other

    def _span(self, number: int) -> Fraction | None:
        """How far the ends are apart; of a row with one end, or none, the ends that its unknowns give it."""
        low, high = self._low[number], self._high[number]
        if low is not None and high is not None:
            return high - low
        spans = [(factor, self._span(part)) for part, factor in self._sums.get(number, {}).items()]
        if not spans or any(span is None for _, span in spans):
            return None
        return sum((abs(factor) * span for factor, span in spans if span is not None), Fraction(0))

    def check(self) -> None:
        """Find `values` within all bounds. Raises ContradictionError if there are none."""
        for _ in range(_PIVOTS):
            broken = min((number for number in self._rows if self._is_broken(number)), default=None)
            if broken is None:
                return
            self._repair(broken)
        raise GiveUpError

    def _is_broken(self, number: int) -> bool:
        value, low, high = self.values[number], self._low[number], self._high[number]
        return (low is not None and value < low) or (high is not None and value > high)

    def _repair(self, broken: int) -> None:
        """Bring a row to the bound that it violates, by moving one of the numbers that it is the sum of."""
        low, high = self._low[broken], self._high[broken]
        rises = low is not None and self.values[broken] < low
        target = low if rises else high
        assert target is not None
        row = self._rows[broken].parts
        for number in sorted(row):
            upwards = (row[number] > 0) == rises
            limit = self._high[number] if upwards else self._low[number]
            if limit is None or (self.values[number] < limit if upwards else self.values[number] > limit):
                self._exchange(broken, number, target)
                return
        why = self._why_low[broken] if rises else self._why_high[broken]
        for number, factor in row.items():
            why |= self._why_high[number] if (factor > 0) == rises else self._why_low[number]
        raise ContradictionError(why)

    def _move(self, number: int, value: Fraction) -> None:
        """Give a number that is not basic another value."""
        by = value - self.values[number]
        self.values[number] = value
        for basic, row in self._rows.items():
            factor = row.parts.get(number)
            if factor is not None:
                self.values[basic] += Fraction(factor, row.scale) * by

    def _exchange(self, leaving: int, entering: int, value: Fraction) -> None:
        """`leaving` gets its value and is no longer basic; `entering` takes its place."""
        row = self._rows.pop(leaving)
        factor = row.parts[entering]
        by = (value - self.values[leaving]) * Fraction(row.scale, factor)
        sign = 1 if factor > 0 else -1
        parts = {number: -sign * part for number, part in row.parts.items() if number != entering}
        parts[leaving] = sign * row.scale
        solved = _SolvedRow(parts, sign * factor)
        self.values[leaving] = value
        self.values[entering] += by
        for basic, other in self._rows.items():
            share = other.parts.get(entering)
            if share is not None:
                self.values[basic] += Fraction(share, other.scale) * by
                self._rows[basic] = other.with_solved(entering, solved)
        self._rows[entering] = solved
