"""What a sweep knows about memory: who wrote each byte, and what else could have written it.

Registers hold sets of decisions. Only what memory and events have to remember gets a number, its *writer*.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from secateur.dependence.memory.abstract_objects import AbstractObject
from secateur.dependence.trace.last_writers import LastWriters
from secateur.machine.memory import BIAS, SHIFT
from secateur.machine.path import Path

if TYPE_CHECKING:
    from secateur.dependence.trace.graphs import Graphs

#: Events at a location, latest first: (time, decisions, earlier events).
Events = tuple[int, int, Any]


class SweepMemory:
    """`relevant` are the decisions by writer; their number is the time. Writer 0 is nobody."""

    def __init__(self, graphs: Graphs, path: Path) -> None:
        self.graphs = graphs
        self.points_to = graphs.static.points_to
        self.path = path
        self.places: dict[int, int] = {}
        self.choice = -1  # the position of the last choice
        self.relevant = [0]
        self.memory = LastWriters(nobody=0)
        self.events: dict[int, Events | None] = {}  # by location
        self.eventful = 0
        self.homes: dict[int, AbstractObject] = {}  # of objects other than globals
        self.sizes: dict[
            int, int
        ] = {}  # by object: what decides about its size, where its address does not depend on it

    def _event(self, locations: int, time: int, bits: int) -> None:
        """From `time` on, reads of these locations could have seen another value because of other decisions. Earlier
        events without further decisions are redundant."""
        self.eventful |= locations
        events = self.events
        while locations:
            low = locations & -locations
            locations ^= low
            last = events.get(low)
            while last is not None and last[1] | bits == bits:
                last = last[2]
            events[low] = (time, bits, last)

    def _could(self, locations: int, since: int) -> int:
        locations &= self.eventful
        bits = 0
        while locations:
            low = locations & -locations
            locations ^= low
            event = self.events[low]
            while event is not None and event[0] > since:
                bits |= event[1]
                event = event[2]
        return bits

    def _locations(self, start: int, size: int, node: int) -> int:
        """The static locations of a concrete memory range."""
        key = start << 20 | size
        found = self.places.get(key)
        if found is None:
            home = self._home(start >> SHIFT)
            if home is None:
                return self.points_to.reads(node)
            offset = (start & ((1 << SHIFT) - 1)) - BIAS
            found = self.places[key] = self.graphs.locations(home, offset, size)
        return found

    def _home(self, number: int) -> AbstractObject | None:
        return self.homes.get(number) or self.graphs.homes.get(number)

    def _read(self, start: int, stop: int, node: int) -> int:
        return self._of(self.memory.read(start, stop), start, stop, node)

    def _of(self, writers: set[int], start: int, stop: int, node: int) -> int:
        bits = 0
        for writer in writers:
            bits |= self.relevant[writer]
        if self.eventful:
            bits |= self._could(self._locations(start, stop - start, node), min(writers))
        return bits

    def load(self, place: Any, size: int, node: int, bits: int) -> int:
        if type(place) is not int:
            low, high = place
            return bits | self._read(low, high, node)
        cells = self.memory.objects.get(place >> SHIFT)
        cell = None if cells is None else cells.found.get(place)
        if cell is None or cell[0] != size:
            return bits | self._read(place, place + size, node)
        writer = cell[1]
        bits |= self.relevant[writer]
        if self.eventful:
            bits |= self._could(self._locations(place, size, node), writer)
        return bits

    def alive(self, place: Any) -> int:
        """What decides about the lifetime of the object that is accessed."""
        number = (place[0] if type(place) is tuple else place) >> SHIFT
        home = self.homes.get(number)
        life = 0 if home is None else self.points_to.lifetime_of(home)
        return self._could(life, -1) if life & self.eventful else 0

    def sized(self, place: Any) -> int:
        """What decides about the size of the object that is accessed."""
        return self.sizes.get((place[0] if type(place) is tuple else place) >> SHIFT, 0)

    def store(self, place: Any, size: int, node: int, bits: int, address: int, position: int) -> None:
        writer = len(self.relevant)
        if type(place) is int:
            self.relevant.append(bits)
            self.memory.write(place, place + size, writer)
        else:  # one of several places: the others keep their contents
            low, high = place
            self.relevant.append(bits | self._read(low, high, node))
            self.memory.write(low, high, writer)
        if self.choice == position:
            address = bits
        if address:  # the address could have been different: other places could have been written
            self._event(self.points_to.writes(node), writer, address)

    def allocate(self, address: int, node: int, bits: int) -> None:
        self.create(address >> SHIFT, bits, node)

    def create(self, number: int, bits: int, node: int, count: int = -1) -> None:
        """A new object: number `count` of those that a call has allocated, -1 for a local variable."""
        self.memory.create(number, len(self.relevant))
        self.relevant.append(bits)
        home = self.points_to.object_of_node(node)
        if home is not None:
            self.homes[number] = home

    def copy_argument(self, number: int, bits: int, argument: int) -> None:
        """A new object for an argument that is passed by value."""
        self.memory.create(number, len(self.relevant))
        self.relevant.append(bits)

    def _read_all(self, address: int, node: int) -> int:
        writers = self.memory.read_all(address)
        home = self._home(address >> SHIFT)
        locations = self.points_to.reads(node) if home is None else home.all
        bits = self._could(locations, min(writers))
        for writer in writers:
            bits |= self.relevant[writer]
        return bits

    def copy(self, start: int, stop: int, to: int, node: int, bits: int) -> None:
        """Copy a range cell by cell: each cell depends on what wrote it, and on the decisions about the copy."""
        made = []
        for low, high, writer in self.memory.pieces(start, stop):
            found = bits | self.relevant[writer]
            if self.eventful:
                found |= self._could(self._locations(low, high - low, node), writer)
            made.append((low - start + to, high - start + to, found))
        for low, high, found in made:
            self.memory.write(low, high, len(self.relevant))
            self.relevant.append(found)

    def _overwrite(self, address: int, writer: int) -> None:
        """A write somewhere in the object: old contents may remain, so the writer includes the earlier ones."""
        for earlier in self.memory.read_all(address):
            self.relevant[writer] |= self.relevant[earlier]
        self.memory.write_all(address, writer)
