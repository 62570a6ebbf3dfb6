"""Which questions are worth another process: those that may take long, because the libraries cannot be interrupted.

Others are answered in this process. Which are which depends on the question alone, never on time.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import cache
from time import perf_counter
from typing import TYPE_CHECKING

from secateur.expr import Expr
from secateur.solver.answer import Answer, Unknown
from secateur.solver.backend import Backend, bounded
from secateur.solver.effort import TOO_LARGE, effort, is_hard
from secateur.solver.question import Question
from secateur.solver.race import Race
from secateur.solver.worker import Worker

if TYPE_CHECKING:
    from secateur.solver.answer_store import AnswerStore

#: Seconds from which an answer is worth keeping.
_WORTH_KEEPING = 0.02
_PACKAGES = {"bitwuzla": "bitwuzla", "z3": "z3-solver"}


class Isolated:
    """A back end whose long questions are answered by a worker, perhaps with another back end as a second."""

    def __init__(
        self,
        backend: Backend,
        second: Backend | None = None,
        store: AnswerStore | None = None,
        most: int | None = None,
    ) -> None:
        """`most`: of the back end's effort, if that is bounded."""
        self._backend = backend
        self._most = most
        self.name = backend.name
        self.deadline: float | None = None  # in `time.monotonic` time: no question is waited for any longer
        self._race = Race(Worker(backend), None if second is None else Worker(second))
        self._store = store
        self._is_bounded = False

    def limit_memory(self, mib: int | None) -> None:
        """Of this process, and of the one that answers long questions."""
        self._race.limit_memory(mib)
        self._is_bounded = mib is not None

    def bounded(self, most: int) -> Isolated:
        """Without a second back end: whether it helps depends on who is faster."""
        made = Isolated(bounded(self._backend, most), None, self._store, most)
        made.limit_memory(self._race.memory)
        return made

    def check(self, conditions: Sequence[Expr], timeout: float) -> Answer:
        if self._most is not None and effort(conditions) > TOO_LARGE:
            return Unknown("the question is too large")
        if not is_hard(conditions) or not hasattr(os, "fork"):
            return self._backend.check(conditions, timeout)
        question = Question(conditions)
        if self._store is None:
            return question.answer(self._race.ask(question.text, timeout, self.deadline), self.name)
        limit = () if self._most is None else (str(self._most),)
        key = question.key(self.name, _version(self.name), *limit)
        reply = self._store.load(key, timeout)
        if reply is None:
            started = perf_counter()
            reply = self._race.ask(question.text, timeout, self.deadline)
            seconds = perf_counter() - started
            is_final = reply[0] != "unknown" or not self._is_bounded
            if seconds >= _WORTH_KEEPING and self._race.is_reproducible and is_final:
                self._store.save(key, reply, seconds)
        return question.answer(reply, self.name)


@cache
def _version(name: str) -> str:
    from importlib.metadata import version  # noqa: PLC0415 - slow, and rarely needed

    return version(_PACKAGES[name])
