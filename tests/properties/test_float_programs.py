"""Machine and native build agree on programs over floats, for given inputs (including NaN, infinities and subnormal
numbers) and for all inputs that a path of a full exploration represents."""

from __future__ import annotations

from functools import partial

import pytest
from hypothesis import given, settings

from secateur.options import Budget

from .on_random_inputs import MANY, SEEDS, check_agreement, check_many, check_partition
from .random_float import RandomFloatProgram, programs


@settings(max_examples=12, derandomize=True, **MANY)  # type: ignore[arg-type]
@given(programs(), SEEDS)
def test_a_dozen_programs(program: RandomFloatProgram, number: int) -> None:
    check_agreement(program.text, number, 12)


@settings(max_examples=12, derandomize=True, **MANY)  # type: ignore[arg-type]
@given(programs(depth=1), SEEDS)
def test_every_input_belongs_to_one_path(program: RandomFloatProgram, number: int) -> None:
    check_partition(program.text, number, Budget(timeout=0.5, max_paths=20))


@pytest.mark.slow
@pytest.mark.parametrize("share", range(3))
def test_many_programs(share: int) -> None:
    check_many(programs(), partial(check_agreement, count=12), 300, share)


@pytest.mark.slow
@pytest.mark.parametrize("share", range(2))
def test_every_input_belongs_to_one_path_in_many(share: int) -> None:
    budget = Budget(timeout=5.0, max_paths=40)
    check_many(programs(), partial(check_partition, budget=budget), 150, share)
