"""The old version beside the new one, on the same input: for techniques that compare values, not only statements.

Whether a change has an effect on an input shows when both versions are run. Where they come to the same values again,
the decisions that follow have nothing to do with the change, for all inputs that get there in the same way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from secateur.expr import Expr
from secateur.machine.path import Branch, Path


@dataclass(frozen=True, slots=True, eq=False)
class PairedRun:
    """What a run of the new version has to do with the change, given the run of the old version on the same input.

    `decisions`: the numbers of its branches that decide about the change and what it affects; `others`: the branches of
    the old version that do. On all inputs that take these in the same way, the same instructions do the same, differ
    from the other version in the same way, and nothing else differs. `ends`: conditions of inputs on which the old
    version ends early in the same way, if none of these decisions does it; `hides`: so does the new one.
    `has_effect`: something that can be seen from outside differs, or may differ.
    """

    decisions: tuple[int, ...]
    branches: tuple[Branch, ...]  # the same as branches
    others: tuple[Branch, ...] = ()
    ends: tuple[Expr, ...] = ()
    hides: bool = False
    has_effect: bool = True

    @property
    def conditions(self) -> list[Expr]:
        """Of all inputs that it stands for, but for those that end early elsewhere. If there is an effect, the new
        version does the same on all of them; what the old one does is then compared for each of its ways."""
        counting = self.branches if self.has_effect else (*self.branches, *self.others)
        return list(dict.fromkeys(branch.condition for branch in counting))


class Beside(Protocol):
    """Runs the old version beside the new one."""

    def look(self, path: Path) -> PairedRun | None:
        """Both versions on the input of a run of the new one. None if they cannot be compared: then every impacted
        decision counts."""
        ...
