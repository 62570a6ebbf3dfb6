"""The guarantees of DiSE, on random programs with a random change."""

from __future__ import annotations

import pytest

from .changes import Tally, check_changes, survey_published
from .random_changes import random_change

#: Thousands of changes, in parts that can run in parallel.
PARTS, PART = 12, 250


def _assert_all(tally: Tally) -> None:
    assert not tally.examples, f"{tally}\n{tally.examples[0][1]}\n{random_change(tally.examples[0][0])}"
    assert not tally.denied
    assert not tally.wrong
    assert tally.passed_over + tally.undecided <= tally.programs // 10, f"too many are inconclusive: {tally}"


def test_twenty_four_changes() -> None:
    """Every input on which the versions differ is in a region that is said to differ, and in none that is said to be
    alike; a difference is told exactly if trying all inputs finds one."""
    tally = check_changes(24)
    _assert_all(tally)
    assert tally.programs >= 24
    assert tally.differing > 20
    assert tally.alike > 5
    assert tally.paths < tally.full_paths
    assert tally.different > 1
    assert tally.equivalent > 1


def test_the_search_as_printed_misses_sequences() -> None:
    known, missed = survey_published(10, 112)
    assert 0 < missed < known


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_thousands_of_changes(part: int) -> None:
    tally = check_changes(PART, start=1000 + PART * part)
    print(tally)
    _assert_all(tally)
