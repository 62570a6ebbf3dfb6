"""Summaries of `pse` of one worker, for those of others.

A summary says: from a state with these values, everything was explored, for inputs that satisfy these conditions. Here
it has names that are the same in every process. It is told with the outcome of the part in which it was made. So all
that it rests on is known by then: the paths of that part, and summaries that were told before. It rests on nothing that
can be lost with a worker, and no two summaries rest on each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from secateur.exploration.path_tree import Location
from secateur.exploration.state_groups import Group
from secateur.expr import Expr
from secateur.machine.machine import Machine
from secateur.postcondition.cells import Cell, Cells, ConditionCell, numbers_of
from secateur.postcondition.matters import Agreement

#: The least weight of a summary that is told: what full exploration would need from there, in instructions. Less is not
#: worth the way.
LEAST_TOLD = 3_000

#: A cell, with the name, the width and the kind of its variable.
ToldCell = tuple[Cell | None, str, int, str]
#: A location, and the condition that is decided there.
Place = tuple[Expr | bool, Location]
#: A location by names: the calls that lead to it, the branch, and whether `main` has returned.
NamedLocation = tuple[tuple[object, ...], object, bool]


class HeardSummaries:
    """What was heard, for all techniques that a worker has, one after the other. `cells`: those of the techniques."""

    def __init__(self, machine: Machine) -> None:
        self.cells = Cells()
        self._machine = machine
        self._groups: dict[tuple[Expr | bool, NamedLocation], dict[object, Group]] = {}
        self._named: dict[Location, NamedLocation] = {}
        self._locations: dict[NamedLocation, NamedLocation] = {}  # each once

    def __len__(self) -> int:
        return len(self._groups)

    def at(self, condition: Expr | bool, location: Location) -> Iterable[Group]:
        found = self._groups.get((condition, self.named(location))) if self._groups else None
        return () if found is None else found.values()

    def named(self, location: Location) -> NamedLocation:
        found = self._named.get(location)
        if found is None:
            calls, site, returned = location
            names = self._machine.site_names
            made = (tuple(names[call] for call in calls), names[site], returned)
            found = self._named[location] = self._locations.setdefault(made, made)
        return found

    # --- telling

    def told(self, groups: Mapping[Place, Mapping[object, Group]]) -> list[tuple[Any, ...]]:
        """Tuples that can be packed. Addresses of labels are others in another process, so nothing is told if there are
        any."""
        found: list[tuple[Any, ...]] = []
        if self._machine.has_labels:
            return found
        for (condition, location), at_place in groups.items():
            for group in at_place.values():
                states = tuple(_worth_telling(group))
                if states:
                    found.append(self._told_group(self.named(location), condition, group.agreement, states))
        return found

    def _told_group(
        self, location: NamedLocation, condition: Expr | bool, agreement: Agreement, states: tuple[Any, ...]
    ) -> tuple[Any, ...]:
        return (
            location,
            condition,
            tuple(self._cells_of(agreement.matters)),
            tuple(agreement.needs.items()),
            tuple((self._cell(number), *bounds) for number, bounds in agreement.bounds.items()),
            tuple(self._cells_of(agreement.determined)),
            states,
        )

    def _cells_of(self, mask: int) -> Iterator[ToldCell]:
        return map(self._cell, numbers_of(mask))

    def _cell(self, number: int) -> ToldCell:
        """The condition of a location is the same cell everywhere."""
        variable, cell = self.cells.variable(number), self.cells[number]
        return None if isinstance(cell, ConditionCell) else cell, variable.name, variable.width, variable.kind

    # --- hearing

    def hear(self, groups: Iterable[tuple[Any, ...]]) -> None:
        for location, condition, told, needs, bounds, determined, states in groups:
            place = self._locations.setdefault(location, location)
            numbers = [self._number(cell, place) for cell in told]
            matters = _mask(numbers)
            limits = {self._number(cell, place): (low, high) for cell, low, high in bounds}
            known = _mask(self._number(cell, place) for cell in determined)
            key = (matters, frozenset(needs), frozenset(limits.items()), known)
            at_place = self._groups.setdefault((condition, place), {})
            group = at_place.get(key)
            if group is None:
                group = at_place[key] = Group(Agreement(dict(needs), matters, limits, known))
            order = sorted(range(len(numbers)), key=numbers.__getitem__)
            for (*values, wrapping), conditions, weight in states:
                group.add((*(values[at] for at in order), wrapping), frozenset(conditions), weight)

    def _number(self, told: ToldCell, place: NamedLocation) -> int:
        cell, name, width, kind = told
        return self.cells.add(ConditionCell(place) if cell is None else cell, name, width, kind)


def _worth_telling(group: Group) -> Iterator[tuple[Any, ...]]:
    for values, states in group.known.items():
        for state in states:
            if state.weight >= LEAST_TOLD:
                yield values, tuple(state.conditions), state.weight


def _mask(numbers: Iterable[int]) -> int:
    found = 0
    for number in numbers:
        found |= 1 << number
    return found
