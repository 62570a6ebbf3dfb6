"""What a process holds, and how much a solver beside it may use."""

from __future__ import annotations

from secateur.solver.memory import LEAST, left_of, resident_memory


def test_a_solver_gets_what_is_left() -> None:
    assert resident_memory() > 10
    assert left_of(None) is None
    assert left_of(1) == LEAST
    assert 10_000 - 2 * resident_memory() < (left_of(10_000) or 0) < 10_000
