"""Which tests of a suite a change requires: section 6.3 of "Directed Incremental Symbolic Execution" (Yang, Person,
Rungta, Khurshid).

Tests are judged by the impacted path they take, not by the form of their inputs: a test covers a path if its inputs
satisfy the path's impacted conditions. Each impacted path needs one test; paths that no test takes get a new one. A run
that executes no changed statement in either version behaves the same in both, and needs no test.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from secateur import expr
from secateur.dependence.trace.graphs import Graphs
from secateur.evolve.behaviour.equivalence import Version
from secateur.evolve.impact.impact import Impact
from secateur.expr import Expr
from secateur.machine.path import LIMITED, Path

Model = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """An existing test; `model` is its input."""

    name: str
    model: Model


@dataclass(frozen=True, slots=True)
class Selection:
    """`selected`: tests to run again, one per impacted path that a test takes. `same`: further tests, each with the
    selected test that takes the same path. `skipped`: tests that execute no changed statement. `added`: inputs for
    impacted paths that no test takes."""

    selected: tuple[str, ...]
    same: tuple[tuple[str, str], ...]
    skipped: tuple[str, ...]
    added: tuple[Model, ...]


class Passing:
    """Does an input execute a changed statement in either version? If not, both behave the same on it. A run that was
    stopped might have."""

    def __init__(self, old: Version, new: Version, impact: Impact) -> None:
        self._sides = [
            (version, side.changed, Graphs(version.machine, version.impacted.static))
            for version, side in ((old, impact.old), (new, impact.new))
        ]

    def __call__(self, model: Model) -> bool:
        for version, changed, graphs in self._sides:
            path = version.run(model)
            if path.ending in LIMITED or any(node in changed for node in graphs.graph(path).record.nodes):
                return True
        return False


def select(
    tests: Sequence[Candidate], paths: Sequence[Path], new: Version, passes: Passing, whole: bool = False
) -> Selection:
    """`paths` are those of `dise`; `whole`: those of another technique, where each stands only for itself."""
    regions: list[tuple[list[Expr], Path]] = [
        (path.conditions if whole else new.impacted.conditions(path), path) for path in paths
    ]
    taken: dict[int, str] = {}
    selected: list[str] = []
    same: list[tuple[str, str]] = []
    skipped: list[str] = []
    for test in tests:
        if not passes(test.model):
            skipped.append(test.name)
            continue
        number = next(
            (n for n, (conditions, _) in enumerate(regions) if _holds(conditions, test.model)), -1 - len(taken)
        )
        if number in taken:
            same.append((test.name, taken[number]))
        else:
            taken[number] = test.name
            selected.append(test.name)
    added = [path.model for n, (_, path) in enumerate(regions) if n not in taken and passes(path.model)]
    return Selection(tuple(selected), tuple(same), tuple(skipped), tuple(added))


def select_conditions(
    tests: Sequence[Candidate], paths: Sequence[Path], new: Version, passes: Passing, whole: bool = False
) -> Selection:
    """By the sides of impacted branches instead of whole impacted paths: a test is needed if it takes a side that no
    earlier one takes. Each operand of `&&` and `||` is a branch of its own. (`whole` makes no difference.)"""
    taken: dict[tuple[int, bool], str] = {}
    selected: list[str] = []
    same: list[tuple[str, str]] = []
    skipped: list[str] = []
    added: list[Model] = []
    for test in tests:
        if not passes(test.model):
            skipped.append(test.name)
            continue
        sides = _sides(new, new.run(test.model))
        if sides <= taken.keys() and selected:
            same.append((test.name, taken[min(sides)] if sides else selected[0]))
            continue
        selected.append(test.name)
        taken |= {side: test.name for side in sides if side not in taken}
    for path in paths:
        sides = _sides(new, path)
        if not sides <= taken.keys() and passes(path.model):
            added.append(path.model)
            taken |= dict.fromkeys(sides, "")
    return Selection(tuple(selected), tuple(same), tuple(skipped), tuple(added))


def _sides(new: Version, path: Path) -> set[tuple[int, bool]]:
    """The impacted branches that a run passes, each with the side it takes."""
    branches = [path.branches[number] for number in new.impacted.decisions(path)]
    return {(branch.site.number, branch.outcome) for branch in branches}


def _holds(conditions: Sequence[Expr], model: Model) -> bool:
    return all(expr.evaluate(condition, model) for condition in conditions)
