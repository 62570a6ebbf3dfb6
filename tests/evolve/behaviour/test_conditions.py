"""Conditions are minimised and keep their meaning."""

from __future__ import annotations

import random

import pytest

from evolve.versions import compared
from secateur import expr
from secateur.evolve.behaviour.conditions import Minimiser, tidy
from secateur.expr import Expr
from secateur.solver import Solver, by_name

X = expr.variable("x", 32, 0, "signed")
B = expr.variable("b", 8, 1, "unsigned")
T = expr.variable("t", 32, 2, "signed")


def cond(value: expr.Value) -> Expr:
    assert isinstance(value, Expr)
    return value


@pytest.mark.parametrize(
    ("conditions", "text"),
    [
        ([expr.sle(X, 0, 32), expr.ne(X, 0, 32)], "x < 0"),
        ([expr.sle(0, X, 32), expr.ne(X, 0, 32)], "x > 0"),
        ([expr.sle(3, X, 32), expr.slt(X, 4, 32)], "x == 3"),
        ([expr.slt(X, 9, 32), expr.slt(X, 4, 32), expr.ne(X, 7, 32)], "x <= 3"),
        ([expr.slt(2, X, 32), expr.slt(X, 9, 32), expr.ne(X, 5, 32)], "x >= 3 && x <= 8 && x != 5"),
        ([expr.ule(20, B, 8), expr.ule(40, B, 8)], "b >= 40"),
        ([expr.sle(X, T, 32), expr.sle(T, X, 32)], "x == t"),
        ([expr.sle(X, T, 32), expr.ne(X, T, 32), expr.slt(X, T, 32)], "x < t"),
    ],
)
def test_bounds_are_put_together(conditions: list[expr.Value], text: str) -> None:
    assert " && ".join(expr.to_c(c) for c in tidy([cond(c) for c in conditions])) == text


def test_tidy_conditions_say_the_same() -> None:
    chance = random.Random(4)
    makers = (
        lambda v: expr.slt(B, v, 8), lambda v: expr.sle(v, B, 8), lambda v: expr.ult(B, v, 8),
        lambda v: expr.ule(v, B, 8), lambda v: expr.ne(B, v, 8), lambda v: expr.eq(B, v, 8),
    )  # fmt: skip
    for _ in range(300):
        made = [chance.choice(makers)(chance.randint(-128, 127)) for _ in range(chance.randint(1, 4))]
        conditions = [c for c in made if isinstance(c, Expr)]
        short = tidy(conditions)
        for value in range(-128, 128):
            model = (0, value)
            before = all(expr.evaluate(c, model) for c in conditions)
            assert before == all(expr.evaluate(c, model) for c in short), (conditions, short, value)


def test_what_does_not_matter_is_left_out() -> None:
    verdict = compared(
        "int x = b > 3 ? 1 : 2; return a > 5 ? x : 9;",
        "int x = b > 3 ? 1 : 2; return a > 7 ? x : 9;",
    )
    found = Minimiser(verdict.equal, Solver(by_name("bitwuzla")), verdict.complete).differences(verdict.different)
    assert [" && ".join(expr.to_c(c) for c in d.conditions) for d in found] == ["nondet_int >= 6 && nondet_int <= 7"]
    assert found[0].is_exact


def test_of_an_incomplete_comparison_nothing_is_left_out() -> None:
    verdict = compared("return a > 5 && b;", "return a > 7 && b;")
    assert verdict.different
    found = Minimiser(verdict.equal, Solver(by_name("bitwuzla")), False).differences(verdict.different)
    assert not any(d.is_exact for d in found)
    assert all(set(tidy(r.conditions)) for r in verdict.different)
