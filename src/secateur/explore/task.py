"""What to try next: conditions to satisfy, the branch that is wanted, and where to go on from."""

from __future__ import annotations

from dataclasses import dataclass

from secateur.expr import Expr
from secateur.machine.path import Branch, BranchKind, Path
from secateur.machine.state import BranchSite, Snapshot


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """Take the other side of branch number `index` of `origin`.

    `resume` is the nearest state at or before that branch; without one the run starts anew. `conditions` are what an
    input must satisfy; a technique may ask for fewer than the whole prefix of the path.
    """

    origin: Path
    index: int
    resume: Snapshot | None
    relevant: tuple[Expr, ...] | None = None

    @property
    def branch(self) -> Branch:
        return self.origin.branches[self.index]

    @property
    def wanted(self) -> Expr:
        return self.branch.negation

    @property
    def conditions(self) -> list[Expr]:
        """All that must hold, the wanted condition last."""
        if self.relevant is not None:
            return [*self.relevant, self.wanted]
        return [*(b.condition for b in self.origin.branches[: self.index]), self.wanted]

    @property
    def is_failing_side(self) -> bool:
        """Does the path end right there, in a fault? Then nothing needs to run."""
        branch = self.branch
        return branch.site.kind is BranchKind.CHECK and not branch.outcome

    @property
    def is_uncovered(self) -> bool:
        """Does the wanted side lead to code that no path has run yet?"""
        site = self.branch.site
        if not isinstance(site, BranchSite):
            return self.is_failing_side
        taken = self.branch.outcome != site.inverted
        target = site.if_false if taken else site.if_true
        return target is not None and not target.executed
