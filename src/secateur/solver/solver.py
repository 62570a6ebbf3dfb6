"""Satisfiability, with a model: cheap stages first, the back end last.

The stages are an explicit list; each answers or passes. Only the group of conditions that share variables with a
violated one is considered, so a query about a fresh input does not grow with the path.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import monotonic, perf_counter
from typing import Protocol

from secateur.expr import Expr, Value, evaluate, not_
from secateur.solver.answer import Answer, Model, Sat, Unknown, Unsat
from secateur.solver.backend import Backend
from secateur.solver.caches import CoreCache, ExactCache, ExactCacheByHint, RecentModels
from secateur.solver.clock import cpu_time
from secateur.solver.contradiction import Contradiction
from secateur.solver.float_linear import FloatLinear
from secateur.solver.float_ranges import FloatRanges
from secateur.solver.float_search import FloatSearch
from secateur.solver.functions import WithFunctions
from secateur.solver.isolated import Isolated
from secateur.solver.query import Query
from secateur.solver.repair import Repair
from secateur.solver.small_domains import SmallDomains


class Stage(Protocol):
    """One way to answer. `learn` receives the answer of a later stage."""

    @property
    def name(self) -> str: ...

    def answer(self, query: Query) -> Answer | None:
        """The answer, with a model for all of the hint's variables; None when this stage cannot decide."""

    def learn(self, query: Query, answer: Answer) -> None: ...


@dataclass(slots=True)
class Stats:
    """Counts. `queries`, `sat`, `unsat`, `unknown` and `seconds` cover the back end only."""

    queries: int = 0
    sat: int = 0
    unsat: int = 0
    unknown: int = 0
    seconds: float = 0.0
    by_stage: dict[str, int] = field(default_factory=dict)

    def count(self, stage: str) -> None:
        self.by_stage[stage] = self.by_stage.get(stage, 0) + 1

    def add(self, other: Stats) -> None:
        """The counts of an earlier exploration."""
        self.queries += other.queries
        self.sat += other.sat
        self.unsat += other.unsat
        self.unknown += other.unknown
        self.seconds += other.seconds
        for stage, count in other.by_stage.items():
            self.by_stage[stage] = self.by_stage.get(stage, 0) + count

    def take_over(self, other: Stats) -> int:
        """The counts of another solver, which counts from the start again. Returns the number of queries."""
        queries = other.queries
        self.add(other)
        other.queries = other.sat = other.unsat = other.unknown = 0
        other.seconds = 0.0
        other.by_stage.clear()
        return queries


class AskBackend:
    """The last stage: it always answers, if only with Unknown."""

    def __init__(self, backend: Backend, timeout: float, stats: Stats) -> None:
        self.name = backend.name
        self.timeout = timeout
        self.deadline: float | None = None  # in `time.monotonic` time: no query runs past it
        self.cpu_deadline: float | None = None  # the same in `cpu_time`
        self.was_cut = False  # had the last query less than its time?
        self.may_ask: Callable[[Sequence[Expr]], bool] | None = None
        self._backend = backend
        self._stats = stats

    def answer(self, query: Query) -> Answer:
        stats = self._stats
        if self.may_ask is not None and not self.may_ask(query.group):
            self.was_cut = True
            return Unknown("it may not be asked")
        started = perf_counter()
        limit = self.timeout
        if self.deadline is not None:
            limit = max(0.001, min(limit, self.deadline - monotonic()))
        if self.cpu_deadline is not None:
            limit = max(0.001, min(limit, self.cpu_deadline - cpu_time()))
        self.was_cut = limit < self.timeout
        answer = self._backend.check(query.group, limit)
        stats.seconds += perf_counter() - started
        stats.queries += 1
        if isinstance(answer, Sat):
            stats.sat += 1
            return Sat(query.adopt(answer.model))
        if isinstance(answer, Unsat):
            stats.unsat += 1
        else:
            stats.unknown += 1
        return answer

    def learn(self, query: Query, answer: Answer) -> None:
        """Nothing to remember: every query is a fresh instance."""


def default_stages() -> tuple[Stage, ...]:
    """The stages before the back end, in order."""
    few, floats = SmallDomains(), FloatRanges()
    known = Contradiction(), ExactCache(), CoreCache()
    return *known, few.large, RecentModels(), floats, Repair(), few, *_on_floats(floats)


def order_free_stages() -> tuple[Stage, ...]:
    """Stages that find the same model for a query and a hint, whatever was asked before."""
    few, floats = SmallDomains(), FloatRanges()
    known = Contradiction(), ExactCacheByHint(), CoreCache()
    return *known, few.large, floats, Repair(), few, *_on_floats(floats)


def _on_floats(ranges: FloatRanges) -> tuple[Stage, ...]:
    lines = FloatLinear(ranges)
    return FloatSearch(ranges), lines, lines.descent


class Solver:
    """Answers satisfiability queries that are mostly small variations of earlier ones."""

    def __init__(self, backend: Backend, timeout: float = 10.0, stages: Sequence[Stage] | None = None) -> None:
        self.backend = backend
        self.stats = Stats()
        before = tuple(stages) if stages is not None else default_stages()
        self._last = AskBackend(backend, timeout, self.stats)
        self.stages: tuple[Stage, ...] = (*before, self._last)
        self._last_moments: tuple[float | None, float | None] = (None, None)

    def stop_at(self, deadline: float | None, cpu_deadline: float | None = None) -> None:
        """Do not wait for the back end past these moments, in `time.monotonic` time and in `cpu_time`."""
        self._last.deadline, self._last.cpu_deadline = deadline, cpu_deadline
        if self._isolated is not None:
            self._isolated.deadline = deadline

    def give_up_at(self, deadline: float | None, cpu_deadline: float | None = None) -> None:
        """From these moments on, every answer is unknown, at once."""
        self.stop_at(deadline, cpu_deadline)
        self._last_moments = (deadline, cpu_deadline)

    @property
    def gives_up(self) -> bool:
        """Is the time over?"""
        deadline, cpu_deadline = self._last_moments
        if deadline is not None and monotonic() >= deadline:
            return True
        return cpu_deadline is not None and cpu_time() >= cpu_deadline

    def limit_memory(self, mib: int | None) -> None:
        """What this process and the back end may use together; where that is not enough, the answer is unknown."""
        if self._isolated is not None:
            self._isolated.limit_memory(mib)

    def ask_if(self, may_ask: Callable[[Sequence[Expr]], bool]) -> None:
        """The back end is asked only what may be asked. Otherwise the answer is unknown; it is not remembered."""
        self._last.may_ask = may_ask

    @property
    def was_cut(self) -> bool:
        """Had the last question for the back end less than its time, because of `stop_at`?"""
        return self._last.was_cut

    @property
    def _isolated(self) -> Isolated | None:
        backend = self.backend.backend if isinstance(self.backend, WithFunctions) else self.backend
        return backend if isinstance(backend, Isolated) else None

    def solve(self, conditions: Sequence[Value], hint: Model, satisfied: int = 0) -> Answer:
        """A model of all conditions, close to the hint: inputs that need not change keep their values.

        The first `satisfied` conditions are symbolic and known to hold under the hint; the others may include
        constants.
        """
        if self._last_moments != (None, None) and self.gives_up:
            return Unknown("the time is over")
        found = self._query(conditions, hint, satisfied)
        return self._ask(found, self.stages) or Unknown("no stage answered") if isinstance(found, Query) else found

    def easy(self, conditions: Sequence[Value], hint: Model, satisfied: int = 0) -> Answer | None:
        """The same, if it can be found without the back end."""
        found = self._query(conditions, hint, satisfied)
        return self._ask(found, self.stages[:-1]) if isinstance(found, Query) else found

    def _query(self, conditions: Sequence[Value], hint: Model, satisfied: int) -> Query | Answer:
        violated: list[Expr] = []
        constants = False
        for condition in conditions[satisfied:]:
            if isinstance(condition, Expr):
                if not evaluate(condition, hint):
                    violated.append(condition)
            elif condition:
                constants = True
            else:
                self.stats.count("constant")
                return Unsat(())
        if not violated:
            self.stats.count("current model")
            return Sat(hint)
        if constants:
            conditions = [condition for condition in conditions if isinstance(condition, Expr)]
        return Query(conditions, violated, hint)  # type: ignore[arg-type]

    def _ask(self, query: Query, stages: Sequence[Stage]) -> Answer | None:
        for position, stage in enumerate(stages):
            answer = stage.answer(query)
            if answer is not None:
                self.stats.count(stage.name)
                if isinstance(answer, Unknown) and self._last.was_cut:
                    return answer  # asked again, it may have more time
                for earlier in stages[:position]:
                    earlier.learn(query, answer)
                return answer
        return None

    def must_be_true(self, condition: Value, conditions: Sequence[Value], hint: Model = ()) -> bool | None:
        """Whether the condition follows from the others; None when undecided."""
        answer = self.solve([*conditions, not_(condition)], hint)
        return None if isinstance(answer, Unknown) else isinstance(answer, Unsat)
