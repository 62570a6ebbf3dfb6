"""Checks of one random program on random inputs, and of many programs."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from secateur.exploration.loop import Explorer
from secateur.exploration.techniques.full import Full
from secateur.harness.subject import Subject, load
from secateur.machine.machine import Machine
from secateur.machine.path import LIMITED
from secateur.options import Budget, Compiling, Inputs
from secateur.solver import Solver, by_name
from secateur.suite.record import Recorder

from .agreement import disagreements
from .partition import assert_predicted, paths_of
from .random_library import random_models
from .random_text import RandomText
from .written import written

SEEDS = st.integers(0, 2**32)
MANY = {"deadline": None, "suppress_health_check": list(HealthCheck), "database": None}


def _leaves_of(subject: Subject) -> list[tuple[str, int]]:
    assert subject.driver is not None
    return [(leaf.kind, leaf.width) for leaf in subject.driver.inputs]


def check_agreement(text: str, number: int, count: int = 8) -> None:
    """On random inputs, concretely and symbolically."""
    with written(text) as source:
        subject = load([f"{source}:f"], Compiling(), Inputs())
        found = disagreements(source, random_models(_leaves_of(subject), number, count))
    assert not found, f"{text}\n{found[0]}"


def check_partition(text: str, number: int, budget: Budget, count: int = 24) -> None:
    """Every random input belongs to one path, and does what that path predicts."""
    with written(text) as source:
        subject = load([f"{source}:f"], Compiling(), Inputs())
        solver = Solver(by_name("bitwuzla"), timeout=2.0)
        result = Explorer(Machine(subject.program), solver, Full(), budget=budget).run()
        recorder = Recorder(subject.driver)
        models = random_models(_leaves_of(subject), number, count)
        paths = [*result.paths, *paths_of(result, models, text)]
        predicted = [recorder.test(path, 0) for path in paths if path.ending not in LIMITED]
        assert_predicted(subject, predicted, text)


def check_many(
    programs: st.SearchStrategy[RandomText], check: Callable[[str, int], None], count: int, share: int
) -> None:
    """Check `count` programs, each with a random number for its inputs; every share draws others."""

    @seed(share)
    @settings(max_examples=count, **MANY)  # type: ignore[arg-type]
    @given(programs, SEEDS)
    def check_each(program: RandomText, number: int) -> None:
        check(program.text, number)

    check_each()
