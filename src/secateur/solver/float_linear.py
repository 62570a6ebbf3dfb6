"""Conditions on floating-point numbers by linear inequalities: contradictions that no range shows, and models.

A chain of comparisons, a sum against its parts, a mean against its samples: ranges look at one number at a time. Where
a number is one of two (an absolute value, a minimum), both are looked at if that matters.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from secateur.expr import Expr, ieee, wrap
from secateur.solver.answer import Answer, Model, Sat, Unsat
from secateur.solver.float_box import rounded
from secateur.solver.float_distance import descend
from secateur.solver.float_lines import RoundedLines, add
from secateur.solver.float_ranges import FloatRanges
from secateur.solver.query import Query
from secateur.solver.simplex import ContradictionError, GiveUpError, Simplex

_STEPS = 120
"""Maximum number of operations in the conditions, and of unknowns."""
_UNKNOWNS = 24
_CASES = 40
"""Maximum number of cases that are looked at."""
_MARGINS = (*(Fraction(1, 1 << bits) for bits in (3, 6, 10, 14, 18, 22)), Fraction(0))
"""Models that are not at the ends of the ranges are tried first: those survive rounding."""
_DIGITS = (0, 1, 2, 4, 8)
_TRIALS = 1200
"""Number of models tried near a solution in real numbers."""
_SOLUTIONS = 2
"""Number of solutions that models are tried near."""


class FloatLinear:
    """The stage. It begins with the ranges that `FloatRanges` found for the same query."""

    name = "float lines"

    def __init__(self, ranges: FloatRanges) -> None:
        self._ranges = ranges
        self._last: tuple[Query, _Cases] | None = None
        self.descent = FloatDescent(self)

    def answer(self, query: Query) -> Answer | None:
        self._last = None
        known = self._ranges.narrowed(query)
        if known is None or known[0].length > _STEPS:
            return None
        lines = RoundedLines(*known).build()
        if not lines.unknowns or len(lines.unknowns) > _UNKNOWNS:
            return None
        search = _Cases(query, lines)
        self._last = query, search
        try:
            return search.run()
        except ContradictionError as error:
            return Unsat(tuple(condition for number, condition in enumerate(query.group) if error.why >> number & 1))
        except GiveUpError:
            return None

    def solutions(self, query: Query) -> _Cases | None:
        """What `answer` found out about this query."""
        return self._last[1] if self._last is not None and self._last[0] is query else None

    def learn(self, query: Query, answer: Answer) -> None:
        """Nothing to remember."""


class FloatDescent:
    """The stage for what only rounding makes true, after all that is cheaper."""

    name = "float descent"

    def __init__(self, lines: FloatLinear) -> None:
        self._lines = lines

    def answer(self, query: Query) -> Answer | None:
        search = self._lines.solutions(query)
        model = None if search is None else search.descended()
        return None if model is None else Sat(model)

    def learn(self, query: Query, answer: Answer) -> None:
        """Nothing to remember."""


class _Cases:
    def __init__(self, query: Query, lines: RoundedLines) -> None:
        self._query = query
        self._lines = lines
        self._left = _CASES
        self._solutions: list[tuple[Model, Simplex]] = []
        self._numbers: dict[int, int] = {}
        self._inputs = [
            (node, slot)
            for node, slot in lines.tape.slots.items()
            if slot in lines.unknowns and (node.op == "var" or _is_converted(node))
        ]

    def run(self) -> Answer | None:
        """A model; None if it is unknown. Raises ContradictionError if there is none."""
        simplex, self._numbers = self._lines.system()
        model = self._look(simplex)
        return None if model is None else Sat(model)

    def _look(self, simplex: Simplex) -> Model | None:
        if self._left <= 0:
            raise GiveUpError
        self._left -= 1
        simplex.check()
        point = self._point(simplex)
        undecided = next(
            (cases for cases in self._lines.splits if not any(all(each.holds(point) for each in c) for c in cases)),
            None,
        )
        if undecided is None:
            return self._tried(simplex)
        why = 0
        is_possible = False
        for case in undecided:
            inner = simplex.copy()
            try:
                for each in case:
                    add(inner, self._numbers, each)
                found = self._look(inner)
            except ContradictionError as error:
                why |= error.why
                continue
            is_possible = True
            if found is not None:
                return found
        if is_possible:
            return None
        raise ContradictionError(why)

    def _point(self, simplex: Simplex) -> dict[int, Fraction]:
        return {slot: simplex.values[number] for slot, number in self._numbers.items()}

    def _tried(self, simplex: Simplex) -> Model | None:
        start: Model | None = None
        for margin in _MARGINS:
            try:
                inner = simplex.shrunk(margin) if margin else simplex
                inner.check()
            except ContradictionError:
                continue
            for model in self._models(self._point(inner)):
                if self._query.holds(model):
                    return model
            start = start or model
        assert start is not None  # the last one has no margin
        self._solutions.append((start, simplex))
        return None

    def descended(self) -> Model | None:
        """A model near one of the solutions in real numbers that `run` found."""
        floats = [node for node, _ in self._inputs if node.op == "var"]
        for start, simplex in self._solutions[:_SOLUTIONS]:
            for model in (start, self._pushed(simplex, True), self._pushed(simplex, False)):
                found = descend(self._query.group, floats, model, _TRIALS)
                if found is not None:
                    return found
        return None

    def _pushed(self, simplex: Simplex, upwards: bool) -> Model:
        """A solution with large inputs, because large numbers are rounded most."""
        for _, slot in self._inputs:
            low, high = Fraction(self._lines.box.low[slot]), Fraction(self._lines.box.high[slot])
            margin = (high - low) * Fraction(9, 10)
            inner = simplex.copy()
            try:
                if upwards:
                    inner.bound(self._numbers[slot], low + margin, None, 0)
                else:
                    inner.bound(self._numbers[slot], None, high - margin, 0)
                inner.check()
            except ContradictionError:
                continue
            simplex = inner
        return list(self._models(self._point(simplex)))[-1]

    def _models(self, point: dict[int, Fraction]) -> Iterator[Model]:
        """The point with more and more digits, and as it is."""
        for digits in (*_DIGITS, None):
            model = list(self._query.hint)
            for node, slot in self._inputs:
                number = float(point[slot])
                number = number if digits is None else round(number, digits)
                number = min(max(number, self._lines.box.low[slot]), self._lines.box.high[slot])
                if node.op == "var":
                    model[node.args[0]] = ieee.to_bits(rounded(number, node.width), node.width)
                else:
                    inner: Expr = node.args[0]
                    model[inner.args[0]] = wrap(math.floor(number), inner.width)
            yield tuple(model)


def _is_converted(node: Expr) -> bool:
    return node.op.startswith("int_to_fp") and node.args[0].op == "var"
