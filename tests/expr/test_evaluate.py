"""Evaluation: interpreted and compiled agree (see also test_agreement), models may be short, caches stay correct."""

from __future__ import annotations

from secateur import expr
from secateur.expr.compile import compile_expr

X = expr.variable("x", 32, 0, "signed")
Y = expr.variable("y", 32, 1, "signed")
B = expr.variable("b", 1, 2, "bool")


def test_constants_are_themselves() -> None:
    assert expr.evaluate(7, ()) == 7
    assert expr.evaluate(True, ()) is True


def test_missing_variables_are_zero() -> None:
    condition = expr.eq(expr.add(X, Y, 32), 5, 32)
    for _ in range(60):  # interpreted, then compiled
        assert expr.evaluate(condition, (5,)) is True
        assert expr.evaluate(condition, ()) is False
    assert expr.evaluate(expr.slt(3, Y, 32), (9,)) is False
    assert expr.evaluate(B, ()) is False


def test_a_list_may_be_changed_between_evaluations() -> None:
    model = [1, 2]
    total = expr.add(X, Y, 32)
    assert expr.evaluate(total, model) == 3
    model[0] = 10
    assert expr.evaluate(total, model) == 12


def test_often_evaluated_expressions_are_compiled() -> None:
    e = expr.slt(expr.mul(X, Y, 32), expr.add(X, 3, 32), 32)
    assert isinstance(e, expr.Expr)
    expected = [i * 7 < i + 3 for i in range(-50, 50)]
    assert [expr.evaluate(e, (i, 7)) for i in range(-50, 50)] == expected
    assert e.compiled is not None


def test_common_conditions_have_evaluators_at_once() -> None:
    for e in (expr.slt(X, 5, 32), expr.sle(5, X, 32), expr.eq(X, Y, 32), expr.ne(X, 3, 32), expr.slt(Y, X, 32)):
        assert isinstance(e, expr.Expr)
        first = expr.evaluate(e, (3, 3))
        assert e.compiled is not None
        assert expr.evaluate(e, (3, 3)) is first is compile_expr(e)((3, 3))


def test_truth_values_are_bool() -> None:
    e = expr.and_(B, expr.ult(X, Y, 32), 1)
    assert expr.evaluate(e, (1, 2, 1)) is True
    assert expr.evaluate(e, (1, 2, 0)) is False


def test_compiled_code_survives_deep_nesting() -> None:
    e: expr.Value = X
    for i in range(2000):
        e = expr.mul(expr.add(e, Y, 32), 3, 32) if i % 2 else expr.xor(e, i, 32)
    assert isinstance(e, expr.Expr)
    assert compile_expr(e)((5, 6)) == expr.evaluate(e, (5, 6))
