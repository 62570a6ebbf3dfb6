"""Functions of math.h in conditions: what is excluded is impossible, what is found holds."""

from __future__ import annotations

import math
from random import Random

import pytest

from secateur.expr import Expr, Value, evaluate, fcmp, fmul, int_to_fp, not_, or_, to_bits, to_c, variable
from secateur.expr.functions import APPLIED, apply
from secateur.solver.answer import Answer, Sat, Unknown, Unsat
from secateur.solver.bitwuzla import BitwuzlaBackend
from secateur.solver.functions import WithFunctions

X = variable("x", 64, 0, "f64")
Y = variable("y", 64, 1, "f64")


def bits(number: float) -> int:
    return to_bits(number, 64)


def ask(*conditions: Value) -> Answer:
    symbolic = [each for each in conditions if isinstance(each, Expr)]
    return WithFunctions(BitwuzlaBackend()).check(symbolic, 3.0)


def sin(x: Value) -> Value:
    return apply("sin", (x,), 64)


def test_one_node_for_one_application() -> None:
    assert sin(X) is sin(X)
    assert sin(X) is not apply("cos", (X,), 64)
    assert to_c(fcmp("ogt", apply("pow", (X, bits(2.0)), 64), bits(9.0), 64)) == "pow(x, 2.0) > 9.0"


@pytest.mark.parametrize("name", APPLIED)
def test_the_value_is_that_of_the_library(name: str) -> None:
    count = 2 if name in ("pow", "atan2", "hypot") else 1
    node = apply(name, (X, Y)[:count], 64)
    assert isinstance(node, Expr)
    assert evaluate(node, (bits(0.5), bits(2.0))) == apply(name, (bits(0.5), bits(2.0))[:count], 64)


def test_ranges_exclude() -> None:
    assert isinstance(ask(fcmp("ogt", sin(X), bits(1.5), 64)), Unsat)
    assert isinstance(ask(fcmp("olt", apply("exp", (Y,), 64), 0, 64)), Unsat)


def test_equal_arguments_have_equal_results() -> None:
    same = fcmp("oeq", X, Y, 64), not_(fcmp("oeq", X, 0, 64))
    differ = fcmp("one", sin(X), sin(Y), 64)
    answer = ask(*same, differ)
    assert isinstance(answer, Unsat)
    assert differ in answer.core


def test_inputs_are_found_by_trying() -> None:
    answer = ask(fcmp("ogt", sin(X), bits(0.9), 64), fcmp("olt", apply("exp", (Y,), 64), bits(0.5), 64))
    assert isinstance(answer, Sat)
    x, y = (evaluate(each, answer.model) for each in (X, Y))
    assert evaluate(sin(X), answer.model) == sin(x)
    assert y != x


def test_what_is_neither_found_nor_excluded_is_unknown() -> None:
    """No back end knows that sin² + cos² is 1."""
    square = fmul(sin(X), sin(X), 64)
    assert isinstance(ask(fcmp("oeq", square, bits(0.123456789), 64)), Unknown)


def test_answers_agree_with_all_values_of_a_byte() -> None:
    random, x = Random(25), variable("x", 8, 0, "unsigned")
    number = int_to_fp(x, 8, 64, False)
    for _ in range(10):
        name, op = random.choice(("sin", "cos", "exp", "log", "atan", "cbrt")), random.choice(("ogt", "ole", "oeq"))
        bound = bits(random.choice((0.5, -0.3, 2.0, 0.0, 1.0, 5.5, math.sin(3.0))))
        condition = fcmp(op, apply(name, (number,), 64), bound, 64)
        other = or_(fcmp("ogt", number, bits(float(random.randrange(256))), 64), fcmp("oeq", number, bits(3.0), 64), 1)
        conditions = [each for each in (condition, other) if isinstance(each, Expr)]
        answer = ask(*conditions)
        true = any(all(evaluate(each, (value,)) for each in conditions) for value in range(-128, 128))
        assert not (isinstance(answer, Unsat) and true)
        assert not (isinstance(answer, Sat) and not all(evaluate(each, answer.model) for each in conditions))
        assert not (isinstance(answer, Sat) and not true)
