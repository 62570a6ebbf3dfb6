"""On random programs: the paths of a full exploration exclude each other, and each input takes its own path."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings

from properties.random_c import RandomProgram, programs
from secateur import expr
from secateur.exploration.loop import Explorer
from secateur.exploration.result import Result
from secateur.exploration.techniques.full import Full
from secateur.harness.subject import load
from secateur.machine.machine import Machine
from secateur.machine.path import Path as Run
from secateur.options import Budget, Compiling, Inputs
from secateur.solver import Solver, by_name
from secateur.suite.record import outcome_of


def _explored(program: RandomProgram, folder: Path) -> tuple[Machine, Result]:
    source = folder / "f.c"
    source.write_text(program.text)
    machine = Machine(load([f"{source}:f"], Compiling(), Inputs()).program)
    budget = Budget(max_paths=200, timeout=20)
    return machine, Explorer(machine, Solver(by_name("bitwuzla"), 2.0), Full(), budget=budget).run()


def _holds(path: Run, model: tuple[int, ...]) -> bool:
    return all(expr.evaluate(condition, model) for condition in path.conditions)


def assert_disjoint(result: Result) -> None:
    for path in result.paths:
        takers = [other for other in result.paths if _holds(other, path.model)]
        assert takers == [path], f"{path.model} satisfies the conditions of {[p.labels for p in takers]}"


def assert_taken(machine: Machine, path: Run) -> None:
    """A run from the start, on the path's input, passes the same branches to the same end."""
    again = machine.run(*machine.start(path.model))
    assert again.conditions == path.conditions
    assert again.labels == path.labels
    assert outcome_of(again) == outcome_of(path)


def check_program(program: RandomProgram) -> None:
    with tempfile.TemporaryDirectory() as folder:
        machine, result = _explored(program, Path(folder))
    assert result.paths
    assert_disjoint(result)
    for path in result.paths:
        assert_taken(machine, path)


@settings(max_examples=15, deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
@given(program=programs())
def test_paths_exclude_each_other_and_inputs_take_their_paths(program: RandomProgram) -> None:
    check_program(program)


@pytest.mark.slow
@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck))
@given(program=programs())
def test_many_programs(program: RandomProgram) -> None:
    check_program(program)
