"""Inputs that only one version has. That the versions differ for some of their values is not a difference of behaviour
if they are equal for others: with such a value, the function does what it did before."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from secateur import expr
from secateur.evolve.behaviour.equivalence import EquivalenceVerdict, InputRegion
from secateur.exploration.criteria import roots
from secateur.expr import Expr
from secateur.solver import Solver, Unsat

#: Maximum number of solver queries.
MOST_QUESTIONS = 1_000


def set_apart(
    verdict: EquivalenceVerdict,
    names: Collection[str],
    variables: Mapping[tuple[str, int, str], Expr],
    solver: Solver,
    complete: bool,
) -> bool:
    """Removes from a verdict the differences that depend on the inputs of these names; were there any? Unless the
    comparison is `complete`, equal regions may not be known, and every difference may be of this kind."""
    shared = [v for (name, _, _), v in variables.items() if roots([name])[0] not in names]
    left = MOST_QUESTIONS
    kept: list[InputRegion] = []
    for region in verdict.different:
        left -= len(verdict.equal)
        if complete and verdict.complete and left >= 0 and not _can_be_equal(region, verdict, shared, solver):
            kept.append(region)
    found = len(kept) < len(verdict.different)
    verdict.different = kept
    return found


def _can_be_equal(region: InputRegion, verdict: EquivalenceVerdict, shared: list[Expr], solver: Solver) -> bool:
    """With the same values of all shared inputs, can the versions be equal?"""
    fixed = [expr.eq(v, expr.evaluate(v, region.model), v.width) for v in shared]
    same = [condition for condition in fixed if isinstance(condition, Expr)]
    return any(not isinstance(solver.solve([*same, *equal.conditions], region.model), Unsat) for equal in verdict.equal)
