"""The caching stages: the same query, a known contradiction contained in it, a recent model."""

from __future__ import annotations

from collections import deque

from secateur.expr import Expr
from secateur.solver.answer import Answer, Model, Sat, Unsat
from secateur.solver.query import Query


class ExactCache:
    """Answers a set of conditions that was decided before. Unknown answers are cached too: asking again would cost
    a whole time limit and rarely help."""

    name = "exact cache"

    def __init__(self, capacity: int = 20_000) -> None:
        self._answers: dict[frozenset[Expr], Answer] = {}
        self._capacity = capacity

    def answer(self, query: Query) -> Answer | None:
        found = self._answers.get(query.members)
        return Sat(query.adopt(found.model)) if isinstance(found, Sat) else found

    def learn(self, query: Query, answer: Answer) -> None:
        if len(self._answers) >= self._capacity:
            for key in list(self._answers)[: self._capacity // 2]:
                del self._answers[key]
        self._answers[query.members] = answer


class ExactCacheByHint:
    """The same, but a model is found again only for a hint that agrees with the one that it was found for, in the
    variables of the group. So the model of a query does not depend on which queries were asked before."""

    name = "exact cache"

    def __init__(self, capacity: int = 20_000) -> None:
        self._others = ExactCache(capacity)
        self._models: dict[tuple[frozenset[Expr], Model], Model] = {}
        self._capacity = capacity

    def answer(self, query: Query) -> Answer | None:
        model = self._models.get((query.members, query.given))
        return self._others.answer(query) if model is None else Sat(query.adopt(model))

    def learn(self, query: Query, answer: Answer) -> None:
        if not isinstance(answer, Sat):
            self._others.learn(query, answer)
            return
        if len(self._models) >= self._capacity:
            for key in list(self._models)[: self._capacity // 2]:
                del self._models[key]
        self._models[query.members, query.given] = answer.model


class CoreCache:
    """A set that contains a known contradiction is contradictory.

    Each core is stored under one of its members, so only the cores of conditions that are present are compared.
    """

    name = "core cache"

    def __init__(self, capacity: int = 20_000) -> None:
        self._cores: dict[Expr, list[tuple[frozenset[Expr], Unsat]]] = {}
        self._count = 0
        self._capacity = capacity

    def answer(self, query: Query) -> Answer | None:
        members = query.members
        cores = self._cores
        for condition in query.group:
            for core, known in cores.get(condition, ()):
                if core <= members:
                    return known
        return None

    def learn(self, query: Query, answer: Answer) -> None:
        if not isinstance(answer, Unsat) or not answer.core:
            return
        if self._count >= self._capacity:
            self._cores.clear()
            self._count = 0
        core = frozenset(answer.core)
        waiting = self._cores.setdefault(min(answer.core, key=self._load), [])
        if all(core != other for other, _ in waiting):
            waiting.append((core, answer))
            self._count += 1

    def _load(self, condition: Expr) -> tuple[int, int]:
        """Sort key: the member under which the fewest cores are stored."""
        return len(self._cores.get(condition, ())), condition.key


class RecentModels:
    """Tries the models of the most recent queries."""

    name = "recent models"

    def __init__(self, capacity: int = 24) -> None:
        self._models: deque[Model] = deque(maxlen=capacity)

    def answer(self, query: Query) -> Answer | None:
        for model in self._models:
            if query.holds(model):
                return Sat(query.adopt(model))
        return None

    def learn(self, query: Query, answer: Answer) -> None:
        if isinstance(answer, Sat):
            self._models.appendleft(answer.model)
