"""A back end that does not check its clock is stopped anyway."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

from secateur import expr
from secateur.expr import Expr
from secateur.solver.answer import Answer, Sat, Unknown, Unsat
from secateur.solver.bitwuzla import BitwuzlaBackend
from secateur.solver.effort import effort
from secateur.solver.isolated import Isolated

X = expr.variable("x", 64, 0, "unsigned")
Y = expr.variable("y", 64, 1, "unsigned")


def _condition(value: int) -> Expr:
    """Large enough to run in a child process."""
    term: expr.Value = X
    for step in range(4):
        term = expr.udiv(expr.add(term, step, 64), Y, 64)
    result = expr.eq(term, value, 64)
    assert isinstance(result, Expr)
    return result


class Sleeper:
    """Answers after a minute; then there is a file."""

    name = "sleeper"

    def __init__(self, done: Path) -> None:
        self._done = done

    def check(self, conditions: Sequence[Expr], timeout: float) -> Answer:
        time.sleep(60)
        self._done.touch()
        return Sat(())


def test_a_question_that_takes_too_long_is_given_up(tmp_path: Path) -> None:
    done = tmp_path / "done"
    answer = Isolated(Sleeper(done)).check([_condition(3)], 0.3)
    assert isinstance(answer, Unknown)
    assert "sleeper took longer" in answer.reason
    assert not done.exists()


def test_answers_come_back_whole() -> None:
    backend = Isolated(BitwuzlaBackend())
    few = expr.ult(Y, 4, 64)
    assert isinstance(few, Expr)
    answer = backend.check([_condition(0), few], 20)
    assert isinstance(answer, Sat)
    assert all(expr.evaluate(c, answer.model) for c in (_condition(0), few))
    none = expr.eq(Y, 5, 64)
    assert isinstance(none, Expr)
    answer = backend.check([_condition(0), few, none], 20)
    assert isinstance(answer, Unsat)
    assert set(answer.core) <= {_condition(0), few, none}
    assert {few, none} <= set(answer.core)


def test_simple_questions_are_cheap() -> None:
    simple = expr.slt(X, 3, 64)
    assert isinstance(simple, Expr)
    assert effort([simple]) == 0
    assert effort([_condition(1)]) > 30_000
