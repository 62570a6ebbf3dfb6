"""The generated programs compile, terminate, and are analysed in time that grows with their length."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from secateur.dependence.memory.mod_ref import ModRef
from secateur.dependence.memory.points_to import PointsTo
from secateur.ir.model import Program
from secateur.machine.machine import Machine
from secateur.machine.path import Ending

from .analysing import program_of
from .generated import generate


@pytest.fixture(scope="module")
def large(tmp_path_factory: pytest.TempPathFactory) -> Program:
    return program_of(generate(2000, 1), tmp_path_factory.mktemp("large"))


def test_length_and_repetition() -> None:
    text = generate(2000, 7)
    assert 2000 <= text.count("\n") < 2100
    assert text == generate(2000, 7)
    assert text != generate(2000, 8)


def test_it_runs_and_ends(large: Program) -> None:
    machine = Machine(large)
    path = machine.run(*machine.start((), concrete=True))
    assert (path.ending, path.fault) == (Ending.RETURNED, None)


def test_the_work_grows_with_the_lines(large: Program, tmp_path: Path) -> None:
    """Calls of functions are counted."""
    _, few = _analysed(program_of(generate(500, 1), tmp_path))
    summary, many = _analysed(large)
    assert many < 4 * few
    assert len(summary.points_to.code.items) > 10_000
    assert summary.mod["main"]


def _analysed(program: Program) -> tuple[ModRef, int]:
    """What each function may change, and how many calls the analysis took."""
    count = 0

    def called(_: object, event: str, __: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(called)
    try:
        return ModRef(PointsTo(program, "main")), count
    finally:
        sys.setprofile(before)
