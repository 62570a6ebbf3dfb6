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
from secateur.ir.model import Position
from secateur.machine.fault import Fault
from secateur.machine.join import MERGED
from secateur.machine.marks import Goal, Marks, MissingFailure, MissingSegment, MissingWay
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
    """A segment; at the join, only the edge that leads to it. `failure`: where in it the side ends in a fault."""

    guard: Expr | int
    code: FunctionCode
    segment: Segment
    is_join: bool
    failure: Position | None = None


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
        state.goals += [
            Goal(depth, condition, each.target) for each in missing for condition in each.conditions(events)
        ]
    for event in events:
        if isinstance(event, GuardedCheck):
            _check(state, event)
    if depth < len(state.branches) >= len(state.script):  # preferably by an input that passes the checks
        state.goals[first:first] = [Goal(len(state.branches), each.condition, each.target) for each in missing]


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
            way = event.marks.way(event.values, model)
            if event.marks.cover(way):
                state.machine.seen_first(event.marks.names(way))
        else:
            if last is not None:
                last.code.cover(last.segment, None)
            event.code.enter(event.segment)
            last = None if event.is_join else event
    if last is not None:
        last.code.cover(last.segment, None)


@dataclass(frozen=True, slots=True)
class _Missing:
    """What is not covered, and the condition of inputs that come to it. `number`: of its event."""

    number: int
    condition: Expr
    target: MissingWay | MissingSegment | MissingFailure

    def conditions(self, events: Sequence[Event]) -> Iterator[Expr]:
        """Preferably, an input passes the checks before and in what is to be covered. It cannot pass them all if the
        side fails later."""
        if any(isinstance(event, PassedSegment) and event.failure is not None for event in events):
            passed = expr.conj([self.condition, *(expr.not_(fails) for fails in self._checks(events))])
            if isinstance(passed, Expr) and passed is not self.condition:
                yield passed
        yield self.condition

    def _checks(self, events: Sequence[Event]) -> Iterator[Expr]:
        is_failure = isinstance(self.target, MissingFailure)
        for number, event in enumerate(events):
            if isinstance(event, GuardedCheck):
                if not is_failure or number < self.number or event.fails is not self.condition:
                    yield event.fails
            elif number > self.number:
                return


def _missing(events: Sequence[Event]) -> Iterator[_Missing]:
    for number, event in enumerate(events):
        if isinstance(event, GuardedCheck):
            continue
        if isinstance(event, PassedTests):
            for way, condition in event.marks.open_ways(event.values):
                wanted = expr.and_(event.guard, condition, 1)
                if isinstance(wanted, Expr):
                    yield _Missing(number, wanted, MissingWay(event.marks, way))
        elif isinstance(event.guard, Expr) and not event.code.function.position.file.startswith(OWN_FILES):
            code, segment, is_merged = event.code, event.segment, event.segment.origin == MERGED
            target: MissingSegment | MissingFailure = MissingSegment(code, segment, event.is_join, is_merged)
            if event.failure is not None:
                target = MissingFailure(code, segment, is_merged, event.failure)
            if target.is_open:
                yield _Missing(number, event.guard, target)
