"""Which lines of two versions of a file correspond."""

from __future__ import annotations

from difflib import SequenceMatcher
from pathlib import Path


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


def _normal(path: Path) -> list[str]:
    try:
        return [" ".join(line.split()) for line in path.read_text(errors="replace").split("\n")]
    except OSError:
        return []
