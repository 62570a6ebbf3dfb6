"""The back ends: correct on the shared table, in agreement with each other and brute force, within the time limit."""

from __future__ import annotations

import itertools
import random

import pytest

from secateur import expr
from secateur.expr import Expr
from secateur.solver import Backend, Sat, Unknown, Unsat, by_name
from secateur.solver.backend import validated

from .formulas import COSTLY, FLOATS, INTEGERS, Formula, X, Y

BACKENDS = ("bitwuzla", "z3")


@pytest.fixture(params=BACKENDS)
def backend(request: pytest.FixtureRequest) -> Backend:
    name: str = request.param
    return by_name(name)


def check(backend: Backend, formula: Formula, timeout: float = 30.0) -> None:
    answer = backend.check(formula.symbolic, timeout)
    if formula.satisfiable:
        assert isinstance(answer, Sat), answer
        assert all(expr.evaluate(c, answer.model) for c in formula.conditions)
        return
    assert isinstance(answer, Unsat), answer
    assert set(answer.core) <= set(formula.symbolic)
    # The core by itself is a contradiction.
    assert isinstance(backend.check(answer.core, timeout), Unsat)


@pytest.mark.parametrize("formula", INTEGERS, ids=lambda f: f.name)
def test_integers(backend: Backend, formula: Formula) -> None:
    check(backend, formula)


@pytest.mark.parametrize("formula", FLOATS, ids=lambda f: f.name)
def test_floats(backend: Backend, formula: Formula) -> None:
    check(backend, formula)


@pytest.mark.slow
@pytest.mark.parametrize("formula", COSTLY, ids=lambda f: f.name)
def test_costly_floats(backend: Backend, formula: Formula) -> None:
    check(backend, formula, timeout=300.0)


def random_conditions(rng: random.Random, variables: list[Expr]) -> list[Expr]:
    """A few conditions over 3-bit variables, so that every input can be tried."""
    width = variables[0].width
    binary = [expr.add, expr.sub, expr.mul, expr.udiv, expr.sdiv, expr.urem, expr.srem, expr.shl, expr.lshr, expr.ashr]
    binary += [expr.and_, expr.or_, expr.xor]
    comparisons = [expr.eq, expr.ne, expr.slt, expr.sle, expr.ult, expr.ule]
    result: list[Expr] = []
    while len(result) < 4:
        terms: list[expr.Value] = [*variables, rng.randrange(-4, 4)]
        terms += [rng.choice(binary)(rng.choice(terms), rng.choice(terms), width) for _ in range(3)]
        condition = rng.choice(comparisons)(rng.choice(terms), rng.choice(terms), width)
        if rng.random() < 0.3:
            overflows = rng.choice([expr.add_overflows, expr.sub_overflows, expr.mul_overflows])
            condition = overflows(rng.choice(terms), rng.choice(terms), width, rng.random() < 0.5)
            condition = expr.not_(condition) if rng.random() < 0.5 else condition
        if isinstance(condition, Expr):
            result.append(condition)
    return result


def test_agreement_with_brute_force(backend: Backend) -> None:
    """No wrong Unsat: models are validated anyway, but Unsat answers are not."""
    variables = [expr.variable(f"w{i}", 3, i, "signed") for i in range(3)]
    inputs = list(itertools.product(range(-4, 4), repeat=3))
    rng = random.Random(7)
    decided = {True: 0, False: 0}
    for _ in range(40):
        conditions = random_conditions(rng, variables)
        possible = any(all(expr.evaluate(c, model) for c in conditions) for model in inputs)
        assert isinstance(backend.check(conditions, 30.0), Sat) == possible, conditions
        decided[possible] += 1
    assert min(decided.values()) > 3


def test_time_limit_is_unknown(backend: Backend) -> None:
    """Two factors of a large number: without the limit there is no answer for hours."""
    p, q = (expr.variable(name, 128, i, "unsigned") for i, name in enumerate("pq"))
    small = [expr.ult(1, v, 128) for v in (p, q)] + [expr.ult(v, 1 << 60, 128) for v in (p, q)]
    product = expr.eq(expr.mul(p, q, 128), 1000000000000066600000000000001 * 3 + 10**33 + 7, 128)
    conditions = [c for c in (*small, product) if isinstance(c, Expr)]
    answer = backend.check(conditions, 0.3)
    assert isinstance(answer, Unknown)
    assert "0.3 s" in answer.reason


def test_a_wrong_model_is_unknown() -> None:
    condition = expr.slt(X, Y, 32)
    assert isinstance(condition, Expr)
    assert validated((1, 2), [condition], "test") == Sat((1, 2))
    assert isinstance(validated((2, 1), [condition], "test"), Unknown)


def test_unknown_name() -> None:
    with pytest.raises(ValueError, match="solver=yices: unknown; choose from bitwuzla, z3"):
        by_name("yices")
