"""Which files a function is linked with: those that define what it calls, and nothing else.

A repository has many programs: all of its files together do not link. So the definitions are looked for, file by file,
beginning with the closest.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from secateur.evolve.commits.callers import needed
from secateur.evolve.commits.includes import is_test
from secateur.evolve.commits.units import CommitUnit, Units

#: How many files are linked, how much text they have, and how many are compiled to find one definition.
MOST_FILES, MOST_TEXT, MOST_TRIES = 10, 6_000_000, 3


@dataclass(frozen=True, slots=True)
class Linked:
    """The files of a function, its own first. `missing`: names that none of them defines."""

    files: tuple[str, ...]
    missing: tuple[str, ...]


class Linking:
    """Finds definitions in one version. `is_known`: the C library has it."""

    def __init__(self, units: Units, is_known: Callable[[str], bool]) -> None:
        self._units = units
        self._is_known = is_known
        self._definers: dict[tuple[str, str], CommitUnit | None] = {}

    def linked(self, unit: CommitUnit, name: str, preferred: Sequence[str] = ()) -> Linked:
        """`preferred`: files that the other version was linked with."""
        chosen, defined, size = {unit.file: unit}, set(unit.external), unit.size
        missing: dict[str, None] = {}
        todo = needed(unit, [name])
        seen = set(todo)
        while todo:
            wanted = todo.pop(0)
            if wanted in defined:
                owner = next(each for each in chosen.values() if wanted in each.external)
                todo += (new := [each for each in needed(owner, [wanted]) if each not in seen])
                seen.update(new)
                continue
            if self._is_known(wanted):
                continue
            found = self._definer(wanted, unit, preferred)
            clashes = found is None or found.external & defined or "main" in found.external
            if clashes or len(chosen) >= MOST_FILES or size + found.size > MOST_TEXT:  # type: ignore[union-attr]
                missing[wanted] = None
                continue
            assert found is not None
            chosen[found.file] = found
            defined |= found.external
            size += found.size
            todo.append(wanted)
        return Linked(tuple(chosen), tuple(missing))

    def _definer(self, name: str, near: CommitUnit, preferred: Sequence[str]) -> CommitUnit | None:
        key = near.file, name
        if key not in self._definers:
            self._definers[key] = self._searched(name, near, preferred)
        return self._definers[key]

    def _searched(self, name: str, near: CommitUnit, preferred: Sequence[str]) -> CommitUnit | None:
        defines = re.compile(rb"\b" + re.escape(name.encode()) + rb"\s*(\([^;{}]*\)[^;{}=()]*\{|[^;(){}]*=|[;,\[])")
        texts = self._units.text
        candidates = [f for f in texts.mentioning(name) if f != near.file and self._units.is_built(f)]
        candidates = [f for f in candidates if defines.search(texts.text(f))]
        candidates.sort(key=lambda f: (f not in preferred, is_test(f), -_closeness(f, near.file), f))
        for file in candidates[:MOST_TRIES]:
            unit = self._units.unit(file)
            if unit is not None and name in unit.external:
                return unit
        return None


def _closeness(file: str, other: str) -> int:
    return len(posixpath.commonpath(["/" + file, "/" + other]).split("/"))
