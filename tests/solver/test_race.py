"""Two back ends on one question: the model does not depend on who is faster."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path

import pytest

from secateur import expr
from secateur.expr import Expr
from secateur.solver import Answer, Sat, Unknown, Unsat, race
from secateur.solver.question import Question, Reply
from secateur.solver.race import Race
from secateur.solver.worker import Worker

X = expr.variable("x", 32, 0, "signed")


class Slow:
    """Answers after some time; then there is a file, if one is named."""

    def __init__(self, answer: Answer | None, seconds: float, done: Path | None = None) -> None:
        self.name = "slow"
        self._answer = answer
        self._seconds = seconds
        self._done = done

    def check(self, conditions: Sequence[Expr], timeout: float) -> Answer:
        time.sleep(self._seconds)
        if self._done is not None:
            self._done.touch()
        return self._answer if self._answer is not None else Unsat(tuple(conditions))


@pytest.fixture(autouse=True)
def a_core_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race, "core_is_free", lambda: True)
    monkeypatch.setattr(race, "_HEAD_START", 0.01)


def raced(first: Slow, second: Slow | None, deadline: float | None = None) -> tuple[Reply, bool]:
    found = expr.slt(3, X, 32)
    assert isinstance(found, Expr)
    both = Race(Worker(first), None if second is None else Worker(second))
    reply = both.ask(Question([found]).text, 600, None if deadline is None else time.monotonic() + deadline)
    both.stop()
    return reply, both.is_reproducible


def test_the_first_ones_model_is_awaited() -> None:
    assert raced(Slow(Sat((4,)), 0.4), Slow(Sat((5,)), 0)) == (("sat", [4]), True)
    assert raced(Slow(Sat((4,)), 0), Slow(Sat((5,)), 0.4)) == (("sat", [4]), True)


def test_nobody_waits_for_a_model_that_does_not_exist(tmp_path: Path) -> None:
    done = tmp_path / "done"
    assert raced(Slow(Sat((4,)), 30, done), Slow(None, 0.1)) == (("unsat", [0]), True)
    assert not done.exists()


def test_who_waits_is_noticed(tmp_path: Path) -> None:
    """Otherwise the tests that nobody waits would show nothing."""
    done = tmp_path / "done"
    assert raced(Slow(Sat((4,)), 0.1, done), None) == (("sat", [4]), True)
    assert done.exists()


def test_the_second_answers_if_the_first_gives_up() -> None:
    gives_up = Slow(Unknown("too hard"), 0.2)
    assert raced(gives_up, Slow(Sat((5,)), 0)) == (("sat", [5]), False)
    assert raced(gives_up, Slow(Sat((5,)), 0.6)) == (("sat", [5]), False)
    assert raced(gives_up, Slow(None, 0.6)) == (("unsat", [0]), True)


def test_without_a_free_core_there_is_no_race(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(race, "core_is_free", lambda: False)
    assert raced(Slow(Sat((4,)), 0.3), Slow(None, 0)) == (("sat", [4]), True)


def test_nobody_waits_past_the_deadline(tmp_path: Path) -> None:
    done = tmp_path / "done"
    for second in (None, Slow(Sat((5,)), 30, done)):
        assert raced(Slow(Sat((4,)), 30, done), second, 0.2)[0] == ("unknown", "the time was up")
        assert not done.exists()


def test_free_cores_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0, 1}, raising=False)
    monkeypatch.setattr("os.getloadavg", lambda: (1.2, 0, 0))
    assert race.core_is_free()
    monkeypatch.setattr("os.getloadavg", lambda: (2.2, 0, 0))
    assert not race.core_is_free()
    monkeypatch.setattr("os.sched_getaffinity", lambda _: {0}, raising=False)
    monkeypatch.setattr("os.getloadavg", lambda: (0.1, 0, 0))
    assert not race.core_is_free()
