"""Linear inequalities: solutions are solutions, contradictions have reasons that contradict each other."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest
import z3

from secateur.solver.simplex import ContradictionError, Simplex

Rows = list[tuple[list[int], int, int]]


def system(rows: Rows, unknowns: int) -> Simplex:
    simplex = Simplex()
    numbers = [simplex.unknown() for _ in range(unknowns)]
    for bit, (factors, low, high) in enumerate(rows):
        row = simplex.row({n: Fraction(f) for n, f in zip(numbers, factors, strict=True) if f})
        simplex.bound(row, Fraction(low), Fraction(high), 1 << bit)
    return simplex


def is_possible(rows: Rows) -> bool:
    """As z3 decides it."""
    solver = z3.Solver()
    for factors, low, high in rows:
        total = z3.Sum([factor * z3.Real(f"x{i}") for i, factor in enumerate(factors)])
        solver.add(total >= low, total <= high)
    return bool(solver.check() == z3.sat)


@pytest.mark.parametrize("seed", range(4))
def test_random_systems_are_decided_as_by_z3(seed: int) -> None:
    draw = random.Random(seed)
    cores: list[Rows] = []
    for _ in range(40):
        count = draw.randint(1, 4)
        rows: Rows = []
        for _ in range(draw.randint(1, 7)):
            low = draw.randint(-9, 9)
            rows.append(([draw.randint(-3, 3) for _ in range(count)], low, low + draw.randint(0, 6)))
        try:
            simplex = system(rows, count)
            simplex.check()
        except ContradictionError as error:
            cores.append([row for bit, row in enumerate(rows) if error.why >> bit & 1])
            continue
        values = simplex.values[:count]
        for factors, low, high in rows:
            assert low <= sum(f * value for f, value in zip(factors, values, strict=True)) <= high
    assert cores
    assert not any(is_possible(core) for core in cores)


def test_smaller_ranges_give_values_that_are_not_at_the_ends() -> None:
    inner = system([([1, 0], 0, 8), ([0, 1], 0, 8), ([1, 1], 4, 12)], 2).shrunk(Fraction(1, 4))
    inner.check()
    assert all(2 <= value <= 6 for value in inner.values[:2])


def test_a_copy_does_not_share_bounds() -> None:
    simplex = system([([1], 0, 8)], 1)
    other = simplex.copy()
    other.bound(0, Fraction(9), None, 2)
    with pytest.raises(ContradictionError):
        other.check()
    simplex.check()
