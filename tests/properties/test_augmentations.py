"""The guarantees of augmentation, on random programs with a random change."""

from __future__ import annotations

import pytest

from .augmenting import Tally, check_augmentations, check_left_out

PARTS, PART = 8, 150


def _assert_right(tally: Tally) -> None:
    assert not tally.wrong, f"{tally}\n{tally.wrong[0][1]}\n{tally.wrong[0][0]}"


def test_twenty_changes() -> None:
    """No input meets an impossible requirement, and the test of a solved requirement meets it."""
    tally = check_augmentations(20)
    _assert_right(tally)
    assert tally.solved > 5
    assert tally.impossible > 5
    assert tally.revealed


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_thousands_of_changes(part: int) -> None:
    tally = check_augmentations(PART, start=2000 + part)
    print(tally)
    _assert_right(tally)


@pytest.mark.slow
def test_no_input_meets_a_chain_that_call_strings_leave_out() -> None:
    left_out, wrong = check_left_out(400, start=1)
    assert left_out > 100
    assert not wrong, f"{wrong[0][1]}\n{wrong[0][0]}"
