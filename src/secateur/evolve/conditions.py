"""When two versions differ, in as few words as possible.

A region of inputs that differ is a conjunction. A part of it can be left out if what remains still excludes every
region in which the versions are equal: then all inputs that satisfy it differ. Bounds on one and the same expression
are put together (`x <= 0 && x != 0` is `x < 0`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from secateur import expr
from secateur.evolve.equivalence import Region
from secateur.expr import Expr
from secateur.solver import Solver, Unsat

#: So many questions may be asked to make the conditions of one comparison small.
MOST_QUESTIONS = 4_000


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """All inputs that satisfy `conditions` differ in the outputs `names`, if `is_exact`; at least those of the region
    that `model` is in do. `merged`: so many regions are put together."""

    conditions: tuple[Expr, ...]
    model: tuple[int, ...]
    names: tuple[str, ...]
    is_exact: bool
    merged: int = 1


class Minimiser:
    """Makes conditions small. Whether they still say enough is only known if all equal regions are."""

    def __init__(self, equal: Sequence[Region], solver: Solver, complete: bool) -> None:
        self._equal = equal
        self._solver = solver
        self._complete = complete
        self._left = MOST_QUESTIONS

    def differences(self, regions: Sequence[Region]) -> list[Difference]:
        """One for each region that no other one speaks for, those with the shortest conditions first."""
        found: list[Difference] = []
        counts: list[int] = []
        for region in regions:
            for number, known in enumerate(found):
                if known.names == region.names and _holds(known.conditions, region.model) and known.is_exact:
                    counts[number] += 1
                    break
            else:
                small, is_exact = self._smallest(region)
                found.append(Difference(tuple(tidy(small)), region.model, region.names, is_exact))
                counts.append(1)
        together = [
            Difference(d.conditions, d.model, d.names, d.is_exact, count)
            for d, count in zip(found, counts, strict=True)
        ]
        return sorted(together, key=lambda d: (sum(len(expr.to_c(c)) for c in d.conditions), d.model))

    def _smallest(self, region: Region) -> tuple[list[Expr], bool]:
        """Long conditions are tried first: what is short is easily read."""
        kept = list(dict.fromkeys(region.conditions))
        if not self._complete:
            return kept, False
        for condition in sorted(kept, key=lambda c: (-len(expr.to_c(c)), c.key)):
            fewer = [c for c in kept if c is not condition]
            if self._excludes_equal(fewer):
                kept = fewer
        return kept, True

    def _excludes_equal(self, conditions: list[Expr]) -> bool:
        if any(_holds(conditions, region.model) for region in self._equal):
            return False
        for region in self._equal:
            self._left -= 1
            if self._left < 0:
                return False
            answer = self._solver.solve([*region.conditions, *conditions], region.model, len(region.conditions))
            if not isinstance(answer, Unsat):
                return False
        return True


def _holds(conditions: Sequence[Expr], model: tuple[int, ...]) -> bool:
    return all(expr.evaluate(c, model) for c in conditions)


@dataclass(slots=True)
class _Bounds:
    """What is known of one expression: all values from `low` to `high` but `missing`."""

    low: int
    high: int
    missing: set[int] = field(default_factory=set)
    from_: list[Expr] = field(default_factory=list)


def tidy(conditions: Sequence[Expr]) -> list[Expr]:
    """The same conditions, those that compare an expression with constants put together, in the order of the inputs."""
    bounds: dict[Expr, _Bounds] = {}
    found: list[Expr] = []
    for condition in conditions:
        read = _read(condition)
        if read is None:
            found.append(condition)
            continue
        subject, low, high, missing = read
        limit = 1 << subject.width - 1
        known = bounds.setdefault(subject, _Bounds(-limit, limit - 1))
        known.low, known.high = max(known.low, low), min(known.high, high)
        known.missing |= missing
        known.from_.append(condition)
    for subject, known in bounds.items():
        found += known.from_ if len(known.from_) == 1 else _written(subject, known)
    return sorted(found, key=_order)


def _order(condition: Expr) -> tuple[list[int], int, int]:
    return [v.args[0] for v in expr.variables_of(condition)], len(expr.to_c(condition)), condition.key


def _read(condition: Expr) -> tuple[Expr, int, int, set[int]] | None:
    """A comparison of an expression with a constant, in signed numbers."""
    positive = condition.op != "not"
    inner = condition if positive else condition.args[0]
    if inner.op not in ("eq", "slt", "sle") or not isinstance(inner, Expr):
        return None
    left, right = inner.args[0], inner.args[1]
    subject, constant = (left, right) if isinstance(left, Expr) else (right, left)
    if not isinstance(subject, Expr) or isinstance(constant, Expr) or subject.width == 1:
        return None
    limit = 1 << subject.width - 1
    if inner.op == "eq":
        return (subject, constant, constant, set()) if positive else (subject, -limit, limit - 1, {constant})
    if not positive:
        return None
    strict = inner.op == "slt"
    if subject is left:
        return subject, -limit, constant - strict, set()
    return subject, constant + strict, limit - 1, set()


def _written(subject: Expr, known: _Bounds) -> list[Expr]:
    width = subject.width
    limit = 1 << width - 1
    while known.low in known.missing:
        known.low += 1
    while known.high in known.missing:
        known.high -= 1
    if known.low > known.high:
        return known.from_
    if known.low == known.high:
        made = [expr.eq(subject, known.low, width)]
    else:
        made = []
        if known.low > -limit:
            made.append(
                expr.slt(known.low - 1, subject, width) if known.low == 1 else expr.sle(known.low, subject, width)
            )
        if known.high < limit - 1:
            made.append(
                expr.slt(subject, known.high + 1, width) if known.high == -1 else expr.sle(subject, known.high, width)
            )
        made += [expr.ne(subject, v, width) for v in sorted(known.missing) if known.low < v < known.high]
    kept = [c for c in made if isinstance(c, Expr)]
    return kept if len(kept) == len(made) else known.from_
