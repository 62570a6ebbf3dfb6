"""The solver under its intended load: whole explorations, run here by a few lines of concolic execution."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from itertools import pairwise

import pytest

from secateur import expr
from secateur.expr import Expr, Value
from secateur.solver import Model, Sat, Solver, Unknown, Unsat, by_name

Decide = Callable[[Value], bool]


def explore(program: Callable[[Decide], None], inputs: int, solver: Solver) -> list[Model]:
    """The models of all paths: run, then negate every branch after the one negated last."""
    models: list[Model] = []
    pending: list[tuple[Model, int]] = [((0,) * inputs, 0)]
    while pending:
        model, start = pending.pop()
        path: list[Expr] = []
        program(lambda condition, m=model, p=path: decide(condition, m, p))  # type: ignore[misc]
        models.append(model)
        for i in range(start, len(path)):
            negated = expr.not_(path[i])
            answer = solver.solve([*path[:i], negated], model, satisfied=i)
            assert not isinstance(answer, Unknown)
            if isinstance(answer, Sat):
                assert all(expr.evaluate(c, answer.model) for c in (*path[:i], negated))
                pending.append((answer.model, i + 1))
    return models


def decide(condition: Value, model: Model, path: list[Expr]) -> bool:
    if not isinstance(condition, Expr):
        return bool(condition)
    outcome = bool(expr.evaluate(condition, model))
    taken = condition if outcome else expr.not_(condition)
    assert isinstance(taken, Expr)
    path.append(taken)
    return outcome


def ints(count: int) -> list[Expr]:
    return [expr.variable(f"a[{i}]", 32, i, "signed") for i in range(count)]


def test_independent_branches_need_no_back_end() -> None:
    solver = Solver(by_name("bitwuzla"))
    variables = ints(10)

    def program(decide: Decide) -> None:
        for x in variables:
            decide(expr.slt(0, x, 32))

    assert len(set(explore(program, 10, solver))) == 1024
    assert solver.stats.queries <= 20


def bubble_sort(decide: Decide, values: Sequence[Expr]) -> None:
    items = list(values)
    for i in range(len(items)):
        for j in range(len(items) - 1 - i):
            if decide(expr.slt(items[j + 1], items[j], 32)):
                items[j], items[j + 1] = items[j + 1], items[j]
    for first, second in pairwise(items):
        assert not decide(expr.slt(second, first, 32))


@pytest.mark.parametrize("backend", ["bitwuzla", "z3"])
def test_bubble_sort_has_one_path_a_permutation(backend: str) -> None:
    solver = Solver(by_name(backend))
    assert len(explore(lambda decide: bubble_sort(decide, ints(5)), 5, solver)) == 120
    assert solver.stats.queries < 100


def test_all_stages_together_agree_with_the_back_end_alone() -> None:
    """Random conjunctions over few variables: the stages must never turn sat into unsat or vice versa."""
    rng = random.Random(3)
    variables = [expr.variable(f"v{i}", 8, i, "signed") for i in range(4)]
    full, backend = Solver(by_name("bitwuzla")), by_name("bitwuzla")
    pool: list[Expr] = []
    while len(pool) < 40:
        terms: list[Value] = [
            *variables,
            rng.randrange(-9, 9),
            expr.add(rng.choice(variables), rng.choice(variables), 8),
        ]
        compare = rng.choice([expr.eq, expr.ne, expr.slt, expr.sle, expr.ult, expr.ule])
        condition = compare(rng.choice(terms), rng.choice(terms), 8)
        if isinstance(condition, Expr):
            pool.append(condition)
    kinds = {Sat: 0, Unsat: 0}
    for _ in range(250):
        conditions = rng.sample(pool, rng.randrange(1, 7))
        hint = tuple(rng.randrange(-5, 5) for _ in variables)
        answer = full.solve(conditions, hint)
        expected = backend.check(conditions, 10.0)
        assert type(answer) is type(expected)
        if isinstance(answer, Sat):
            assert all(expr.evaluate(c, answer.model) for c in conditions)
            kinds[Sat] += 1
        elif isinstance(answer, Unsat):
            assert set(answer.core) <= set(conditions)
            assert isinstance(backend.check(answer.core, 10.0), Unsat)
            kinds[Unsat] += 1
    assert min(kinds.values()) > 20
    assert full.stats.queries < 150
