"""The tests that `tests.c` leaves out, because a plain build need not agree with them, and why."""

from __future__ import annotations

from collections.abc import Iterable

from secateur.assumption import Assumption, AssumptionKind
from secateur.suite.test import Test

_REASONS = {
    AssumptionKind.ADDRESS_ORDER: "where these are in memory: {subject}",
    AssumptionKind.ALLOCATION: "how much memory {subject} can provide",
    AssumptionKind.UNINITIALISED: "memory that was never written: {subject}",
}


def is_left_out(test: Test) -> bool:
    """A test that shows a fault stays: it runs only if it is named."""
    return bool(test.rests_on) and test.outcome.fault is None


def reasons(tests: Iterable[Test]) -> list[str]:
    """A line for each test that is left out."""
    return [f"{test.name}: depends on {_reason(test.rests_on[0])}" for test in tests if is_left_out(test)]


def _reason(assumption: Assumption) -> str:
    return _REASONS.get(assumption.kind, "{subject}").format(subject=assumption.subject)
