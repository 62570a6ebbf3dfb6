"""Finds an input for an approximate goal: solve, run, and refine if the run misses the goal.

The best input is one for which the goal holds whatever the stars are; the next best, one for which it holds for some
values. A run on the input then decides. If it misses the goal, the stars on which the goal depended under that input
are opened, and the search repeats. A run that ends early, in a fault or an exit, rules out all inputs that end like it.
If no other input meets the goal for any values of the stars, no run does: that is a proof.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from time import monotonic

from secateur import expr
from secateur.approximation.approximation import Approximation
from secateur.approximation.candidates import candidates, hint, mattering, simple
from secateur.approximation.expansion import Suspended
from secateur.approximation.strategy import Refining
from secateur.expr import Value
from secateur.solver import Solver, Unsat

Model = tuple[int, ...]

#: Maximum number of loop rounds that refinement distinguishes.
MOST_ROUNDS = 16
#: Maximum size of the condition that excludes what is known to miss the goal.
LARGEST_MISSED = 20_000


class ProofStatus(StrEnum):
    """What is known of a condition that must hold after the call."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNKNOWN = "unknown"


class SolvedBy(StrEnum):
    """What decided a question."""

    APPROXIMATION = "approximation"  # all paths at once
    EXPLORATION = "exploration"  # runs, one after the other
    NOTHING = "nothing"


@dataclass(frozen=True, slots=True)
class Solved:
    """`model` meets the goal, as a run has shown; without one, `impossible` means that no input does. `guaranteed`:
    this was known before the run. `refined`: the number of refinements. `paths`: the number that was explored, if
    approximation left something open. `is_late`: time was used up; `is_interrupted`: the user ended it; `open`: why it
    is not known, where that is not a matter of time."""

    model: Model | None
    impossible: bool
    guaranteed: bool
    refined: int
    tried: int
    expansions: int
    by: SolvedBy = SolvedBy.APPROXIMATION
    paths: int = 0
    is_late: bool = False
    is_interrupted: bool = False
    open: tuple[str, ...] = ()

    @property
    def is_open(self) -> bool:
        return self.model is None and not self.impossible

    @property
    def status(self) -> ProofStatus:
        """Of a condition, if the goal is an input that breaks it."""
        if self.impossible:
            return ProofStatus.PROVED
        return ProofStatus.UNKNOWN if self.model is None else ProofStatus.REFUTED


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a run on an input has shown. `misses`: if it does not meet the goal, neither do runs under this condition.
    `is_early`: it ended in a fault or an exit before the goal."""

    meets: bool
    misses: Value = False
    is_early: bool = False


@dataclass(frozen=True, slots=True)
class ApproximateQuestion:
    """`goal`: the condition over inputs and stars under which it is met. `attempt`: runs an input."""

    goal: Callable[[Approximation], Value]
    attempt: Callable[[Model], Attempt]


class Refinement:
    """The search for one question. It works until a deadline, and goes on where it was when it is asked again.

    `make` builds the approximation for the opened uses and a number of rounds. `first`: one that has nothing opened, to
    begin with."""

    def __init__(
        self,
        make: Callable[[Refining, int], Approximation],
        question: ApproximateQuestion,
        strategy: Refining,
        solver: Solver,
        rounds: int,
        first: Approximation | None = None,
    ) -> None:
        self._make = make
        self._question = question
        self._strategy = strategy
        self._solver = solver
        self._rounds = rounds
        self._approximation = self._first = first
        self.shared = 0  # expansions of `first` that were made here
        self._wanted: Value | None = None
        self._tries = _Tries(question.attempt, solver)
        self._excluded = 0  # how many misses were left out of the goal when nothing could be refined
        self._expanded = 0
        self.refined = 0
        self.solved: Solved | None = None
        self.is_stuck = False  # nothing is left to refine

    @property
    def tried(self) -> int:
        return self._tries.tried

    @property
    def expansions(self) -> int:
        return self._expanded + (0 if self._approximation is None else self._approximation.expansions)

    @property
    def nearest(self) -> Model | None:
        """The input that missed the goal last: it meets the goal as far as the approximation knows."""
        return self._tries.last

    def learn(self, model: Model) -> None:
        """An input that is known to miss the goal: so do all that take its path."""
        self._tries.learn(model)

    def work(self, deadline: float) -> Solved | None:
        """The answer; None if there is none until then, or nothing is left to refine."""
        before = 0 if self._first is None else self._first.expansions
        try:
            while self.solved is None and not self.is_stuck:
                self._step(deadline)
        except Suspended:
            return None
        finally:
            self._solver.stop_at(None)
            self.shared += 0 if self._first is None else self._first.expansions - before
        return self.solved

    def unknown(self) -> Solved:
        return Solved(None, False, False, self.refined, self.tried, self.expansions, SolvedBy.NOTHING)

    def _step(self, deadline: float) -> None:
        if monotonic() > deadline:
            raise Suspended
        if self._approximation is None:
            self._approximation, self._wanted = self._make(self._strategy, self._rounds), None
        approximation = self._approximation
        if self._wanted is None:
            with approximation.until(deadline):
                self._wanted = expr.and_(self._question.goal(approximation), approximation.assumed, 1)
        self._solver.stop_at(deadline)
        found = self._tries.run(self._wanted, approximation, deadline)
        if found is not None:
            self.solved = Solved(
                found.model, found.impossible, found.guaranteed, self.refined, self.tried, self.expansions
            )
        else:
            self._refine(approximation, self._wanted)

    def _refine(self, approximation: Approximation, wanted: Value) -> None:
        opened = 0
        if self._tries.last is not None:
            for star in mattering(wanted, self._tries.last, approximation.stars.mask):
                key = approximation.stars.all[star].key
                if key is not None and key not in self._strategy.opened:
                    self._strategy.open(key)
                    opened += 1
        if not opened and self._rounds >= MOST_ROUNDS:
            # what was excluded leaves other inputs; if nothing was, nothing is left to do
            self.is_stuck = self._excluded == self._tries.tried
            self._excluded = self._tries.tried
            return
        if not opened:
            self._rounds = max(1, self._rounds * 2)
        self._expanded += approximation.expansions
        self._approximation = None
        self.refined += 1


@dataclass(frozen=True, slots=True)
class _SearchEnd:
    model: Model | None
    impossible: bool = False
    guaranteed: bool = False


@dataclass(slots=True)
class _Tries:
    """Tries inputs. All inputs on the path of one that misses the goal miss it, too: `missed` excludes them."""

    attempt: Callable[[Model], Attempt]
    solver: Solver
    tried: int = 0
    last: Model | None = None
    missed: Value = False
    _seen: set[Model] = field(default_factory=set)

    def run(self, goal: Value, approximation: Approximation, deadline: float) -> _SearchEnd | None:
        """An input that meets the goal, or the finding that there is none; None if the approximation is too coarse.
        Raises `Suspended` at the deadline."""
        while True:
            wanted = expr.and_(goal, expr.not_(self.missed), 1)
            answer = self.solver.solve([wanted], hint(approximation))
            if isinstance(answer, Unsat):
                return _SearchEnd(None, impossible=True)
            ended_early = False
            for found, guaranteed in candidates(wanted, answer, approximation, self.solver):
                model = simple(found, wanted, approximation)
                if model in self._seen:
                    continue
                self.tried += 1
                self.last = model
                trial = self.learn(model)
                if trial.meets:
                    return _SearchEnd(model, guaranteed=guaranteed)
                ended_early = ended_early or trial.is_early
                if monotonic() > deadline:
                    raise Suspended
            if monotonic() > deadline:
                raise Suspended
            if not ended_early:
                return None

    def learn(self, model: Model) -> Attempt:
        """Run an input; if it misses the goal, exclude all that take its path."""
        self._seen.add(model)
        trial = self.attempt(model)
        if not trial.meets and expr.size(self.missed) + expr.size(trial.misses) < LARGEST_MISSED:
            self.missed = expr.or_(self.missed, trial.misses, 1)
        return trial
