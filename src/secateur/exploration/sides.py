"""Whether a branch has another side to explore."""

from __future__ import annotations

from secateur.machine.path import Branch, BranchKind

#: Looked up once: every branch of every path is asked.
_PINNED, _ASSUMPTION = BranchKind.PINNED, BranchKind.ASSUMPTION


def can_flip(branch: Branch) -> bool:
    """Has the branch another side that the path so far does not rule out?"""
    return not branch.implied and has_other_side(branch)


def has_other_side(branch: Branch) -> bool:
    """False for a value that was made concrete and for an assumption that held."""
    kind = branch.site.kind
    return kind is not _PINNED and (kind is not _ASSUMPTION or not branch.outcome)
