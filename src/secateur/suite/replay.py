"""Runs a suite natively with sanitizers and compares every prediction with what happens."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from secateur.options import Compiling
from secateur.suite.native.build import Executable, build
from secateur.suite.native.compile import CHECKS
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
    """Build once and run every test in its own process, `jobs` at a time."""
    executable = build_suite(suite)
    outcomes = run_all(executable, [test.recorded for test in suite.tests], timeout, jobs)
    is_program = suite.driver is None
    replayed = tuple(
        Replayed(test, actual, differences(test.outcome, actual, is_program))
        for test, actual in zip(suite.tests, outcomes, strict=True)
    )
    return ReplayReport(suite, replayed)


def build_suite(suite: Suite) -> Executable:
    """The native program in which the tests of a suite run."""
    options = Compiling(suite.include_paths, suite.defines, suite.flags)
    sources = [Path(path) for path in suite.sources]
    driver = suite.driver
    included = next((p for p in sources if driver is not None and f'#include "{p}"' in driver), None)
    checks = CHECKS if suite.checks is None else suite.checks
    return build(driver, sources, options, included=included, checks=checks)
