"""What a commit changes that is not compiled: lines that `#if` leaves out of files and headers, and files of C++."""

from __future__ import annotations

from pathlib import Path

from secateur.assumption import Assumption, AssumptionKind
from secateur.evolve.commits.changed import CommitChanges, CommitComparison
from secateur.jobs.not_compiled import changed_and_left_out

#: A header is looked at as the first units that read it see it.
MOST_UNITS = 3


def left_out(comparison: CommitComparison, changes: CommitChanges) -> tuple[Assumption, ...]:
    """By the places of the files."""
    foreign = tuple(Assumption(AssumptionKind.NOT_COMPILED, file, "C++") for file in changes.foreign)
    found, units = comparison.range, comparison.units
    compiled = {pair.old.file for pair in changes.pairs}, {pair.new.file for pair in changes.pairs}
    through: dict[Path, list[Path]] = {}
    files: tuple[list[str], list[str]] = ([], [])
    for file in found.changed:
        former = found.former.get(file, file)
        readers = [_readers(comparison, side, name, compiled[side]) for side, name in enumerate((former, file))]
        if file in compiled[1] or all(readers):
            for side, name in enumerate((former, file)):
                files[side].append(name)
                if name not in compiled[side]:
                    tree = units[side].tree
                    through[tree.path(name)] = [tree.path(unit) for unit in readers[side]]
    if not files[1]:
        return foreign
    paths = tuple([units[side].tree.path(name) for name in files[side]] for side in (0, 1))
    used = [
        dict.fromkeys(
            (*files[side], *(unit for name in files[side] for unit in _readers(comparison, side, name, compiled[side])))
        )
        for side in (0, 1)
    ]
    builds = units[0].options(used[0]), units[1].options(used[1])
    return (*foreign, *changed_and_left_out((paths[0], paths[1]), builds, None, through))


def _readers(comparison: CommitComparison, side: int, file: str, compiled: set[str]) -> list[str]:
    """The compiled units that read a header."""
    if not file.endswith(".h") or file in compiled:
        return []
    return [unit for unit in comparison.units[side].text.readers([file]) if unit in compiled][:MOST_UNITS]
