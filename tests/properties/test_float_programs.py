"""Machine and native build agree on programs over floats, for given inputs (including NaN, infinities and subnormal
numbers) and for all inputs that a path of a full exploration represents."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from secateur.harness.subject import load
from secateur.machine.machine import Machine
from secateur.options import Budget, Compiling, Inputs
from secateur.suite.compare import differences
from secateur.suite.native.build import build
from secateur.suite.native.run import run_all
from secateur.suite.record import Recorder, outcome_of
from secateur.suite.test import Test

from .random_float import RandomFloatProgram, programs
from .random_library import random_models
from .test_library_programs import check_partition, leaves_of

SEEDS = st.integers(0, 2**32)
MANY = {"deadline": None, "suppress_health_check": list(HealthCheck), "database": None}


def check_agreement(text: str, number: int, count: int = 12) -> None:
    """On random inputs, concretely and symbolically."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "random.c"
        source.write_text(text)
        subject = load([f"{source}:f"], Compiling(), Inputs())
        recorder = Recorder(subject.driver)
        symbolic, concrete = Machine(subject.program), Machine(subject.program)
        tests: list[Test] = []
        for model in random_models(leaves_of(subject), number, count):
            tests.append(recorder.test(symbolic.run(*symbolic.start(model)), len(tests)))
            run = concrete.run(*concrete.start(model, concrete=True))
            assert not run.branches, "a concrete run has no symbolic branches"
            tests.append(Test("concrete", tests[-1].inputs, tests[-1].recorded, outcome_of(run)))
        executable = build(subject.driver_text, subject.sources, included=subject.included)
    for test, outcome in zip(tests, run_all(executable, [t.recorded for t in tests], timeout=10.0), strict=True):
        different = differences(test.outcome, outcome, False)
        assert not different, f"{test.name} {dict(test.inputs)}: {different}\n{text}"


@settings(max_examples=30, derandomize=True, **MANY)  # type: ignore[arg-type]
@given(programs(), SEEDS)
def test_thirty_programs(program: RandomFloatProgram, number: int) -> None:
    check_agreement(program.text, number)


@settings(max_examples=20, derandomize=True, **MANY)  # type: ignore[arg-type]
@given(programs(depth=1), SEEDS)
def test_every_input_belongs_to_one_path(program: RandomFloatProgram, number: int) -> None:
    check_partition(program.text, number, Budget(timeout=0.5, max_paths=20))


@pytest.mark.slow
@pytest.mark.parametrize("share", range(3))
def test_many_programs(share: int) -> None:
    @seed(share)
    @settings(max_examples=300, **MANY)  # type: ignore[arg-type]
    @given(programs(), SEEDS)
    def check_each(program: RandomFloatProgram, number: int) -> None:
        check_agreement(program.text, number)

    check_each()


@pytest.mark.slow
@pytest.mark.parametrize("share", range(2))
def test_every_input_belongs_to_one_path_in_many(share: int) -> None:
    @seed(share)
    @settings(max_examples=150, **MANY)  # type: ignore[arg-type]
    @given(programs(), SEEDS)
    def check_each(program: RandomFloatProgram, number: int) -> None:
        check_partition(program.text, number, Budget(timeout=5.0, max_paths=40))

    check_each()
