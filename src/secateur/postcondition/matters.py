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

from secateur import expr
from secateur.expr import Expr
from secateur.postcondition.bounds import Bounds, bounds_of, moved_bounds
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
        self._sources: dict[int, int | None] = {}  # by cell at the end: the cells at the start that it depends on

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
        found: list[Agreement] = []
        determined = after.determined & ~changed
        for number in numbers_of((after.matters | after.determined) & changed):
            sources = self._source(number)
            if sources is None:
                return None
            if after.matters >> number & 1:
                matters |= sources
            else:
                determined |= sources
        for number, bounds in after.bounds.items():
            value = self._followed.value(number) if changed >> number & 1 else self._followed.cells.variable(number)
            if value is None:
                return None
            if isinstance(value, Expr):
                found.append(_bounded(value, bounds, start))
        needs = self._followed.needs(after.needs, start)
        if needs is None:
            return None
        state = self._followed.state
        for condition in self._followed.conditions:
            limits = bounds_of(condition, start.reading)
            if limits is None:
                matters |= condition.variables & CELLS
            else:
                found.append(_bounded(*limits, start))
        for number in state.numbers:
            matters |= 1 << number
        return union([Agreement(needs, matters, {}, determined | state.relied_on), *found])

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
            value = self._followed.value(number)
            found = None if value is None else value.variables & CELLS if isinstance(value, Expr) else 0
            self._sources[number] = found
            return found


def _bounded(value: Expr, bounds: Bounds, start: Start) -> Agreement:
    """What matters if a value must lie between bounds: bounds of a cell, or else the cells of the value."""
    moved = moved_bounds(value, bounds)
    if moved is not None and moved[0] >= FIRST:  # others are inputs that the stretch asks for
        number, (low, high) = moved
        there = start.reading.value(number)
        if isinstance(there, int) and low <= there <= high:
            return Agreement({}, 0, {number: (low, high)})
    return Agreement({}, value.variables & CELLS)


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
