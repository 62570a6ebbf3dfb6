"""Answers on their way from the process that explored to the one that shows them.

The machine and the code that was compiled stay where they were: a run that has ended does not need them. Expressions
can be too deep for recursion, so they are sent before what contains them.
"""

from __future__ import annotations

import copyreg
import io
import pickle
from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from secateur.exploration.keeping import Keeping
from secateur.ir.model import Program
from secateur.jobs.run import Run
from secateur.machine.path import Branch, Path, Site
from secateur.machine.state import BranchSite
from secateur.workers.transport import branch_of, in_order

T = TypeVar("T")


def packed(answer: object, *runs: Run) -> bytes:
    """An answer with all that it contains. `runs`: those in it."""
    return packed_with(answer, (path for run in runs for path in _paths(run)))


def packed_with(answer: object, paths: Iterable[Path]) -> bytes:
    """The same for any answer, with the paths that are in it."""
    buffer = io.BytesIO()
    pickler = pickle.Pickler(buffer, protocol=pickle.HIGHEST_PROTOCOL)
    pickler.dispatch_table = copyreg.dispatch_table.copy()
    pickler.dispatch_table.update(_REDUCED)
    pickler.dump((in_order(paths), answer))
    return buffer.getvalue()


def unpacked(data: bytes, kind: type[T]) -> T:
    _, answer = pickle.loads(data)
    assert isinstance(answer, kind)
    return answer


def _program(program: Program) -> tuple[Any, ...]:
    made = replace(program, compiled={}, outlines={}).__reduce_ex__(pickle.HIGHEST_PROTOCOL)
    assert isinstance(made, tuple)
    return made


def _keeping(keeping: Keeping) -> tuple[Any, ...]:
    return Keeping, (keeping.keep, None, keeping.each)


def _site(site: BranchSite) -> tuple[Any, ...]:
    parts = (site.number, site.kind, site.position, site.function, site.place, site.fault, site.message, site.inverted)
    return Site, parts


def _branch(branch: Branch) -> tuple[Any, ...]:
    parts = (branch.site, branch.condition, branch.negation, branch.outcome, branch.implied, branch.frame)
    return branch_of, (*parts, branch.marks, None, branch.traced, branch.fault, branch.chosen)


_REDUCED: dict[type, Callable[[Any], tuple[Any, ...]]] = {
    Program: _program,
    Keeping: _keeping,
    BranchSite: _site,
    Branch: _branch,
}


def _paths(run: Run) -> Iterator[Path]:
    """All paths that a run and those inside it hold."""
    yield from run.result.paths
    yield from (each.path for each in run.beyond.faults)
    inside = [*(each.run for each in run.doubts), *(each.run for each in run.callers.findings)]
    inside += [] if run.longer is None else [run.longer.run]
    inside += [] if run.audited is None else [run.audited.full]
    for each in inside:
        yield from _paths(each)
