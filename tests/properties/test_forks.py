"""Forks by target, and merging: the same faults, lines and branch sides as if each test were decided by itself."""

from __future__ import annotations

from random import Random

import pytest

from .differential import check_technique, named, survey
from .random_parts import program_of_parts
from .random_tests import program_of_tests

#: Two thousand programs, in parts that can run in parallel.
PARTS, PART = 20, 100

WAYS = [("full", "targets"), ("pse", "targets"), ("dgse", "targets"), ("full", "merge")]


def test_a_few_programs() -> None:
    """In one test: the programs are compiled and explored by label once."""
    for number in range(12):
        program = program_of_tests(Random(f"few/{number}"))
        for technique, forks in WAYS:
            check_technique(program, technique, forks=forks)


def test_paths_are_saved() -> None:
    tally = survey(lambda: named("full"), 12, write=program_of_tests, forks="merge")
    assert tally.faults >= 8, "programs without faults show nothing"
    assert tally.paths * 3 < tally.full_paths, f"most decisions can be merged: {tally}"
    assert tally.oversize + tally.undecided <= 1, f"too many are inconclusive: {tally}"


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize(("technique", "forks"), WAYS)
def test_thousands_of_programs(technique: str, forks: str, part: int) -> None:
    tally = survey(lambda: named(technique), PART, part, program_of_tests, forks=forks)
    print(f"{technique}, {forks}: {tally}")
    assert not tally.examples, tally.examples[0][0].text
    assert tally.oversize + tally.undecided <= PART // 20, f"too many are inconclusive: {tally}"


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_thousands_of_programs_of_parts(part: int) -> None:
    tally = survey(lambda: named("full"), PART, part, program_of_parts, forks="merge")
    print(f"full, merge: {tally}")
    assert not tally.examples, tally.examples[0][0].text
