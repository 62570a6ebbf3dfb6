"""Which tests of a suite a change calls for: paper 002, section 6.3.

Tests are judged by the impacted path that they take, not by what their inputs look like: a test stands for a path if
its inputs satisfy the path's impacted conditions. Each impacted path needs one test; what no test takes is added. A run
that passes no changed statement in either version does the same in both, and needs no test.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from secateur import expr
from secateur.dependence.trace.graphs import Graphs
from secateur.evolve.behaviour.equivalence import Version
from secateur.evolve.impact.impact import Impact
from secateur.expr import Expr
from secateur.machine.path import Path

Model = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Candidate:
    """A test that there is already; `model` is its input."""

    name: str
    model: Model


@dataclass(frozen=True, slots=True)
class Selection:
    """`selected`: tests to run again, one for each impacted path that a test takes. `same` are further tests that take
    the path of a selected one, with its name. `skipped` pass nothing that was changed. `added` are inputs for
    impacted paths that no test takes."""

    selected: tuple[str, ...]
    same: tuple[tuple[str, str], ...]
    skipped: tuple[str, ...]
    added: tuple[Model, ...]


class Passing:
    """Whether an input passes anything that was changed, in either version: if not, it cannot tell them apart."""

    def __init__(self, old: Version, new: Version, impact: Impact) -> None:
        self._sides = [
            (version, side.changed, Graphs(version.machine, version.impacted.static))
            for version, side in ((old, impact.old), (new, impact.new))
        ]

    def __call__(self, model: Model) -> bool:
        for version, changed, graphs in self._sides:
            path = version.run(model)
            if any(node in changed for node in graphs.graph(path).record.nodes):
                return True
        return False


def select(
    tests: Sequence[Candidate], paths: Sequence[Path], new: Version, passes: Passing, whole: bool = False
) -> Selection:
    """`paths` are those of `dise`; `whole`: of another technique, where each stands for itself."""
    regions: list[tuple[list[Expr], Path]] = [
        (path.conditions if whole else new.conditions(path), path) for path in paths
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


def _holds(conditions: Sequence[Expr], model: Model) -> bool:
    return all(expr.evaluate(condition, model) for condition in conditions)
