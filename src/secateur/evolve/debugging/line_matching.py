"""Which lines of two versions of a file correspond."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from difflib import SequenceMatcher
from pathlib import Path

#: A line of a file.
Place = tuple[str, int]


class LineMatching:
    """Lines by number, from 1. A line that was changed in place has a partner, but counts as changed."""

    def __init__(self, old: Path, new: Path) -> None:
        before, after = _normal(old), _normal(new)
        self.to_new: dict[int, int] = {}
        self.to_old: dict[int, int] = {}
        self._same: set[int] = set()
        for tag, start, stop, other, other_stop in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
            if tag == "equal" or (tag == "replace" and stop - start == other_stop - other):
                for one, two in zip(range(start + 1, stop + 1), range(other + 1, other_stop + 1), strict=True):
                    self.to_new[one], self.to_old[two] = two, one
                    if tag == "equal":
                        self._same.add(two)

    def is_changed(self, line: int, is_new: bool) -> bool:
        """Is there no identical line at the corresponding place in the other version?"""
        new = line if is_new else self.to_new.get(line)
        return new not in self._same


class PlaceMatching:
    """The same over several files: what a version's file includes corresponds by its place relative to that file."""

    def __init__(self, old: str, new: str, old_files: Iterable[str], new_files: Iterable[str]) -> None:
        self.to_new: dict[Place, Place] = {}
        self.to_old: dict[Place, Place] = {}
        self._files = dict(_partners(old, new, old_files, new_files))
        self._back = {two: one for one, two in self._files.items()}
        self._lines = {one: LineMatching(Path(one), Path(two)) for one, two in self._files.items()}
        for one, two in self._files.items():
            pairs = self._lines[one].to_new.items()
            self.to_new |= {(one, before): (two, after) for before, after in pairs}
            self.to_old |= {(two, after): (one, before) for before, after in pairs}

    def is_changed(self, place: Place, is_new: bool) -> bool:
        """Is there no identical line at the corresponding place in the other version?"""
        one = self._back.get(place[0]) if is_new else place[0]
        found = self._lines.get(one) if one is not None else None
        return found is None or found.is_changed(place[1], is_new)


def _partners(old: str, new: str, old_files: Iterable[str], new_files: Iterable[str]) -> Iterator[tuple[str, str]]:
    places = {os.path.relpath(file, os.path.dirname(new) or "."): file for file in new_files}
    yield old, new
    for file in old_files:
        if file != old:
            place = os.path.relpath(file, os.path.dirname(old) or ".")
            partner = places.get(place, file if file in places.values() else None)
            if partner is not None and partner != new:
                yield file, partner


def _normal(path: Path) -> list[str]:
    try:
        return [" ".join(line.split()) for line in path.read_text(errors="replace").split("\n")]
    except OSError:
        return []
