"""Whether exact summaries may make short work of an exploration (`summary_trial`)."""

from __future__ import annotations

from secateur.machine.machine import Machine
from secateur.machine.path import OWN_FILES, BranchKind, Path

#: The least number of decisions of a path that are made in functions which could have a summary, and what part of all
#: its decisions they must be, in percent.
FEWEST, SHARE = 8, 50

#: The work that it may need in any case.
LEAST = 2_000_000


def is_worth_summarising(path: Path, machine: Machine) -> bool:
    """Are most decisions of a path made in functions that are called?"""
    inside = others = 0
    for branch in path.branches:
        if branch.site.kind is BranchKind.CONDITION and not branch.implied:
            own = branch.site.position.file.startswith(OWN_FILES)
            if branch.site.function in machine.reported or own:
                others += 1
            else:
                inside += 1
    return inside >= FEWEST and 100 * inside >= SHARE * (inside + others)
