"""Every technique finds exactly the faults of full exploration; and the test itself detects broken techniques."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from secateur.exploration import techniques
from secateur.exploration.frontier import ORDERS
from secateur.exploration.task import Task
from secateur.exploration.techniques.full import Full
from secateur.expr import Expr
from secateur.machine.path import Path

from .differential import EXACT, PUBLISHED, check_programs, check_technique, named, survey
from .random_blocks import program_of_blocks
from .random_parts import programs_of_parts
from .random_places import programs_of_places

#: Five thousand programs per technique, in parts that can run in parallel.
PARTS, PART = 20, 250


def test_twenty_four_programs() -> None:
    """In one test: the programs are compiled and explored fully once, for all techniques."""
    for technique in EXACT:
        tally = check_programs(technique, 24)
        assert tally.programs >= 24
        assert tally.faults > 20, "programs without faults show nothing"
        assert tally.oversize + tally.undecided <= 4, f"too many are inconclusive: {tally}"


def test_forty_programs_of_parts() -> None:
    tally = check_programs("dgse", 40, drawn=programs_of_parts())
    assert tally.faults > 4, "programs without faults show nothing"
    assert tally.paths < tally.full_paths / 2, f"most of these can be cut: {tally}"
    assert tally.oversize + tally.undecided <= 4, f"too many are inconclusive: {tally}"


def test_twenty_four_programs_of_places() -> None:
    tally = check_programs("dgse", 24, drawn=programs_of_places())
    assert tally.faults > 4, "programs without faults show nothing"
    assert tally.oversize + tally.undecided <= 4, f"too many are inconclusive: {tally}"


@pytest.mark.parametrize("technique", ["pse", "auto"])
def test_twelve_programs_that_allocate(technique: str) -> None:
    tally = survey(lambda: named(technique), 12, write=program_of_blocks, forks="targets")
    assert tally.missed == tally.invented == tally.uncovered == 0, tally.examples[0][0].text
    assert tally.faults > 4, "programs without faults show nothing"
    assert tally.oversize + tally.undecided <= 2, f"too many are inconclusive: {tally}"


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("technique", ["pse", "auto", "dgse"])
def test_thousands_of_programs_that_allocate(technique: str, part: int) -> None:
    tally = survey(lambda: named(technique), PART, part, program_of_blocks, forks="targets")
    print(f"{technique}: {tally}")
    assert tally.missed == tally.invented == tally.uncovered == 0, tally.examples[0][0].text
    assert tally.oversize + tally.undecided <= PART // 20, f"too many are inconclusive: {tally}"


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_thousands_of_programs_of_places(part: int) -> None:
    tally = check_programs("dgse", PART, start=part, drawn=programs_of_places())
    print(f"dgse: {tally}")
    assert tally.oversize + tally.undecided <= PART // 20, f"too many are inconclusive: {tally}"


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
def test_thousands_of_programs_of_parts(part: int) -> None:
    tally = check_programs("dgse", PART, start=part, drawn=programs_of_parts())
    print(f"dgse: {tally}")
    assert tally.oversize + tally.undecided <= PART // 20, f"too many are inconclusive: {tally}"


def test_in_every_order() -> None:
    for order in ORDERS:
        for technique in EXACT:
            assert order == "dfs" or check_programs(technique, 3, start=1, order=order).faults > 5


@pytest.mark.slow
@pytest.mark.parametrize("order", [order for order in ORDERS if order != "dfs"])
def test_many_programs_in_every_order(order: str) -> None:
    for technique in EXACT:
        assert check_programs(technique, 50, start=1, order=order).faults > 40


@pytest.mark.slow
@pytest.mark.parametrize("part", range(PARTS))
@pytest.mark.parametrize("technique", [name for name in EXACT if name != "full"])
def test_thousands_of_programs(technique: str, part: int) -> None:
    tally = check_programs(technique, PART, start=part)
    print(f"{technique}: {tally}")
    assert tally.oversize + tally.undecided <= PART // 20, f"too many are inconclusive: {tally}"


# --- the harness itself


class Forgetful(Full):
    """Omits every third task."""

    def tasks(self, path: Path, task: Task | None) -> Iterator[Task]:
        return (each for number, each in enumerate(super().tasks(path, task)) if number % 3 != 2)


class Careless(Full):
    """Accepts any input for the failing side of a check, whether or not it fails there."""

    def questions(self, task: Task) -> Iterator[Sequence[Expr]]:
        yield [] if task.is_failing_side else task.conditions


@pytest.mark.parametrize(("broken", "word"), [(Forgetful, "missed"), (Careless, "invented")])
def test_a_broken_technique_is_seen(broken: type[Full], word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    tally = survey(broken, 40, enough=1)
    assert (tally.missed if broken is Forgetful else tally.invented) > 0
    monkeypatch.setattr(techniques, "PROGRAMS", {**techniques.PROGRAMS, "broken": broken})
    program = next(program for program, compared in tally.examples if getattr(compared, word))
    with pytest.raises(AssertionError, match=word):
        check_technique(program, "broken")


@pytest.mark.parametrize("technique", PUBLISHED)
def test_what_the_papers_print_misses_faults(technique: str) -> None:
    tally = survey(lambda: named(technique), 100, enough=1)
    assert tally.missed > 0
    assert not tally.invented
