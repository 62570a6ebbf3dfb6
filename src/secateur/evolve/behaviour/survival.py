"""Inputs that end early in both versions alike, although they satisfy the condition of a difference.

A check that has nothing to do with the change is not part of that condition: where it fails, both versions end before
they can differ. Each such check that a differing run passes is tried: if an input of the condition fails it, and both
versions then do the same, the condition gets that the check is passed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from secateur.evolve.behaviour.conditions import DifferingInputs, tidy
from secateur.evolve.behaviour.equivalence import Version
from secateur.evolve.behaviour.outcomes import Equality, differing
from secateur.exploration.hidden import ended_early
from secateur.exploration.sides import has_other_side
from secateur.expr import Expr
from secateur.machine.path import Branch, BranchKind
from secateur.solver import Sat, Solver

#: Maximum number of checks that are tried for one difference.
MOST_CHECKS = 24


class Survival:
    """Narrows the conditions of differences to inputs that get there."""

    def __init__(self, old: Version, new: Version, solver: Solver, equality: Equality) -> None:
        self._versions = old, new
        self._solver = solver
        self._equality = equality

    def narrowed(self, difference: DifferingInputs) -> DifferingInputs:
        conditions = list(difference.conditions)
        for branch in self._checks(difference, conditions):
            answer = self._solver.solve([*conditions, branch.negation], difference.model)
            if isinstance(answer, Sat) and self._end_alike(answer.model):
                conditions.append(branch.condition)
        if len(conditions) == len(difference.conditions):
            return difference
        return replace(difference, conditions=tuple(tidy(conditions)))

    def _checks(self, difference: DifferingInputs, conditions: list[Expr]) -> Iterator[Branch]:
        """Those that both runs pass, each condition once."""
        old, new = (version.run(difference.model) for version in self._versions)
        passed = {branch.condition for branch in old.branches}
        known = set(conditions)
        for branch in new.branches:
            is_check = branch.site.kind is BranchKind.CHECK and has_other_side(branch)
            if is_check and branch.condition in passed and branch.condition not in known:
                known.add(branch.condition)
                yield branch
                if len(known) - len(conditions) >= MOST_CHECKS:
                    return

    def _end_alike(self, model: tuple[int, ...]) -> bool:
        old, new = (version.run(model) for version in self._versions)
        return ended_early(old) and ended_early(new) and not differing(old, new, model, self._equality)
