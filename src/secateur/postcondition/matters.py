"""Which cells of a state matter: those on which anything depends that was run after it.

Two states that agree in what matters have the same continuations, under the inputs that both allow. This is coarser
than a weakest precondition (`secateur.postcondition.summary`): a number matters as such. But it is a bit set, found
without building an expression, and looked up by hash. There is one exception. A counter that nobody reads would matter
because of the check that it does not overflow, so every count would be a state of its own; what matters is only that it
lies between bounds (`secateur.postcondition.bounds`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice

from secateur import expr
from secateur.expr import Expr
from secateur.postcondition.bounds import BoundCondition, Bounds, common_bounds, limit_of, moved, variable_in
from secateur.postcondition.cells import CELLS, FIRST, Cells, Needs, numbers_of
from secateur.postcondition.general import End, Followed, General, Start, StretchEnd

#: The work of running a stretch in general, and of each of its instructions, in instructions of a plain run.
FOLLOW, INSTRUCTION = 850, 3

#: Maximum number of stretches that are remembered.
MOST_STRETCHES = 4096


@dataclass(frozen=True, eq=False)
class Agreement:
    """What another state must have in common: `needs` as in `secateur.postcondition.general`; the values of the cells
    that matter, a bit set; by cell, the `bounds` between which its number must lie; and the cells that must not be
    indeterminate."""

    needs: Needs = field(default_factory=dict)
    matters: int = 0
    bounds: dict[int, Bounds] = field(default_factory=dict)
    determined: int = 0


#: Nothing follows the end of a path.
NOTHING = Agreement()


def union(agreements: Iterable[Agreement]) -> Agreement:
    """For one state: what must be in common for all of them."""
    needs: Needs = {}
    matters = determined = 0
    bounds: dict[int, Bounds] = {}
    for each in agreements:
        needs.update(each.needs)
        matters |= each.matters
        determined |= each.determined
        for number, (low, high) in each.bounds.items():
            lowest, highest = bounds.get(number, (low, high))
            bounds[number] = (max(low, lowest), min(high, highest))
    bounds = {number: both for number, both in bounds.items() if not matters >> number & 1}
    return Agreement(needs, matters, bounds, determined & ~matters)


class Stretch:
    """A stretch of code as it was run from some state, in terms of the cells there. Another state that passes the same
    decisions, with the same numbers where addresses are computed, runs it in the same way."""

    def __init__(self, followed: Followed) -> None:
        self._followed = followed
        self._changed = followed.changed
        self._cells = len(followed.cells)
        self._values: dict[int, Expr | int | None] = {}  # by cell at the end: its value in terms of those at the start
        self._sources: dict[int, int | None] = {}  # by cell at the end: the cells at the start that it depends on
        self._compared = 0  # the number of conditions that were looked at
        self._limits: dict[int, list[BoundCondition]] = {}  # those that are no more than bounds of a cell, by cell
        self._between: dict[tuple[int, int], Bounds] = {}  # what they allow, by cell and its number
        self._decides = 0  # the cells that the others depend on

    def fits(self, start: Start) -> bool:
        followed, reading = self._followed, start.reading
        state = followed.state
        if any(reading.value(number) != value for number, value in state.numbers.items()):
            return False
        if followed.allocates and start.snapshot.memory.next != followed.start.snapshot.memory.next:
            return False
        if any(reading.inputs.get(name, 0) != count for name, count in followed.requests.items()):
            return False
        if any(reading.need(key) != value for key, value in state.needs.items()):
            return False
        return all(expr.evaluate(condition, reading) for condition in followed.conditions)

    def before(self, start: Start, after: Agreement) -> Agreement | None:
        """What matters at the start, if `after` matters at the end; None if that cannot be said."""
        changed = self._changes()
        matters = after.matters & ~changed
        determined = after.determined & ~changed
        for number in numbers_of((after.matters | after.determined) & changed):
            sources = self._source(number)
            if sources is None:
                return None
            if after.matters >> number & 1:
                matters |= sources
            else:
                determined |= sources
        found = _Bounded(start)
        for number, bounds in after.bounds.items():
            if not changed >> number & 1:
                found.add(number, moved(bounds, 0))
                continue
            value = self._value(number)
            if value is None:
                return None
            if isinstance(value, Expr):
                found.add_value(value, bounds)
        needs = self._followed.needs(after.needs, start)
        if needs is None:
            return None
        matters |= self._decided(found)
        state = self._followed.state
        for number in state.numbers:
            matters |= 1 << number
        return found.joined(Agreement(needs, matters, {}, determined | state.relied_on))

    def _decided(self, found: _Bounded) -> int:
        """The cells that its conditions depend on, apart from those that only have to lie between bounds."""
        conditions = self._followed.conditions
        if len(conditions) > self._compared:  # all, or those that needs have added since
            for condition in islice(conditions, self._compared, None):
                limit = limit_of(condition)
                if limit is None or limit.number < FIRST:
                    self._decides |= condition.variables & CELLS
                else:
                    self._limits.setdefault(limit.number, []).append(limit)
            self._compared = len(conditions)
            self._between.clear()
        reading = found.reading
        for number, limits in self._limits.items():
            there = reading.value(number)
            if not isinstance(there, int):
                found.matters |= 1 << number
                continue
            bounds = self._between.get((number, there))
            if bounds is None:
                bounds = self._between[number, there] = common_bounds(limits, reading)
            found.add(number, bounds)
        return self._decides

    def _changes(self) -> int:
        """The cells that it may change. There may be more cells than when it was run."""
        followed = self._followed
        if len(followed.cells) != self._cells:
            self._cells = len(followed.cells)
            self._changed = followed.cells.reached(followed.state.objects.reached, followed.state.lowest)
        return self._changed

    def _source(self, number: int) -> int | None:
        try:
            return self._sources[number]
        except KeyError:
            value = self._value(number)
            found = None if value is None else value.variables & CELLS if isinstance(value, Expr) else 0
            self._sources[number] = found
            return found

    def _value(self, number: int) -> Expr | int | None:
        try:
            return self._values[number]
        except KeyError:
            found = self._values[number] = self._followed.value(number)
            return found


class _Bounded:
    """Cells that must lie between bounds at the start of a stretch, as they do there; other cells matter as such."""

    __slots__ = ("bounds", "matters", "reading")

    def __init__(self, start: Start) -> None:
        self.reading = start.reading
        self.bounds: dict[int, Bounds] = {}
        self.matters = 0

    def add(self, number: int, bounds: Bounds) -> None:
        there = self.reading.value(number)
        if isinstance(there, int) and bounds[0] <= there <= bounds[1]:
            low, high = self.bounds.get(number, bounds)
            self.bounds[number] = (max(bounds[0], low), min(bounds[1], high))
        else:
            self.matters |= 1 << number

    def add_value(self, value: Expr, bounds: Bounds) -> None:
        """A value at the end, in terms of the cells at the start."""
        found = variable_in(value)
        if found is None or found[0] < FIRST:  # others are inputs that the stretch asks for
            self.matters |= value.variables & CELLS
        else:
            self.add(found[0], moved(bounds, found[1]))

    def joined(self, other: Agreement) -> Agreement:
        matters = self.matters | other.matters
        bounds = {number: both for number, both in self.bounds.items() if not matters >> number & 1}
        return Agreement(other.needs, matters, bounds, other.determined & ~matters)


class Stretches:
    """Stretches that were run, by where they start and end. `spent`: the work of running them."""

    def __init__(self, cells: Cells) -> None:
        self._general = General(cells)
        self._known: dict[object, list[Stretch]] = {}
        self._count = 0
        self.spent = 0

    def follow(self, start: Start, side: bool, target: StretchEnd | End, place: object) -> Stretch | None:
        """The stretch from one side of a branch to the target. None if it cannot be repeated in terms of cells."""
        steps = start.snapshot.steps
        where = (place, side, (target.site.number, target.steps - steps) if isinstance(target, StretchEnd) else target)
        known = self._known.get(where, [])
        for stretch in known:
            if stretch.fits(start):
                return stretch
        followed = self._general.follow(start, side, target, (place, side))
        if followed is None:
            return None
        self.spent += FOLLOW + INSTRUCTION * (followed.state.steps - steps)
        made = Stretch(followed)
        if self._count < MOST_STRETCHES:
            self._count += 1
            self._known.setdefault(where, []).append(made)
        return made
