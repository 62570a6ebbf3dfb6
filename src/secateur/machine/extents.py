"""The content of large stretches of memory: a gigabyte of equal bytes, or a copy of one, costs next to nothing.

An object keeps typed cells over a base (`memory.py`). The base of a small object is plain; where a large stretch was
filled or copied at once, it is a list of sections: each says for a range of offsets where the bytes come from. A copy
refers to the bytes as they were, so it does not follow later writes.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace

from secateur.expr import Expr
from secateur.machine.path import Value
from secateur.machine.value_parts import join, piece

#: Stretches of at least this many bytes become sections; shorter ones are written cell by cell.
LARGE = 4096
#: The end of a section at the end of an object, whatever its size is.
UNBOUNDED = 1 << 62


@dataclass(frozen=True, slots=True)
class Fill:
    """The same byte everywhere; None: nothing has written it."""

    byte: Expr | int | None

    def read(self, _: int, size: int) -> Expr | int | None:
        if self.byte is None or size == 1:
            return self.byte
        return join([self.byte] * size)


@dataclass(frozen=True, slots=True)
class Data:
    """Given bytes, by index."""

    text: bytes

    def read(self, place: int, size: int) -> int:
        return int.from_bytes(self.text[place : place + size], "little", signed=True)


@dataclass(frozen=True, slots=True, eq=False)
class CopiedCells:
    """Cells as an object keeps them, by the address at which they were written. They leave no gap."""

    cells: dict[int, Value]
    codes: int

    def read(self, place: int, size: int) -> Value | None:
        code = size.bit_length() - 1
        if 1 << code == size:
            found = self.cells.get(place << 3 | code)
            if found is not None:
                return found
        if size == 1:
            return self._byte(place)
        return join([self._byte(place + n) for n in range(size)])

    def _byte(self, place: int) -> Expr | int | None:
        for code in range(self.codes.bit_length()):
            start = place & -(1 << code)
            value = self.cells.get(start << 3 | code)
            if value is not None:
                return piece(value, 8 << code, (place - start) * 8, 8)
        return None


Source = Fill | Data | CopiedCells


@dataclass(frozen=True, slots=True)
class MemorySection:
    """The bytes from `start` up to `stop` (offsets in an object) are those of the source from `place` on."""

    start: int
    stop: int
    source: Source
    place: int = 0

    def clipped(self, start: int, stop: int) -> MemorySection:
        low = max(start, self.start)
        return replace(self, start=low, stop=min(stop, self.stop), place=self.place + low - self.start)

    def moved(self, distance: int) -> MemorySection:
        return replace(self, start=self.start + distance, stop=self.stop + distance)


class Extents:
    """Sections without gaps, in their order. Never changed: objects share them."""

    __slots__ = ("_starts", "sections")

    def __init__(self, sections: tuple[MemorySection, ...]) -> None:
        self.sections = sections
        self._starts = [each.start for each in sections]

    @staticmethod
    def of(base: Extents | bytes | int | None) -> Extents:
        if isinstance(base, Extents):
            return base
        if isinstance(base, bytes):
            return Extents((MemorySection(0, UNBOUNDED, Data(base)),))
        return Extents((MemorySection(0, UNBOUNDED, Fill(base)),))

    def read(self, offset: int, size: int) -> Value | None:
        """The bytes as one value; None if any of them is uninitialised."""
        section = self.sections[bisect_right(self._starts, offset) - 1]
        if offset + size <= section.stop:
            return section.source.read(section.place + offset - section.start, size)
        parts = [self.read(offset + n, 1) for n in range(size)]
        return join(parts)

    def part(self, start: int, stop: int) -> Iterator[MemorySection]:
        """What lies between two offsets."""
        number = bisect_right(self._starts, start) - 1
        while number < len(self.sections) and self.sections[number].start < stop:
            yield self.sections[number].clipped(start, stop)
            number += 1

    def with_part(self, made: list[MemorySection]) -> Extents:
        """Other content between the start of the first of these sections and the stop of the last."""
        start, stop = made[0].start, made[-1].stop
        before = self.part(0, start) if start else ()
        after = self.part(stop, UNBOUNDED) if stop < UNBOUNDED else ()
        return Extents(tuple(_united([*before, *made, *after])))


def sections_of_cells(cells: dict[int, Value]) -> list[MemorySection]:
    """CopiedCells, by their addresses, as sections without gaps inside; `start` and `stop` are addresses."""
    found: list[MemorySection] = []
    run: dict[int, Value] = {}
    start = stop = codes = 0
    for key in sorted(cells):
        if run and key >> 3 != stop:
            found.append(MemorySection(start, stop, _packed(run, codes), start))
            run, codes = {}, 0
        if not run:
            start = key >> 3
        run[key] = cells[key]
        codes |= 1 << (key & 7)
        stop = (key >> 3) + (1 << (key & 7))
    if run:
        found.append(MemorySection(start, stop, _packed(run, codes), start))
    return found


def _packed(run: dict[int, Value], codes: int) -> Source:
    first = next(iter(run.values()))
    if codes == 1 and not isinstance(first, float) and all(each is first or each == first for each in run.values()):
        return Fill(first)
    return CopiedCells(run, codes)


def _united(sections: list[MemorySection]) -> Iterator[MemorySection]:
    """Neighbours with the same byte are one section."""
    last: MemorySection | None = None
    for each in sections:
        if each.start == each.stop:
            continue
        if last is not None and isinstance(each.source, Fill) and each.source == last.source:
            last = replace(last, stop=each.stop)
            continue
        if last is not None:
            yield last
        last = each
    if last is not None:
        yield last
