"""Machine and native build agree on programs that use the C library and memory in every way, for given inputs and for
all inputs that a path of a full exploration represents."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given, settings

from secateur.options import Budget

from .on_random_inputs import MANY, SEEDS, check_agreement, check_many, check_partition
from .random_library import RandomLibraryProgram, programs


@settings(max_examples=12, derandomize=True, **MANY)  # type: ignore[arg-type]
@given(programs(), SEEDS)
def test_a_dozen_programs(program: RandomLibraryProgram, number: int) -> None:
    check_agreement(program.text, number)


@settings(max_examples=12, derandomize=True, **MANY)  # type: ignore[arg-type]
@given(programs(depth=1), SEEDS)
def test_every_input_belongs_to_one_path(program: RandomLibraryProgram, number: int) -> None:
    check_partition(program.text, number, Budget(timeout=0.5, max_paths=60))


@pytest.mark.slow
@pytest.mark.parametrize("share", range(3))
def test_many_programs(share: int) -> None:
    check_many(programs(), check_agreement, 300, share)


@pytest.mark.slow
@pytest.mark.parametrize("share", range(2))
def test_every_input_belongs_to_one_path_in_many(share: int) -> None:
    budget = Budget(timeout=3.0, max_paths=200)
    check_many(programs(), partial(check_partition, budget=budget), 200, share)
