"""Longer strings: code that four bytes do not reach gets eight, then sixteen … An exploration of longer ones that is
complete takes the place of the shorter; the first that is not stands beside it, with its own tests and findings."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from secateur.exploration.budget import Spent
from secateur.exploration.coverage import Coverage
from secateur.exploration.result import Result
from secateur.harness.narrowing import references
from secateur.harness.plan import Items, Leaf
from secateur.jobs.callers import place_of
from secateur.jobs.plan import Plan
from secateur.options import Inputs

if TYPE_CHECKING:
    from secateur.jobs.run import FoundFault, Run

SIZES = (8, 16, 32)

MOST_PATHS = 512
"""Of an exploration with longer strings."""

FOLDER = "longer"
_BYTE = 8


@dataclass(frozen=True, slots=True)
class ExploredPlan:
    """How something was explored, and what was found."""

    plan: Plan
    result: Result


@dataclass(frozen=True, slots=True)
class LongerRun:
    """What longer strings show. `size`: their length; `faults`: those that shorter ones do not show. `folder`: where
    its tests are, inside of the folder of the function."""

    size: int
    run: Run
    faults: tuple[FoundFault, ...]
    folder: str = FOLDER


def grown(
    first: ExploredPlan, again: Callable[[Inputs], ExploredPlan | None]
) -> tuple[ExploredPlan, ExploredPlan | None]:
    """The exploration with the longest strings that is complete, and the first that is not, if it reaches further.
    `again` explores with other inputs; None if no time is left."""
    best, inputs = first, first.plan.subject.inputs
    is_given = inputs is not None and (inputs.string, inputs.buffer) != (None, Inputs().buffer)
    for size in () if is_given else SIZES:
        inputs = best.plan.subject.inputs
        if best.result.spent is not None or not best.result.complete or inputs is None or _is_covered(best):
            return best, None
        longer = _longer(best.plan, inputs, size)
        other = None if longer is None else again(longer)
        if other is None:
            return best, None
        if other.result.spent is Spent.INTERRUPTED:  # it may not have come far
            return best, other if other.result.counts.faulty else None
        if not _reaches_further(other.result.coverage, best.result.coverage):
            return best, None
        if not other.result.complete:
            return best, other
        best = other
    return best, None


def longer_run(run: Run, other: Run) -> LongerRun:
    """`other`: the exploration with longer strings."""
    known = {place_of(each) for each in run.findings}
    new = (each for each in other.findings if place_of(each) not in known)
    inputs = other.subject.inputs
    size = 0 if inputs is None else inputs.string or 0
    return LongerRun(size, other, tuple(replace(each, suite=FOLDER) for each in new))


def _longer(plan: Plan, inputs: Inputs, size: int) -> Inputs | None:
    """The inputs with longer strings; also with larger buffers, if there are bytes in one. None if there are
    neither."""
    driver = plan.subject.driver
    if driver is None:
        return None
    now = inputs.buffer if inputs.string is None else inputs.string
    arrays = [
        node
        for variable in (*driver.parameters, *driver.symbolic)
        for each in references(variable)
        if isinstance(node := each.storage.node, Items) and _is_bytes(node)
    ]
    if any(len(each.nodes) == inputs.buffer == each.count for each in arrays):
        return replace(inputs, buffer=size, string=size)
    return replace(inputs, string=size) if any(len(each.nodes) == now for each in arrays) else None


def _is_bytes(node: Items) -> bool:
    return all(isinstance(each, Leaf) and each.width == _BYTE for each in node.nodes) and bool(node.nodes)


def _is_covered(explored: ExploredPlan) -> bool:
    coverage = explored.result.coverage
    return coverage.covered_lines == len(coverage.lines)


def _reaches_further(one: Coverage, other: Coverage) -> bool:
    return one.covered_lines > other.covered_lines
