"""Merging: a branch on a symbolic condition without a decision.

If the sides of a branch meet again in a small region (`secateur.machine.regions`), both are executed, each on a copy of
the state, and where they meet, what differs becomes `condition ? one : other`. The branch is then no part of the path
condition. This is if-conversion at run time, as in "Enhancing Symbolic Execution with Veritesting" by Avgerinos,
Rebert, Cha and Brumley; what should stay concrete is estimated in the spirit of "Efficient State Merging in Symbolic
Execution" by Kuznetsov, Kinder, Bucur and Candea.

Checks inside a region are made after it, under the condition of their side. A side that fails, as that of an assertion
does, is such a check, and the other side goes on. The model decides only which check fails
and what counts as covered. Whether and how a region is merged depends on the state alone, so all inputs that take the
same branches merge alike.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NoReturn

from secateur import expr
from secateur.assumption import Assumption, AssumptionKind
from secateur.expr import HAS_INDETERMINATE, Expr
from secateur.machine.errors import UnsupportedCode
from secateur.machine.fault import Fault, FaultKind
from secateur.machine.join import MERGED, CannotMerge, join
from secateur.machine.passed import GuardedCheck, PassedSegment, PassedTests, settle
from secateur.machine.path import BranchKind, Site, Value
from secateur.machine.state import BranchSite, Code, State, Stop

if TYPE_CHECKING:
    from secateur.machine.compiler import Segment
    from secateur.machine.passed import Event

#: Maximum number of instructions of both sides.
MOST_STEPS = 2000
#: A branch that could not be merged this many times, and never was, is not tried again.
PATIENCE = 8


def merge(state: State, condition: Expr, site: BranchSite) -> Code | None:
    """The code that follows the region of a branch; None if the branch has to be decided."""
    tally = state.machine.merged.setdefault(site.number, [0, 0])
    if tally[1] >= PATIENCE and not tally[0]:
        return None
    try:
        code, events = _merged(state, condition, site, True)
    except (CannotMerge, Stop, UnsupportedCode):
        tally[1] += 1
        return None
    tally[0] += 1
    settle(state, events)
    return code


def _merged(state: State, condition: Expr, site: BranchSite, guard: Expr | int) -> tuple[Code, list[Event]]:
    """Execute both sides, and make the state that of the join. Nothing has changed if that is not possible."""
    if condition.variables & HAS_INDETERMINATE:
        raise CannotMerge
    opposite = expr.not_(condition)
    assert isinstance(opposite, Expr)
    assert site.join is not None
    events: list[Event] = []
    if site.marks is not None:
        events.append(PassedTests(guard, site.marks, site.marks.values(state)))
    sides: list[Side] = []
    steps = -state.steps
    for segment, held, negation in ((site.if_true, condition, opposite), (site.if_false, opposite, condition)):
        assert segment is not None
        side = Side(state, expr.and_(guard, held, 1), held, negation)
        failure = side.follow(segment, site.join)
        events += side.events
        steps += side.steps
        if failure is None:
            sides.append(side)
        else:
            events.append(failure)
            if isinstance(state, Side):
                state.known[held], state.known[negation] = False, True
    if not sides:
        raise CannotMerge
    join(state, condition, site, sides[0], sides[-1])
    state.steps = steps
    return state.frames[-1].code.segment(site.join, 0, MERGED).run, events


class SideFails(Exception):
    """A side ends in a fault, whatever the input."""

    def __init__(self, site: Site, fault: Fault) -> None:
        super().__init__()
        self.site = site
        self.fault = fault


class _NoModel(Sequence[int]):
    """A side is executed for all inputs: what needs one of them cannot be merged."""

    def __getitem__(self, index: object) -> NoReturn:
        raise CannotMerge

    def __len__(self) -> NoReturn:
        raise CannotMerge


class _Known(dict[Expr, bool]):
    """What is known on a side: what was known before, and more."""

    def __init__(self, before: dict[Expr, bool]) -> None:
        super().__init__()
        self._before = before

    def get(self, key: Expr, default: object = None) -> bool | None:  # type: ignore[override]
        found = super().get(key)
        return self._before.get(key) if found is None else found


class Side(State):
    """A copy of a state that executes one side of a branch, under a `guard`. What it passes are its `events`."""

    is_speculative = True

    def __init__(self, before: State, guard: Expr | int, held: Expr, negation: Expr) -> None:
        super().__init__(before.machine, before.memory.fork(), _NoModel(), before.limits)  # type: ignore[arg-type]
        self.guard = guard
        self.origin: str | None = None  # the block from which it came to the join
        self.events: list[Event] = []
        self.assumed: list[tuple[AssumptionKind, str, str]] = []
        self.frames = before.frames.copy()
        for frame in self.frames:
            frame.shared = True
        self.frames[-1] = before.frames[-1].copy()
        before.frames[-1].shared = False
        self.registers = self.frames[-1].registers
        self.known = _Known(before.known)
        self.known[held] = True
        self.known[negation] = False
        self.bounded = before.bounded.copy()
        self.serial, self.steps, self.returned = before.serial, before.steps, before.returned
        self.wrapping, self.ended, self.merging = before.wrapping, before.ended, before.merging
        self._most = before.steps + MOST_STEPS
        self._last = 0  # the event of the segment that is executed

    def follow(self, segment: Segment, join: str) -> GuardedCheck | None:
        """Execute from a segment to the join. If the side fails on the way: the check that it does."""
        try:
            self._follow(segment, join)
        except SideFails as failed:
            if not isinstance(self.guard, Expr) or self.output or self.inputs or self.observations:
                raise CannotMerge from None
            last, fault = self.events[self._last], failed.fault
            assert isinstance(last, PassedSegment)
            self.events[self._last] = replace(last, failure=failed.site.position)
            return GuardedCheck(self.guard, self.machine.fault_site(failed.site, fault.kind, fault.message), fault)
        return None

    def _follow(self, segment: Segment, join: str) -> None:
        depth = len(self.frames)
        while True:
            code = self.frames[-1].code
            is_join = len(self.frames) == depth and segment.label == join and segment.index == 0
            self._last = len(self.events)
            self.events.append(PassedSegment(self.guard, code, segment, is_join))
            if is_join:
                self.origin = segment.origin
                return
            if self.steps > self._most:
                raise CannotMerge
            segment = self.machine.segments[segment.run(self.registers, self)]

    # --- decisions

    def branch(self, condition: Expr, site: BranchSite) -> Code:
        outcome = self.known.get(condition)
        if outcome is not None:
            self.tested(outcome, site)
            segment = site.if_true if outcome else site.if_false
            assert segment is not None
            return segment.run
        if site.join is None:
            raise CannotMerge
        code, events = _merged(self, condition, site, self.guard)
        self.events += events
        return code

    def tested(self, outcome: bool, site: BranchSite) -> None:
        if site.marks is not None:
            self.events.append(PassedTests(self.guard, site.marks, site.marks.values(self)))

    def decide(self, condition: Expr, site: Site) -> bool:
        outcome = self.known.get(condition)
        if outcome is None and site.kind is BranchKind.CHECK and not condition.variables & HAS_INDETERMINATE:
            fails = expr.and_(self.guard, condition, 1)
            if isinstance(fails, Expr):
                self.events.append(GuardedCheck(fails, site, self.fault(site)))
            opposite = expr.not_(condition)
            assert isinstance(opposite, Expr)
            self.known[condition], self.known[opposite] = False, True
            return False
        if outcome is None:
            raise CannotMerge
        return outcome

    # --- what a side cannot do by itself

    def choose(self, value: Expr, site: Site) -> int:
        raise CannotMerge

    def pin(self, value: Expr, site: Site, reason: str) -> int:
        raise CannotMerge

    def fail(self, site: Site, kind: FaultKind | None = None, message: str = "") -> None:
        raise SideFails(site, self.fault(site, kind, message))

    def refuse(self, *_: object) -> NoReturn:
        raise CannotMerge

    def note(self, *_: object, **__: object) -> None:
        raise CannotMerge

    def rest_on(self, kind: AssumptionKind, subject: str, details: str = "", portable: bool = True) -> None:
        """Recorded at the join: whether a region can be merged must not depend on what other runs rest on."""
        if not portable:
            raise CannotMerge
        self.assumed.append((kind, subject, details))

    def depend_on(self, open_point: Assumption) -> None:
        raise CannotMerge

    def unwritten(self, label: str, register: int, width: int, kind: FaultKind) -> Expr:
        raise CannotMerge

    def new_input(self, name: str, kind: str, width: int, variable_kind: str) -> Value:
        raise CannotMerge

    def new_object(self, name: str, leaves: list[tuple[str, int, str]]) -> list[Value]:
        raise CannotMerge
