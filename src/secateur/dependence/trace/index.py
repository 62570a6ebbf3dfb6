"""Execution indices: they identify the same instance on different paths.

The index of an instance consists of its instruction and of the index and side of the branch instance that it is control
dependent on, or the index of the call that entered its function. It distinguishes the iterations of a loop, because
each iteration depends on the branch of the previous one. Indices are interned: equal numbers are equal chains.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from secateur.dependence.trace.dynamic import Record


class Indices:
    """Numbers for execution indices, shared by all paths of a program."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[int, int, int, int], int] = {}
        self._keys: list[tuple[int, int, int, int]] = []

    def of(self, above: int, side: int, node: int) -> int:
        """The index of an instruction under the index and side of what controls it."""
        return self._number((above, side, node, 0))

    def above(self, index: int) -> tuple[int, int]:
        """The index and side of what controls an instruction."""
        above, side, _, _ = self._keys[index]
        return above, side

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
