"""Execution indices: they identify the same instance on different paths.

The index of an instance consists of its instruction and of the index and side of the branch instance that it is control
dependent on, or the index of the call that entered its function. It distinguishes the iterations of a loop, because
each iteration depends on the branch of the previous one. Indices are interned: equal numbers are equal chains.
"""

from __future__ import annotations

from collections.abc import Iterable
from hashlib import blake2b
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from secateur.dependence.trace.dynamic import Record


#: An execution index for another process: its name, that of what is above it, and the side of that, its instruction,
#: and the number of times that it occurred.
IndexEntry = tuple[int, int, int, int, int]


def steady(key: tuple[object, ...]) -> int:
    """A number for a key of numbers and words, the same in every process."""
    return int.from_bytes(blake2b(repr(key).encode(), digest_size=8).digest(), "little")


class Indices:
    """Numbers for execution indices, shared by all paths of a program."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, int, int, int], int] = {}
        self._keys: list[tuple[int, int, int, int]] = []
        self._names: dict[int, int] = {-1: 0}

    def of(self, above: int, side: int, node: int) -> int:
        """The index of an instruction under the index and side of what controls it."""
        return self._number((above, side, node, 0))

    def above(self, index: int) -> tuple[int, int]:
        """The index and side of what controls an instruction."""
        above, side, _, _ = self._keys[index]
        return above, side

    def name(self, index: int) -> int:
        """A number that is the same in every process: 64 bits that look random."""
        chain = []
        while index not in self._names:
            chain.append(index)
            index = self._keys[index][0]
        name = self._names[index]
        for each in reversed(chain):
            name = self._names[each] = steady((name, *self._keys[each][1:]))
        return name

    def told(self, index: int, known: set[int]) -> list[IndexEntry]:
        """What another process needs to know an index by its name, besides the names that are `known` there; it knows
        them then."""
        found: list[IndexEntry] = []
        while index >= 0:
            name = self.name(index)
            if name in known:
                break
            known.add(name)
            above, side, node, count = self._keys[index]
            found.append((name, self.name(above), side, node, count))
            index = above
        return found[::-1]

    def hear(self, entries: Iterable[IndexEntry], by_name: dict[int, int]) -> None:
        """Indices of another process: their numbers here, by their names there."""
        for name, above, side, node, count in entries:
            by_name[name] = self._number((by_name[above], side, node, count))

    def _number(self, key: tuple[int, int, int, int]) -> int:
        found = self._numbers.get(key)
        if found is None:
            found = self._numbers[key] = len(self._keys)
            self._keys.append(key)
        return found

    def number(self, record: Record) -> list[int]:
        """The indices of all instances of a run. Instances with the same index (in an infinite loop) are distinguished
        by counting."""
        sides = record.sides
        found: list[int] = []
        times: dict[tuple[int, int, int], int] = {}
        for node, parent in zip(record.nodes, record.parents, strict=True):
            above = -1 if parent < 0 else found[parent]
            key = (above, sides.get(parent, -1), node)
            count = times[key] = times.get(key, -1) + 1
            found.append(self._number((*key, count)))
        return found
