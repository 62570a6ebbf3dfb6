"""What is covered of tests that one jump joins (`secateur.ir.model.Joined`).

The jump forks once, but each test has two sides that the user's tests should cover. A run covers the way that its input
takes through the tests; sides that are not covered yet are *goals* for further inputs.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass
from typing import TYPE_CHECKING

from secateur import expr
from secateur.expr import Expr
from secateur.ir.model import Joined, JoinedWay, Position
from secateur.machine.widths import width_of

if TYPE_CHECKING:
    from secateur.machine.compiler import FunctionCode, Segment
    from secateur.machine.path import Value
    from secateur.machine.state import State


class Marks:
    """`sides`: by test, whether its value was true, and false. `is_open`: something is not covered."""

    __slots__ = ("_labels", "_lines", "_open", "function", "is_open", "joined", "sides")

    def __init__(self, joined: Joined, lines: set[Position], function: str) -> None:
        self.joined = joined
        self.function = function
        self.sides = [[False, False] for _ in joined.tests]
        self.is_open = True
        self._open: dict[int, list[int]] | None = None  # by exit, numbers of ways that would cover more, once known
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
        outcomes = list(map(bool, numbers))
        for way in self.joined.ways:
            for test, side in way.steps:
                if outcomes[test] is not side:
                    break
            else:
                return way
        raise AssertionError("every input takes a way")

    def cover(self, way: JoinedWay) -> bool:
        """Is that new?"""
        if self.covers(way):
            return False
        for test, outcome in way.sides:
            self.sides[test][not outcome] = True
            self._lines.update(self.joined.tests[test].places)
        self._look()
        return True

    def _look(self) -> None:
        """Other sides are covered than before."""
        self.is_open = not all(true and false for true, false in self.sides)
        self._open = None

    def names(self, way: JoinedWay) -> list[str]:
        """Of the sides on a way, the same in every process."""
        return [self._name(test, outcome) for test, outcome in way.sides]

    @property
    def covered_names(self) -> list[str]:
        outcomes = (True, False)
        return [self._name(n, outcomes[at]) for n, sides in enumerate(self.sides) for at in (0, 1) if sides[at]]

    def uncover(self, names: Set[str]) -> None:
        """Forget that sides with these names were covered."""
        for number, sides in enumerate(self.sides):
            for at, outcome in enumerate((True, False)):
                sides[at] = sides[at] and self._name(number, outcome) not in names
        self._look()

    def _name(self, test: int, outcome: bool) -> str:
        place = self.joined.tests[test].position
        return f"{self.function} {place}:{place.column} {test} {bool(outcome)}"

    def restrict(self, sides: list[list[bool]] | None) -> None:
        """Forget what was covered, except for these sides."""
        self.sides = [[False, False] for _ in self.joined.tests] if sides is None else [each.copy() for each in sides]
        self._look()

    def covers(self, way: JoinedWay) -> bool:
        sides = self.sides
        for test, outcome in way.sides:  # noqa: SIM110 - every path asks
            if not sides[test][not outcome]:
                return False
        return True

    def open_at(self, exit_: int) -> Sequence[int]:
        """The numbers of the ways to an exit that would cover more. Nearly every path asks, and hardly any covers."""
        if self._open is None:
            self._open = {}
            for number, way in enumerate(self.joined.ways):
                if not self.covers(way):
                    self._open.setdefault(way.exit, []).append(number)
        return self._open.get(exit_, ())

    def open_ways(self, values: Sequence[Value]) -> Iterator[tuple[int, Expr]]:
        """All ways that would cover more, with the condition of inputs that take them."""
        if not self.is_open:
            return
        for number, way in enumerate(self.joined.ways):
            condition = None if self.covers(way) else self.condition(number, values)
            if isinstance(condition, Expr):
                yield number, condition

    def condition(self, number: int, values: Sequence[Value]) -> Expr | int:
        """Of the inputs that take a way."""
        return expr.conj(self._side(test, outcome, values) for test, outcome in self.joined.ways[number].steps)

    def _side(self, test: int, outcome: bool, values: Sequence[Value]) -> Expr | int:
        """The condition under which a test comes out like this."""
        tested = self.joined.tests[test]
        value = values[0 if self.joined.is_switch else test]
        assert not isinstance(value, float)
        holds = value if tested.equals is None else expr.eq(value, tested.equals, width_of(tested.value.type))
        return holds if outcome else expr.not_(holds)


@dataclass(frozen=True, slots=True)
class MissingWay:
    """A way through joined tests that no run has taken, by its number."""

    marks: Marks
    number: int

    @property
    def way(self) -> JoinedWay:
        return self.marks.joined.ways[self.number]

    @property
    def is_open(self) -> bool:
        return not self.marks.covers(self.way)

    @property
    def names(self) -> list[str]:
        return self.marks.names(self.way)


@dataclass(frozen=True, slots=True)
class MissingSegment:
    """Code in a merged region that no run has executed to its end; or an edge to its join that no run has taken. No run
    takes the edge after a branch that was merged inside (`is_merged`): it comes from another block."""

    code: FunctionCode
    segment: Segment
    is_edge: bool
    is_merged: bool

    @property
    def is_open(self) -> bool:
        if self.is_edge:
            return not self.segment.entered and not self.is_merged
        if self.segment.executed:
            return False
        return not self.is_merged or not self.code.covered.issuperset(self.segment.positions)

    @property
    def names(self) -> list[str]:
        segment = self.segment
        return [f"{segment.function} {segment.label} {segment.index} {segment.origin}{'' if self.is_edge else ' end'}"]


@dataclass(frozen=True, slots=True)
class MissingFailure:
    """Code in a merged region that ends in a fault, and that no run has executed up to there."""

    code: FunctionCode
    segment: Segment
    is_merged: bool
    position: Position

    @property
    def is_open(self) -> bool:
        segment = self.segment
        if not segment.entered and not self.is_merged:
            return True
        return not segment.executed and self.position not in self.code.covered

    @property
    def names(self) -> list[str]:
        return [f"{self.code.function.name} {self.position}:{self.position.column}"]


class TakenPaths:
    """Which paths of exactly summarised functions runs have taken, and how often an input was looked for in vain: they
    are known by any key."""

    #: After so many attempts, a path is no goal any more.
    MOST_ATTEMPTS = 16

    def __init__(self) -> None:
        self._taken: set[object] = set()
        self._tried: dict[object, int] = {}

    def is_open(self, key: object) -> bool:
        return key not in self._taken and self._tried.get(key, 0) < self.MOST_ATTEMPTS

    def take(self, key: object) -> None:
        self._taken.add(key)

    def give_up(self, key: object) -> None:
        self._tried[key] = self._tried.get(key, 0) + 1


@dataclass(frozen=True, slots=True)
class MissingPath:
    """A path of an exactly summarised function that no run has taken."""

    paths: TakenPaths
    key: object

    @property
    def is_open(self) -> bool:
        return self.paths.is_open(self.key)

    @property
    def names(self) -> list[str]:
        return []


@dataclass(frozen=True, slots=True, eq=False)
class Goal:
    """An input that passes the first `depth` branches of a path and meets the condition would cover the target."""

    depth: int
    condition: Expr
    target: MissingWay | MissingSegment | MissingFailure | MissingPath

    @property
    def is_open(self) -> bool:
        return self.target.is_open
