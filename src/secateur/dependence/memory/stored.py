"""Memory contents: a points-to set per location, and the constraints of loads, stores and copies."""

from __future__ import annotations

from collections.abc import Callable

from secateur.dependence.memory.abstract_objects import AbstractObject, AbstractObjects, ObjectKind
from secateur.dependence.memory.copying import Copying
from secateur.dependence.memory.inclusion import Inclusion, members
from secateur.dependence.memory.targets import Targets
from secateur.ir.types import Type

_Known = dict[tuple[int, int | None], tuple[int, ...]]


class StoredSets:
    """`all_read` of an object includes the sets of all its locations, `all_written` is included in them: an access
    through a pointer to anywhere in the object costs one edge."""

    def __init__(self, inclusion: Inclusion, targets: Targets) -> None:
        self.inclusion = inclusion
        self.targets = targets
        self.objects = AbstractObjects()
        self._sets: list[int] = []
        self._all_read: list[int] = []
        self._all_written: list[int] = []
        self._reading: _Known = {}
        self._writing: _Known = {}
        self._all_reading: _Known = {}
        self._all_writing: _Known = {}
        self._copies: set[tuple[int, int, int | None]] = set()
        self._prepare(self.objects.unknown)

    def add(
        self,
        kind: ObjectKind,
        name: str,
        type_: Type | None,
        is_open: bool,
        owner: str | None = None,
        register: int = -1,
    ) -> AbstractObject:
        made = self.objects.add(kind, name, type_, is_open, owner, register)
        self._prepare(made)
        return made

    def of(self, location: int) -> int:
        """The set of what is stored in a location."""
        return self._sets[location]

    def reading(self, target: int, size: int | None) -> tuple[int, ...]:
        """The sets that a load of `size` bytes includes."""
        found = self._reading.get((target, size))
        if found is None:
            found = self._reading[target, size] = self._touched(target, size, self._all_read)
        return found

    def writing(self, target: int, size: int | None) -> tuple[int, ...]:
        """The sets that include what a store of `size` bytes writes."""
        found = self._writing.get((target, size))
        if found is None:
            found = self._writing[target, size] = self._touched(target, size, self._all_written)
        return found

    def all_reading(self, targets: int, size: int | None) -> tuple[int, ...]:
        """The same for a bit set of targets."""
        return _of_all(targets & ~self.targets.empty, size, self.reading, self._all_reading)

    def all_writing(self, targets: int, size: int | None) -> tuple[int, ...]:
        return _of_all(targets & ~self.targets.empty, size, self.writing, self._all_writing)

    def release(self) -> None:
        """Give back what was only kept so as not to compute it twice."""
        for known in (self._reading, self._writing, self._all_reading, self._all_writing):
            known.clear()
        self._copies.clear()

    def everything(self, item: AbstractObject) -> tuple[int, int]:
        """The sets (read, written) of a whole object."""
        return self._all_read[item.number], self._all_written[item.number]

    def load(self, into: int, address: int, size: int | None) -> None:
        include, reading = self.inclusion.include, self.all_reading

        def rule(new: int) -> None:
            for content in reading(new, size):
                include(into, content)

        self.inclusion.watch(address, rule)

    def store(self, value: int, address: int, size: int | None) -> None:
        include, writing = self.inclusion.include, self.all_writing

        def rule(new: int) -> None:
            for content in writing(new, size):
                include(content, value)

        self.inclusion.watch(address, rule)

    def copy(self, to: int, source: int, size: int | None) -> None:
        """Copy the pointers stored in memory. Between parts of the same type they keep their positions."""
        if (to, source, size) not in self._copies:
            self._copies.add((to, source, size))
            Copying(self, size).start(to, source)

    def _prepare(self, made: AbstractObject) -> None:
        if made.kind is ObjectKind.FUNCTION:
            self._all_read.append(0)
            self._all_written.append(0)
            return
        count = len(made.layout.leaves)
        first = self.inclusion.make_many(count)
        self._sets += range(first, first + count)
        if count == 1:
            self._all_read.append(first)
            self._all_written.append(first)
            return
        read = self.inclusion.make_many(2)
        self._all_read.append(read)
        self._all_written.append(read + 1)
        for content in range(first, first + count):
            self.inclusion.include(read, content)
            self.inclusion.include(content, read + 1)

    def _touched(self, target: int, size: int | None, whole: list[int]) -> tuple[int, ...]:
        item = self.targets.all[target].object
        touched = self.targets.touched(target, size)
        if touched == item.all:
            return (whole[item.number],) if touched else ()
        return tuple(self._sets[location] for location in members(touched))


def _of_all(
    targets: int, size: int | None, of_one: Callable[[int, int | None], tuple[int, ...]], known: _Known
) -> tuple[int, ...]:
    found = known.get((targets, size))
    if found is None:
        each = dict.fromkeys(content for target in members(targets) for content in of_one(target, size))
        found = known[targets, size] = tuple(each)
    return found
