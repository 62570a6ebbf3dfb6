"""Why a test that passed in the old version fails in the new one.

Follows section 5.2 of "Path Exploration based on Symbolic Output" (Qi, Nguyen, Roychoudhury), which builds on the
DARWIN method. The test is run in both versions. The decisions of its run that the output depends on are a formula over
the inputs: g in the old version, g′ in the new one (`conditions="path"` takes the full path conditions instead). Then
g ∧ ¬g′ is solved constraint by constraint, and so is g′ ∧ ¬g: each constraint that can be negated while all constraints
of the other version and those before it hold comes from a branch that the two versions decide differently. The input
found behaves like the failing one in one version, but not in the other.

A constraint does not capture a changed assignment under the same branches. So statements of the slice that the other
version does not have are causes, too; with an input that takes the same path in both versions and produces the same
output, if there is one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from secateur import expr
from secateur.evolve.behaviour.signatures import unequal
from secateur.evolve.debugging.line_matching import Place, PlaceMatching
from secateur.evolve.debugging.tested import NEW, OLD, TestedVersion
from secateur.exploration.criteria import Value, same
from secateur.expr import Expr
from secateur.ir.model import NOWHERE, Position
from secateur.machine.errors import NothingRuns
from secateur.machine.library.output import render
from secateur.machine.limit import LimitKind
from secateur.machine.unsupported import UnsupportedKind
from secateur.solver import Sat, Solver, Unknown

#: The kinds of causes.
CONDITION, STATEMENT = "condition", "statement"


@dataclass(frozen=True, slots=True, eq=False)
class Cause:
    """A line of a version that can explain the difference. `condition` is the decision of the failing input there,
    `model` the alternative input. `is_changed`: the other version has no such line. `other`: the line of the other
    version that is the same cause."""

    version: str
    position: Position
    kind: str
    condition: Expr | None
    model: tuple[int, ...] | None
    is_changed: bool
    other: int | None = None

    @property
    def rank(self) -> tuple[int, ...]:
        """Changed lines first, conditions before statements, the new version before the old one."""
        order = 2 * (not self.is_changed) + (self.kind == STATEMENT)
        return (order, self.version == OLD, self.position.line, self.position.column)


@dataclass(frozen=True, slots=True)
class Explanation:
    """`is_different`: do the two versions differ on this input at all? `undecided`: number of constraints that the
    solver could not decide. `sizes`: number of constraints per version."""

    is_different: bool
    causes: tuple[Cause, ...] = ()
    undecided: int = 0
    sizes: tuple[int, int] = (0, 0)


def explain(
    old: TestedVersion,
    new: TestedVersion,
    model: tuple[int, ...],
    solver: Solver,
    conditions: str = "slice",
) -> Explanation:
    """The lines that can explain why the output differs; the versions' machines must share their variables."""
    for version in (old, new):
        version.run(model, conditions)
        limit = version.path.limit
        if limit is not None and limit.kind is LimitKind.UNSUPPORTED:
            kind, name = limit.details
            raise NothingRuns(UnsupportedKind(kind), name, limit.place or NOWHERE)
    if not _differ(old, new, model):
        return Explanation(False)
    lines = PlaceMatching(old.file, new.file, old.files, new.files)
    found: list[Cause] = []
    undecided = 0
    for one, other in ((old, new), (new, old)):
        for cause in _composed(one, other, lines, solver):
            if cause is None:
                undecided += 1
            else:
                found.append(cause)
    found += _statements(old, new, lines, solver)
    sizes = (len(old.decisions), len(new.decisions))
    return Explanation(True, tuple(_merged(found, lines)), undecided, sizes)


def _differ(old: TestedVersion, new: TestedVersion, model: tuple[int, ...]) -> bool:
    if old.path.ending is not new.path.ending or (old.path.fault is None) != (new.path.fault is None):
        return True
    ours, theirs = dict(old.outputs), dict(new.outputs)
    if list(ours) != list(theirs):
        return True
    if old.path.fault is not None and new.path.fault is not None and not ours:
        return old.path.fault.kind is not new.path.fault.kind
    return any(_value(ours[name], model) != _value(theirs[name], model) for name in ours)


def _value(value: Value, model: tuple[int, ...]) -> object:
    if isinstance(value, tuple):
        return render(list(value), model)
    if isinstance(value, float):
        return repr(value)
    return expr.evaluate(value, model)


def _composed(one: TestedVersion, other: TestedVersion, lines: PlaceMatching, solver: Solver) -> Iterator[Cause | None]:
    """The constraints of `other` that can be negated while all of `one` hold; None for each undecided constraint."""
    held = one.conditions
    for number in other.decisions:
        branch = other.path.branches[number]
        answer = solver.solve([*held, branch.negation], other.path.model)
        held.append(branch.condition)
        if isinstance(answer, Unknown):
            yield None
        elif isinstance(answer, Sat):
            position = other.line_of(other.graph.record.decided[number])
            if position is not None:
                changed = lines.is_changed((position.file, position.line), other.name == NEW)
                yield Cause(other.name, position, CONDITION, branch.condition, answer.model, changed)


def _statements(old: TestedVersion, new: TestedVersion, lines: PlaceMatching, solver: Solver) -> list[Cause]:
    """Lines of the slices that the other version does not have, each with an input that does not show the difference.

    A rewritten line is not a cause if it does the same as its partner, or if its partner has code but does not run:
    then a decision is the cause. A line that differs only because it receives different values from the same lines is
    reported only if there is no better cause.
    """
    model = _agreeing(old, new, solver)
    found: list[Cause] = []
    following: list[Cause] = []
    for one, other, partners in ((new, old, lines.to_old), (old, new, lines.to_new)):
        for line, position in one.slice().items():
            if not lines.is_changed(line, one.name == NEW):
                continue
            partner = partners.get(line)
            cause = Cause(one.name, position, STATEMENT, None, model, True)
            if partner is None or partner not in other.code_lines:
                found.append(cause)
            elif partner in other.executed and not _begin_alike(one.does(line), other.does(partner)):
                sources = [version.gets(number, lines) for version, number in ((one, line), (other, partner))]
                is_following = [lines for lines, _ in sources[0]] == [lines for lines, _ in sources[1]]
                (following if is_following and sources[0] != sources[1] else found).append(cause)
    return found or following


def _begin_alike(ours: Sequence[object], theirs: Sequence[object]) -> bool:
    """Compares the common prefix: how often a line runs is determined by other lines. What it does in one run counts
    as a whole."""
    common = min(len(ours), len(theirs))
    return common > 0 and list(ours[:common]) == list(theirs[:common])


def _agreeing(old: TestedVersion, new: TestedVersion, solver: Solver) -> tuple[int, ...] | None:
    """An input that takes the same path as the failing one in both versions, with equal outputs."""
    together = [*old.conditions, *new.conditions]
    ours, theirs = dict(old.outputs), dict(new.outputs)
    if not ours or list(ours) != list(theirs):
        return None
    for name, value in ours.items():
        if not same(value, theirs[name]):
            difference = unequal(value, theirs[name])
            equal = None if difference is None else expr.not_(difference)
            if not isinstance(equal, Expr):
                return None
            together.append(equal)
    answer = solver.solve(together, old.path.model)
    return answer.model if isinstance(answer, Sat) else None


def _merged(causes: Sequence[Cause], lines: PlaceMatching) -> list[Cause]:
    """The best cause for each line, ranked. A line of the old version counts as its partner in the new one."""
    found: dict[tuple[str, Place], Cause] = {}
    for cause in sorted(causes, key=lambda c: c.rank):
        place = cause.position.file, cause.position.line
        partner = lines.to_new.get(place) if cause.version == OLD else None
        key = (cause.version, place) if partner is None else (NEW, partner)
        kept = found.setdefault(key, cause)
        if kept.version != cause.version:
            found[key] = replace(kept, other=cause.position.line)
    return sorted(found.values(), key=lambda c: c.rank)
