"""Conditions on floats as linear inequalities: real inputs satisfy them, contradictions are confirmed by a back end."""

from __future__ import annotations

import functools
import math
import random
from collections.abc import Callable
from fractions import Fraction

import pytest

from secateur import expr
from secateur.expr import Expr, Value, evaluate, ieee
from secateur.solver import Sat, Solver, Unsat
from secateur.solver.bitwuzla import BitwuzlaBackend
from secateur.solver.float_linear import FloatLinear
from secateur.solver.float_lines import RoundedLines
from secateur.solver.float_ranges import FloatRanges
from secateur.solver.float_tape import Tape

from .doubles import NeverKnows
from .random_floats import facts

SAMPLES = [expr.variable(f"s{i}", 64, i, "f64") for i in range(4)]


def double(value: float) -> int:
    return ieee.to_bits(value, 64)


def lt(x: Value, y: Value, width: int = 64) -> Value:
    return expr.fcmp("olt", x, y, width)


def linear_only(*conditions: Value) -> object:
    stage = FloatRanges()
    lines = FloatLinear(stage)
    return Solver(NeverKnows(), stages=(stage, lines, lines.descent)).solve(conditions, (0,) * 8)


def bounded(draw: random.Random, width: int) -> tuple[list[Expr], tuple[int, ...]]:
    """Conditions that hold for a model, most of them on sums of few inputs that are known to be finite."""
    inputs = [expr.variable(f"v{i}", width, i, f"f{width}") for i in range(3)]
    model = tuple(ieee.to_bits(draw.choice((draw.uniform(-9, 9), draw.randint(-5, 5))), width) for _ in inputs)
    found: list[Value] = []
    for x in inputs:
        found += [expr.fcmp("ole", x, ieee.to_bits(10.0, width), width)]
        found += [expr.fcmp("ole", ieee.to_bits(-10.0, width), x, width)]

    def term(depth: int) -> Value:
        if not depth or draw.random() < 0.2:
            return draw.choice(inputs) if draw.random() < 0.8 else ieee.to_bits(draw.choice((0.0, 0.5, 3.0)), width)
        x, y = term(depth - 1), term(depth - 1)
        kind = draw.randrange(9)
        if kind < 4:
            return (expr.fadd, expr.fsub)[kind % 2](x, y, width)
        if kind < 6:
            return draw.choice((expr.fmul, expr.fdiv))(x, ieee.to_bits(draw.choice((2.0, 0.1, -4.0)), width), width)
        if kind == 6:
            return expr.fabs(x, width)
        if kind == 7:
            return draw.choice((expr.fmin, expr.fmax))(x, y, width)
        return expr.fround(draw.choice(("floor", "ceil", "trunc", "round", "roundeven")), x, width)

    for _ in range(draw.randint(2, 5)):
        found.append(expr.fcmp(draw.choice(("olt", "ole", "oeq")), term(2), term(draw.choice((0, 2))), width))
    known = [c if evaluate(c, model) else expr.not_(c) for c in found if isinstance(c, Expr)]
    return [c for c in known if isinstance(c, Expr)], model


@pytest.mark.parametrize("width", [32, 64])
@pytest.mark.parametrize("seed", range(4))
def test_a_real_input_satisfies_all_inequalities(seed: int, width: int) -> None:
    draw, looked_at = random.Random(seed), 0
    for number in range(60):
        conditions, model = bounded(draw, width) if number % 2 else facts(draw, width, 4)
        tape = Tape(conditions, conditions)
        box = tape.box()
        tape.propagate(box)
        lines = RoundedLines(tape, box).build()
        numbers = {slot: ieee.to_float(evaluate(e, model), e.width) for e, slot in tape.slots.items()}
        assert all(math.isfinite(numbers[slot]) for slot in lines.unknowns)
        point = {slot: Fraction(numbers[slot]) for slot in lines.unknowns}
        for each in lines.inequalities:
            looked_at += 1
            assert each.holds(point), (conditions, model, each)
        for cases in lines.splits:
            assert any(all(each.holds(point) for each in case) for case in cases), (conditions, model)
    assert looked_at


@pytest.mark.parametrize("seed", range(4))
def test_contradictions_are_contradictions(seed: int) -> None:
    draw, found = random.Random(seed), 0
    for _ in range(40):
        conditions, _ = bounded(draw, 32)
        negated = expr.not_(conditions.pop())
        assert isinstance(negated, Expr)
        answer = linear_only(*conditions, negated)
        if isinstance(answer, Unsat):
            found += 1
            assert set(answer.core) <= {*conditions, negated}
            assert not isinstance(BitwuzlaBackend().check(answer.core, 5), Sat)
    assert found


def test_a_chain_of_comparisons_that_closes() -> None:
    x, y, z, _ = SAMPLES
    limits = [expr.fcmp("ole", expr.fabs(s, 64), double(1e6), 64) for s in SAMPLES[:3]]
    answer = linear_only(*limits, lt(x, y), lt(y, z), expr.not_(lt(x, z)))
    assert isinstance(answer, Unsat)


def test_samples_that_differ_little_are_near_their_mean() -> None:
    """Four numbers within 1 of each other, and one that is 100 away from their mean."""
    total: Value = 0
    for s in SAMPLES:
        total = expr.fadd(total, s, 64)
    mean = expr.fdiv(total, double(4.0), 64)
    limits = [expr.fcmp("ole", expr.fabs(s, 64), double(1000.0), 64) for s in SAMPLES]
    near = [expr.fcmp("ole", expr.fabs(expr.fsub(s, SAMPLES[0], 64), 64), double(1.0), 64) for s in SAMPLES[1:]]
    far = lt(double(100.0), expr.fabs(expr.fsub(SAMPLES[3], mean, 64), 64))
    assert isinstance(linear_only(*limits, *near, far), Unsat)
    assert isinstance(linear_only(*limits, far), Sat)


def test_what_only_rounding_makes_true_is_found() -> None:
    """In real numbers two samples below the mean by more than 100 need two that are above it by more than 100."""
    total: Value = 0
    for s in SAMPLES:
        total = expr.fadd(total, s, 64)
    mean = expr.fdiv(total, double(4.0), 64)
    limits = [expr.fcmp("ole", expr.fabs(s, 64), double(1000.0), 64) for s in SAMPLES]
    above = [expr.fcmp("ole", expr.fsub(s, mean, 64), double(100.0), 64) for s in SAMPLES[:2]]
    below = [lt(expr.fsub(s, mean, 64), double(-100.0)) for s in SAMPLES[2:]]
    answer = linear_only(*limits, *above, *below)
    assert isinstance(answer, Sat)
    assert all(evaluate(condition, answer.model) for condition in (*limits, *above, *below))


@pytest.mark.parametrize("as_it_is", [lambda y: expr.fadd(y, 0, 64), lambda y: expr.fneg(y, 64)])
def test_a_rounded_number_that_is_passed_on_has_one_error(as_it_is: Callable[[Value], Value]) -> None:
    """A sum or a negation that rounds nothing itself, compared twice: as in a filter that begins with zeros."""
    x, y, low, high = SAMPLES
    limits = [expr.fcmp("ole", expr.fabs(s, 64), double(1000.0), 64) for s in SAMPLES]
    number = as_it_is(expr.fadd(expr.fmul(x, double(0.1), 64), y, 64))
    between = [lt(low, number), expr.fcmp("ole", number, high, 64)]
    assert isinstance(linear_only(*limits, *between, expr.fcmp("ole", high, low, 64)), Unsat)
    assert isinstance(linear_only(*limits, *between, lt(low, high)), Sat)


def test_laws_of_arithmetic_get_no_margin() -> None:
    """A rounded number is as near to the exact one as rounding says. Only what is asked may be asked with a margin:
    else no solution in real numbers survives rounding. The conditions are those of a filter that overshoots."""
    *x, limit = SAMPLES
    outputs: list[Value] = []
    for i in range(3):
        terms = [expr.fmul(x[i - j], double(b), 64) for j, b in enumerate((0.0675, 0.1349, 0.0675)) if j <= i]
        terms += [expr.fmul(outputs[i - j], double(a), 64) for j, a in ((1, 1.143), (2, -0.4128)) if j <= i]
        outputs.append(functools.reduce(lambda sum_, term: expr.fadd(sum_, term, 64), terms))
    sizes = [expr.fabs(y, 64) for y in outputs]
    conditions = [
        *(expr.fcmp("ole", expr.fabs(s, 64), double(1.0), 64) for s in SAMPLES),
        *(lt(double(0.0), limit), lt(limit, outputs[1]), expr.fcmp("ole", outputs[2], limit, 64)),
        *(expr.fcmp("ole", sizes[1], sizes[0], 64), lt(sizes[0], sizes[2])),
    ]
    stage = FloatRanges()
    answer = Solver(NeverKnows(), stages=(stage, FloatLinear(stage))).solve(conditions, (0,) * 8)
    assert isinstance(answer, Sat)
    assert all(evaluate(condition, answer.model) for condition in conditions)
