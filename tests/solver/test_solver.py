"""The solver: its stages answer what they should, groups are kept apart, unknown is never unsat."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic

import pytest

from secateur import expr
from secateur.expr import Expr, Value
from secateur.solver import Answer, Model, Sat, Solver, Unknown, Unsat, by_name, default_stages
from secateur.solver.caches import CoreCache, ExactCache, RecentModels
from secateur.solver.contradiction import Contradiction

from .doubles import NeverKnows, Recording

X, Y, Z, W = (expr.variable(name, 32, i, "signed") for i, name in enumerate("xyzw"))
C = expr.variable("c", 8, 4, "char")
ZEROS: Model = (0, 0, 0, 0, 0)


def symbolic(*conditions: Value) -> list[Expr]:
    assert all(isinstance(c, Expr) for c in conditions)
    return [c for c in conditions if isinstance(c, Expr)]


def without_backend() -> Solver:
    return Solver(NeverKnows())


def backend_only() -> tuple[Solver, Recording]:
    backend = Recording(by_name("bitwuzla"))
    return Solver(backend, stages=()), backend


def model_of(answer: Answer) -> Model:
    assert isinstance(answer, Sat), answer
    return answer.model


def test_a_hint_that_satisfies_everything_is_the_answer() -> None:
    solver = without_backend()
    assert solver.solve(symbolic(expr.sle(X, 0, 32)), ZEROS) == Sat(ZEROS)
    assert solver.solve([], ZEROS) == Sat(ZEROS)
    assert solver.stats.by_stage == {"current model": 2}


def test_constants() -> None:
    solver = without_backend()
    assert solver.solve([True, expr.eq(X, 0, 32)], ZEROS) == Sat(ZEROS)
    assert solver.solve([expr.eq(X, 0, 32), False], ZEROS) == Unsat(())
    assert model_of(solver.solve([True, expr.eq(X, 3, 32), True], ZEROS))[0] == 3


def test_an_answer_that_was_cut_short_is_not_remembered() -> None:
    """A search that takes turns asks again, with more time."""
    backend = Recording(NeverKnows())
    solver = Solver(backend)
    hard = symbolic(expr.eq(expr.mul(X, Y, 32), 0x12345677, 32))
    for deadline, asked in ((monotonic() + 1.0, 1), (monotonic() + 1.0, 2), (None, 3), (None, 3)):
        solver.stop_at(deadline)
        assert isinstance(solver.solve(hard, ZEROS), Unknown)
        assert len(backend.asked) == asked


def test_satisfied_conditions_are_not_evaluated() -> None:
    """The caller's claim is trusted: if it is wrong, the answer covers only the other conditions."""
    solver = without_backend()
    conditions = symbolic(expr.slt(0, X, 32), expr.eq(Y, 0, 32))
    assert solver.solve(conditions, ZEROS, satisfied=1) == Sat(ZEROS)


def test_only_the_group_of_the_violated_condition_is_solved() -> None:
    solver, backend = backend_only()
    x_small, xy, z_is_zero = symbolic(expr.slt(X, 9, 32), expr.sle(X, Y, 32), expr.eq(Z, 0, 32))
    wanted = symbolic(expr.slt(5, Y, 32))[0]
    answer = solver.solve([x_small, xy, z_is_zero, wanted], ZEROS, satisfied=3)
    assert backend.asked == [(x_small, xy, wanted)]
    model = model_of(answer)
    assert model[2:] == ZEROS[2:]
    assert model[0] <= model[1]
    assert model[1] > 5


def test_groups_are_transitive() -> None:
    solver, backend = backend_only()
    chain = symbolic(expr.sle(Z, W, 32), expr.sle(Y, Z, 32), expr.sle(X, Y, 32))
    wanted = symbolic(expr.slt(7, X, 32))[0]
    model = model_of(solver.solve([*chain, wanted], ZEROS, satisfied=3))
    assert backend.asked == [(*chain, wanted)]
    assert 7 < model[0] <= model[1] <= model[2] <= model[3]


def test_the_model_covers_the_hint_and_every_variable() -> None:
    solver, _ = backend_only()
    conditions = symbolic(expr.slt(3, expr.mul(Y, Z, 32), 32))
    assert len(model_of(solver.solve(conditions, (5,)))) >= 3
    assert model_of(solver.solve(conditions, (5, 0, 0, 7, 8, 9)))[3:] == (7, 8, 9)
    assert model_of(solver.solve(conditions, (5,)))[0] == 5


def test_a_condition_contradicts_its_negation() -> None:
    solver = without_backend()
    less = expr.slt(X, Y, 32)
    conditions = symbolic(expr.not_(less), expr.slt(Z, 3, 32), less)
    answer = solver.solve(conditions, ZEROS)
    assert isinstance(answer, Unsat)
    assert set(answer.core) == {conditions[0], conditions[2]}
    assert solver.stats.by_stage == {"contradiction": 1}


@pytest.mark.parametrize(
    "conditions",
    [
        symbolic(expr.slt(X, 3, 32), expr.slt(5, X, 32)),
        symbolic(expr.sle(X, 3, 32), expr.sle(4, X, 32)),
        symbolic(expr.slt(X, 3, 32), expr.eq(X, 3, 32)),
        symbolic(expr.eq(X, 2, 32), expr.eq(X, 3, 32)),
        symbolic(expr.sle(0, X, 32), expr.ne(X, 0, 32), expr.ne(X, 1, 32), expr.slt(X, 2, 32)),
        symbolic(expr.slt(X, 0, 32), expr.ult(X, 10, 32)),
        symbolic(expr.ult(-5, X, 32), expr.slt(7, X, 32)),
        symbolic(expr.slt(expr.mul(X, Y, 32), 3, 32), expr.slt(5, expr.mul(X, Y, 32), 32)),
    ],
)
def test_bounds_that_leave_no_value(conditions: list[Expr]) -> None:
    for hint in (ZEROS, (6, 6, 6, 6, 6), (-3, 1, 0, 0, 0), (1, 1, 0, 0, 0)):
        solver = Solver(NeverKnows(), stages=(Contradiction(),))
        answer = solver.solve(conditions, hint)
        assert isinstance(answer, Unsat)
        assert set(answer.core) <= set(conditions)
        assert isinstance(by_name("bitwuzla").check(answer.core, 10.0), Unsat)


def test_bounds_that_leave_a_value_do_not_contradict() -> None:
    solver = Solver(NeverKnows(), stages=(Contradiction(),))
    conditions = symbolic(expr.slt(X, 3, 32), expr.sle(1, X, 32), expr.ne(X, 1, 32))
    assert isinstance(solver.solve(conditions, ZEROS), Unknown)


def test_the_same_question_is_asked_once() -> None:
    backend = Recording(by_name("bitwuzla"))
    solver = Solver(backend, stages=(ExactCache(),))
    conditions = symbolic(expr.slt(X, Y, 32), expr.slt(Y, Z, 32), expr.slt(Z, X, 32))
    first = solver.solve(conditions, ZEROS)
    assert solver.solve(conditions[::-1], ZEROS) == first
    satisfiable = symbolic(expr.slt(X, Y, 32))
    before = model_of(solver.solve(satisfiable, ZEROS))
    again = model_of(solver.solve(satisfiable, (0, 0, 8, 8, 8)))
    assert again[:2] == before[:2]
    assert again[2:] == (8, 8, 8)
    assert len(backend.asked) == 2
    assert solver.stats.by_stage == {"bitwuzla": 2, "exact cache": 2}


def test_a_known_contradiction_inside_a_larger_set() -> None:
    backend = Recording(by_name("bitwuzla"))
    solver = Solver(backend, stages=(CoreCache(),))
    cycle = symbolic(expr.slt(X, Y, 32), expr.slt(Y, Z, 32), expr.slt(Z, X, 32))
    assert isinstance(solver.solve(cycle, ZEROS), Unsat)
    larger = [*symbolic(expr.slt(W, X, 32), expr.slt(3, W, 32)), *cycle]
    answer = solver.solve(larger, ZEROS)
    assert isinstance(answer, Unsat)
    assert set(answer.core) == set(cycle)
    assert len(backend.asked) == 1
    # Without one member of the core, the cached core no longer applies.
    assert isinstance(solver.solve(larger[:-1], ZEROS), Sat)
    assert len(backend.asked) == 2


def test_a_recent_model_may_fit() -> None:
    backend = Recording(by_name("bitwuzla"))
    solver = Solver(backend, stages=(RecentModels(),))
    first = model_of(solver.solve(symbolic(expr.eq(expr.mul(X, Y, 32), 77, 32)), ZEROS))
    weaker = symbolic(expr.slt(70, expr.mul(X, Y, 32), 32))
    second = model_of(solver.solve(weaker, (0, 0, 4, 4, 4)))
    assert second == (*first[:2], 4, 4, 4)
    assert len(backend.asked) == 1


ROW = expr.zext(X, 32, 64)
REPAIRS: list[tuple[str, list[Value], Callable[[Model], bool]]] = [
    ("bound", [expr.slt(10, X, 32)], lambda m: m[0] == 11),
    ("equality", [expr.eq(X, 1234567, 32)], lambda m: m[0] == 1234567),
    ("disequality", [expr.ne(X, 0, 32)], lambda m: m[0] == 1),
    ("two inputs", [expr.slt(X, Y, 32)], lambda m: m[0] < m[1]),
    ("sum", [expr.eq(expr.add(X, Y, 32), 10, 32)], lambda m: m[0] + m[1] == 10),
    ("product", [expr.eq(expr.mul(X, 12, 32), 144, 32)], lambda m: m[0] == 12),
    ("extension", [expr.eq(expr.add(expr.sext(C, 8, 32), X, 32), 100, 32)], lambda m: m[0] + m[4] == 100),
    ("remainder", [expr.eq(expr.srem(X, 7, 32), 3, 32)], lambda m: m[0] == 3),
    ("mask", [expr.eq(expr.and_(X, 0xF0, 32), 0x30, 32)], lambda m: m[0] & 0xF0 == 0x30),
    ("bit", [expr.ne(expr.and_(X, 8, 32), 0, 32)], lambda m: m[0] & 8 != 0),
    ("character", [expr.ult(expr.add(expr.sext(C, 8, 32), -48, 32), 10, 32)], lambda m: m[4] == 48),
    ("overflow", [expr.add_overflows(X, 10, 32, True)], lambda m: m[0] > 2**31 - 11),
    ("conjunction", [expr.and_(expr.eq(X, 5, 32), expr.eq(Y, 6, 32), 1)], lambda m: m[:2] == (5, 6)),
    ("chain of equalities", [expr.eq(X, Y, 32), expr.eq(Y, Z, 32), expr.eq(X, 5, 32)], lambda m: m[:3] == (5, 5, 5)),
    ("hole in a range", [expr.sle(0, X, 32), expr.ne(X, 1, 32), expr.ne(X, 0, 32)], lambda m: m[0] == 2),
    ("table", [expr.ult(X, 4, 32), expr.eq(expr.select(ROW, [3, 1, Y, 5], 32), 5, 32)], lambda m: m[0] == 3),
]


@pytest.mark.parametrize(("conditions", "expected"), [r[1:] for r in REPAIRS], ids=[r[0] for r in REPAIRS])
def test_repair_finds_small_changes(conditions: list[Value], expected: Callable[[Model], bool]) -> None:
    solver = without_backend()
    model = model_of(solver.solve(symbolic(*conditions), ZEROS))
    assert expected(model), model
    assert all(expr.evaluate(c, model) for c in conditions)
    assert solver.stats.by_stage == {"repair": 1}
    assert solver.stats.queries == 0


def test_repair_of_floats() -> None:
    f = expr.variable("f", 64, 0, "f64")
    condition = expr.fcmp("ogt", expr.fadd(f, expr.to_bits(1.0, 64), 64), expr.to_bits(2.5, 64), 64)
    model = model_of(without_backend().solve(symbolic(condition), (0,)))
    assert expr.to_float(model[0], 64) + 1.0 > 2.5


def test_unknown_is_never_unsat() -> None:
    solver = without_backend()
    hard = symbolic(expr.eq(expr.mul(X, expr.mul(Y, X, 32), 32), 1000003, 32), expr.slt(expr.mul(Y, Z, 32), -5, 32))
    for _ in range(2):
        assert isinstance(solver.solve([*hard, *symbolic(expr.slt(Z, X, 32))], ZEROS), Unknown)
    assert (solver.stats.queries, solver.stats.unknown, solver.stats.unsat) == (1, 1, 0)
    assert solver.must_be_true(expr.slt(Z, 9, 32), hard) is None


def test_must_be_true() -> None:
    solver = Solver(by_name("bitwuzla"))
    conditions = symbolic(expr.slt(X, Y, 32), expr.slt(Y, Z, 32))
    assert solver.must_be_true(expr.slt(X, Z, 32), conditions) is True
    assert solver.must_be_true(expr.slt(Y, 5, 32), conditions) is False
    assert solver.must_be_true(True, conditions) is True
    assert solver.must_be_true(False, conditions) is False


def test_stats_add_up() -> None:
    solver, _ = backend_only()
    solver.solve(symbolic(expr.slt(0, X, 32)), ZEROS)
    solver.solve(symbolic(expr.slt(0, X, 32), expr.slt(X, 0, 32)), ZEROS)
    stats = solver.stats
    assert (stats.queries, stats.sat, stats.unsat, stats.unknown) == (2, 1, 1, 0)
    assert stats.seconds > 0
    assert stats.by_stage == {"bitwuzla": 2}


def test_the_stages_are_listed() -> None:
    names = [stage.name for stage in Solver(NeverKnows()).stages]
    before = ["contradiction", "exact cache", "core cache", "small domains"]
    guesses = ["recent models", "float ranges", "repair", "small domains"]
    floats = ["float search", "float lines", "float descent"]
    assert names == [*before, *guesses, *floats, "never knows"]
    assert len(default_stages()) == 11
