"""The generated programs compile, terminate, and are analysed in time."""

from __future__ import annotations

import time

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


def test_two_thousand_lines_in_time(large: Program) -> None:
    """About a third of a second on a slow machine; the limit leaves room for a busy one."""
    start = time.process_time()
    analysis = PointsTo(large, "main")
    summary = ModRef(analysis)
    assert time.process_time() - start < 5
    assert len(analysis.code.items) > 10_000
    assert summary.mod["main"]
