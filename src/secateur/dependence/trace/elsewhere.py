"""What all runs so far have written, and where: the source of potential dependence.

A value on a path depends potentially on a decision if the other side may overwrite it. What the other side may write
can be computed from the code, but only by variable and array, not by element and object. Here it is observed: each
write of a run that depends on decisions is kept with its *way*, the branch instance and side under which it was made.
On another path that reads the same bytes, the decision in question is the one where that path left this way.

An object is known by where it was allocated (the execution index), so that runs agree on it. Runs that read something
before its write was seen are *outdated*, and have to be looked at again. When none is left, no write is missing. For
suppose that some input writes what a run reads, at a point where that run went another way. What leads to this write is
earlier on the path of that input; it is a criterion, so some run of ours has shown it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable

from secateur.dependence.trace.index import Indices

#: An execution index and a side of it: a branch and where it went, a call and its callee, a store and its place.
Way = tuple[int, int]
#: A range of bytes in an object, from the first one to one past the last.
Range = tuple[int, int]

#: Any place in an object, and its lifetime.
EVERYWHERE: Range = (-(1 << 40), 1 << 60)
LIFETIME: Range = (-(1 << 41), -(1 << 41) + 1)

#: Later than every read.
_NEVER = 1 << 62


class ReadBytes:
    """Bytes that are read somewhere. `sides`: by execution index, the sides on the ways to writes of them; `readers`:
    the runs that read them, and when."""

    __slots__ = ("readers", "sides")

    def __init__(self) -> None:
        self.sides: dict[int, set[int]] = {}
        self.readers: list[tuple[int, int]] = []

    def add(self, way: Way, indices: Indices) -> list[int]:
        """The execution indices on the way to a write that now have a side more."""
        index, side = way
        new: list[int] = []
        while index >= 0:
            sides = self.sides.setdefault(index, set())
            if side in sides:
                break
            sides.add(side)
            new.append(index)
            index, side = indices.above(index)
        return new


class OverwrittenBytes:
    """Bytes that some run has written because of decisions: a `place` in a `thing`, which has a `number`."""

    __slots__ = ("chosen", "number", "place", "readings", "thing", "ways")

    def __init__(self, number: int, thing: Hashable, place: Range) -> None:
        self.number, self.thing, self.place = number, thing, place
        self.ways: set[Way] = set()
        self.chosen: set[Way] = set()  # those whose side is the number of the place
        self.readings: list[ReadBytes] = []


class _Accesses:
    """The ranges of one object that have been read and written. Those that overlap know each other."""

    __slots__ = ("read", "written")

    def __init__(self) -> None:
        self.read: dict[Range, ReadBytes] = {}
        self.written: dict[Range, OverwrittenBytes] = {}


class Elsewhere:
    """The writes of all runs, and which runs read what. Runs have numbers; times are those of their sweeps."""

    def __init__(self, indices: Indices) -> None:
        self.indices = indices
        self.models: list[tuple[int, ...]] = []  # by run
        self.outdated: dict[int, int] = {}  # by run: the time of the first read that missed a write
        self._continued: list[list[tuple[int, int]]] = []  # by run: others that continue its sweep, from which time
        self._passed: dict[int, int] = {}  # by execution index: the runs that passed it, as a bit set
        self._objects: dict[Hashable, _Accesses] = {}
        self._places = 0
        self.log: list[tuple[OverwrittenBytes, Way, bool]] | None = None  # what is new, if somebody wants to know

    def begin(self, model: tuple[int, ...], origin: int = -1, time: int = 0) -> int:
        """A new run. Its sweep continues that of `origin` from some time on, unless that is -1."""
        run = len(self.models)
        self.models.append(model)
        self._continued.append([])
        if origin >= 0:
            self._continued[origin].append((time, run))
        return run

    def passed(self, run: int, indices: Iterable[int]) -> None:
        """Where a run could have gone elsewhere."""
        for index in indices:
            self._passed[index] = self._passed.get(index, 0) | 1 << run

    def is_current(self, run: int, time: int) -> bool:
        """Does what a sweep knew at this time still hold?"""
        return time < self.outdated.get(run, _NEVER)

    def reading(self, thing: Hashable, place: Range) -> ReadBytes:
        accesses = self._of(thing)
        found = accesses.read.get(place)
        if found is None:
            found = accesses.read[place] = ReadBytes()
            for other, written in accesses.written.items():
                if _meet(place, other):
                    written.readings.append(found)
                    for way in written.ways:
                        found.add(way, self.indices)
        return found

    def writing(self, thing: Hashable, place: Range) -> OverwrittenBytes:
        accesses = self._of(thing)
        found = accesses.written.get(place)
        if found is None:
            found = accesses.written[place] = OverwrittenBytes(self._places, thing, place)
            self._places += 1
            found.readings = [reading for other, reading in accesses.read.items() if _meet(place, other)]
        return found

    def all_writes(self) -> list[tuple[OverwrittenBytes, Way, bool]]:
        """As `log` has them."""
        return [
            (written, way, way in written.chosen)
            for accesses in self._objects.values()
            for written in accesses.written.values()
            for way in sorted(written.ways)
        ]

    def add(self, written: OverwrittenBytes, way: Way, run: int = -1, is_chosen: bool = False) -> None:
        """A run has written here for the first time by this way. Others that left this way and read these bytes have
        missed that. `is_chosen`: the place depends on decisions; its number is the side. Without a run, it was one of
        another process."""
        written.ways.add(way)
        if is_chosen:
            written.chosen.add(way)
        if self.log is not None and run >= 0:
            self.log.append((written, way, is_chosen))
        for reading in written.readings:
            affected = 0
            for index in reading.add(way, self.indices):
                affected |= self._passed.get(index, 0)
            if run >= 0:
                affected &= ~(1 << run)
            if affected:
                kept = []
                for reader, time in reading.readers:
                    if affected >> reader & 1:
                        self._outdate(reader, time)
                    else:
                        kept.append((reader, time))
                reading.readers = kept

    def _outdate(self, run: int, time: int) -> None:
        todo = [(run, time)]
        while todo:
            run, time = todo.pop()
            if time < self.outdated.get(run, _NEVER):
                self.outdated[run] = time
                todo += [(other, -1) for since, other in self._continued[run] if since >= time]

    def _of(self, thing: Hashable) -> _Accesses:
        found = self._objects.get(thing)
        if found is None:
            found = self._objects[thing] = _Accesses()
        return found


def _meet(one: Range, other: Range) -> bool:
    return one[0] < other[1] and other[0] < one[1]
