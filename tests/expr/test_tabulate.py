"""Tables of functions that have no expression."""

from __future__ import annotations

from secateur import expr
from secateur.expr import Expr, evaluate
from secateur.expr.tabulate import tabulate

C = expr.variable("c", 8, 1, "char")
D = expr.variable("d", 8, 2, "char")
WIDE = expr.variable("wide", 16, 1, "signed")


def _square(value: int) -> int:
    return value * value


def test_a_table_has_the_function_at_every_value_of_the_input() -> None:
    argument = expr.add(expr.sext(C, 8, 32), 3, 32)
    assert isinstance(argument, Expr)
    table = tabulate(argument, _square, 32)
    assert isinstance(table, Expr)
    for value in range(-128, 128):
        assert evaluate(table, (0, value)) == (value + 3) ** 2


def test_a_constant_function_is_a_constant() -> None:
    assert tabulate(C, lambda value: 7, 8) == 7


def test_more_than_one_small_input_is_too_much() -> None:
    both, wide = expr.add(C, D, 8), expr.add(WIDE, 1, 16)
    assert isinstance(both, Expr)
    assert isinstance(wide, Expr)
    assert tabulate(both, _square, 8) is None
    assert tabulate(wide, _square, 16) is None
