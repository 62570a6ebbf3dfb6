"""Makes the rows of a signature exclude each other.

Relevant-slice conditions can overlap: where a slice leaves out a decision that another run needs, an input may satisfy
the conditions of both runs. The output is the same under both, so the row that was found first keeps the input.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from secateur import expr
from secateur.exploration.signature import Row, conjuncts
from secateur.expr import Expr
from secateur.machine.path import Path
from secateur.solver import Sat, Solver, Unsat

#: Runs the program on an input; None if the run reaches no output.
Rerun = Callable[[tuple[int, ...]], Path | None]


@dataclass(frozen=True, slots=True)
class _Slice:
    """The conditions of a row, one by one, with the structural keys of what contradicts each of them."""

    conditions: tuple[Expr, ...]
    keys: frozenset[int]
    contradictions: frozenset[int]

    @staticmethod
    def of(conditions: Sequence[Expr]) -> _Slice:
        parts = tuple(dict.fromkeys(part for each in conditions for part in conjuncts(each)))
        negated = (expr.not_(part) for part in parts)
        return _Slice(parts, frozenset(p.key for p in parts), frozenset(n.key for n in negated if isinstance(n, Expr)))

    def meets(self, other: _Slice, solver: Solver, hint: tuple[int, ...]) -> bool:
        """Can an input satisfy both? Assumed if the solver does not know."""
        if not self.keys.isdisjoint(other.contradictions):
            return False
        return not isinstance(solver.solve([*self.conditions, *other.conditions], hint), Unsat)


def exclusive(rows: Sequence[Row], solver: Solver, rerun: Rerun) -> list[Row]:
    """The rows without the inputs of earlier ones. A row that has no others is left out. When the time of the solver is
    over, the rest stays as it is."""
    kept: list[Row] = []
    slices: list[_Slice] = []
    for row in rows:
        if solver.gives_up:
            kept.append(row)
            continue
        here = _Slice.of(row.conditions)
        met = [other for other in slices if here.meets(other, solver, row.path.model)]
        outside = [_outside(other, here, solver) for other in met]
        slices.append(here)
        narrowed = _narrowed(row, outside, solver, rerun) if outside else row
        if narrowed is not None:
            kept.append(narrowed)
    return kept


def _outside(other: _Slice, here: _Slice, solver: Solver) -> Expr | int:
    """The condition that an input is not in the other row; what holds here anyway is left out of it."""
    different = [c for c in other.conditions if solver.must_be_true(c, list(here.conditions)) is not True]
    found: Expr | int = False
    for condition in different:
        found = expr.or_(found, expr.not_(condition), 1)
    return found


def _narrowed(row: Row, outside: Sequence[Expr | int], solver: Solver, rerun: Rerun) -> Row | None:
    """The row with further conditions, and with an input that satisfies them; None if there is none."""
    added = tuple(each for each in outside if isinstance(each, Expr))
    if len(added) < len(outside):  # one of the others contains all of it
        return None
    narrowed = replace(row, conditions=(*row.conditions, *added))
    if narrowed.holds(row.path.model):
        return narrowed
    answer = solver.solve(list(narrowed.conditions), row.path.model)
    if isinstance(answer, Unsat):
        return None
    path = rerun(answer.model) if isinstance(answer, Sat) else None
    return narrowed if path is None else replace(narrowed, path=path)
