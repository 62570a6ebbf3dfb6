"""The analyses allow whatever the machine does: accesses, calls, and the total reads and writes of functions."""

from __future__ import annotations

import random
from pathlib import Path
from unittest.mock import patch

import pytest

from properties.random_library import random_models, write
from properties.written import written
from secateur.dependence.memory.constraints import Constraints
from secateur.dependence.memory.stored import StoredSets
from secateur.dependence.memory.targets import Targets
from secateur.frontend.build import build
from secateur.harness.subject import load
from secateur.ir.reader import read
from secateur.machine.path import Ending
from secateur.options import Compiling, Inputs

from .analysing import program_of
from .generated import generate
from .witness import Witness

MEMORY = Path(__file__).parent / "sources" / "memory.c"


def check_random(seed: int, runs: int = 2) -> int:
    """Run a random program on random inputs; returns the number of accesses compared."""
    text = write(random.Random(seed).randint).text
    with written(text) as source:
        subject = load([f"{source}:f"], Compiling(), Inputs())
    assert subject.driver is not None
    leaves = [(leaf.kind, leaf.width) for leaf in subject.driver.inputs]
    accesses = 0
    for model in random_models(leaves, seed, runs):
        witness = Witness(subject.program, model)
        assert witness.complaints == [], text
        accesses += witness.accesses
    return accesses


def test_memory_in_every_way() -> None:
    witness = Witness(read(build([MEMORY]).text))
    assert witness.complaints == []
    assert witness.path.ending is Ending.RETURNED
    assert witness.accesses > 900


@pytest.mark.parametrize("seed", range(4))
def test_generated_programs(seed: int, tmp_path: Path) -> None:
    witness = Witness(program_of(generate(300, seed), tmp_path))
    assert witness.complaints == []
    assert witness.path.ending is Ending.RETURNED


def test_random_programs() -> None:
    assert sum(check_random(seed) for seed in range(12)) > 1000


@pytest.mark.slow
def test_many_random_programs() -> None:
    assert sum(check_random(seed, 4) for seed in range(1000, 1400)) > 10_000


def _nothing(*_: object) -> None:
    return None


@pytest.mark.parametrize("rule", ["_phi", "_load", "_store", "_element", "_binary", "_return", "_loosen", "_extract"])
def test_a_missing_rule_is_noticed(rule: str) -> None:
    """Otherwise the tests above would show nothing."""
    program = read(build([MEMORY]).text)
    with patch.object(Constraints, rule, _nothing):
        assert Witness(program).complaints


def test_missing_copies_and_too_exact_steps_are_noticed() -> None:
    program = read(build([MEMORY]).text)
    with patch.object(StoredSets, "copy", _nothing):
        assert Witness(program).complaints
    with patch.object(Targets, "anywhere", Targets.start):
        assert Witness(program).complaints
