"""Enumeration agrees with the back end, and its cores are contradictions."""

from __future__ import annotations

import random

import pytest

from secateur import expr
from secateur.expr import Expr, Value, evaluate
from secateur.expr.columns import Columns
from secateur.solver import Answer, Sat, Solver, Unsat, by_name
from secateur.solver.bitwuzla import BitwuzlaBackend
from secateur.solver.small_domains import SmallDomains

from .doubles import NeverKnows

A, B, C = (expr.variable(name, 8, i, "char") for i, name in enumerate("abc"))
WIDE = expr.variable("wide", 32, 3, "signed")
FLAG = expr.variable("flag", 1, 4, "bool")
ZEROS = (0, 0, 0, 0, False)


def enumerated(*conditions: Value, hint: tuple[int, ...] = ZEROS) -> Answer:
    return Solver(NeverKnows(), stages=(SmallDomains(),)).solve(conditions, hint)


def digit(x: Expr) -> Value:
    return expr.ult(expr.sub(expr.zext(x, 8, 32), 48, 32), 10, 32)


def number(x: Expr) -> Value:
    return expr.int_to_fp(expr.sub(expr.zext(x, 8, 32), 48, 32), 32, 64, signed=True)


def double(value: float) -> int:
    return expr.to_bits(value, 64)


def test_digits_of_a_decimal_are_enumerated() -> None:
    tenths = expr.fdiv(expr.fadd(expr.fmul(number(A), double(10.0), 64), number(B), 64), double(10.0), 64)
    answer = enumerated(
        digit(A), digit(B), expr.fcmp("olt", double(6.4), tenths, 64), expr.fcmp("olt", tenths, double(6.6), 64)
    )
    assert isinstance(answer, Sat)
    assert answer.model[:2] == (ord("6"), ord("5"))


def test_a_contradiction_names_the_conditions_that_matter() -> None:
    large = expr.fcmp("olt", double(9.5), number(A), 64)
    other = expr.eq(B, 3, 8)
    answer = enumerated(digit(A), other, large, expr.eq(B, C, 8))
    assert isinstance(answer, Unsat)
    assert set(answer.core) == {digit(A), large}


def test_inputs_that_need_not_change_keep_their_values() -> None:
    differs = expr.ne(expr.mul(A, B, 8), 0, 8)
    answer = enumerated(differs, expr.ne(A, 0, 8), expr.ult(A, 5, 8), expr.ult(B, 5, 8), hint=(3, 0, 0, 0, False))
    assert isinstance(answer, Sat)
    assert answer.model[0] == 3


def test_a_bounded_wide_input_is_enumerated_and_an_unbounded_one_is_not() -> None:
    square = expr.eq(expr.mul(WIDE, WIDE, 32), 49, 32)
    inside = (expr.slt(-10, WIDE, 32), expr.slt(WIDE, 100, 32))
    answer = enumerated(*inside, square)
    assert isinstance(answer, Sat)
    assert answer.model[3] in (-7, 7)
    answer = enumerated(*inside, expr.eq(expr.mul(WIDE, WIDE, 32), 50, 32))
    assert isinstance(answer, Unsat)
    assert set(answer.core) == {*inside, expr.eq(expr.mul(WIDE, WIDE, 32), 50, 32)}
    assert not isinstance(enumerated(square), Sat | Unsat)


def test_an_excluded_value_beyond_the_limit_does_not_make_a_domain_small() -> None:
    """5,000 values, of which 1,000 are excluded: still too many, and never a contradiction."""
    excluded = [expr.ne(WIDE, value, 32) for value in range(1000)]
    answer = enumerated(*excluded, expr.sle(0, WIDE, 32), expr.slt(WIDE, 5000, 32), expr.slt(4990, WIDE, 32))
    assert not isinstance(answer, Unsat)


@pytest.mark.parametrize("seed", range(40))
def test_it_agrees_with_the_back_end(seed: int) -> None:
    draw = random.Random(seed)
    drawn = [_random_condition(draw) for _ in range(3)]
    few = [expr.ult(x, 15, 8) for x in (A, B, C)]
    conditions = [condition for condition in (*few, *drawn) if isinstance(condition, Expr)]
    if all(evaluate(condition, ZEROS) for condition in conditions):
        return
    stage, backend = Solver(NeverKnows(), stages=(SmallDomains(),)), Solver(by_name("bitwuzla"), stages=())
    answer, truth = stage.solve(conditions, ZEROS), backend.solve(conditions, ZEROS)
    assert type(answer) is type(truth)
    if isinstance(answer, Sat):
        assert all(evaluate(condition, answer.model) for condition in conditions)
    else:
        assert isinstance(answer, Unsat)
        assert isinstance(BitwuzlaBackend().check(answer.core, 10), Unsat)
        assert set(answer.core) <= set(conditions)


def _random_condition(draw: random.Random) -> Value:
    term: Value = draw.choice((A, B, C))
    for _ in range(draw.randrange(1, 4)):
        other: Value = draw.choice((A, B, draw.randrange(-9, 9)))
        term = draw.choice((expr.add, expr.mul, expr.xor, expr.and_, expr.urem))(term, other, 8)
    compare = draw.choice((expr.eq, expr.slt, expr.ult, expr.ne))
    return compare(term, draw.randrange(-20, 20), 8)


def test_columns_are_values_point_by_point() -> None:
    points = [(value, 7 * value % 5) for value in range(-20, 20)]
    columns = Columns({0: [p[0] for p in points], 1: [p[1] for p in points]}, len(points))
    for e in (
        expr.mul(A, B, 8),
        expr.ite(expr.slt(A, B, 8), A, 3, 8),
        number(A),
        expr.fcmp("olt", number(A), number(B), 64),
    ):
        assert isinstance(e, Expr)
        column = columns.of(e)
        assert column is not None
        assert list(column) == [evaluate(e, point) for point in points]


def test_columns_stop_when_they_get_too_long() -> None:
    columns = Columns({0: range(100), 1: range(100)}, 100)
    long = expr.add(expr.mul(expr.mul(A, A, 8), B, 8), 1, 8)
    assert isinstance(long, Expr)
    assert columns.of(long, 200) is None
    assert columns.computed == 200
    assert columns.of(long, 10_000) is not None


def test_a_table_that_costs_more_than_the_back_end_is_left_to_it() -> None:
    """Thousands of points and many operations without a product: solving takes a few milliseconds."""
    term: Value = A
    for step in range(30):
        term = expr.xor(expr.add(term, B, 8), expr.lshr(term, 1, 8), 8) if step % 2 else expr.add(term, step + 3, 8)
    few = [expr.ult(x, 60, 8) for x in (A, B)]
    assert not isinstance(enumerated(*few, expr.eq(term, 3, 8)), Sat | Unsat)
