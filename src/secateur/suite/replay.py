"""Runs a suite natively with sanitizers and compares every prediction with what happens."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path

from secateur.suite.native.build import Executable, build
from secateur.suite.native.compile import CHECKS, FUSSY
from secateur.suite.native.fill import FILLS, fill_matters
from secateur.suite.native.outcome import NativeOutcome
from secateur.suite.native.run import run_all
from secateur.suite.prediction import differences
from secateur.suite.test import Suite, Test
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


def replay(directory: Path, timeout: float = 10.0, jobs: int | None = None) -> ReplayReport:
    """Replay the suite that `explore --out` wrote to a directory. `timeout` is in seconds per test.

    Raises BadSuiteError if there is none, CompileError or LinkError if the program no longer builds.
    """
    return replay_suite(json.load(directory), timeout, jobs)


def replay_suite(suite: Suite, timeout: float = 10.0, jobs: int | None = None) -> ReplayReport:
    """Build once and run every test in its own process, `jobs` at a time. Faults of some kinds need other builds."""
    found: dict[str, Replayed] = {}
    plain = [test for test in suite.tests if not rests_on_fill(test) and not _leaks(test)]
    for expected in sorted({_expected(test) for test in plain}):
        found |= _in_one_build(suite, [test for test in plain if _expected(test) == expected], expected, timeout, jobs)
    found |= _with_two_fills(suite, [test for test in suite.tests if rests_on_fill(test)], timeout, jobs)
    found |= _with_leaks(suite, [test for test in suite.tests if _leaks(test)], timeout, jobs)
    return ReplayReport(suite, tuple(found[test.name] for test in suite.tests))


def _expected(test: Test) -> str:
    """The predicted fault, if it needs a build of its own."""
    fault = test.outcome.fault
    return fault.kind if fault is not None and fault.kind in FUSSY else ""


def _in_one_build(
    suite: Suite, tests: list[Test], expected: str, timeout: float, jobs: int | None
) -> dict[str, Replayed]:
    executable = build_suite(suite, expected=expected or None)
    outcomes = run_all(executable, [test.recorded for test in tests], timeout, jobs)
    return {
        test.name: Replayed(test, actual, differences(test.outcome, actual, suite.driver is None))
        for test, actual in zip(tests, outcomes, strict=True)
    }


def rests_on_fill(test: Test) -> bool:
    """Is the predicted fault that something is decided by memory that nothing has written?"""
    fault = test.outcome.fault
    return fault is not None and fault.kind in ("uninitialised", "missing-return")


def _with_two_fills(suite: Suite, tests: list[Test], timeout: float, jobs: int | None) -> dict[str, Replayed]:
    """Each test with zeros and with other bytes in fresh memory: if that makes no difference, nothing depends on it.
    What also differs when only addresses do is no difference."""
    if not tests:
        return {}
    inputs = [test.recorded for test in tests]
    builds = (build_suite(suite, FILLS[0]), build_suite(suite, FILLS[0], shifted=True), build_suite(suite, FILLS[1]))
    runs = zip(*(run_all(each, inputs, timeout, jobs) for each in builds), strict=True)
    return {
        test.name: Replayed(test, zero, () if fill_matters(zero, moved, other) else (_SAME,))
        for test, (zero, moved, other) in zip(tests, runs, strict=True)
    }


def _leaks(test: Test) -> bool:
    """Is the predicted fault that a block is lost at the end?"""
    return test.outcome.fault is not None and test.outcome.fault.kind == "leak"


def _with_leaks(suite: Suite, tests: list[Test], timeout: float, jobs: int | None) -> dict[str, Replayed]:
    """Each test in a build that reports at the end which blocks are lost: the predicted one must be among them."""
    if not tests:
        return {}
    outcomes = run_all(build_suite(suite, leaks=True), [test.recorded for test in tests], timeout, jobs)
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
