"""Distances in steps of rounding, and the search that follows them."""

from __future__ import annotations

from secateur import expr
from secateur.expr import Expr, evaluate, ieee
from secateur.solver.float_distance import descend, distance, ordinal

X = expr.variable("x", 64, 0, "f64")


def double(value: float) -> int:
    return ieee.to_bits(value, 64)


def test_ordinals_are_in_the_order_of_the_numbers() -> None:
    numbers = [-1e300, -1.0, -5e-324, -0.0, 0.0, 5e-324, 1.0, float("inf")]
    found = [ordinal(double(number), 64) for number in numbers]
    assert found == sorted(found)
    assert found[3] == found[4] == 0
    assert found[2] == -1


def test_a_condition_that_holds_has_no_distance() -> None:
    condition = expr.fcmp("olt", X, double(1.0), 64)
    assert isinstance(condition, Expr)
    assert distance(condition, (0,)) == 0
    assert distance(condition, (double(1.0),)) == 1
    assert distance(condition, (double(1.0) + 7,)) == 8


def test_small_steps_lead_to_a_model() -> None:
    conditions = [expr.fcmp("oeq", expr.fmul(X, double(3.0), 64), double(3.0000000000000036), 64)]
    assert all(isinstance(condition, Expr) for condition in conditions)
    model = descend(conditions, [X], (double(1.0),), 400)  # type: ignore[arg-type]
    assert model is not None
    assert evaluate(conditions[0], model)
