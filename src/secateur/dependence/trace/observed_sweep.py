"""A sweep whose potential dependences come from the writes of other runs (`elsewhere`), not from the code."""

from __future__ import annotations

from collections.abc import Hashable
from typing import TYPE_CHECKING, Any

from secateur.dependence.trace.decision_sweep import Checkpoint, DecisionSweep
from secateur.dependence.trace.elsewhere import EVERYWHERE, LIFETIME, OverwrittenBytes, Range, ReadBytes
from secateur.dependence.trace.frame import TraceFrame
from secateur.dependence.trace.recipe import Step
from secateur.machine.memory import BIAS, SHIFT
from secateur.machine.path import Path

if TYPE_CHECKING:
    from secateur.dependence.control.code import Unit
    from secateur.dependence.trace.graphs import Graphs

_OFFSET = (1 << SHIFT) - 1


#: In place of the number of a place that was written.
_NOWHERE = -1


class _Reading:
    """Bytes that the path reads. `left`: when and because of which decisions it left the ways to writes of them, as far
    as it has been looked at."""

    __slots__ = ("bytes", "left", "looked_at")

    def __init__(self, found: ReadBytes) -> None:
        self.bytes = found
        self.left: list[tuple[int, int]] = []
        self.looked_at = 0


class ObservedSweep(DecisionSweep):
    """`things`: by number of an object that was created on the path, what it is known by on all paths. `passing`:
    everything on the path that could have gone elsewhere, as (execution index, side, time, decisions it depends on).
    `run`: the number of an earlier sweep of the same path, which this one replaces."""

    def __init__(self, graphs: Graphs, path: Path, start: Checkpoint | None = None, run: int = -1) -> None:
        assert graphs.elsewhere is not None
        self.elsewhere = graphs.elsewhere
        self.run = run
        self.things: dict[int, Hashable] = {}
        self._passing: list[tuple[int, int, int, int]] = []
        self._created: list[tuple[int, Hashable, bool]] = []  # all of `things`, and whether they can be freed
        self._lives: dict[int, _Reading | None] = {}  # by number of a heap block
        self._readings: dict[int, dict[tuple[int, int], _Reading]] = {}  # by number of the object
        self._writings: dict[int, dict[tuple[int, int], OverwrittenBytes]] = {}
        super().__init__(graphs, path, start)
        self.relevance.run = self.run
        self.elsewhere.passed(self.run, (index for index, *_ in self._passing))

    # --- sweeps that continue others

    def _begin(self) -> None:
        super()._begin()
        if self.run < 0:
            self.run = self.elsewhere.begin(self.path.model)

    def snapshot(self) -> tuple[Any, ...]:
        passing, created = (self._passing, len(self._passing)), (self._created, len(self._created))
        return (*super().snapshot(), (self.run, len(self.relevant), passing, created))

    def _restore(self, *state: Any) -> None:
        super()._restore(*state[:-1])
        origin, time, passing, created = state[-1]
        self._passing = passing[0][: passing[1]]
        self._created = created[0][: created[1]]
        self.things = {number: thing for number, thing, _ in self._created}
        self._lives = {number: None for number, _, is_heap in self._created if is_heap}
        self.run = self.elsewhere.begin(self.path.model, origin, time)

    # --- what could have gone elsewhere

    def turned(self, frame: TraceFrame, skipped: int, time: int) -> None:
        self._passing.append((frame.index, frame.side, time, frame.parent))

    def called(self, step: Step, unit: Unit, index: int, origin: int) -> tuple[int, int]:
        if not origin:
            return origin, -1
        bits, side = self.turns.turn(origin), -2 - unit.first
        self._passing.append((index, side, len(self.relevant), bits))
        self.relevant.append(bits)
        return bits, side

    def _overwritten(self, reading: _Reading, since: int) -> int:
        """The decisions because of which other runs have written these bytes at a later time: those where this path
        left the ways to such writes."""
        sides, passing, found = reading.bytes.sides, self._passing, reading.left
        for number in range(reading.looked_at, len(passing)):
            index, side, time, bits = passing[number]
            others = sides.get(index)
            if others is not None and (side not in others or len(others) > 1):
                found.append((time, bits))
        reading.looked_at = len(passing)
        decisions = 0
        for time, bits in reversed(found):
            if time <= since:
                break
            decisions |= bits
        return decisions

    # --- memory

    def _reading(self, start: int, stop: int) -> _Reading:
        readings = self._readings.setdefault(start >> SHIFT, {})
        found = readings.get((start, stop))
        if found is None:
            found = readings[start, stop] = self._begin_reading(*self._place(start, stop))
        return found

    def _begin_reading(self, thing: Hashable, place: Range) -> _Reading:
        found = self.elsewhere.reading(thing, place)
        found.readers.append((self.run, len(self.relevant)))
        return _Reading(found)

    def _place(self, start: int, stop: int) -> tuple[Hashable, Range]:
        number, offset = start >> SHIFT, (start & _OFFSET) - BIAS
        return self.things.get(number, number), (offset, offset + stop - start) if stop else EVERYWHERE

    def _of(self, writers: set[int], start: int, stop: int, node: int) -> int:
        bits = 0
        for writer in writers:
            bits |= self.relevant[writer]
        reading = self._reading(start, stop)
        return bits | self._overwritten(reading, min(writers)) if reading.bytes.sides else bits

    def _since(self, place: int, size: int, node: int, writer: int) -> int:
        reading = self._reading(place, place + size)
        return self._overwritten(reading, writer) if reading.bytes.sides else 0

    def alive(self, place: Any) -> int:
        number = (place[0] if type(place) is tuple else place) >> SHIFT
        if number not in self._lives:
            return 0
        life = self._lives[number]
        if life is None:
            life = self._lives[number] = self._begin_reading(self.things[number], LIFETIME)
        return self._overwritten(life, -1) if life.bytes.sides else 0

    def wrote(self, frame: TraceFrame, node: int, place: tuple[int, int] | None, time: int, address: int) -> None:
        if place is None:
            self._missed(frame, node, time, address)
        elif address or frame.parent:
            writings = self._writings.setdefault(place[0] >> SHIFT, {})
            writing = writings.get(place)
            if writing is None:
                writing = writings[place] = self.elsewhere.writing(*self._place(*place))
            self._add(frame, node, writing, time, address)

    def _add(self, frame: TraceFrame, node: int, writing: OverwrittenBytes, time: int, address: int) -> None:
        if address:
            way = self.graphs.indices.of(frame.index, frame.side, node), writing.number
            self._passing.append((*way, time, address))
        else:
            way = frame.index, frame.side
        if way not in writing.ways:
            self.elsewhere.add(writing, way, self.run, bool(address))

    def _missed(self, frame: TraceFrame, node: int, time: int, address: int) -> None:
        """Nothing was written here: a length of 0, a null pointer. On other paths, something may be."""
        if address:
            self._passing.append((self.graphs.indices.of(frame.index, frame.side, node), _NOWHERE, time, address))

    def end_life(self, frame: TraceFrame, node: int, start: int, time: int, address: int) -> None:
        node = -2 - node  # the node itself stands for the content
        if start >> SHIFT not in self.things:
            self._missed(frame, node, time, address)
        elif address or frame.parent:
            life = self.elsewhere.writing(self.things[start >> SHIFT], LIFETIME)
            self._add(frame, node, life, time, address)

    def create(self, number: int, bits: int, node: int, count: int = -1) -> None:
        self.memory.create(number, len(self.relevant))
        self.relevant.append(bits)
        frame = self.frames[-1]
        self._know(number, (self.graphs.indices.of(frame.index, frame.side, node), count), count >= 0)

    def copy_argument(self, number: int, bits: int, argument: int) -> None:
        super().copy_argument(number, bits, argument)
        self._know(number, ("argument", self.frames[-1].index, argument), False)

    def _know(self, number: int, thing: Hashable, is_heap: bool) -> None:
        if number in self.things:  # an earlier object with that number
            self._readings.pop(number, None)
            self._writings.pop(number, None)
        self.things[number] = thing
        self._created.append((number, thing, is_heap))
        if is_heap:
            self._lives[number] = None
