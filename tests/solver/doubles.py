"""Back ends for tests: one that never knows the answer, one that records queries."""

from __future__ import annotations

from collections.abc import Sequence

from secateur.expr import Expr
from secateur.solver import Answer, Backend, Unknown


class NeverKnows:
    """Always answers Unknown, as a back end does at its time limit."""

    name = "never knows"

    def check(self, conditions: Sequence[Expr], timeout: float) -> Answer:
        return Unknown("it never knows")


class Recording:
    """Forwards to another back end and records the queries."""

    def __init__(self, backend: Backend) -> None:
        self.name = backend.name
        self.asked: list[tuple[Expr, ...]] = []
        self._backend = backend

    def check(self, conditions: Sequence[Expr], timeout: float) -> Answer:
        self.asked.append(tuple(conditions))
        return self._backend.check(conditions, timeout)
