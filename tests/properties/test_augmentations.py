"""The guarantees of augmentation, on random programs with a random change."""

from __future__ import annotations

import pytest

from .augmenting import Tally, check_augmentations

PARTS, PART = 8, 150


def _assert_right(tally: Tally) -> None:
    assert not tally.wrong, f"{tally}\n{tally.wrong[0][1]}\n{tally.wrong[0][0]}"


def test_forty_changes() -> None:
    """No input meets an impossible requirement, and the test of a solved requirement meets it."""
    tally = check_augmentations(40)
    _assert_right(tally)
    assert tally.solved > 10
    assert tally.impossible > 10
    assert tally.revealed


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_thousands_of_changes(part: int) -> None:
    tally = check_augmentations(PART, start=2000 + part)
    print(tally)
    _assert_right(tally)
