"""Searches for the requirements of a change, several at a time: each in a process of its own."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from secateur import expr
from secateur.evolve.augmentation.augmentation import Searched, SideBySide
from secateur.exploration.alarm import OutOfBudget
from secateur.jobs.processes import ProcessPool
from secateur.machine.machine import Machine

#: Name, width and kind of an input.
_Input = tuple[str, int, str]
#: What a process sends: inputs that it found, and the variables of its machine, in the order of their numbers.
_Sent = tuple[Searched, Sequence[_Input]]


def several_searches(machine: Machine, jobs: int) -> SideBySide:
    """`jobs` of them at a time, for a pair of versions whose inputs this machine numbers."""

    def side_by_side(search: Callable[[int], Searched], numbers: Sequence[int]) -> list[Searched]:
        def work(number: int) -> _Sent:
            try:
                found = search(number)
            except (KeyboardInterrupt, OutOfBudget):
                found = Searched()
            return found, _numbered(machine)

        def lost(number: int) -> _Sent:
            return Searched(), ()

        pool: ProcessPool[int, _Sent] = ProcessPool(work, lost, jobs)
        sent = pool.run(numbers)
        if pool.was_interrupted:
            raise KeyboardInterrupt
        return [Searched() if each is None else _renumbered(*each, machine) for each in sent]

    return side_by_side


def _numbered(machine: Machine) -> list[_Input]:
    return sorted((key for key, _ in machine.variables.items()), key=lambda key: _number(machine, key))


def _number(machine: Machine, key: _Input) -> int:
    number: int = machine.variables[key].args[0]
    return number


def _renumbered(found: Searched, theirs: Sequence[_Input], machine: Machine) -> Searched:
    """Each process numbers inputs in the order in which it meets them."""
    known = {key for key, _ in machine.variables.items()}
    for name, width, kind in theirs:
        if (name, width, kind) not in known:
            machine.variables[name, width, kind] = expr.variable(name, width, len(machine.variables), kind)
    numbers = [_number(machine, key) for key in theirs]
    return replace(found, models=[_moved(model, numbers) for model in found.models])


def _moved(model: tuple[int, ...], numbers: Sequence[int]) -> tuple[int, ...]:
    values = dict(zip(numbers, model, strict=False))
    return tuple(values.get(number, 0) for number in range(max(values, default=-1) + 1))
