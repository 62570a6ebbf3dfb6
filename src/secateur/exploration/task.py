"""What to try next: conditions to satisfy, the branch that is wanted, and where to go on from."""

from __future__ import annotations

from dataclasses import dataclass

from secateur import expr
from secateur.dependence.trace.relevance import numbers
from secateur.expr import Expr
from secateur.machine.path import Branch, BranchKind, Path
from secateur.machine.state import BranchSite, Snapshot


@dataclass(frozen=True, slots=True, eq=False)
class Task:
    """Take the other side of branch number `index` of `origin`.

    `snapshots` are states that the path passed at or before that branch, the last being the nearest; without one the
    run starts anew. `conditions` are what an input must satisfy. A technique may ask for fewer than the whole prefix of
    the path: then `relevant` has the numbers of the branches that shall be passed again, as a bit set; the run may
    leave the path earlier. `also` is asked for besides. A `goal` is wanted instead of the other side of that branch:
    it must be that no input with it passes all branches up to there as the path did. `excluded` are conditions of
    inputs that would only end early, in a way that is known.
    """

    origin: Path
    index: int
    snapshots: tuple[Snapshot, ...] = ()
    relevant: int | None = None
    excluded: tuple[Expr, ...] = ()
    key: int = 0
    also: tuple[Expr, ...] = ()
    goal: Expr | None = None

    @property
    def branch(self) -> Branch:
        return self.origin.branches[self.index]

    @property
    def wanted(self) -> Expr:
        return self.branch.negation if self.goal is None else self.goal

    @property
    def conditions(self) -> list[Expr]:
        """All that must hold, the wanted condition last."""
        branches, relevant = self.origin.branches, self.relevant
        if relevant is None:
            return [*(b.condition for b in branches[: self.index]), self.wanted]
        return [*(branches[n].condition for n in numbers(relevant)), *self.also, self.wanted]

    def left_at(self, model: tuple[int, ...]) -> int:
        """The number of the first branch of the path that an input for this task passes otherwise."""
        if self.relevant is not None:
            for number, branch in enumerate(self.origin.branches[: self.index]):
                if not expr.evaluate(branch.condition, model):
                    return number
        return self.index

    @property
    def is_failing_side(self) -> bool:
        """Does the path end right there, in a fault? Then nothing needs to run."""
        branch = self.branch
        return self.goal is None and branch.site.kind is BranchKind.CHECK and not branch.outcome

    @property
    def is_uncovered(self) -> bool:
        """Does the wanted side lead to code that no path has run yet?"""
        site = self.branch.site
        if not isinstance(site, BranchSite):
            return self.is_failing_side
        taken = self.branch.outcome != site.inverted
        target = site.if_false if taken else site.if_true
        return target is not None and not target.executed
