"""What was passed in a merged region, by which inputs: checks that may fail there, and code that counts as covered.

The events of a region are in the order of execution, those of the one side before those of the other. Each has a guard:
the condition under which an input passes it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from secateur import expr
from secateur.expr import Expr
from secateur.machine.fault import Fault
from secateur.machine.marks import Goal, Marks, MissingSegment, MissingWay
from secateur.machine.path import OWN_FILES, Ending, Site, Value
from secateur.machine.state import State, Stop

if TYPE_CHECKING:
    from secateur.machine.compiler import FunctionCode, Segment


@dataclass(frozen=True, slots=True)
class GuardedCheck:
    """A check: `fails` is the condition under which the region is entered, and the check fails."""

    fails: Expr
    site: Site
    fault: Fault


@dataclass(frozen=True, slots=True)
class PassedSegment:
    """A segment; at the join, only the edge that leads to it."""

    guard: Expr | int
    code: FunctionCode
    segment: Segment
    is_join: bool


@dataclass(frozen=True, slots=True)
class PassedTests:
    """Joined tests, and the values that they looked at."""

    guard: Expr | int
    marks: Marks
    values: Sequence[Value]


Event = GuardedCheck | PassedSegment | PassedTests


def settle(state: State, events: Sequence[Event]) -> None:
    """Make the checks of a merged region, record what the model covers, and set goals for what is not covered."""
    _cover(state, events)
    missing = list(_missing(events))
    first, depth = len(state.goals), len(state.branches)
    if depth >= len(state.script):  # else the run that is repeated has said it
        state.goals += [Goal(depth, condition, target) for condition, target in missing]
    for event in events:
        if isinstance(event, GuardedCheck):
            _check(state, event)
    if depth < len(state.branches) >= len(state.script):  # preferably by an input that passes the checks
        state.goals[first:first] = [Goal(len(state.branches), condition, target) for condition, target in missing]


def _check(state: State, check: GuardedCheck) -> None:
    before = len(state.branches)
    if state.decide(check.fails, check.site):
        raise Stop(Ending.FAULT, fault=check.fault, site=check.site)
    if len(state.branches) > before and not state.branches[-1].implied:
        state.branches[-1].fault = check.fault


def _cover(state: State, events: Sequence[Event]) -> None:
    """Record what the model runs, up to the first check that fails."""
    model = state.model
    last: PassedSegment | None = None
    for event in events:
        if isinstance(event, GuardedCheck):
            if expr.evaluate(event.fails, model):
                if last is not None:
                    last.code.cover(last.segment, Stop(Ending.FAULT, site=event.site))
                return
        elif not expr.evaluate(event.guard, model):
            continue
        elif isinstance(event, PassedTests):
            state.machine.news += event.marks.cover(event.marks.way(event.values, model))
        else:
            if last is not None:
                last.code.cover(last.segment, None)
            event.code.enter(event.segment)
            last = None if event.is_join else event
    if last is not None:
        last.code.cover(last.segment, None)


def _missing(events: Sequence[Event]) -> Iterator[tuple[Expr, MissingSegment | MissingWay]]:
    """What is not covered, with the condition of inputs that would cover it."""
    for event in events:
        if isinstance(event, GuardedCheck):
            continue
        if isinstance(event, PassedTests):
            for way, condition in event.marks.open_ways(event.values):
                wanted = expr.and_(event.guard, condition, 1)
                if isinstance(wanted, Expr):
                    yield wanted, MissingWay(event.marks, way)
        elif isinstance(event.guard, Expr) and not event.code.function.position.file.startswith(OWN_FILES):
            target = MissingSegment(event.segment, event.is_join)
            if target.is_open:
                yield event.guard, target
