"""Minimal conditions under which two versions differ.

A region of differing inputs is a conjunction. A conjunct can be dropped if the rest still excludes every region in
which the versions are equal: then all inputs that satisfy the rest differ. Bounds on the same expression are merged
(`x <= 0 && x != 0` is `x < 0`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from secateur import expr
from secateur.evolve.behaviour.effects import ChangeEffect, grouped
from secateur.evolve.behaviour.equivalence import InputRegion
from secateur.expr import Expr
from secateur.solver import Solver, Unsat

#: Maximum number of solver queries for minimising the conditions of one comparison, and again for merging them.
MOST_QUESTIONS = 4_000


@dataclass(frozen=True, slots=True, eq=False)
class DifferingInputs:
    """If `is_exact`, all inputs that satisfy `conditions` differ in the outputs `names`; in any case those in the
    region of `model` do. `merged` is the number of regions merged into this one; `others`: further conditions under
    which the effect is the same."""

    conditions: tuple[Expr, ...]
    model: tuple[int, ...]
    names: tuple[str, ...]
    is_exact: bool
    merged: int = 1
    effect: ChangeEffect = ChangeEffect()  # noqa: RUF009  (frozen)
    others: tuple[tuple[Expr, ...], ...] = ()

    @property
    def ways(self) -> tuple[tuple[Expr, ...], ...]:
        """All known conditions: one of them has to hold."""
        return (self.conditions, *self.others)


class Minimiser:
    """Minimises conditions. That they remain sufficient can be checked only if all equal regions are known."""

    def __init__(
        self,
        equal: Sequence[InputRegion],
        solver: Solver,
        complete: bool,
        untouched: Sequence[tuple[Expr, ...]] = (),
    ) -> None:
        """`untouched`: conditions of further inputs on which the versions are equal."""
        self._equal = equal
        self._untouched = untouched
        self._solver = solver
        self._complete = complete
        self._left = MOST_QUESTIONS

    def differences(self, regions: Sequence[InputRegion]) -> list[DifferingInputs]:
        """One for each effect of regions that no other one covers, those with the shortest conditions first."""
        found: list[DifferingInputs] = []
        counts: list[int] = []
        for region in regions:
            known = next((n for n, d in enumerate(found) if d.is_exact and _holds(d.conditions, region.model)), None)
            if known is not None:
                counts[known] += 1
                continue
            small, is_exact = self._smallest(region)
            found.append(DifferingInputs(tuple(tidy(small)), region.model, region.names, is_exact, 1, region.effect))
            counts.append(1)
        self._left = MOST_QUESTIONS
        self._merge(found, counts)
        kept = [replace(d, merged=count) for d, count in zip(found, counts, strict=True) if count]
        return grouped(sorted(kept, key=lambda d: (sum(len(expr.to_c(c)) for c in d.conditions), d.model)))

    def _merge(self, found: list[DifferingInputs], counts: list[int]) -> None:
        """Differences that another one includes are counted there, and get a count of 0."""
        for number, one in enumerate(found):
            for wider, other in enumerate(found):
                if wider != number and counts[wider] and other.is_exact and self._implies(one, other):
                    counts[wider] += counts[number]
                    counts[number] = 0
                    break

    def _implies(self, one: DifferingInputs, other: DifferingInputs) -> bool:
        for condition in other.conditions:
            if condition in one.conditions:
                continue
            self._left -= 1
            opposite = expr.not_(condition)
            if self._left < 0 or not isinstance(
                self._solver.solve([*one.conditions, opposite], one.model, len(one.conditions)), Unsat
            ):
                return False
        return True

    def _smallest(self, region: InputRegion) -> tuple[list[Expr], bool]:
        """Tries to drop long conditions first: short ones are easier to read."""
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
        known = [(region.conditions, region.model, len(region.conditions)) for region in self._equal]
        known += [(untouched, (), 0) for untouched in self._untouched]
        refused = {expr.not_(c) for c in conditions}
        for equal, model, satisfied in known:
            if any(c in refused for c in equal):
                continue
            self._left -= 1
            if self._left < 0:
                return False
            if not isinstance(self._solver.solve([*equal, *conditions], model, satisfied), Unsat):
                return False
        return True


def _holds(conditions: Sequence[Expr], model: tuple[int, ...]) -> bool:
    return all(expr.evaluate(c, model) for c in conditions)


@dataclass(slots=True)
class _Bounds:
    """The possible values of one expression: from `low` to `high`, except `missing`."""

    low: int
    high: int
    is_signed: bool
    missing: set[int] = field(default_factory=set)
    from_: list[Expr] = field(default_factory=list)


def tidy(conditions: Sequence[Expr]) -> list[Expr]:
    """The same conditions in the order of the inputs, with comparisons of an expression with constants merged."""
    conditions = [flag for each in conditions for flag in _flags(each)]
    conditions = [part for each in _without_repeats(conditions) for part in _between(each)]
    read = {condition: _read(condition) for condition in conditions}
    unsigned = {r.subject for r in read.values() if r is not None and r.is_signed is False}
    bounds: dict[Expr, _Bounds] = {}
    found: list[Expr] = []
    for condition, comparison in read.items():
        if comparison is None or (comparison.is_signed and comparison.subject in unsigned):
            found.append(condition)
            continue
        subject = comparison.subject
        bottom, top = _range(subject.width, subject not in unsigned)
        known = bounds.setdefault(subject, _Bounds(bottom, top, subject not in unsigned))
        comparison.narrow(known)
        known.from_.append(condition)
    for subject, known in bounds.items():
        found += known.from_ if len(known.from_) == 1 else _written(subject, known)
    return sorted(_ordered(found), key=_order)


def _without_repeats(conditions: Sequence[Expr]) -> list[Expr]:
    """What one condition says need not be said again in another: `a && a == b` is `a && b`."""
    kept = list(dict.fromkeys(conditions))
    yes, no = expr.eq(0, 0, 8), expr.eq(0, 1, 8)
    for number, condition in enumerate(kept):
        said: dict[Expr, expr.Value] = {}
        for other in kept:
            opposite = expr.not_(other)
            if other is not condition and isinstance(opposite, Expr):
                said |= {other: yes, opposite: no}
        shorter = expr.substitute(condition, said)
        if isinstance(shorter, Expr) and expr.size(shorter) < expr.size(condition):
            kept[number] = shorter
    return kept


def _flags(condition: Expr) -> list[Expr]:
    """`(a & b) != 0` as `a` and `b`, if both are truth values; any other condition as it is."""
    if condition.op != "not" or condition.args[0].op != "eq":
        return [condition]
    left, right = condition.args[0].args
    parts = left if isinstance(left, Expr) else right
    if 0 not in (left, right) or not isinstance(parts, Expr) or parts.op != "and":
        return [condition]
    flags = [each.args[0] for each in parts.args if isinstance(each, Expr) and each.op == "zext"]
    if len(flags) != len(parts.args) or any(flag.width != 1 for flag in flags):
        return [condition]
    return flags


def _between(condition: Expr) -> list[Expr]:
    """`(x > 3) != (x > 5)` as `x > 3` and `x <= 5`; any other condition as it is."""
    if condition.op != "xor":
        return [condition]
    one, two = (_read(each) if isinstance(each, Expr) else None for each in condition.args)
    if one is None or two is None:
        return [condition]
    shapes = [(each.subject, each.op, each.is_turned) for each in (one, two)]
    if shapes[0] != shapes[1] or one.is_signed is None:
        return [condition]
    width = one.subject.width
    less, more = sorted((one, two), key=lambda each: each.constant if one.is_signed else each.constant % (1 << width))
    outer, inner = (less, more) if one.is_turned else (more, less)
    parts = [outer.condition, expr.not_(inner.condition)]
    kept = [part for part in parts if isinstance(part, Expr)]
    return kept if len(kept) == 2 else [condition]


def _ordered(conditions: Sequence[Expr]) -> list[Expr]:
    """`x <= y && y <= x` as `x == y`, `x <= y && x != y` as `x < y`; no comparison that another one implies."""
    known = {(c.op, *c.args): c for c in conditions if c.op in ("sle", "ule")}
    apart = {frozenset(c.args[0].args): c for c in conditions if c.op == "not" and c.args[0].op == "eq"}
    dropped: set[Expr] = set()
    made: list[Expr] = []
    for (op, one, other), condition in known.items():
        if not isinstance(one, Expr) or not isinstance(other, Expr) or condition in dropped:
            continue
        opposite, unequal = known.get((op, other, one)), apart.get(frozenset((one, other)))
        if opposite is not None:
            dropped |= {condition, opposite}
            made.append(_sure(expr.eq(one, other, one.width)))
        elif unequal is not None:
            dropped |= {condition, unequal}
            made.append(_sure((expr.slt if op == "sle" else expr.ult)(one, other, one.width)))
    return list(dict.fromkeys([*(c for c in conditions if c not in dropped), *made]))


def _sure(condition: expr.Value) -> Expr:
    assert isinstance(condition, Expr)
    return condition


def _order(condition: Expr) -> list[int]:
    return [v.args[0] for v in expr.variables_of(condition)]


def _range(width: int, is_signed: bool) -> tuple[int, int]:
    return (-(1 << width - 1), (1 << width - 1) - 1) if is_signed else (0, (1 << width) - 1)


@dataclass(frozen=True, slots=True)
class _Comparison:
    """`subject op constant`, or `constant op subject` if `is_turned`; `is_signed` is None for `eq` and `ne`."""

    subject: Expr
    op: str
    constant: int
    is_turned: bool
    is_signed: bool | None
    condition: Expr

    def narrow(self, known: _Bounds) -> None:
        width = self.subject.width
        value = self.constant if known.is_signed else self.constant % (1 << width)
        if self.op == "eq":
            known.low, known.high = max(known.low, value), min(known.high, value)
        elif self.op == "ne":
            known.missing.add(value)
        elif self.is_turned:
            known.low = max(known.low, value + self.op.endswith("lt"))
        else:
            known.high = min(known.high, value - self.op.endswith("lt"))


def _read(condition: Expr) -> _Comparison | None:
    """A comparison of an expression with a constant."""
    positive = condition.op != "not"
    inner = condition if positive else condition.args[0]
    if not isinstance(inner, Expr) or inner.op not in ("eq", "slt", "sle", "ult", "ule"):
        return None
    left, right = inner.args[0], inner.args[1]
    subject, constant = (left, right) if isinstance(left, Expr) else (right, left)
    if not isinstance(subject, Expr) or isinstance(constant, Expr) or subject.width == 1:
        return None
    if inner.op == "eq":
        return _Comparison(subject, "eq" if positive else "ne", constant, False, None, condition)
    if not positive:
        return None
    return _Comparison(subject, inner.op, constant, subject is right, inner.op[0] == "s", condition)


def _written(subject: Expr, known: _Bounds) -> list[Expr]:
    width = subject.width
    bottom, top = _range(width, known.is_signed)
    less, at_most = (expr.slt, expr.sle) if known.is_signed else (expr.ult, expr.ule)
    while known.low in known.missing:
        known.low += 1
    while known.high in known.missing:
        known.high -= 1
    if known.low > known.high:
        return known.from_
    number = expr.wrap  # constants are signed, whatever they are compared as
    if known.low == known.high:
        made = [expr.eq(subject, number(known.low, width), width)]
    else:
        made = []
        if known.low > bottom:
            zero = known.low == 1
            made.append(less(0, subject, width) if zero else at_most(number(known.low, width), subject, width))
        if known.high < top:
            zero = known.high == -1
            made.append(less(subject, 0, width) if zero else at_most(subject, number(known.high, width), width))
        inside = [v for v in sorted(known.missing) if known.low < v < known.high]
        made += [expr.ne(subject, number(v, width), width) for v in inside]
    kept = [c for c in made if isinstance(c, Expr)]
    return kept if len(kept) == len(made) else known.from_
