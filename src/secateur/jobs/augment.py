"""Tests for a change, by the chains of dependences along which its effect can travel."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from secateur.approximation.strategy import Never
from secateur.assumption import Ledger
from secateur.errors import OptionError
from secateur.evolve.augmentation.augmentation import Added, Augmentation, Augmented, GoalConditions, RequirementState
from secateur.evolve.augmentation.counterparts import Counterparts
from secateur.evolve.augmentation.goals import Goals
from secateur.evolve.augmentation.led_runs import LedRuns
from secateur.evolve.augmentation.propagation import Propagation
from secateur.evolve.augmentation.requirements import Requirements, requirements
from secateur.evolve.augmentation.sized_goals import SizedGoals
from secateur.evolve.impact.chains import Chains, ChainSearch
from secateur.evolve.impact.impact import Impact
from secateur.evolve.impact.selection import Candidate
from secateur.evolve.matching.overview import Overview
from secateur.exploration.alarm import OutOfBudget, alarm, before_the_answer
from secateur.exploration.budget import Meter
from secateur.harness.errors import HarnessError
from secateur.jobs.commit_subjects import both_builds, changed_function
from secateur.jobs.compared_pair import Compared, PairPlan, both_confirmed
from secateur.jobs.plan import new_solver
from secateur.jobs.regression import model_for, read_tests
from secateur.jobs.searched_side_by_side import several_searches
from secateur.jobs.versions import Versions, VersionsAnswer, Workspace
from secateur.options import Search as SearchOptions
from secateur.options.jobs import AugmentOptions
from secateur.report.augment_json import augment_json
from secateur.report.source_text import SourceText
from secateur.suite.test import Test
from secateur.suite.write import write_suite
from secateur.workers.places import can_fork


@dataclass(frozen=True, slots=True)
class Reach:
    """How far chains are followed (`distance`, at most `chains` of them), and conditions traced back (`depth`, or None
    for all the way, `rounds`). `jobs`: how many requirements are searched for at a time."""

    distance: int
    depth: int | None
    rounds: int
    chains: int = AugmentOptions().chains
    jobs: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class NewTest:
    """A new test as each version passes it; `confirmed`: both do natively what is predicted (None: not tried, or it
    rests on stand-ins, so that a native run confirms nothing)."""

    added: Added
    old: Test
    new: Test
    confirmed: bool | None

    @property
    def rests_on(self) -> tuple[str, ...]:
        """The functions without a body that either version calls."""
        return tuple(dict.fromkeys((*self.old.stand_ins, *self.new.stand_ins)))

    @property
    def names(self) -> tuple[str, ...]:
        """The outputs that differ."""
        return self.added.trial.reveals


@dataclass(frozen=True, slots=True, eq=False)
class AugmentedSuite(VersionsAnswer):
    """Without requirements nothing has changed. `not_tried`: why nothing was run natively, although it was wanted."""

    versions: Versions
    function: str
    requirements: Requirements | None
    made: Augmented | None
    tests: tuple[NewTest, ...]
    seconds: float
    given: tuple[str, ...] = ()
    written: str | None = None
    ledger: Ledger = field(default_factory=Ledger)
    not_tried: str = ""

    @property
    def found(self) -> bool:
        """Does any test, old or new, show that the versions differ?"""
        return any(t.names for t in self.tests) or bool(self.made and self.made.revealing)

    @property
    def complete(self) -> bool:
        """Is it known for every requirement whether it can be met?"""
        return self.decided_all and not self.ledger.open

    @property
    def decided_all(self) -> bool:
        """The same, whatever that rests on."""
        if self.made is None or self.requirements is None:
            return True
        return self.requirements.cut is None and not self.made.stopped and not self.made.count(RequirementState.UNKNOWN)

    def data(self) -> dict[str, Any]:
        return self.versions.named_json(augment_json(self))


def augment(old: str, new: str | None, options: AugmentOptions) -> AugmentedSuite:
    """Which requirements a change sets, which of them existing tests meet, and new tests for the others. Without `new`,
    `old` names two commits (`A..B`), or one that is compared with the working tree."""
    started = time.monotonic()
    if new is None:
        return _augment_commit(old, options, started)
    versions = Versions.locate(old, new, options, options.out)
    with versions.naming():
        found = versions.overview()
        return _augment(versions, found, versions.function or _only_changed(found), options, started)


def _augment_commit(spec: str, options: AugmentOptions, started: float) -> AugmentedSuite:
    workspace = Workspace()
    builds = both_builds(options.compiling, options.old_cflags, options.old_compile_commands)
    placed = changed_function(spec, options.function, builds, workspace.path)
    versions = Versions(placed.sources, options, options.out or workspace.path, workspace, placed.builds)
    with versions.naming():
        return _augment(versions, placed.overview, placed.name, options, started)


def _only_changed(found: Overview) -> str | None:
    """The function that changed, if it is the only one; None if none did."""
    if len(found.changed) > 1:
        names = ", ".join(found.changed)
        raise HarnessError("several functions changed", advice=f"name one with --function: {names}")
    return found.changed[0] if found.changed else None


def _augment(
    versions: Versions, found: Overview, wanted: str | None, options: AugmentOptions, started: float
) -> AugmentedSuite:
    if wanted is not None:
        versions.require(wanted, found.new)
    if found.is_same or wanted is None:
        return AugmentedSuite(versions, options.function or "", None, None, (), time.monotonic() - started)
    compared = Compared(*versions.subjects(wanted, found), PairPlan.of(versions.titles, options, SearchOptions()))
    given = _given(compared, options)
    depth = None if options.exact else options.depth
    reach = Reach(options.distance, depth, options.rounds, options.chains, options.parallel.jobs or 1)
    chains, made = augmented(compared, reach, given, describe=True)
    tests = _new_tests(compared, made)
    if options.out is not None and tests:
        write_suite(compared.suite(1, [test.new for test in tests]), compared.new.driver, options.out)
    return AugmentedSuite(
        versions,
        compared.new.function,
        chains,
        made,
        tests,
        time.monotonic() - started,
        tuple(test.name for test in given),
        str(options.out) if options.out is not None and tests else None,
        Ledger.of(compared.assumptions, compared.plan.accepted),
        compared.not_tried,
    )


def _given(compared: Compared, options: AugmentOptions) -> list[Candidate]:
    """The existing tests."""
    if options.tests is None:
        return []
    read = read_tests(options.tests, compared.old.function)
    if read is None:
        raise OptionError("tests", options.tests, f"has tests of another function than {compared.old.function}")
    return [Candidate(name, model_for(compared, name, inputs, str(options.tests))) for name, inputs in read]


def _new_tests(compared: Compared, made: Augmented) -> tuple[NewTest, ...]:
    tests = [(compared.test(0, a.model, n), compared.test(1, a.model, n)) for n, a in enumerate(made.added, 1)]
    confirmed = [pair and both_confirmed(*pair) for pair in compared.replayed(tests)]
    return tuple(
        NewTest(added, before, after, sure)
        for added, (before, after), sure in zip(made.added, tests, confirmed, strict=True)
    )


def augmented(
    compared: Compared, reach: Reach, tests: Sequence[Candidate] = (), describe: bool = False
) -> tuple[Requirements, Augmented]:
    """The requirements of a change, and what was found out about each. `describe`: also the conditions that did not
    have to be asked for, because another test met them."""
    meter = Meter(compared.plan.budget)
    with before_the_answer(compared.plan.budget):
        impact = compared.pair.impact
    try:
        with alarm(meter):
            return _augmented(compared, impact, reach, tests, describe, meter)
    except OutOfBudget:  # before it was known what to look for
        return Requirements((), (Chains((), 0), Chains((), 0))), Augmented([], stopped=True)


def _augmented(
    compared: Compared, impact: Impact, reach: Reach, tests: Sequence[Candidate], describe: bool, meter: Meter
) -> tuple[Requirements, Augmented]:
    pair, plan, text = compared.pair, compared.plan, SourceText()
    searches = (
        ChainSearch(impact.old, text.at, compared.equality.counts),
        ChainSearch(impact.new, text.at, compared.equality.counts),
    )
    wanted = requirements(pair, searches, reach.distance, reach.chains)
    counterparts = Counterparts(pair)
    found = wanted.chains[0].found, wanted.chains[1].found
    propagation = Propagation(pair, searches, found, counterparts, compared.equality)
    goals: GoalConditions
    if reach.depth is None:
        goals = Goals(pair, counterparts, Never, reach.rounds)
    else:
        goals = SizedGoals(pair, counterparts, reach.depth, reach.rounds)
    solver = new_solver(plan.solving)
    solver.stop_at(meter.deadline, meter.cpu_deadline)
    apart = several_searches(pair.machines[1], reach.jobs) if reach.jobs > 1 and can_fork() else None
    led = LedRuns(pair, compared.equality, new_solver(plan.solving), plan.budget)
    engine = Augmentation(pair, wanted, propagation, solver, [goals], compared.equality, meter.spent_inside, apart, led)
    made = engine.run(tests)
    if meter.left == 0.0 and made.count(RequirementState.UNKNOWN):
        made.stopped = True  # the solver notices a deadline first, and then knows nothing
    if describe:
        for finding in made.findings:
            if not meter.spent_inside():
                engine.describe(finding)
    return wanted, made
