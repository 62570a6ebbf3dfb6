"""pse against full exploration on other random programs: library calls, floats, structs, pointers, pass by value."""

from __future__ import annotations

import pytest
from hypothesis import given, seed, settings
from hypothesis.strategies import SearchStrategy

from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.harness.subject import Subject, load
from secateur.machine.machine import Machine
from secateur.options import Budget, Compiling, Inputs
from secateur.solver import Solver, by_name

from . import random_c, random_float, random_library
from .differential import MANY, covered, fault_keys, named, untrue
from .written import written

#: The texts of random programs, by topic.
GENERATORS: dict[str, SearchStrategy[str]] = {
    "c": random_c.programs().map(lambda program: program.text),
    "library": random_library.programs().map(lambda program: program.text),
    "float": random_float.programs().map(lambda program: program.text),
}


#: Programs with more paths are passed over; in the fast tests already with fewer.
MANY_PATHS, FEW_PATHS = Budget(timeout=8.0, max_paths=300), Budget(timeout=4.0, max_paths=100)


def explored(subject: Subject, technique: str, budget: Budget) -> Result:
    made = named(technique)
    solver = Solver(by_name("bitwuzla"), timeout=2.0)
    return Explorer(made.machine(subject.program), solver, made, budget=budget).run()


def check_text(text: str, budget: Budget) -> int:
    """The number of paths that were compared; 0 if one of the two explorations did not finish."""
    with written(text) as source:
        subject = load([f"{source}:f"], Compiling(), Inputs())
        full, reduced = explored(subject, "full", budget), explored(subject, "pse", budget)
        assert not untrue(Machine(subject.program), reduced), text
        if not full.complete or not reduced.complete:
            return 0
        assert fault_keys(reduced) == fault_keys(full), text
        assert not covered(full) - covered(reduced), text
    return full.counts.completed


def check_programs(generator: str, count: int, start: int, budget: Budget = MANY_PATHS) -> int:
    compared = 0

    @seed(start)
    @settings(max_examples=count, **MANY)  # type: ignore[arg-type]
    @given(GENERATORS[generator])
    def check_each(text: str) -> None:
        nonlocal compared
        compared += check_text(text, budget)

    check_each()
    return compared


@pytest.mark.parametrize("generator", list(GENERATORS))
def test_half_a_dozen_programs(generator: str) -> None:
    assert check_programs(generator, 6, 0, FEW_PATHS) > 6


@pytest.mark.slow
@pytest.mark.parametrize("start", [1, 2])
@pytest.mark.parametrize("generator", list(GENERATORS))
def test_hundreds_of_programs(generator: str, start: int) -> None:
    assert check_programs(generator, 250, start) > 250
