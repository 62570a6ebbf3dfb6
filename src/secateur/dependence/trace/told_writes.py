"""Writes of runs, for whoever explores the same program in another process.

Each process numbers execution indices and places as it meets them. So an index is told by its name, after all that is
above it; an object by the index at which it was made.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any

from secateur.dependence.trace.elsewhere import Elsewhere, OverwrittenBytes, Range, Way
from secateur.dependence.trace.index import IndexEntry

#: An object, with names of indices.
ToldThing = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class ToldWrite:
    """A write by a way, with the name of its index. `side` is None if it is the number of the place."""

    thing: ToldThing
    place: Range
    index: int
    side: int | None


class WriteExchange:
    """What one process tells others about writes, and hears from them."""

    def __init__(self, elsewhere: Elsewhere) -> None:
        self._elsewhere = elsewhere
        self._told: set[int] = {0}
        self._heard: dict[int, int] = {0: -1}

    def news(self) -> tuple[list[IndexEntry], list[ToldWrite]]:
        """All that was not told before."""
        elsewhere = self._elsewhere
        log = elsewhere.all_writes() if elsewhere.log is None else elsewhere.log
        elsewhere.log = []
        entries: list[IndexEntry] = []
        return entries, [self._write(*each, entries) for each in log]

    def _write(self, written: OverwrittenBytes, way: Way, is_chosen: bool, entries: list[IndexEntry]) -> ToldWrite:
        index, side = way
        name = self._name(index, entries)
        thing = self._thing(written.thing, entries)
        return ToldWrite(thing, written.place, name, None if is_chosen else side)

    def _name(self, index: int, entries: list[IndexEntry]) -> int:
        entries += self._elsewhere.indices.told(index, self._told)
        return self._elsewhere.indices.name(index)

    def _thing(self, thing: Hashable, entries: list[IndexEntry]) -> ToldThing:
        """See `ObservedSweep`: a number, an index and a count, or an argument of a call."""
        if not isinstance(thing, tuple):
            return (thing,)
        if thing[0] == "argument":
            return ("argument", self._name(thing[1], entries), thing[2])
        return (self._name(thing[0], entries), thing[1])

    def hear(self, entries: Iterable[IndexEntry], writes: Iterable[ToldWrite]) -> None:
        elsewhere, heard = self._elsewhere, self._heard
        elsewhere.indices.hear(entries, heard)
        for each in writes:
            match each.thing:
                case ("argument", name, argument):
                    thing: Hashable = ("argument", heard[name], argument)
                case (name, count):
                    thing = (heard[name], count)
                case _:
                    (thing,) = each.thing
            written = elsewhere.writing(thing, each.place)
            way = heard[each.index], written.number if each.side is None else each.side
            if way not in written.ways:
                elsewhere.add(written, way, is_chosen=each.side is None)
