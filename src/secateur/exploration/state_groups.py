"""States of which the same cells matter, by their values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from secateur.expr import Expr
from secateur.machine.snapshot import Snapshot
from secateur.machine.state import State
from secateur.postcondition.cells import Need, Reading, numbers_of
from secateur.postcondition.matters import Agreement

Values = tuple[object, ...]


@dataclass(frozen=True, slots=True, eq=False)
class ExploredState:
    """A state from which everything was explored, and the conditions that inputs must satisfy. `weight`: the work of
    full exploration from there."""

    agreement: Agreement
    conditions: frozenset[Expr]
    weight: int


class Group:
    """States at a location of which the same cells matter, by their values."""

    def __init__(self, agreement: Agreement) -> None:
        self.agreement = agreement
        self._numbers = tuple(numbers_of(agreement.matters))
        self._needs: tuple[Need, ...] = tuple(agreement.needs)
        self._wanted = tuple(agreement.needs.values())
        self.known: dict[Values, list[ExploredState]] = {}
        self._seen: list[set[object]] = [set() for _ in self._numbers]
        self._telling = 0  # the cell by which the last state that is not among them was told apart

    def values(self, reading: Reading, state: State | Snapshot) -> Values:
        values = [reading.value(number) for number in self._numbers]
        return (*values, _wrapping(state, values))

    def add(self, values: Values, conditions: frozenset[Expr], weight: int) -> None:
        """Unless a state with weaker conditions is known."""
        known = self.known.setdefault(values, [])
        if any(each.conditions <= conditions for each in known):
            return
        known[:] = [each for each in known if not conditions <= each.conditions]
        known.append(ExploredState(self.agreement, conditions, weight))
        for seen, value in zip(self._seen, values, strict=False):
            seen.add(value)

    def find(self, reading: Reading, state: State) -> Sequence[ExploredState]:
        """The known states with the values of this one."""
        numbers = self._numbers
        if numbers and reading.value(numbers[self._telling]) not in self._seen[self._telling]:
            return ()
        if any(reading.need(key) != value for key, value in zip(self._needs, self._wanted, strict=True)):
            return ()
        values = self.values(reading, state)
        found = self.known.get(values)
        if found is not None and not self._admits(reading):
            return ()
        if found is None:
            for at, (seen, value) in enumerate(zip(self._seen, values, strict=False)):
                if value not in seen:
                    self._telling = at
                    break
            return ()
        return found

    def _admits(self, reading: Reading) -> bool:
        """Does the state have what else is needed?"""
        for number, (low, high) in self.agreement.bounds.items():
            value = reading.value(number)
            if not isinstance(value, int) or not low <= value <= high:
                return False
        return all(reading.value(number) is not None for number in numbers_of(self.agreement.determined))


def _wrapping(state: State | Snapshot, values: Sequence[object]) -> object:
    """When the computation of an address wraps around, if the address is still to be used."""
    if state.wrapping is None:
        return None
    address, wraps = state.wrapping
    return wraps if isinstance(address, Expr) and any(value is address for value in values) else None
