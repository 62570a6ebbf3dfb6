"""What is covered of tests that one jump joins (`secateur.ir.model.Joined`).

The jump forks once, but each test has two sides that the user's tests should cover. A run covers the way that its input
takes through the tests; sides that are not covered yet are *goals* for further inputs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from secateur import expr
from secateur.expr import Expr
from secateur.ir.model import Joined, JoinedWay, Position
from secateur.machine.widths import width_of

if TYPE_CHECKING:
    from secateur.machine.compiler import Segment
    from secateur.machine.path import Value
    from secateur.machine.state import State


class Marks:
    """`sides`: by test, whether its value was true, and false. `is_open`: something is not covered."""

    __slots__ = ("_labels", "_lines", "is_open", "joined", "sides")

    def __init__(self, joined: Joined, lines: set[Position]) -> None:
        self.joined = joined
        self.sides = [[False, False] for _ in joined.tests]
        self.is_open = True
        self._lines = lines  # covered positions of the function
        self._labels = {test.equals: number for number, test in enumerate(joined.tests)} if joined.is_switch else {}

    def values(self, state: State) -> list[Value]:
        """What the tests look at; of a `switch`, only its value."""
        tests = self.joined.tests[:1] if self.joined.is_switch else self.joined.tests
        return [state.registers[test.value.index] for test in tests]

    def way(self, values: Sequence[Value], model: Sequence[int]) -> JoinedWay:
        """The way that the model takes."""
        numbers = [expr.evaluate(value, model) if isinstance(value, Expr) else value for value in values]
        if self.joined.is_switch:
            return self.joined.ways[self._labels.get(int(numbers[0]), -1)]
        ways = self.joined.ways
        return next(way for way in ways if all(bool(numbers[test]) is side for test, side in way.steps))

    def cover(self, way: JoinedWay) -> bool:
        """Is that new?"""
        if self.covers(way):
            return False
        for test, outcome in way.sides:
            self.sides[test][not outcome] = True
            self._lines.update(self.joined.tests[test].places)
        self.is_open = not all(true and false for true, false in self.sides)
        return True

    def covers(self, way: JoinedWay) -> bool:
        return all(self.sides[test][not outcome] for test, outcome in way.sides)

    def open_ways(self, values: Sequence[Value], exit_: int | None = None) -> Iterator[tuple[JoinedWay, Expr]]:
        """Ways (to an exit) that would cover more, with the condition of inputs that take them."""
        if not self.is_open:
            return
        for way in self.joined.ways:
            if exit_ in (None, way.exit) and not self.covers(way):
                condition = expr.conj(self._side(test, outcome, values) for test, outcome in way.steps)
                if isinstance(condition, Expr):
                    yield way, condition

    def _side(self, test: int, outcome: bool, values: Sequence[Value]) -> Expr | int:
        """The condition under which a test comes out like this."""
        tested = self.joined.tests[test]
        value = values[0 if self.joined.is_switch else test]
        assert not isinstance(value, float)
        holds = value if tested.equals is None else expr.eq(value, tested.equals, width_of(tested.value.type))
        return holds if outcome else expr.not_(holds)


@dataclass(frozen=True, slots=True)
class MissingWay:
    """A way through joined tests that no run has taken."""

    marks: Marks
    way: JoinedWay

    @property
    def is_open(self) -> bool:
        return not self.marks.covers(self.way)


@dataclass(frozen=True, slots=True)
class MissingSegment:
    """Code in a merged region that no run has executed to its end; or an edge to its join that no run has taken."""

    segment: Segment
    is_edge: bool

    @property
    def is_open(self) -> bool:
        return not (self.segment.entered if self.is_edge else self.segment.executed)


@dataclass(frozen=True, slots=True, eq=False)
class Goal:
    """An input that passes the first `depth` branches of a path and meets the condition would cover the target."""

    depth: int
    condition: Expr
    target: MissingWay | MissingSegment

    @property
    def is_open(self) -> bool:
        return self.target.is_open
