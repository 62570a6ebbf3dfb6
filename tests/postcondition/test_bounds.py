"""Bounds between which a comparison comes out the same: every number in them satisfies the condition."""

from __future__ import annotations

import pytest

from secateur import expr
from secateur.expr import Expr
from secateur.postcondition.bounds import FARTHEST, GRID, limit_of, moved, variable_in

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
    found = limit_of(condition)
    if found is None:
        return
    assert found.number == 0
    low, high = found.bounds_under((value,))
    for each in {low, high, (low + high) // 2, min(low + 1, high), max(high - 1, low)}:
        assert low > high or expr.evaluate(condition, (each,)), f"{name}: {each} is between {low} and {high}"


def test_near_bounds_are_exact_and_far_ones_on_a_grid() -> None:
    near, far = CONDITIONS["less"], CONDITIONS["far"]
    assert isinstance(near, Expr)
    assert isinstance(far, Expr)
    found = limit_of(near)
    assert found is not None
    assert found.bounds == (-FARTHEST, 6)
    assert variable_in(expr.add(X, 1, 32)) == (0, 1)  # type: ignore[arg-type]
    low, high = moved((5, FARTHEST), 1)
    assert low == 4
    assert high % GRID == 0
    assert high <= FARTHEST - 1


def test_other_conditions_have_none() -> None:
    y = expr.variable("y", 32, 1, "signed")
    for condition in (expr.slt(X, y, 32), expr.eq(X, 7, 32)):
        assert isinstance(condition, Expr)
        assert limit_of(condition) is None
