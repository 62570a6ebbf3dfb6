"""Finds an input for an approximate goal: solve, run, and refine if the run misses the goal.

The best input is one for which the goal holds whatever the stars are; the next best, one for which it holds for some
values. A run on the input then decides. If it misses the goal, the stars on which the goal depended under that input
are opened, and the search repeats. A run that ends early, in a fault or an exit, rules out all inputs that end like it.
If no other input meets the goal for any values of the stars, no run does: that is a proof.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from time import monotonic

from secateur import expr
from secateur.approximation.approximation import Approximation
from secateur.approximation.strategy import Refining
from secateur.expr import Expr, Value
from secateur.solver import Answer, Sat, Solver, Unsat

Model = tuple[int, ...]

#: Number of inputs to try before refining.
TRIES = 3
#: Maximum number of counterexamples when searching for an input that holds for all values of the stars.
MOST_WITNESSES = 12
#: Maximum number of loop rounds that refinement distinguishes.
MOST_ROUNDS = 16


_LIKED = (0, 1, 2, 3, 4, 5, 7, 10, -1, 100)


class ProofStatus(StrEnum):
    """What is known of a condition that must hold after the call."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Solved:
    """`model` meets the goal, as a run has shown; without one, `impossible` means that no input does. `guaranteed`:
    this was known before the run. `refined`: the number of refinements."""

    model: Model | None
    impossible: bool
    guaranteed: bool
    refined: int
    tried: int
    expansions: int

    @property
    def status(self) -> ProofStatus:
        """Of a condition, if the goal is an input that breaks it."""
        if self.impossible:
            return ProofStatus.PROVED
        return ProofStatus.UNKNOWN if self.model is None else ProofStatus.REFUTED


@dataclass(frozen=True, slots=True)
class Attempt:
    """What a run on an input has shown. `ends`: if the run ended early, so do all runs under this condition."""

    meets: bool
    ends: Value = False


def solve(
    make: Callable[[Refining, int], Approximation],
    goal: Callable[[Approximation], Value],
    attempt: Callable[[Model], Attempt],
    strategy: Refining,
    solver: Solver,
    rounds: int,
    timeout: float,
) -> Solved:
    """`make` rebuilds the approximation for the opened uses and a number of rounds; `attempt` runs an input."""
    deadline = monotonic() + timeout
    search = _Tries(attempt, solver, deadline)
    refined = expansions = 0
    while True:
        approximation = make(strategy, rounds)
        expansions += approximation.expansions
        wanted = expr.and_(goal(approximation), approximation.assumed, 1)
        found = search.run(wanted, approximation)
        if found is not None:
            return Solved(found.model, found.impossible, found.guaranteed, refined, search.tried, expansions)
        opened = 0
        if search.last is not None:
            for star in mattering(wanted, search.last, approximation.stars.mask):
                key = approximation.stars.all[star].key
                if key is not None and key not in strategy.opened:
                    strategy.open(key)
                    opened += 1
        if monotonic() > deadline or (not opened and rounds >= MOST_ROUNDS):
            return Solved(None, False, False, refined, search.tried, expansions)
        if not opened:
            rounds = max(1, rounds * 2)
        refined += 1


@dataclass(frozen=True, slots=True)
class _SearchEnd:
    model: Model | None
    impossible: bool = False
    guaranteed: bool = False


@dataclass(slots=True)
class _Tries:
    """Tries inputs. Those whose runs end early, as a fault comes first, never meet the goal: `ended` excludes them, and
    the search goes on with others."""

    attempt: Callable[[Model], Attempt]
    solver: Solver
    deadline: float
    tried: int = 0
    last: Model | None = None
    ended: Value = False
    _seen: set[Model] = field(default_factory=set)

    def run(self, goal: Value, approximation: Approximation) -> _SearchEnd | None:
        """An input that meets the goal, or the finding that there is none; None if the approximation is too coarse."""
        while True:
            wanted = expr.and_(goal, expr.not_(self.ended), 1)
            answer = self.solver.solve([wanted], _hint(approximation))
            if isinstance(answer, Unsat):
                return _SearchEnd(None, impossible=True)
            before, self.last = self.ended, None
            for found, guaranteed in _candidates(wanted, answer, approximation, self.solver):
                model = self.last = _simple(found, wanted, approximation)
                if self._meets(model):
                    return _SearchEnd(model, guaranteed=guaranteed)
            if self.ended is before or monotonic() > self.deadline:
                return None

    def _meets(self, model: Model) -> bool:
        if model in self._seen:
            return False
        self._seen.add(model)
        self.tried += 1
        trial = self.attempt(model)
        self.ended = expr.or_(self.ended, trial.ends, 1)
        return trial.meets


def _hint(approximation: Approximation) -> Model:
    return (0,) * len(approximation.expansion.machine.variables)


def _candidates(
    wanted: Value, answer: Answer, approximation: Approximation, solver: Solver
) -> Iterator[tuple[Model, bool]]:
    """Inputs for the goal, each with whether the goal holds whatever the stars are; such inputs come first."""
    if isinstance(answer, Sat) and _always(wanted, answer.model, approximation, solver):
        yield answer.model, True
        return
    sure = _for_all(wanted, approximation, solver)
    if sure is not None:
        yield sure, True
    conditions = [wanted]
    for _ in range(TRIES):
        if not isinstance(answer, Sat):
            return
        yield answer.model, False
        conditions.append(_other(answer.model, approximation, wanted))
        answer = solver.solve(conditions, _hint(approximation))


def _always(wanted: Value, model: Model, approximation: Approximation, solver: Solver) -> bool:
    """Does the goal hold under an input whatever the stars are?"""
    return isinstance(_against(wanted, model, approximation, solver), Unsat)


def _against(wanted: Value, model: Model, approximation: Approximation, solver: Solver) -> Answer:
    """Values of the stars for which an input misses the goal."""
    inputs = [v for v in expr.variables_of(wanted) if v not in approximation.stars.all]
    rest = expr.substitute(wanted, {v: _number(model[v.args[0]], v) for v in inputs})
    return solver.solve([expr.not_(rest)], _hint(approximation))


def _for_all(wanted: Value, approximation: Approximation, solver: Solver) -> Model | None:
    """An input for which the goal holds whatever the stars are, by counterexample-guided search."""
    unknown = [v for v in expr.variables_of(wanted) if v in approximation.stars.all]
    witnesses: list[Value] = [expr.substitute(wanted, {v: _number(0, v) for v in unknown})]
    for _ in range(MOST_WITNESSES):
        answer = solver.solve(witnesses, _hint(approximation))
        if not isinstance(answer, Sat):
            return None
        against = _against(wanted, answer.model, approximation, solver)
        if isinstance(against, Unsat):
            return answer.model
        if not isinstance(against, Sat):
            return None
        bad = {v: _number(against.model[v.args[0]], v) for v in unknown}
        witnesses.append(expr.substitute(wanted, bad))
    return None


def _number(value: int, variable: Expr) -> Value:
    return bool(value) if variable.width == 1 else expr.wrap(value, variable.width)


def _simple(model: Model, wanted: Value, approximation: Approximation) -> Model:
    """A model of the goal with simple numbers where possible."""
    numbers = list(model)
    for variable in expr.variables_of(wanted):
        index = variable.args[0]
        for value in _LIKED:
            if variable in approximation.stars.all or value == numbers[index]:
                break
            before, numbers[index] = numbers[index], int(expr.wrap(value, variable.width))
            if expr.evaluate(wanted, tuple(numbers)):
                break
            numbers[index] = before
    return tuple(numbers)


def _other(model: Model, approximation: Approximation, wanted: Value) -> Value:
    """The condition that an input differs from this one."""
    same: Value = True
    for variable in expr.variables_of(wanted):
        if variable not in approximation.stars.all:
            value = _number(model[variable.args[0]], variable)
            same = expr.and_(same, expr.eq(variable, value, variable.width), 1)
    return expr.not_(same)


def mattering(value: Value, model: Model, stars: int) -> list[Expr]:
    """The stars that a value depends on under a model: for each choice, only the side taken counts."""
    found: dict[Expr, None] = {}
    seen: set[Expr] = set()
    todo: list[Value] = [value]
    while todo:
        here = todo.pop()
        if not isinstance(here, Expr) or here in seen or not here.variables & stars:
            continue
        seen.add(here)
        if here.op == "var":
            found[here] = None
        elif here.op == "ite":
            condition, x, y = here.args
            todo += [x if expr.evaluate(condition, model) else y, condition]
        elif here.op in ("and", "or") and here.width == 1:
            decisive = here.op == "or"
            sides = [a for a in here.args if isinstance(a, Expr) and bool(expr.evaluate(a, model)) == decisive]
            todo += reversed(sides[:1] or list(here.args))
        else:
            todo += reversed(here.args)
    return list(found)
