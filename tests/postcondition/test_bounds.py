"""Bounds between which a comparison comes out the same: every number in them satisfies the condition."""

from __future__ import annotations

import pytest

from secateur import expr
from secateur.expr import Expr
from secateur.postcondition.bounds import FARTHEST, GRID, bounds_of, moved_bounds

X = expr.variable("x", 32, 0, "signed")
CONDITIONS = {
    "less": expr.slt(X, 7, 32),
    "more": expr.slt(7, X, 32),
    "at most": expr.sle(X, 7, 32),
    "other": expr.not_(expr.eq(X, 7, 32)),
    "below": expr.ult(X, 7, 32),
    "above": expr.ult(7, X, 32),
    "moved": expr.slt(expr.add(X, 3, 32), 7, 32),
    "far": expr.slt(X, 2**31 - 1, 32),
}


@pytest.mark.parametrize("name", CONDITIONS)
@pytest.mark.parametrize("value", [-(2**31), -5, 0, 3, 4, 6, 7, 8, 100, 2**31 - 1])
def test_all_numbers_between_the_bounds_satisfy_the_condition(name: str, value: int) -> None:
    condition = CONDITIONS[name]
    assert isinstance(condition, Expr)
    if not expr.evaluate(condition, (value,)):
        return
    found = bounds_of(condition, (value,))
    if found is None:
        return
    moved = moved_bounds(*found)
    assert moved is not None
    number, (low, high) = moved
    assert number == 0
    for each in {low, high, (low + high) // 2, min(low + 1, high), max(high - 1, low)}:
        assert low > high or expr.evaluate(condition, (each,)), f"{name}: {each} is between {low} and {high}"


def test_near_bounds_are_exact_and_far_ones_on_a_grid() -> None:
    near, far = CONDITIONS["less"], CONDITIONS["far"]
    assert isinstance(near, Expr)
    assert isinstance(far, Expr)
    assert bounds_of(near, (3,)) == (X, (-FARTHEST, 6))
    found = moved_bounds(expr.add(X, 1, 32), (5, FARTHEST))  # type: ignore[arg-type]
    assert found is not None
    assert found[1][0] == 4
    assert found[1][1] % GRID == 0
    assert found[1][1] <= FARTHEST - 1


def test_other_conditions_have_none() -> None:
    y = expr.variable("y", 32, 1, "signed")
    for condition in (expr.slt(X, y, 32), expr.eq(X, 7, 32)):
        assert isinstance(condition, Expr)
        assert bounds_of(condition, (7, 9)) is None
