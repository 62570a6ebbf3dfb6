"""No fault that a caller brings about is outside the findings with `callers`; none is invented."""

from __future__ import annotations

from pathlib import Path

import pytest

from .random_calls import random_program, wrong


@pytest.mark.parametrize("seed", range(6))
def test_what_callers_bring_about_is_found(seed: int, tmp_path: Path) -> None:
    assert wrong(random_program(seed), tmp_path) == ""


def test_callers_of_these_programs_do_bring_about_faults() -> None:
    """Else the test above could not fail."""
    assert sum(len(random_program(seed).real()) for seed in range(6)) >= 3
