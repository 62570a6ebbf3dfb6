"""A bound of the effort is counted, not timed: the same question is given up at the same step everywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur import expr
from secateur.expr import Expr
from secateur.solver import Sat, Unknown, bounded, by_name
from secateur.solver.bitwuzla import BitwuzlaBackend
from secateur.solver.effort import effort
from secateur.solver.functions import WithFunctions
from secateur.solver.isolated import Isolated
from secateur.solver.race import Race
from secateur.solver.z3 import Z3Backend

from .doubles import NeverKnows

X = expr.variable("x", 64, 0, "unsigned")
Y = expr.variable("y", 64, 1, "unsigned")
#: The product of two primes.
PRODUCT = 1_048_573 * 1_048_571
LONG = 60.0


def _factors() -> list[Expr]:
    """What its factors are: some seconds of search."""
    found = [
        expr.eq(expr.mul(X, Y, 64), PRODUCT, 64),
        *(expr.ult(1, each, 64) for each in (X, Y)),
        *(expr.ult(each, 1 << 21, 64) for each in (X, Y)),
    ]
    assert all(isinstance(each, Expr) for each in found)
    return [each for each in found if isinstance(each, Expr)]


@pytest.mark.parametrize("backend", [BitwuzlaBackend(), Z3Backend()], ids=lambda backend: backend.name)
def test_a_hard_question_is_given_up_after_so_many_steps(backend: BitwuzlaBackend | Z3Backend) -> None:
    answers = [bounded(backend, 50).check(_factors(), LONG) for _ in range(2)]
    assert all(isinstance(answer, Unknown) for answer in answers)
    assert answers[0] == answers[1]
    easy = expr.eq(X, 5, 64)
    assert isinstance(easy, Expr)
    assert isinstance(bounded(backend, 50).check([easy], LONG), Sat)


def test_more_steps_find_the_answer() -> None:
    """The least number of steps that is enough is the same each time."""
    small = [*_factors()[1:3], *(each for each in _small())]
    least = _least(small)
    assert least > 1
    assert isinstance(bounded(BitwuzlaBackend(), least).check(small, LONG), Sat)
    assert isinstance(bounded(BitwuzlaBackend(), least - 1).check(small, LONG), Unknown)


def _small() -> list[Expr]:
    found = [expr.eq(expr.mul(X, Y, 64), 251 * 241, 64), expr.ult(X, 1 << 9, 64), expr.ult(Y, 1 << 9, 64)]
    return [each for each in found if isinstance(each, Expr)]


def _least(conditions: list[Expr]) -> int:
    low, high = 0, 1 << 16
    while low < high:
        middle = (low + high) // 2
        if isinstance(bounded(BitwuzlaBackend(), middle).check(conditions, LONG), Sat):
            high = middle
        else:
            low = middle + 1
    return low


def test_the_whole_back_end_is_bounded(tmp_path: Path) -> None:
    """And nothing of its store is taken for an answer without bounds, or the other way round."""
    whole = by_name("bitwuzla", portfolio=True, store=tmp_path)
    made = bounded(whole, 50)
    assert isinstance(made, WithFunctions)
    assert isinstance(made.backend, Isolated)
    assert isinstance(made.check(_hard(), LONG), Unknown)
    assert isinstance(whole.check(_hard(), LONG), Sat)
    assert isinstance(bounded(whole, 50).check(_hard(), LONG), Unknown)


def _hard() -> list[Expr]:
    """Hard enough for another process, and easy enough to be answered there at once."""
    term: expr.Value = X
    for step in range(4):
        term = expr.udiv(expr.add(term, step, 64), Y, 64)
    found = expr.eq(term, 3, 64), expr.ult(Y, 9, 64), expr.ult(2, Y, 64)
    assert effort([each for each in found if isinstance(each, Expr)]) > 30_000
    return [each for each in found if isinstance(each, Expr)]


def test_who_is_faster_does_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second back end would help only where a core is free."""
    seen: list[object] = []
    before = Race.__init__

    def spied(self: Race, first: object, second: object = None) -> None:
        seen.append(second)
        before(self, first, second)  # type: ignore[arg-type]

    monkeypatch.setattr(Race, "__init__", spied)
    bounded(by_name("bitwuzla", portfolio=True), 50)
    assert [each is None for each in seen] == [False, True]


def test_a_question_that_is_too_large_is_not_asked() -> None:
    term: expr.Value = X
    for step in range(700):
        term = expr.udiv(expr.add(term, step, 64), Y, 64)
    large = expr.eq(term, 3, 64)
    assert isinstance(large, Expr)
    answer = Isolated(BitwuzlaBackend()).bounded(1 << 40).check([large], LONG)
    assert isinstance(answer, Unknown)
    assert answer.reason == "the question is too large"


def test_memory_is_limited_as_before() -> None:
    backend = Isolated(BitwuzlaBackend())
    backend.limit_memory(300)
    assert backend.bounded(50)._race.memory == 300


def test_another_back_end_stays_as_it_is() -> None:
    other = NeverKnows()
    assert bounded(other, 50) is other
