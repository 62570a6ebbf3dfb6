"""The input that an exploration starts with, if the user gives one.

Inputs have names; which there are, and their numbers, is known when a run asks for them. So the given input is run as
far as its inputs are known, and once more when it asks for others, before it decides on them: nothing else is run.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from secateur import expr
from secateur.errors import SecateurError
from secateur.expr import Expr
from secateur.machine.machine import Machine
from secateur.machine.path import Ending, Path, Site
from secateur.machine.state import State


class UnknownInput(SecateurError):
    """The exploration is to start with an input that the program does not have."""


def given_input(machine: Machine, given: Mapping[str, int], stop: Callable[[], object]) -> tuple[int, ...]:
    """The numbers that the user gives, by name, as a model; others are 0."""
    model: tuple[int, ...] | None = None
    while model != (known := _model(machine, given)):
        model = known
        path = _run(machine, model, given, stop)
    if path.ending is Ending.INTERRUPTED or not given.keys() - _names(machine):
        return known
    machine.run(*machine.start(()), stop)  # perhaps the given input never gets there
    unknown = given.keys() - _names(machine)
    if unknown:
        raise UnknownInput(f"there is no input '{min(unknown)}' that is a number")
    return _model(machine, given)


def _run(machine: Machine, model: tuple[int, ...], given: Mapping[str, int], stop: Callable[[], object]) -> Path:
    """Until a decision may depend on a number that the model lacks, or all are known."""
    state, code = machine.start(model)

    def is_enough(state: State, condition: Expr | bool, site: Site) -> str | None:
        return "" if _model(machine, given) != model or not given.keys() - _names(machine) else None

    state.watch = is_enough
    return machine.run(state, code, stop)


def _names(machine: Machine) -> set[str]:
    return {variable.name for variable in machine.variables.values()}


def _model(machine: Machine, given: Mapping[str, int]) -> tuple[int, ...]:
    """Without the zeros at its end."""
    model = [0] * len(machine.variables)
    for variable in machine.variables.values():
        if variable.args[0] < len(model):
            model[variable.args[0]] = expr.wrap(given.get(variable.name, 0), variable.width)
    while model and not model[-1]:
        del model[-1]
    return tuple(model)
