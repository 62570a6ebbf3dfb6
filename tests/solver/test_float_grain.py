"""Multiples of powers of two."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from secateur import expr
from secateur.expr import ieee
from secateur.solver import Solver, Unsat
from secateur.solver.float_grain import of_constant, of_range, of_result
from secateur.solver.float_ranges import FloatRanges

from .doubles import NeverKnows

OPERATIONS = {"fadd": ieee.fadd, "fsub": ieee.fsub, "fmul": ieee.fmul, "fmin": ieee.fmin}


def multiple(number: float, exponent: int) -> bool:
    return (Fraction(number) / Fraction(2) ** exponent).denominator == 1


@pytest.mark.parametrize("width", [32, 64])
def test_results_are_multiples(width: int) -> None:
    draw = random.Random(width)
    for _ in range(400):
        x, y = (ieee.to_bits(draw.choice((draw.uniform(-300, 300), draw.randint(-9, 9) / 8)), width) for _ in range(2))
        first, second = (of_constant(ieee.to_float(each, width)) for each in (x, y))
        for op, operation in OPERATIONS.items():
            grain = of_result(op, width, first, second, None)
            assert grain is not None
            assert multiple(ieee.to_float(operation(x, y, width), width), min(grain, 900))


def test_ranges() -> None:
    assert of_range(256.0, 300.0, 64) == -44
    assert of_range(-1.0, 300.0, 64) == -1074
    assert of_range(1.0, 2.0, 32) == -23
    assert of_range(6.0, 6.0, 64) == 1


def test_a_difference_above_zero_is_not_tiny() -> None:
    """275 - x > 0 for x from 256 to 280, so it is at least 2^-44, and 100 and half of it are more than 100."""
    x = expr.variable("x", 64, 0, "f64")

    def double(value: float) -> int:
        return ieee.to_bits(value, 64)

    rest = expr.fsub(double(275.0), x, 64)
    conditions = [
        expr.fcmp("ole", double(256.0), x, 64),
        expr.fcmp("ole", x, double(280.0), 64),
        expr.fcmp("olt", 0, rest, 64),
        expr.fcmp("ole", expr.fadd(expr.fdiv(rest, double(2.0), 64), double(100.0), 64), double(100.0), 64),
    ]
    answer = Solver(NeverKnows(), stages=(FloatRanges(),)).solve(conditions, (0,))
    assert isinstance(answer, Unsat)
