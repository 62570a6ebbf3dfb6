"""Memory contents: a points-to set per location, and the constraints of loads, stores and copies."""

from __future__ import annotations

from secateur.dependence.memory.abstract_objects import AbstractObject, AbstractObjects, ObjectKind
from secateur.dependence.memory.inclusion import Inclusion, members
from secateur.dependence.memory.targets import Targets
from secateur.ir.types import Type


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
        self._reading: dict[tuple[int, int | None], tuple[int, ...]] = {}
        self._writing: dict[tuple[int, int | None], tuple[int, ...]] = {}
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

    def everything(self, item: AbstractObject) -> tuple[int, int]:
        """The sets (read, written) of a whole object."""
        return self._all_read[item.number], self._all_written[item.number]

    def load(self, into: int, address: int, size: int | None) -> None:
        include, reading = self.inclusion.include, self.reading

        def rule(new: int) -> None:
            for target in members(new):
                for content in reading(target, size):
                    include(into, content)

        self.inclusion.watch(address, rule)

    def store(self, value: int, address: int, size: int | None) -> None:
        include, writing = self.inclusion.include, self.writing

        def rule(new: int) -> None:
            for target in members(new):
                for content in writing(target, size):
                    include(content, value)

        self.inclusion.watch(address, rule)

    def copy(self, to: int, source: int, size: int | None) -> None:
        """Copy the pointers stored in memory. Between parts of the same type they keep their positions."""
        inclusion = self.inclusion
        mixed = inclusion.make()
        done: set[tuple[int, int]] = set()

        def pair(one: int, other: int) -> None:
            if (one, other) in done:
                return
            done.add((one, other))
            alike = self.targets.like(one, other, size)
            if alike is None:
                for content in self.reading(other, size):
                    inclusion.include(mixed, content)
                for content in self.writing(one, size):
                    inclusion.include(content, mixed)
                return
            x = self.targets.all[one].object.first + alike[0].first
            y = self.targets.all[other].object.first + alike[1].first
            for number in range(alike[0].count):
                inclusion.include(self._sets[x + number], self._sets[y + number])

        def from_more(new: int) -> None:
            for other in members(new):
                for one in members(inclusion.sets[to]):
                    pair(one, other)

        def to_more(new: int) -> None:
            for one in members(new):
                for other in members(inclusion.sets[source]):
                    pair(one, other)

        inclusion.watch(source, from_more)
        inclusion.watch(to, to_more)

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
