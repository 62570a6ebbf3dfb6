"""What accesses do to memory along a trace: the rules that both walks follow.

Memory remembers who wrote each byte, as a number, the *writer*. A *value* is where something comes from, as a walk
records it: instances (`instance_walk`), or a set of decisions (`decision_sweep`). What a read sees is the value of its
writers and of everything that could have written there after them. The walks differ in what they record, never in what
is read and written.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Generic, TypeVar

from secateur.dependence.memory.abstract_objects import AbstractObject
from secateur.dependence.trace.last_writers import LastWriters
from secateur.machine.memory import BIAS, SHIFT
from secateur.machine.path import Path

if TYPE_CHECKING:
    from secateur.dependence.trace.frame import TraceFrame
    from secateur.dependence.trace.graphs import Graphs
    from secateur.dependence.trace.recipe import Step

ValueT = TypeVar("ValueT")


class MemoryRules(ABC, Generic[ValueT]):
    """`homes` are the abstract objects of run-time objects other than globals, by number. `eventful`: the locations
    that something else could have written. `sizes`: by object, what decides about its size, where its address does not
    depend on it. `nobody`: the writer of what nobody wrote."""

    def __init__(self, graphs: Graphs, path: Path, nobody: int) -> None:
        self.graphs = graphs
        self.points_to = graphs.static.points_to
        self.path = path
        self.places: dict[int, int] = {}
        self.nobody = nobody
        self.memory = LastWriters(nobody)
        self.eventful = 0
        self.homes: dict[int, AbstractObject] = {}
        self.sizes: dict[int, ValueT] = {}

    # --- what a walk records

    @abstractmethod
    def _of(self, writers: set[int], start: int, stop: int, node: int) -> ValueT:
        """What a read of this range sees that finds these writers: also what could have written there after the first
        of them. `stop` is 0 for a read somewhere in the object."""

    @abstractmethod
    def _write_cell(self, step: Step, frame: TraceFrame, by: ValueT, found: ValueT) -> int:
        """The writer of a cell that a call copies."""

    @abstractmethod
    def _keep(self, writer: int, earlier: set[int]) -> None:
        """The writer leaves some of what these have written."""

    @abstractmethod
    def _maker(self, value: ValueT) -> int:
        """The writer of the contents of a new object."""

    # --- rules

    def _locations(self, start: int, size: int, node: int) -> int:
        """The static locations of a concrete memory range; of the whole object, if its size is 0."""
        key = start << 20 | size
        found = self.places.get(key)
        if found is None:
            home = self.homes.get(start >> SHIFT) or self.graphs.homes.get(start >> SHIFT)
            if home is None:
                return self.points_to.reads(node)
            offset = (start & ((1 << SHIFT) - 1)) - BIAS
            found = self.places[key] = self.graphs.locations(home, offset, size) if size else home.all
        return found

    def create(self, number: int, value: ValueT, node: int, count: int = -1) -> None:
        """A new object: number `count` of those that a call has allocated, -1 for a local variable."""
        self.memory.create(number, self._maker(value))
        home = self.points_to.object_of_node(node)
        if home is not None and self.homes.get(number, home) is not home:  # of an earlier object with that number
            self.places = {key: found for key, found in self.places.items() if key >> SHIFT + 20 != number}
        if home is not None:
            self.homes[number] = home

    def _read(self, start: int, stop: int, node: int) -> ValueT:
        return self._of(self.memory.read(start, stop), start, stop, node)

    def _read_all(self, address: int, node: int) -> ValueT:
        """A read somewhere in the object."""
        return self._of(self.memory.read_all(address), address, 0, node)

    def _copy(self, step: Step, frame: TraceFrame, by: ValueT, start: int, stop: int, to: int) -> None:
        """Copy a range cell by cell: each depends on what wrote it, and on what decided about the copy."""
        made = [
            (low - start + to, high - start + to, self._of({writer}, low, high, step.node))
            for low, high, writer in self.memory.pieces(start, stop)
        ]
        for low, high, found in made:
            self.memory.write(low, high, self._write_cell(step, frame, by, found))

    def _overwrite(self, address: int, writer: int) -> None:
        """A write somewhere in the object: old contents may remain, so the writer includes the earlier ones."""
        self._keep(writer, self.memory.read_all(address))
        self.memory.write_all(address, writer)
