"""One function in two versions: from sources to what `secateur diff` tells about it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

from secateur.evolve.conditions import Difference, Minimiser
from secateur.evolve.equivalence import Equivalence, Verdict
from secateur.evolve.outcomes import Equality, unmatched
from secateur.evolve.pair import Pair
from secateur.exploration.budget import Budget, Meter
from secateur.exploration.criteria import PRINTED, RETURN, is_part, roots
from secateur.exploration.loop import Explorer, Progress
from secateur.exploration.result import Result
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.dise import Dise
from secateur.harness.errors import HarnessError
from secateur.harness.plan import Leaf
from secateur.harness.subject import Subject
from secateur.machine.fault import FaultKind
from secateur.machine.machine import Machine
from secateur.machine.path import Path
from secateur.machine.state import Limits
from secateur.report.diff import Comparison, Shown
from secateur.solver import Solver, by_name
from secateur.suite.native.outcome import NativeOutcome
from secateur.suite.record import Recorder, suite_of
from secateur.suite.replay import replay_suite
from secateur.suite.test import Suite, Test

#: So many differences are tried natively and shown; the others are counted.
MOST_SHOWN = 50
#: The part of the time that the exploration may take; the rest is for comparing what it found.
EXPLORING = 0.5


@dataclass(frozen=True, slots=True)
class Settings:
    """How two versions are compared."""

    checks: frozenset[FaultKind]
    limits: Limits
    budget: Budget
    order: str
    seed: int
    solver: str
    solver_timeout: float
    equality: Equality
    buffer: int = 4
    confirm: bool = True


class Compared:
    """A pair of subjects, explored and compared once. `technique` makes the technique for the new version."""

    def __init__(
        self,
        old: Subject,
        new: Subject,
        settings: Settings,
        technique: Callable[[Pair], Technique] | None = None,
        report: Callable[[Progress], None] | None = None,
        sure: bool = True,
    ) -> None:
        """`sure`: can equivalence be told by the technique?"""
        self.sure = sure
        self.old = old
        self.new = new
        self.settings = settings
        self.names = input_names(old, new)
        self.pair = Pair(old.program, new.program, settings.checks, settings.limits, self.names)
        self.equality = replace(settings.equality, renamed=self.names)
        self._require_outputs()
        self.recorders = Recorder(old.driver), Recorder(new.driver)
        self._technique = technique or (lambda pair: Dise(pair.new.impacted))
        self._report = report
        self._started = time.monotonic()
        self.result = Result("dise")
        self.whole = False

    def _require_outputs(self) -> None:
        """Outputs that the user named must be there: else nothing would be compared, and all were equal."""
        seen = [RETURN]
        for subject in (self.old, self.new):
            if subject.driver is not None:
                seen += [sight.name for sight in subject.driver.observations]
        for name in (*self.equality.only, *self.equality.ignored):
            if name != PRINTED and not any(is_part(each, name) for each in seen):
                known = ", ".join([*dict.fromkeys(roots(seen)), PRINTED])
                raise HarnessError(f"{name}: {self.new.title} has no such output; there are: {known}")

    def run(self) -> Comparison:
        pair = self.pair
        if pair.matching.is_same:
            return self._told(Verdict(), [])
        meter = Meter(self.settings.budget)
        solver = Solver(by_name(self.settings.solver), self.settings.solver_timeout)
        self._explore(solver)
        if not self.result.counts.completed and self.result.complete:
            raise HarnessError("no input satisfies the assumptions: there is nothing to compare")
        solver.stop_at(meter.deadline)
        judge = Equivalence(pair.old, pair.new, solver, self.equality, meter.spent_inside)
        verdict = judge.compare(self.result.paths, self.whole)
        found = Minimiser(verdict.equal, solver, verdict.complete and self.result.complete)
        return self._told(verdict, found.differences(verdict.different))

    @property
    def bound(self) -> str:
        """Up to where something was looked at."""
        limits, parts = self.settings.limits, []
        if limits.loop_bound is not None:
            parts.append(f"loops up to {limits.loop_bound} times")
        if limits.max_depth is not None:
            parts.append(f"{limits.max_depth} branches deep")
        driver = self.new.driver
        if driver is not None and any("[" in leaf.name for leaf in driver.inputs):
            parts.append(f"buffers of {self.settings.buffer} elements")
        return "bound: " + (", ".join(parts) or "none")

    def _explore(self, solver: Solver) -> None:
        """The new version, by its impacted branches."""
        settings, technique = self.settings, self._technique(self.pair)
        machine = self.pair.machines[1]
        if not technique.records:
            variables = machine.variables
            machine = Machine(machine.program, "main", settings.checks, settings.limits)
            machine.variables = variables
        budget = settings.budget
        if budget.timeout is not None:
            budget = replace(budget, timeout=budget.timeout * EXPLORING)
        explorer = Explorer(machine, solver, technique, settings.order, budget, settings.seed, self._report)
        self.result = explorer.run()
        self.whole = not explorer.technique.groups_by_impact

    def _told(self, verdict: Verdict, differences: Sequence[Difference]) -> Comparison:
        shown = self._confirmed(differences[:MOST_SHOWN])
        first = self.result.paths[0] if self.result.paths else None
        uncompared: tuple[str, ...] = ()
        if first is not None:
            uncompared = unmatched(self.pair.old.run(first.model), first, self.equality)
        return Comparison(
            old=self.old.title,
            new=self.new.title,
            function=self.new.function,
            pair=self.pair,
            result=self.result,
            verdict=verdict,
            differences=tuple(d for d in shown if d.confirmed is not False),
            unconfirmed=tuple(d for d in shown if d.confirmed is False),
            further=max(0, len(differences) - MOST_SHOWN),
            uncompared=uncompared,
            bound=self.bound,
            sure=self.sure,
            seconds=time.monotonic() - self._started,
        )

    # --- natively

    def _confirmed(self, differences: Sequence[Difference]) -> list[Shown]:
        tests = [(self.test(0, d.model, n), self.test(1, d.model, n)) for n, d in enumerate(differences, 1)]
        confirmed: list[bool | None] = [None] * len(tests)
        if tests and self.settings.confirm:
            replayed = [replay_suite(self.suite(side, [pair[side] for pair in tests])).replayed for side in (0, 1)]
            confirmed = [
                one.confirmed and two.confirmed and _is_different(one.actual, two.actual)
                for one, two in zip(*replayed, strict=True)
            ]
        return [
            Shown(difference, old, new, sure)
            for difference, (old, new), sure in zip(differences, tests, confirmed, strict=True)
        ]

    def path(self, side: int, model: tuple[int, ...]) -> Path:
        machine = self.pair.machines[side]
        return machine.run(*machine.start(model))

    def test(self, side: int, model: tuple[int, ...], number: int) -> Test:
        return self.recorders[side].test(self.path(side, model), number)

    def suite(self, side: int, tests: Sequence[Test]) -> Suite:
        return suite_of((self.old, self.new)[side], tests, self.settings.checks)


def _is_different(old: NativeOutcome, new: NativeOutcome) -> bool:
    """Did two native runs do anything else at all? What exactly, is predicted and confirmed."""
    are_named = {n for n, _ in old.observations} == {n for n, _ in new.observations}
    seen = []
    for o in (old, new):
        values = sorted((name if are_named else "", value) for name, value in o.observations)
        seen.append((o.kind, o.status, o.fault and o.fault.kind, values, o.output, o.error))
    return seen[0] != seen[1]


def input_names(old: Subject, new: Subject) -> Mapping[str, str]:
    """Inputs of the old version that the new one calls otherwise: they are the same by their place, if all have the
    same size. Else they are the same by name."""
    if old.driver is None or new.driver is None:
        return {}
    ours, theirs = old.driver.inputs, new.driver.inputs
    if [_size(leaf) for leaf in ours] == [_size(leaf) for leaf in theirs]:
        return {one.name: two.name for one, two in zip(ours, theirs, strict=True) if one.name != two.name}
    sizes = {leaf.name: _size(leaf) for leaf in theirs}
    for leaf in ours:
        if sizes.get(leaf.name, _size(leaf)) != _size(leaf):
            raise HarnessError(f"the input {leaf.name} has another type in each version, and others are not the same")
    return {}


def _size(leaf: Leaf) -> tuple[str, int]:
    """What two inputs must have in common to be given the same value; signed or not is how it is read."""
    return ("float" if leaf.kind in ("f32", "f64") else "integer", leaf.width)
