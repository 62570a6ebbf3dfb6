"""When a call does not return: the faults that were found, and the condition without which each does not happen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from secateur import expr
from secateur.conjectures.claim import ClaimKind, ClaimStatus, without_old
from secateur.conjectures.ends import Failure, env_of, failure_of
from secateur.conjectures.evaluation import Env, NoValue, Row, holds, value_in
from secateur.conjectures.line import InvariantLine
from secateur.conjectures.quantity import Quantities
from secateur.conjectures.runs import Runs
from secateur.contracts.terms import Operation, Term
from secateur.expr import Expr, Value
from secateur.machine.path import Ending, Path
from secateur.solver import Solver, Unsat

#: Conditions of which pairs are looked at.
MOST_PAIRED = 24


@dataclass(frozen=True, slots=True)
class EndedPath:
    """A path with the values before the call. `failure` is None if the call returned."""

    conditions: Sequence[Value]
    env: Env
    failure: Failure | None
    model: tuple[int, ...]

    @staticmethod
    def of(path: Path, words: Quantities) -> EndedPath | None:
        failure = failure_of(path)
        if failure is None and path.ending is not Ending.RETURNED:
            return None
        return EndedPath(path.conditions, env_of(path, words), failure, path.model)


def failure_lines(
    paths: Sequence[EndedPath], runs: Runs, atoms: Sequence[Term], is_complete: bool, solver: Solver
) -> list[InvariantLine]:
    """A line for each way to fail; one that says that there is none, if there is none."""
    status = ClaimStatus.ALL_PATHS if is_complete else ClaimStatus.EXPLORED
    groups = sorted({each.failure for each in paths if each.failure is not None})
    if not groups:
        if not paths:
            return []
        return [InvariantLine(ClaimKind.NEVER_FAILS, status, "returns without a fault")]
    return [_line(group, paths, runs, atoms, status, solver) for group in groups]


def _line(
    group: Failure,
    paths: Sequence[EndedPath],
    runs: Runs,
    atoms: Sequence[Term],
    status: ClaimStatus,
    solver: Solver,
) -> InvariantLine:
    """With the narrowest condition that all its paths satisfy."""
    own = [each for each in paths if each.failure == group]
    others = [each for each in paths if each.failure != group]
    for guard in _guards(group, runs, atoms):
        if all(_excludes(path, guard, solver, negated=True) for path in own):
            is_exact = all(_excludes(path, guard, solver, negated=False) for path in others)
            word = "exactly when" if is_exact else "only if"
            shown = without_old(guard)  # there is nothing after it
            return InvariantLine(ClaimKind.FAILS, status, f"{_told(group, is_exact)} {word} {shown}", (), group, shown)
    return InvariantLine(ClaimKind.FAILS, ClaimStatus.SHOWN, _told(group, False), (), group)


def _told(group: Failure, is_certain: bool) -> str:
    if group.kind == "exit":
        return "ends the program" if is_certain else "may end the program"
    where = f" at line {group.line}" if group.line else ""
    return f"{'fails' if is_certain else 'may fail'}: {group.kind}{where}"


def _guards(group: Failure, runs: Runs, atoms: Sequence[Term]) -> list[Term]:
    """Conditions that hold in all runs that fail so, those first that hold in the fewest others."""
    own = [row for row, failure in runs.failed if failure == group]
    others = [*runs.rows, *(row for row, failure in runs.failed if failure != group)]
    single = [atom for atom in atoms if own and all(_true(atom, row) for row in own)]
    pairs: list[Term] = [Operation("&&", a, b) for a, b in combinations(single[:MOST_PAIRED], 2)]
    either = [atom for atom in atoms[:MOST_PAIRED] if any(_true(atom, row) for row in own) and atom not in single]
    unions = [Operation("||", a, b) for a, b in combinations(either, 2)]
    found = [*single, *pairs, *(each for each in unions if all(_true(each, row) for row in own))]
    counts = {str(each): sum(_true(each, row) for row in others) for each in found}
    useful = [each for each in found if counts[str(each)] < len(others) or not others]
    ordered = sorted(useful, key=lambda each: (counts[str(each)], len(str(each)), str(each)))
    return ordered[:6]


def _excludes(path: EndedPath, guard: Term, solver: Solver, negated: bool) -> bool:
    """Does no input of the path satisfy the condition (or its opposite)?"""
    try:
        value = holds(guard, path.env)
    except NoValue:
        return False
    wanted = expr.not_(value) if negated else value
    if not isinstance(wanted, Expr):
        return not wanted
    return isinstance(solver.solve([*path.conditions, wanted], path.model), Unsat)


def _true(term: Term, row: Row) -> bool:
    try:
        return bool(value_in(term, row))
    except KeyError:
        return False
