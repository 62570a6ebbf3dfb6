"""The values that simple conditions leave an input, and what is known about the conditions."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from secateur.expr import HAS_INDETERMINATE, Expr, evaluate
from secateur.solver.contradiction import bounds_on
from secateur.solver.query import Query

_INPUTS = 4
"""Maximum number of inputs in a group that is enumerated."""

_POINTS = 4096
"""Maximum number of combinations of their values, and of one input that is looked up in a table of more items."""
_WIDE_POINTS = 65_536

_SIMPLE = 40
"""Number of nodes up to which a condition on one input is used to narrow its domain before anything is combined."""

_LARGE = 60
"""Number of nodes above which trying single models costs more than looking at all points."""


@dataclass(frozen=True, slots=True)
class Domain:
    """The values of one input, in ascending order, and the conditions that leave only them."""

    x: Expr
    values: tuple[int, ...]
    reasons: Callable[[], Sequence[Expr]]


def cover(truth: Mapping[Expr, int], every: int, wanted: int) -> list[Expr]:
    """Some of the conditions, each of which holds at the points of its mask: together only at the wanted points."""
    chosen: list[Expr] = []
    while every != wanted:
        best = min(truth, key=lambda condition: (every & truth[condition]).bit_count())
        every &= truth[best]
        chosen.append(best)
    return chosen


def ones(mask: int) -> Iterator[int]:
    """The numbers of the bits that are set."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


class ConditionFacts:
    """Sizes, inputs and truth of conditions, found out once."""

    def __init__(self, capacity: int = 20_000) -> None:
        self._capacity = capacity
        self._shapes: dict[Expr, tuple[int, tuple[Expr, ...], bool]] = {}
        self._truth: dict[tuple[Expr, Expr], tuple[int, int]] = {}

    def domains(self, query: Query) -> list[Domain] | None:
        """The domain of each input of the group; None if there are too many combinations of values."""
        group = query.group
        if query.variables & HAS_INDETERMINATE or query.variables.bit_count() > _INPUTS:
            return None
        inputs = {x.args[0]: x for condition in group for x in self._shape(condition)[1]}
        points, found = 1, []
        most = _WIDE_POINTS if len(inputs) == 1 and self.is_wide(group) else _POINTS
        for x in sorted(inputs.values(), key=lambda x: (-x.width, x.args[0])):
            domain = self._narrow(x, group) if x.width <= 8 else _bounded(x, group, most)
            if domain is None:
                return None
            points *= len(domain.values)
            if points > most:
                return None
            found.append(domain)
        return found

    def is_large(self, condition: Expr) -> bool:
        return self._shape(condition)[0] > _LARGE

    def is_wide(self, conditions: Sequence[Expr]) -> bool:
        """Is there a look-up in a table that is long for a back end?"""
        return any(self._shape(condition)[2] for condition in conditions)

    def _shape(self, condition: Expr) -> tuple[int, tuple[Expr, ...], bool]:
        """The number of nodes (counted up to a limit), the variables, and whether it looks up in a long table."""
        found = self._shapes.get(condition)
        if found is None:
            if len(self._shapes) >= self._capacity:
                self._shapes.clear()
            found = self._shapes[condition] = (_count(condition), _variables(condition), _is_wide(condition))
        return found

    def _narrow(self, x: Expr, group: Sequence[Expr]) -> Domain:
        """The domain of an input of at most eight bits: all its values are tried."""
        values: Sequence[int] = (False, True) if x.width == 1 else range(-1 << (x.width - 1), 1 << (x.width - 1))
        every = left = (1 << len(values)) - 1
        truth: dict[Expr, int] = {}
        for condition in group:
            if condition.variables == x.variables and self._shape(condition)[0] <= _SIMPLE:
                truth[condition] = self._where(condition, x, values, left)
                left &= truth[condition]
        return Domain(x, tuple(values[i] for i in ones(left)), lambda: cover(truth, every, left))

    def _where(self, condition: Expr, x: Expr, values: Sequence[int], asked: int) -> int:
        """At which values the condition, on `x` alone, may hold. Values that nobody has asked for count as true."""
        known, truth = self._truth.get((condition, x), (0, 0))
        missing = asked & ~known
        if missing:
            before = (0,) * x.args[0]
            for i in ones(missing):
                if evaluate(condition, (*before, values[i])):
                    truth |= 1 << i
            known |= missing
            if len(self._truth) >= self._capacity:
                self._truth.clear()
            self._truth[condition, x] = known, truth
        return truth | ~known


def _bounded(x: Expr, group: Sequence[Expr], most: int) -> Domain | None:
    """The domain of a wider input, if conditions bound it closely."""
    bounds = bounds_on(x, group)
    if bounds.high - bounds.low >= most:
        return None
    values = range(bounds.low, bounds.high + 1)
    excluded = [bounds.excluded[value] for value in values if value in bounds.excluded]
    reasons = [end for end in (bounds.low_from, bounds.high_from) if end is not None] + excluded
    return Domain(x, tuple(value for value in values if value not in bounds.excluded), lambda: reasons)


def _count(condition: Expr) -> int:
    """The number of nodes, counted up to `_LARGE` + 1."""
    stack, seen = [condition], {condition}
    while stack and len(seen) <= _LARGE:
        for arg in stack.pop().args:
            if isinstance(arg, Expr) and arg not in seen:
                seen.add(arg)
                stack.append(arg)
    return len(seen)


def _variables(condition: Expr) -> tuple[Expr, ...]:
    """One variable for each index in the condition. The walk ends as soon as all are found."""
    wanted, found = condition.variables, []
    stack, seen = [condition], {condition}
    while wanted and stack:
        node = stack.pop()
        if node.op == "var":
            if node.variables & wanted:
                found.append(node)
            wanted &= ~node.variables
            continue
        for arg in node.args:
            if isinstance(arg, Expr) and arg.variables & wanted and arg not in seen:
                seen.add(arg)
                stack.append(arg)
    return tuple(found)


def _is_wide(condition: Expr) -> bool:
    """Among the nodes up to `_LARGE`."""
    stack, seen = [condition], {condition}
    while stack and len(seen) <= _LARGE:
        node = stack.pop()
        if len(node.args) > _POINTS:
            return True
        for arg in node.args:
            if isinstance(arg, Expr) and arg not in seen:
                seen.add(arg)
                stack.append(arg)
    return False
