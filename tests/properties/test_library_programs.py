"""Machine and native build agree on programs that use the C library and memory in every way, for given inputs and for
all inputs that a path of a full exploration represents."""

from __future__ import annotations

import tempfile
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from secateur.exploration.loop import Explorer
from secateur.exploration.techniques.full import Full
from secateur.expr import evaluate
from secateur.harness.subject import Subject, load
from secateur.machine.machine import Machine
from secateur.machine.path import LIMITED
from secateur.options import Budget, Compiling, Inputs
from secateur.solver import Solver, by_name
from secateur.suite.compare import differences
from secateur.suite.native.build import build
from secateur.suite.native.run import run_all
from secateur.suite.record import Recorder

from .agreement import disagreements
from .random_library import RandomLibraryProgram, programs, random_models

SEEDS = st.integers(0, 2**32)
MANY = {"deadline": None, "suppress_health_check": list(HealthCheck), "database": None}


def leaves_of(subject: Subject) -> list[tuple[str, int]]:
    assert subject.driver is not None
    return [(leaf.kind, leaf.width) for leaf in subject.driver.inputs]


def check_agreement(text: str, number: int, count: int = 8) -> None:
    """On random inputs, concretely and symbolically."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "random.c"
        source.write_text(text)
        subject = load([f"{source}:f"], Compiling(), Inputs())
        found = disagreements(source, random_models(leaves_of(subject), number, count))
    assert not found, f"{text}\n{found[0]}"


def check_partition(text: str, number: int, budget: Budget, count: int = 24) -> None:
    """Every random input belongs to one path, and does what that path predicts."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "random.c"
        source.write_text(text)
        subject = load([f"{source}:f"], Compiling(), Inputs())
        solver = Solver(by_name("bitwuzla"), timeout=2.0)
        result = Explorer(Machine(subject.program), solver, Full(), budget=budget).run()
        recorder = Recorder(subject.driver)
        predicted = [recorder.test(path, 0) for path in result.paths if path.ending not in LIMITED]
        for model in random_models(leaves_of(subject), number, count):
            fitting = [p for p in result.paths if all(evaluate(b.condition, model) for b in p.branches)]
            assert len(fitting) <= 1, f"two paths for {model}: {[p.labels for p in fitting]}\n{text}"
            assert fitting or not result.complete, f"no path for {model}\n{text}"
            predicted += [recorder.test(replace(p, model=model), 1) for p in fitting if p.ending not in LIMITED]
        executable = build(subject.driver_text, subject.sources, included=subject.included)
    actual = run_all(executable, [test.recorded for test in predicted], timeout=10.0) if predicted else []
    for test, outcome in zip(predicted, actual, strict=True):
        different = differences(test.outcome, outcome, False)
        assert not different, f"{dict(test.inputs)}: {different}\n{text}"


@settings(max_examples=30, derandomize=True, **MANY)  # type: ignore[arg-type]
@given(programs(), SEEDS)
def test_thirty_programs(program: RandomLibraryProgram, number: int) -> None:
    check_agreement(program.text, number)


@settings(max_examples=20, derandomize=True, **MANY)  # type: ignore[arg-type]
@given(programs(depth=1), SEEDS)
def test_every_input_belongs_to_one_path(program: RandomLibraryProgram, number: int) -> None:
    check_partition(program.text, number, Budget(timeout=0.5, max_paths=60))


@pytest.mark.slow
@pytest.mark.parametrize("share", range(3))
def test_many_programs(share: int) -> None:
    @seed(share)
    @settings(max_examples=300, **MANY)  # type: ignore[arg-type]
    @given(programs(), SEEDS)
    def check_each(program: RandomLibraryProgram, number: int) -> None:
        check_agreement(program.text, number)

    check_each()


@pytest.mark.slow
@pytest.mark.parametrize("share", range(2))
def test_every_input_belongs_to_one_path_in_many(share: int) -> None:
    @seed(share)
    @settings(max_examples=200, **MANY)  # type: ignore[arg-type]
    @given(programs(), SEEDS)
    def check_each(program: RandomLibraryProgram, number: int) -> None:
        check_partition(program.text, number, Budget(timeout=3.0, max_paths=200))

    check_each()
