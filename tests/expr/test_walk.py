"""Walks: order, sizes, substitution."""

from __future__ import annotations

from secateur import expr

X = expr.variable("x", 32, 0, "signed")
Y = expr.variable("y", 32, 1, "signed")
SUM = expr.add(X, Y, 32)


def test_arguments_come_before_their_users_and_once() -> None:
    assert isinstance(SUM, expr.Expr)
    square = expr.mul(SUM, SUM, 32)
    assert expr.post_order(square) == [X, Y, SUM, square]


def test_size_counts_shared_nodes_once() -> None:
    assert expr.size(expr.mul(SUM, SUM, 32)) == 4
    assert expr.size(7) == 0


def test_variables_are_ordered_by_index() -> None:
    assert expr.variables_of(expr.sub(Y, X, 32)) == [X, Y]
    assert expr.variables_of([expr.eq(Y, 3, 32), X, True]) == [X, Y]
    assert expr.variables_of(5) == []


def test_substitution_simplifies() -> None:
    condition = expr.slt(SUM, 10, 32)
    assert expr.substitute(condition, {Y: 0}) is expr.slt(X, 10, 32)
    assert expr.substitute(condition, {X: 3, Y: 4}) is True
    assert expr.substitute(condition, {X: Y, Y: X}) is condition
    assert expr.substitute(condition, {SUM: 11}) is False  # type: ignore[dict-item]
    assert expr.substitute(4, {X: Y}) == 4


def test_substitution_leaves_untouched_parts_alone() -> None:
    z = expr.variable("z", 32, 2, "signed")
    assert expr.substitute(SUM, {z: 1}) is SUM
