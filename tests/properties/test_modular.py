"""Exploration with summaries invents no faults and finds those outside the summarised functions."""

from __future__ import annotations

import pytest

from .modular import Tally, survey

#: Two thousand programs, in parts that can run in parallel.
PARTS, PART = 10, 200


def _check(tally: Tally, count: int, kind: str = "stars") -> None:
    assert tally.summarised > count // 2, "without summaries the test shows nothing"
    assert tally.faults > tally.inside
    assert (tally.inside > 0) == (kind == "stars") or kind == "exact"
    shown = "".join(
        f"\nmissed {sorted(compared.missed)}, invented {sorted(compared.invented)}, "
        f"not covered {sorted(compared.uncovered)}\n{program.text}"
        for program, compared in tally.examples[:1]
    )
    assert (tally.invented, tally.missed, tally.uncovered) == (0, 0, 0), shown
    assert tally.undecided <= count // 20, f"too many are inconclusive: {tally}"


def test_ten_programs() -> None:
    """In one test: the programs are compiled and explored fully once, for all depths."""
    for depth in (None, 0, 2):
        _check(survey(10, depth=depth, kind="stars"), 10)


@pytest.mark.parametrize("kind", ["exact", "pse", "turns"])
def test_a_few_programs_with_summaries_that_write(kind: str) -> None:
    _check(survey(4, start=7, kind=kind), 4, kind)


@pytest.mark.slow
@pytest.mark.parametrize("depth", [None, 0, 2])
@pytest.mark.parametrize("part", range(PARTS))
def test_thousands_of_programs(part: int, depth: int | None) -> None:
    tally = survey(PART, start=part, depth=depth, kind="stars")
    print(tally)
    _check(tally, PART)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["exact", "pse", "auto", "turns"])
@pytest.mark.parametrize("part", range(PARTS))
def test_thousands_of_programs_with_summaries_that_write(part: int, kind: str) -> None:
    tally = survey(PART, start=part, kind=kind)
    print(tally)
    _check(tally, PART, kind)
