"""The time limit of `approximate` holds inside a step that does not look at the clock."""

from __future__ import annotations

import time

import pytest

from secateur.approximation.solving import ProofStatus, Solved
from secateur.exploration import alarm
from secateur.jobs.approximate import _within


def test_a_step_that_takes_too_long_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alarm, "EVERY", 0.01)
    monkeypatch.setattr(alarm, "LATE", 0.01)

    def endless(seconds: float) -> Solved:
        end = time.monotonic() + 60
        while time.monotonic() < end:
            pass
        raise AssertionError("nobody ended it")

    found = _within(0.02, endless)
    assert found.status is ProofStatus.UNKNOWN


def test_an_answer_in_time_is_the_answer() -> None:
    solved = Solved(None, True, False, 0, 1, 2)
    assert _within(5.0, lambda seconds: solved) is solved
