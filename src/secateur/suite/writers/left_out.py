"""The tests that `tests.c` leaves out, because a plain build need not agree with them, and why."""

from __future__ import annotations

from collections.abc import Iterable

from secateur.assumption import OUTSIDE, Assumption, AssumptionKind
from secateur.suite.test import ENDLESS, NEVER_ENDS, Test

_REASONS = {
    AssumptionKind.ADDRESS: "the address of {subject}",
    AssumptionKind.ADDRESS_ORDER: "where these are in memory: {subject}",
    AssumptionKind.ALLOCATION: "how much memory {subject} can provide",
    AssumptionKind.GLOBALS: "what {subject} holds before the call, which only `secateur replay` can set",
    AssumptionKind.OUTPUT: "output that {subject} may leave in a buffer",
    AssumptionKind.STAND_IN: "what {subject}, which is not defined, does",
    AssumptionKind.UNINITIALISED: "memory that was never written: {subject}",
}
_NOT_IN_C = (AssumptionKind.STAND_IN, AssumptionKind.GLOBALS, AssumptionKind.FILES)


def is_left_out(test: Test) -> bool:
    """A test that shows a fault stays, as it runs only if it is named; unless a plain build never fails that way, or
    needs a stand-in or a variable that `tests.c` does not have."""
    if test.outcome.kind == ENDLESS:
        return True
    is_impossible = any(_is_failure(each) or each.kind in _NOT_IN_C for each in test.rests_on)
    return bool(test.rests_on) and (test.outcome.fault is None or is_impossible)


def _is_failure(assumption: Assumption) -> bool:
    return assumption.kind is AssumptionKind.ALLOCATION and assumption.details == "fails"


def reasons(tests: Iterable[Test]) -> list[str]:
    """A line for each test that is left out."""
    return [f"{test.name}: {_why(test)}" for test in tests if is_left_out(test)]


def _why(test: Test) -> str:
    return NEVER_ENDS if test.outcome.kind == ENDLESS else f"depends on {_reason(test.rests_on[0])}"


def _reason(assumption: Assumption) -> str:
    if assumption.kind is AssumptionKind.FILES and assumption.details == OUTSIDE:
        return f"files outside of its folder, which {assumption.subject} looks for"
    if assumption.kind is AssumptionKind.FILES:
        return f"what the system chooses for {assumption.subject}"
    if _is_failure(assumption):
        return f"{assumption.subject} failing, which only `secateur replay` brings about"
    return _REASONS.get(assumption.kind, "{subject}").format(subject=assumption.subject)
