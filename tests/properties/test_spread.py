"""Explorations of random programs that are spread over parts (see spread.py)."""

from __future__ import annotations

from random import Random

import pytest

from .differential import KINDS
from .spread import differences


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("technique", ["full", "auto", "pse"])
def test_parts_together_are_the_whole(technique: str, kind: str) -> None:
    found, parts = differences(KINDS[kind](Random("spread/3")).text, technique, Random(3), work=1)
    assert not found
    assert parts > 1


def test_choices_are_tried_in_the_same_order_elsewhere() -> None:
    """A run that starts in the middle has refused values first that a run from the start does not look at."""
    found, parts = differences(KINDS["tests"](Random("0/19")).text, "full", Random(19))
    assert not found
    assert parts > 1


def test_a_run_that_is_made_again_covers_no_more() -> None:
    """It begins at the start, and with another input takes another way through joined tests there."""
    found, _ = differences(KINDS["tests"](Random("0/2")).text, "full", Random(2))
    assert not found


def test_a_run_that_was_not_needed_hides_no_fault() -> None:
    """It was made for coverage, in the part that comes first, and has the outcome of a path of another part."""
    found, parts = differences(KINDS["tests"](Random("2306/45")).text, "dgse", Random(45))
    assert not found
    assert parts > 1


def test_a_side_is_reached_past_an_early_end() -> None:
    """Of two labels that lead to the same place, the path took one; on the way to the other one, more has to hold than
    on the path."""
    found, _ = differences(KINDS["tests"](Random("2306/54")).text, "dgse", Random(54))
    assert not found


def test_by_processes() -> None:
    found, parts = differences(KINDS["parts"](Random("spread/1")).text, "full", Random(1), processes=2, work=1)
    assert not found
    assert parts > 1


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("technique", ["full", "auto", "pse"])
def test_many_programs(technique: str, kind: str) -> None:
    for number in range(80):
        text = KINDS[kind](Random(f"many/{number}")).text
        found, _ = differences(text, technique, Random(number), processes=2)
        assert not found, text
