"""Candidates for an approximate goal: inputs for which it holds, whatever the stars are or for some values of them.

And the other way round, why an input is a candidate: the stars on which the goal depends under it.
"""

from __future__ import annotations

from collections.abc import Iterator

from secateur import expr
from secateur.approximation.approximation import Approximation
from secateur.expr import Expr, Value
from secateur.solver import Answer, Sat, Solver, Unsat

Model = tuple[int, ...]

#: Number of inputs to try before refining.
TRIES = 3
#: Maximum number of counterexamples when searching for an input that holds for all values of the stars.
MOST_WITNESSES = 12
_LIKED = (0, 1, 2, 3, 4, 5, 7, 10, -1, 100)


def hint(approximation: Approximation) -> Model:
    """A model to start from."""
    return (0,) * len(approximation.expansion.machine.variables)


def candidates(
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
        answer = solver.solve(conditions, hint(approximation))


def _always(wanted: Value, model: Model, approximation: Approximation, solver: Solver) -> bool:
    """Does the goal hold under an input whatever the stars are?"""
    return isinstance(_against(wanted, model, approximation, solver), Unsat)


def _against(wanted: Value, model: Model, approximation: Approximation, solver: Solver) -> Answer:
    """Values of the stars for which an input misses the goal."""
    inputs = [v for v in expr.variables_of(wanted) if v not in approximation.stars.all]
    rest = expr.substitute(wanted, {v: _number(model[v.args[0]], v) for v in inputs})
    return solver.solve([expr.not_(rest)], hint(approximation))


def _for_all(wanted: Value, approximation: Approximation, solver: Solver) -> Model | None:
    """An input for which the goal holds whatever the stars are, by counterexample-guided search."""
    unknown = [v for v in expr.variables_of(wanted) if v in approximation.stars.all]
    witnesses: list[Value] = [expr.substitute(wanted, {v: _number(0, v) for v in unknown})]
    for _ in range(MOST_WITNESSES):
        answer = solver.solve(witnesses, hint(approximation))
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


def simple(model: Model, wanted: Value, approximation: Approximation) -> Model:
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
