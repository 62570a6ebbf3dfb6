"""Whether a branch has another side to explore."""

from __future__ import annotations

from secateur.machine.path import Branch, BranchKind


def can_flip(branch: Branch) -> bool:
    """Has the branch another side that the path so far does not rule out?"""
    return not branch.implied and has_other_side(branch)


def has_other_side(branch: Branch) -> bool:
    """False for a value that was made concrete and for an assumption that held."""
    if branch.site.kind is BranchKind.PINNED:
        return False
    return branch.site.kind is not BranchKind.ASSUMPTION or not branch.outcome
