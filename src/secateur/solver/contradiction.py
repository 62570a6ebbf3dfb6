"""The first stage: contradictions that can be detected without solving.

These are a condition and its own negation, and bounds on one expression that leave no value: `x < 3` and `x > 5`,
or `x == 2` in the default branch of a switch that excluded it.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from secateur.expr import Expr, not_
from secateur.solver.answer import Answer, Unsat
from secateur.solver.query import Query


@dataclass(slots=True)
class Bounds:
    """The bounds that a set of conditions puts on one expression, as a signed number, and which of them do so."""

    low: int
    high: int
    low_from: Expr | None = None
    high_from: Expr | None = None
    excluded: dict[int, Expr] = field(default_factory=dict)

    def narrow(self, condition: Expr, low: int, high: int) -> None:
        if low > self.low:
            self.low, self.low_from = low, condition
        if high < self.high:
            self.high, self.high_from = high, condition

    def free_values(self) -> list[int]:
        """The first value left at the low end, at the high end, and from zero upwards, if any."""
        excluded = self.excluded
        found = []
        for start, step in ((self.low, 1), (self.high, -1), (max(0, self.low), 1)):
            value = start
            while value in excluded:
                value += step
            if self.low <= value <= self.high:
                found.append(value)
        return found

    def contradiction(self) -> tuple[Expr, ...] | None:
        """The conditions that leave no value, or None when a value is left."""
        witnesses = [c for c in (self.low_from, self.high_from) if c is not None]
        if self.low > self.high:
            return tuple(dict.fromkeys(witnesses))
        if self.high - self.low >= len(self.excluded):
            return None
        values = range(self.low, self.high + 1)
        if not all(value in self.excluded for value in values):
            return None
        return tuple(dict.fromkeys([*witnesses, *(self.excluded[value] for value in values)]))


def interval(condition: Expr) -> tuple[Expr, int, int] | None:
    """(expression, lowest, highest) when the condition is a signed interval of an expression, else None."""
    op = condition.op
    if op not in _COMPARISONS:
        return None
    x, y = condition.args
    if isinstance(x, Expr):
        if isinstance(y, Expr):
            return None
        half = 1 << (x.width - 1)
        if op == "eq":
            return x, y, y
        if op == "slt":
            return x, -half, y - 1
        if op == "sle":
            return x, -half, y
        # Unsigned: below a non-negative constant, a number is non-negative too.
        return None if y < 0 else (x, 0, y - 1 if op == "ult" else y)
    half = 1 << (y.width - 1)
    if op == "slt":
        return y, x + 1, half - 1
    if op == "sle":
        return y, x, half - 1
    return None if x >= 0 else (y, x + 1 if op == "ult" else x, -1)


_COMPARISONS = frozenset(("eq", "slt", "sle", "ult", "ule"))


def subject(condition: Expr) -> Expr | None:
    """The expression that the condition bounds, or of which it excludes a value; None for other conditions."""
    if condition.op == "not":
        inner: Expr = condition.args[0]
        return inner.args[0] if inner.op == "eq" and not isinstance(inner.args[1], Expr) else None
    found = interval(condition)
    return None if found is None else found[0]


def bounds_on(e: Expr, conditions: Iterable[Expr]) -> Bounds:
    """The bounds that the conditions put directly on `e`."""
    half = 1 << (e.width - 1)
    result = Bounds(-half, half - 1)
    variables = e.variables
    for condition in conditions:
        if condition.variables != variables:
            continue
        if condition.op == "not":
            inner: Expr = condition.args[0]
            if inner.op == "eq" and inner.args[0] is e and not isinstance(inner.args[1], Expr):
                result.excluded[inner.args[1]] = condition
            continue
        found = interval(condition)
        if found is not None and found[0] is e:
            result.narrow(condition, found[1], found[2])
    return result


class Contradiction:
    """The stage."""

    name = "contradiction"

    def answer(self, query: Query) -> Answer | None:
        for condition in query.violated:
            negated = not_(condition)
            if negated in query.conditions:
                assert isinstance(negated, Expr)
                return Unsat((negated, condition))
            e = subject(condition)
            if e is not None:
                core = bounds_on(e, query.conditions).contradiction()
                if core is not None:
                    return Unsat(core)
        return None

    def learn(self, query: Query, answer: Answer) -> None:
        """Nothing to remember."""
