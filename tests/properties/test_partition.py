"""The paths of a full exploration partition the inputs, and each predicts the behaviour on *all* of its inputs.

For random programs and inputs that the exploration did not choose: the conditions of exactly one path hold, and the
native build does what that path predicts for the input.
"""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from secateur.exploration.loop import Explorer
from secateur.exploration.techniques.full import Full
from secateur.harness.subject import load
from secateur.machine.machine import Machine
from secateur.options import Budget, Compiling, Inputs
from secateur.solver import Solver, by_name
from secateur.suite.record import Recorder

from .agreement import models_for
from .partition import assert_predicted, paths_of
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
    paths = paths_of(result, models_for(program.parameters, values), program.text)
    assert_predicted(subject, [recorder.test(path, 1) for path in paths], program.text)


@settings(max_examples=12, derandomize=True, **MANY)  # type: ignore[arg-type]
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
