"""The constraints of one copy of memory, such as a `memcpy`: what is in the source is also in the destination.

Between parts of the same type, pointers keep their positions. All others pass through one set.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from secateur.dependence.memory.inclusion import Inclusion, members
from secateur.dependence.memory.targets import Shape, Targets


class Stored(Protocol):
    """The part of `StoredSets` that is needed here."""

    inclusion: Inclusion
    targets: Targets

    def of(self, location: int) -> int: ...
    def reading(self, target: int, size: int | None) -> tuple[int, ...]: ...
    def writing(self, target: int, size: int | None) -> tuple[int, ...]: ...


class _End:
    """The source or the destination: the targets found so far, by shape. Targets of one shape are connected through
    `hubs`, one set for each leaf; those in `mixed` also through the common set."""

    def __init__(self, connect: Callable[[int, int], None]) -> None:
        self.connect = connect
        self.found: dict[Shape, list[int]] = {}
        self.hubs: dict[Shape, dict[int, int]] = {}
        self.mixed: set[Shape] = set()


class Copying:
    def __init__(self, stored: Stored, size: int | None) -> None:
        self._stored = stored
        self._size = size
        inclusion = stored.inclusion
        self._common = inclusion.make()
        self._to = _End(inclusion.include)
        self._source = _End(lambda content, hub: inclusion.include(hub, content))

    def start(self, to: int, source: int) -> None:
        """Copy from wherever the set `source` points to wherever `to` points."""
        self._stored.inclusion.watch(source, lambda new: self._more(new, self._source, self._to))
        self._stored.inclusion.watch(to, lambda new: self._more(new, self._to, self._source))

    def _more(self, new: int, end: _End, other: _End) -> None:
        targets = self._stored.targets
        for target in members(new & ~targets.empty):
            shape = targets.shape(target)
            if shape not in end.found:
                end.found[shape] = [target]
                for across, (partner, *_) in list(other.found.items()):
                    self._pair(end, shape, target, other, across, partner)
            elif target not in end.found[shape]:
                end.found[shape].append(target)
                for leaf, hub in end.hubs.get(shape, {}).items():
                    end.connect(self._stored.of(targets.all[target].object.first + leaf), hub)
                if shape in end.mixed:
                    self._mix_target(end, target)

    def _pair(self, end: _End, shape: Shape, target: int, other: _End, across: Shape, partner: int) -> None:
        """Connect all targets of two shapes."""
        one, two = (target, partner) if end is self._to else (partner, target)
        alike = self._stored.targets.like(one, two, self._size)
        if alike is None:
            self._mix(end, shape)
            self._mix(other, across)
            return
        x, y = (shape, across) if end is self._to else (across, shape)
        for number in range(alike[0].count):
            into = self._hub(self._to, x, alike[0].first + number)
            self._stored.inclusion.include(into, self._hub(self._source, y, alike[1].first + number))

    def _hub(self, end: _End, shape: Shape, leaf: int) -> int:
        hubs = end.hubs.setdefault(shape, {})
        if leaf not in hubs:
            hub = hubs[leaf] = self._stored.inclusion.make()
            for target in end.found[shape]:
                end.connect(self._stored.of(self._stored.targets.all[target].object.first + leaf), hub)
        return hubs[leaf]

    def _mix(self, end: _End, shape: Shape) -> None:
        if shape not in end.mixed:
            end.mixed.add(shape)
            for target in end.found[shape]:
                self._mix_target(end, target)

    def _mix_target(self, end: _End, target: int) -> None:
        accessed = self._stored.writing if end is self._to else self._stored.reading
        for content in accessed(target, self._size):
            end.connect(content, self._common)
