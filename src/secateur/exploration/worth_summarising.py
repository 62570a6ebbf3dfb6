"""Whether exact summaries may make short work of an exploration (`summary_trial`)."""

from __future__ import annotations

from secateur.machine.machine import Machine
from secateur.machine.path import OWN_FILES, BranchKind, Path

#: What part of the decisions of a path must be made in functions which could have a summary, in percent.
SHARE = 50


def is_worth_summarising(path: Path, machine: Machine, least: int) -> bool:
    """Are most decisions of a path, and at least so many, made in functions that are called?"""
    inside = others = 0
    for branch in path.branches:
        if branch.site.kind is BranchKind.CONDITION and not branch.implied:
            own = branch.site.position.file.startswith(OWN_FILES)
            if branch.site.function in machine.reported or own:
                others += 1
            else:
                inside += 1
    return inside >= least and 100 * inside >= SHARE * (inside + others)
