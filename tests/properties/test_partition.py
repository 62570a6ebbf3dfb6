"""The paths of a full exploration partition the inputs, and each predicts the behaviour on *all* of its inputs.

For random programs and inputs that the exploration did not choose: the conditions of exactly one path hold, and the
native build does what that path predicts for the input.
"""

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
from secateur.harness.subject import load
from secateur.machine.machine import Machine
from secateur.options import Budget, Compiling, Inputs
from secateur.solver import Solver, by_name
from secateur.suite.compare import differences
from secateur.suite.native.build import build
from secateur.suite.native.run import run_all
from secateur.suite.record import Recorder

from .agreement import models_for
from .random_c import RandomProgram, programs

VALUES = st.lists(
    st.tuples(*[st.one_of(st.integers(-4, 9), st.integers(-(2**63), 2**63 - 1))] * 4), min_size=12, max_size=12
)
MANY = {"deadline": None, "suppress_health_check": list(HealthCheck), "database": None}


def check_partition(program: RandomProgram, values: list[tuple[int, ...]], folder: Path) -> None:
    source = folder / "random.c"
    source.write_text(program.text)
    subject = load([f"{source}:f"], Compiling(), Inputs())
    solver = Solver(by_name("bitwuzla"), timeout=2.0)
    result = Explorer(Machine(subject.program), solver, Full(), budget=Budget(timeout=6.0, max_paths=150)).run()
    recorder = Recorder(subject.driver)
    predicted = []
    for model in models_for(program.parameters, values):
        fitting = [p for p in result.paths if all(evaluate(b.condition, model) for b in p.branches)]
        assert len(fitting) <= 1, f"two paths for {model}: {[p.labels for p in fitting]}\n{program.text}"
        assert fitting or not result.complete, f"no path for {model}\n{program.text}"
        predicted += [recorder.test(replace(path, model=model), 1) for path in fitting]
    executable = build(subject.driver_text, subject.sources, included=subject.included)
    actual = run_all(executable, [test.recorded for test in predicted], timeout=10.0) if predicted else []
    for test, outcome in zip(predicted, actual, strict=True):
        different = differences(test.outcome, outcome, False)
        assert not different, f"{dict(test.inputs)}: {different}\n{program.text}"


@settings(max_examples=25, derandomize=True, **MANY)  # type: ignore[arg-type]
@given(programs(depth=1), VALUES)
def test_every_input_belongs_to_one_path(program: RandomProgram, values: list[tuple[int, ...]]) -> None:
    with tempfile.TemporaryDirectory() as folder:
        check_partition(program, values, Path(folder))


@pytest.mark.slow
@pytest.mark.parametrize("share", range(2))
def test_every_input_belongs_to_one_path_in_many(share: int, tmp_path: Path) -> None:
    @seed(share)
    @settings(max_examples=400, **MANY)  # type: ignore[arg-type]
    @given(programs(), VALUES)
    def check_each(program: RandomProgram, values: list[tuple[int, ...]]) -> None:
        check_partition(program, values, tmp_path)

    check_each()
