"""Runs a suite natively with sanitizers and compares every prediction with what happens."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from secateur.suite.native.build import Executable, build
from secateur.suite.native.compile import CHECKS, FUSSY
from secateur.suite.native.fence import require_fence
from secateur.suite.native.fill import FILLS, fill_matters
from secateur.suite.native.outcome import NativeOutcome
from secateur.suite.native.run import run_all
from secateur.suite.prediction import differences
from secateur.suite.test import ENDLESS, Suite, Test
from secateur.suite.writers import json


@dataclass(frozen=True, slots=True)
class Replayed:
    """One test and what it did; `differences` are sentences, empty if the prediction is confirmed."""

    test: Test
    actual: NativeOutcome
    differences: tuple[str, ...]

    @property
    def confirmed(self) -> bool:
        return not self.differences


@dataclass(frozen=True, slots=True)
class ReplayReport:
    """All tests of a suite, in order."""

    suite: Suite
    replayed: tuple[Replayed, ...]

    @property
    def confirmed(self) -> tuple[Replayed, ...]:
        return tuple(each for each in self.replayed if each.confirmed)

    @property
    def failed(self) -> tuple[Replayed, ...]:
        return tuple(each for each in self.replayed if not each.confirmed)

    @property
    def faults(self) -> tuple[Replayed, ...]:
        """The confirmed tests that show a fault."""
        return tuple(each for each in self.confirmed if each.test.outcome.fault is not None)


@dataclass(frozen=True, slots=True)
class Running:
    """How tests are run: `timeout` in seconds for each, `jobs` at a time, and without the fence if they are trusted."""

    timeout: float = 10.0
    jobs: int | None = None
    trust: bool = False

    def all(self, executable: Executable, tests: Sequence[Test]) -> list[NativeOutcome]:
        return run_all(executable, [test.recorded for test in tests], self.timeout, self.jobs, self.trust)


#: Seconds after which a run that is known not to end is stopped.
NO_END = 3.0

#: How tests are run unless told otherwise.
USUAL = Running()


def replay(directory: Path, running: Running = USUAL) -> ReplayReport:
    """Replay the suite that `explore --out` wrote to a directory.

    Raises BadSuiteError if there is none, CompileError or LinkError if the program no longer builds, FenceError if
    nothing can be run.
    """
    return replay_suite(json.load(directory), running)


def replay_suite(suite: Suite, running: Running = USUAL, done: dict[str, Replayed] | None = None) -> ReplayReport:
    """Build once and run every test in its own process. Faults of some kinds need other builds. `done`: what was
    replayed, by name, also if that is interrupted."""
    require_fence(running.trust)
    found = {} if done is None else done
    own = (rests_on_fill, _leaks, _never_ends)
    plain = [test for test in suite.tests if not any(is_own(test) for is_own in own)]
    for expected in sorted({_expected(test) for test in plain}):
        found |= _in_one_build(suite, [test for test in plain if _expected(test) == expected], expected, running)
    found |= _with_two_fills(suite, [test for test in suite.tests if rests_on_fill(test)], running)
    found |= _with_leaks(suite, [test for test in suite.tests if _leaks(test)], running)
    found |= _without_end(suite, [test for test in suite.tests if _never_ends(test)], running)
    return ReplayReport(suite, tuple(found[test.name] for test in suite.tests))


def _expected(test: Test) -> str:
    """The predicted fault, if it needs a build of its own."""
    fault = test.outcome.fault
    return fault.kind if fault is not None and fault.kind in FUSSY else ""


def _in_one_build(suite: Suite, tests: list[Test], expected: str, running: Running) -> dict[str, Replayed]:
    executable = build_suite(suite, expected=expected or None)
    outcomes = running.all(executable, tests)
    return {
        test.name: Replayed(test, actual, differences(test.outcome, actual, suite.driver is None))
        for test, actual in zip(tests, outcomes, strict=True)
    }


def rests_on_fill(test: Test) -> bool:
    """Is the predicted fault that something is decided by memory that nothing has written?"""
    fault = test.outcome.fault
    return fault is not None and fault.kind in ("uninitialised", "missing-return")


def _with_two_fills(suite: Suite, tests: list[Test], running: Running) -> dict[str, Replayed]:
    """Each test with zeros and with other bytes in fresh memory: if that makes no difference, nothing depends on it.
    What also differs when only addresses do is no difference."""
    if not tests:
        return {}
    builds = (build_suite(suite, FILLS[0]), build_suite(suite, FILLS[0], shifted=True), build_suite(suite, FILLS[1]))
    runs = zip(*(running.all(each, tests) for each in builds), strict=True)
    return {
        test.name: Replayed(test, zero, () if fill_matters(zero, moved, other) else (_SAME,))
        for test, (zero, moved, other) in zip(tests, runs, strict=True)
    }


def _leaks(test: Test) -> bool:
    """Is the predicted fault that a block is lost at the end?"""
    return test.outcome.fault is not None and test.outcome.fault.kind == "leak"


def _with_leaks(suite: Suite, tests: list[Test], running: Running) -> dict[str, Replayed]:
    """Each test in a build that reports at the end which blocks are lost: the predicted one must be among them."""
    if not tests:
        return {}
    outcomes = running.all(build_suite(suite, leaks=True), tests)
    return {
        test.name: Replayed(test, actual, differences(test.outcome, actual, suite.driver is None))
        for test, actual in zip(tests, map(_with_lost, tests, outcomes), strict=True)
    }


def _with_lost(test: Test, actual: NativeOutcome) -> NativeOutcome:
    """The outcome with the lost block that was predicted, or else with the first one, as its fault."""
    if not actual.leaks or actual.fault is not None:
        return actual
    predicted = test.outcome.fault
    lost = next((each for each in actual.leaks if predicted and each.line == predicted.line), actual.leaks[0])
    return replace(actual, kind="fault", fault=lost)


def _never_ends(test: Test) -> bool:
    """Is the predicted fault a loop that repeats its state?"""
    return test.outcome.fault is not None and test.outcome.fault.kind == "endless-loop"


def _without_end(suite: Suite, tests: list[Test], running: Running) -> dict[str, Replayed]:
    """That a run never ends is proved before it is tried, so it need not take long: running out of time supports it."""
    if not tests:
        return {}
    outcomes = replace(running, timeout=min(running.timeout, NO_END)).all(build_suite(suite), tests)
    found = {}
    for test, actual in zip(tests, outcomes, strict=True):
        seen = replace(actual, kind="fault", fault=test.outcome.fault) if actual.kind == ENDLESS else actual
        found[test.name] = Replayed(test, actual, differences(test.outcome, seen, suite.driver is None))
    return found


_SAME = "the run is the same whether fresh memory holds zeros or other bytes"


def build_suite(
    suite: Suite,
    fill: int | None = None,
    *,
    shifted: bool = False,
    leaks: bool = False,
    expected: str | None = None,
) -> Executable:
    """The native program in which the tests of a suite run; with `fill`, fresh memory holds that byte; if
    `shifted`, code and variables lie elsewhere; with `leaks`, it reports which blocks are lost at the end. `expected`
    is a fault kind that needs a build of its own."""
    options = suite.compiling
    sources = [Path(path) for path in suite.sources]
    driver = suite.driver
    included = next((p for p in sources if driver is not None and f'#include "{p}"' in driver), None)
    checks = CHECKS if suite.checks is None else suite.checks
    return build(
        driver,
        sources,
        options,
        included=included,
        checks=checks,
        fill=fill,
        shifted=shifted,
        leaks=leaks,
        expected=expected,
    )
