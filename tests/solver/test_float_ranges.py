"""Ranges of floating-point numbers never lose a value: what a real input computes stays inside."""

from __future__ import annotations

import math
import random

import pytest

from secateur import expr
from secateur.expr import Expr, Value, evaluate, ieee
from secateur.solver import Sat, Solver, Unknown, Unsat
from secateur.solver.answer import Model
from secateur.solver.bitwuzla import BitwuzlaBackend
from secateur.solver.float_box import above, below
from secateur.solver.float_facts import class_range
from secateur.solver.float_ranges import FloatRanges
from secateur.solver.float_search import FloatSearch
from secateur.solver.float_tape import Tape
from secateur.solver.readable import simplest

from .doubles import NeverKnows
from .random_floats import INTEGER, facts
from .random_floats import number as number_of

X, Y, Z = (expr.variable(name, 64, i, "f64") for i, name in enumerate("xyz"))
ZEROS = (0, 0, 0)


def double(value: float) -> int:
    return ieee.to_bits(value, 64)


def lt(x: Value, y: Value) -> Value:
    return expr.fcmp("olt", x, y, 64)


def ranges_only(*conditions: Value, hint: Model = ZEROS) -> object:
    stage = FloatRanges()
    return Solver(NeverKnows(), stages=(stage, FloatSearch(stage))).solve(conditions, hint)


@pytest.mark.parametrize("width", [32, 64])
@pytest.mark.parametrize("seed", range(8))
def test_what_a_real_input_computes_stays_inside(seed: int, width: int) -> None:
    draw = random.Random(seed)
    for _ in range(120):
        conditions, model = facts(draw, width, draw.randrange(1, 7))
        tape = Tape(conditions, conditions)
        box = tape.box()
        tape.propagate(box)
        for e, slot in tape.slots.items():
            value = ieee.to_float(evaluate(e, model), e.width)
            if math.isnan(value):
                assert box.nan[slot], (conditions, model, e)
            else:
                assert box.low[slot] <= value <= box.high[slot], (conditions, model, e)


@pytest.mark.parametrize("seed", range(6))
def test_contradictions_are_contradictions(seed: int) -> None:
    """Single precision, because the back end has to confirm each of them, cores included."""
    draw, found = random.Random(seed), 0
    for _ in range(60):
        conditions, _ = facts(draw, 32, 4)
        negated = expr.not_(conditions.pop())
        assert isinstance(negated, Expr)
        answer = ranges_only(*conditions, negated)
        if isinstance(answer, Unsat):
            found += 1
            assert set(answer.core) <= {*conditions, negated}
            assert not isinstance(BitwuzlaBackend().check(answer.core, 5), Sat)
    assert found


def test_a_clamped_value_cannot_leave_its_range() -> None:
    error = expr.fsub(X, Y, 64)
    step = expr.fadd(expr.fmul(error, double(2.0), 64), Z, 64)
    small, positive = expr.not_(lt(double(10.0), step)), lt(0, step)
    large = lt(double(100.0), expr.fadd(expr.fdiv(step, double(2.0), 64), 0, 64))
    answer = ranges_only(lt(X, double(3.0)), small, positive, large)
    assert isinstance(answer, Unsat)
    assert set(answer.core) == {small, large}


def test_a_model_of_coupled_conditions_is_found_with_simple_numbers() -> None:
    error = expr.fsub(X, Y, 64)
    total = expr.fadd(expr.fmul(error, double(0.25), 64), Z, 64)
    conditions = [
        expr.not_(lt(X, 0)),
        expr.not_(lt(double(250.0), X)),
        lt(double(20.0), error),
        lt(total, double(-50.0)),
        lt(double(-60.0), total),
    ]
    answer = ranges_only(*conditions)
    assert isinstance(answer, Sat)
    assert all(evaluate(condition, answer.model) for condition in conditions)
    assert [len(f"{ieee.to_float(bits, 64):g}") < 6 for bits in answer.model] == [True] * 3


def test_integers_that_are_converted_are_searched_too() -> None:
    speed = expr.fmul(X, double(2.5), 64)
    ratio = expr.fdiv(expr.int_to_fp(INTEGER, 32, 64, signed=True), speed, 64)
    conditions = [
        expr.sle(0, INTEGER, 32),
        expr.sle(INTEGER, 8000, 32),
        lt(double(0.5), X),
        lt(X, double(300.0)),
        lt(ratio, double(16.5)),
        expr.slt(100, expr.fp_to_int(expr.fmul(ratio, double(10.0), 64), 64, 32, signed=True), 32),
    ]
    answer = ranges_only(*conditions, hint=(double(10.0), 0, 0, 0))
    assert isinstance(answer, Sat)
    assert all(evaluate(condition, answer.model) for condition in conditions)
    impossible = ranges_only(*conditions, lt(ratio, double(9.0)), hint=(double(10.0), 0, 0, 0))
    assert isinstance(impossible, Unsat)
    assert set(impossible.core) == {conditions[-1], lt(ratio, double(9.0))}


def test_nan_is_not_forgotten() -> None:
    """Neither below nor above: only NaN is left, and that is no contradiction."""
    outside = expr.not_(lt(X, double(5.0))), expr.not_(lt(double(4.0), X))
    assert not isinstance(ranges_only(*outside, hint=(0,)), Unsat)
    assert isinstance(ranges_only(*outside, expr.fcmp("ord", X, X, 64), hint=(0,)), Unsat)


def test_the_two_zeros_are_not_told_apart() -> None:
    """1 / -0.0 is negative although -0.0 is not below zero."""
    inverse = expr.fdiv(double(1.0), X, 64)
    answer = ranges_only(expr.not_(lt(X, 0)), expr.fcmp("ord", X, X, 64), lt(inverse, 0))
    assert not isinstance(answer, Unsat)


def test_a_choice_is_refuted_case_by_case() -> None:
    whole = expr.fadd(expr.fmul(X, double(2.0), 64), double(0.5), 64)
    fits = expr.and_(lt(double(-2147483649.0), whole), lt(whole, double(2147483648.0)), 1)
    assert isinstance(ranges_only(lt(double(5.0), X), lt(X, double(30.0)), expr.not_(fits)), Unsat)
    answer = ranges_only(lt(double(5.0), X), expr.not_(fits))
    assert isinstance(answer, Sat)


def test_other_conditions_are_left_to_others() -> None:
    n = expr.variable("n", 32, 0, "signed")
    assert isinstance(ranges_only(expr.eq(expr.mul(n, n, 32), 49, 32), hint=(0,)), Unknown)


@pytest.mark.parametrize("width", [32, 64])
def test_neighbours(width: int) -> None:
    draw = random.Random(width)
    for _ in range(500):
        number = ieee.to_float(number_of(draw, width), width)
        if math.isnan(number):
            continue
        up, down = above(number, width), below(number, width)
        assert up > number or number == math.inf
        assert down < number or number == -math.inf
        assert ieee.to_float(ieee.to_bits(up, width), width) == up
        if math.isfinite(up):
            assert below(up, width) == number


def test_classes() -> None:
    draw = random.Random(1)
    for _ in range(2000):
        width = draw.choice((32, 64))
        bits, mask = number_of(draw, width), draw.randrange(1, 1 << 10)
        if ieee.is_fpclass(bits, width, mask):
            low, high, nan = class_range(mask, width)
            number = ieee.to_float(bits, width)
            assert nan if math.isnan(number) else low <= number <= high


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (-3.0, 8.0, 0.0),
        (4.2, 17.0, 10.0),
        (4.25, 4.9, 4.3),
        (-17.0, -4.2, -10.0),
        (2.0, math.inf, 10.0),
        (0.5, 0.5, 0.5),
        (-math.inf, -1e301, -1e301),
        (5e-324, 5e-324, 5e-324),
        (math.inf, math.inf, math.inf),
    ],
)
def test_simple_numbers(low: float, high: float, expected: float) -> None:
    assert simplest(low, high) == expected


def test_a_choice_between_many_comparisons_is_left_to_others() -> None:
    """However deep it is."""
    choice: Value = lt(X, double(-1.0))
    for step in range(3000):
        choice = expr.or_(choice, lt(double(float(step + 1)), expr.fmul(X, double(float(step)), 64)), 1)
    assert not isinstance(ranges_only(choice), Unsat)
