"""Whether exact summaries may make short work of an exploration (`summary_turns`)."""

from __future__ import annotations

from secateur.exploration.sides import can_flip
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


def takes_out_most(with_summaries: Path, without: Path, fewer: int) -> bool:
    """Are the decisions of a run with summaries at most one in `fewer` of those of the same input without?"""
    return fewer * _decisions(with_summaries) <= _decisions(without)


def _decisions(path: Path) -> int:
    """Those that multiply paths: the failing side of a check is one path."""
    return sum(can_flip(branch) and branch.site.kind is not BranchKind.CHECK for branch in path.branches)
