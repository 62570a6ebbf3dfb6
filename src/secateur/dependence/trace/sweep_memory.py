"""What a sweep knows about memory: who wrote each byte, and what else could have written it.

Registers hold sets of decisions. Only what memory and events have to remember gets a number, its *writer*.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from secateur.dependence.trace.control_rules import ControlRules
from secateur.machine.memory import SHIFT
from secateur.machine.path import Path

if TYPE_CHECKING:
    from secateur.dependence.trace.frame import TraceFrame
    from secateur.dependence.trace.graphs import Graphs
    from secateur.dependence.trace.recipe import Step

#: Events at a location, latest first: (time, decisions, earlier events).
Events = tuple[int, int, Any]


class SweepMemory(ControlRules[int]):
    """`relevant` are the decisions by writer; their number is the time. Writer 0 is nobody."""

    nothing = 0

    def __init__(self, graphs: Graphs, path: Path) -> None:
        super().__init__(graphs, path, nobody=0)
        self.choice = -1  # the position of the last choice
        self.relevant = [0]
        self.events: dict[int, Events | None] = {}  # by location

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

    def _of(self, writers: set[int], start: int, stop: int, node: int) -> int:
        bits = 0
        for writer in writers:
            bits |= self.relevant[writer]
        if self.eventful:
            bits |= self._could(self._locations(start, max(stop - start, 0), node), min(writers))
        return bits

    def load(self, place: Any, size: int, node: int, bits: int) -> int:
        if type(place) is not int:
            low, high = place
            return bits | self._read(low, high, node)
        cells = self.memory.objects.get(place >> SHIFT)
        cell = None if cells is None else cells.found.get(place)
        if cell is None or cell[0] != size:
            return bits | self._read(place, place + size, node)
        return bits | self.relevant[cell[1]] | self._since(place, size, node, cell[1])

    def _since(self, place: int, size: int, node: int, writer: int) -> int:
        """The decisions because of which these bytes could have been written after their writer."""
        return self._could(self._locations(place, size, node), writer) if self.eventful else 0

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
        low, high = (place, place + size) if type(place) is int else place
        if type(place) is not int:  # one of several places: the others keep their contents
            bits |= self._read(low, high, node)
        self.relevant.append(bits)
        self.memory.write(low, high, writer)
        if self.choice == position:
            address = bits
        frame = self.frames[-1]
        if address or frame.parent:
            self.wrote(frame, node, (low, high), writer, address)

    def allocate(self, address: int, node: int, bits: int) -> None:
        self.create(address >> SHIFT, bits, node)

    def copy_argument(self, number: int, bits: int, argument: int) -> None:
        """A new object for an argument that is passed by value."""
        self.memory.create(number, len(self.relevant))
        self.relevant.append(bits)

    def _maker(self, value: int) -> int:
        self.relevant.append(value)
        return len(self.relevant) - 1

    def _write_cell(self, step: Step, frame: TraceFrame, by: int, found: int) -> int:
        self.relevant.append(by | found)
        return len(self.relevant) - 1

    def _keep(self, writer: int, earlier: set[int]) -> None:
        for each in earlier:
            self.relevant[writer] |= self.relevant[each]

    def _joined(self, one: int, other: int) -> int:
        return one | other

    def _written(self, writer: int) -> int:
        return self.relevant[writer]
