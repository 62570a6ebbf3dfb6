"""The machine and the native build agree on random C programs: return value, output, and every fault."""

from __future__ import annotations

import pytest
from hypothesis import HealthCheck, given, seed, settings
from hypothesis import strategies as st

from .agreement import disagreements, models_for
from .random_c import RandomProgram, programs
from .written import written

VALUES = st.lists(
    st.tuples(*[st.one_of(st.integers(-3, 20), st.integers(-(2**63), 2**63 - 1))] * 4), min_size=6, max_size=6
)
MANY = {"deadline": None, "suppress_health_check": list(HealthCheck), "database": None}


def check_agreement(program: RandomProgram, values: list[tuple[int, ...]]) -> None:
    with written(program.text) as source:
        found = disagreements(source, models_for(program.parameters, values))
    assert not found, f"{program.text}\n{found[0]}"


@settings(max_examples=30, derandomize=True, **MANY)  # type: ignore[arg-type]
@given(programs(), VALUES)
def test_thirty_programs(program: RandomProgram, values: list[tuple[int, ...]]) -> None:
    check_agreement(program, values)


@pytest.mark.slow
@pytest.mark.parametrize("share", range(4))
def test_thousands_of_programs(share: int) -> None:
    @seed(share)
    @settings(max_examples=750, **MANY)  # type: ignore[arg-type]
    @given(programs(), VALUES)
    def check_each(program: RandomProgram, values: list[tuple[int, ...]]) -> None:
        check_agreement(program, values)

    check_each()
