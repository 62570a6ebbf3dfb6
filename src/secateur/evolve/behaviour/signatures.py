"""Comparison of two semantic signatures: which rows are equivalent, and which inputs show that others are not.

Rows are compared by meaning, not by form: for each pair, the solver searches for an input that satisfies the conditions
of both rows and gives different outputs.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from secateur import expr
from secateur.exploration.criteria import Value, same
from secateur.exploration.signature import Row
from secateur.expr import Expr
from secateur.solver import Sat, Solver, Unsat


class RowStatus(StrEnum):
    """How a row of one signature compares with those of the other."""

    SAME = "same"
    CHANGED = "changed"
    ONLY_OLD = "only in old"
    ONLY_NEW = "only in new"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, eq=False)
class Aligned:
    """A row of each version and how they compare. `model` is an input with different outputs, or one that produces an
    output in only one version."""

    status: RowStatus
    old: Row | None
    new: Row | None
    model: tuple[int, ...] | None = None


def align(old: Sequence[Row], new: Sequence[Row], solver: Solver) -> list[Aligned]:
    """Every row of both versions, in the order of the old one, then the rows that only the new one has. When the
    solver's time is over, the others are unknown."""
    found: list[Aligned] = []
    by_condition = {frozenset(row.conditions): row for row in new}
    met: set[int] = set()
    for row in old:
        if solver.gives_up:
            found.append(Aligned(RowStatus.UNKNOWN, row, None))
            continue
        twin = by_condition.get(frozenset(row.conditions))
        partners = list(new) if twin is None else [twin]
        found += _partners(row, partners, solver, met)
    for row in new:
        if id(row) not in met and solver.gives_up:
            found.append(Aligned(RowStatus.UNKNOWN, None, row))
        elif id(row) not in met:
            found.append(Aligned(RowStatus.ONLY_NEW, None, row, row.path.model))
    return found


def _partners(row: Row, candidates: Sequence[Row], solver: Solver, met: set[int]) -> list[Aligned]:
    """A row with all rows of the other version that share an input with it."""
    opposites = {expr.not_(condition) for condition in row.conditions}
    changed: list[Aligned] = []
    unknown: list[Aligned] = []
    equal: Row | None = None
    for other in candidates:
        if not opposites.isdisjoint(other.conditions):
            continue
        together = [*row.conditions, *other.conditions]
        shared = solver.solve(together, row.path.model)
        if isinstance(shared, Unsat):
            continue
        met.add(id(other))
        if not isinstance(shared, Sat):
            unknown.append(Aligned(RowStatus.UNKNOWN, row, other))
            continue
        answer = _differing(row, other, together, solver, shared.model)
        if isinstance(answer, tuple):
            changed.append(Aligned(RowStatus.CHANGED, row, other, answer))
        elif answer:
            equal = equal or other
        else:
            unknown.append(Aligned(RowStatus.UNKNOWN, row, other))
    if changed or unknown:
        return changed + unknown
    if equal is not None:
        return [Aligned(RowStatus.SAME, row, equal)]
    return [Aligned(RowStatus.ONLY_OLD, row, None, row.path.model)]


def _differing(
    row: Row, other: Row, together: list[Expr], solver: Solver, hint: tuple[int, ...]
) -> tuple[int, ...] | bool:
    """An input for which both rows hold and an output differs; True if there is none, False if undecided."""
    ours, theirs = dict(row.outputs), dict(other.outputs)
    if list(ours) != list(theirs):
        return hint
    is_certain = True
    for name, value in ours.items():
        if same(value, theirs[name]):
            continue
        difference = unequal(value, theirs[name])
        if difference is None:
            return hint
        answer = solver.solve([*together, difference], hint)
        if isinstance(answer, Sat):
            return answer.model
        is_certain = is_certain and isinstance(answer, Unsat)
    return is_certain


def unequal(one: Value, other: Value) -> Expr | int | None:
    """The condition that two outputs differ; None if it cannot be expressed: then they are assumed to differ."""
    if isinstance(one, tuple | float) or isinstance(other, tuple | float):
        return None
    widths = {value.width for value in (one, other) if isinstance(value, Expr)}
    if len(widths) != 1:
        return None if widths else int(one != other)
    return expr.ne(one, other, widths.pop())
