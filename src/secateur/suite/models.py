"""Converts a test back to the model that a machine runs it with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from secateur.expr import Expr, wrap
from secateur.machine.machine import Machine
from secateur.machine.path import Input
from secateur.suite import long_doubles
from secateur.suite.test import Recorded


def model_of(machine: Machine, recorded: Sequence[Recorded]) -> tuple[int, ...]:
    """The model of a run that receives these inputs, in this order.

    The variable of an input is known only once a run requests it, and that may depend on the inputs before it. So the
    program is run until all requested inputs are set; each run gets at least one input further.
    """
    model: tuple[int, ...] = ()
    for _ in range(len(recorded) + 1):
        path = machine.run(*machine.start(model))
        values = dict(enumerate(model))
        for given, record in zip(path.inputs, recorded, strict=False):
            values.update(_values(given, record.data))
        following = tuple(values.get(index, 0) for index in range(max(values, default=-1) + 1))
        if following == model:
            break
        model = following
    return model


def model_by_name(
    machine: Machine, recorded: Sequence[Recorded], renamed: Mapping[str, str]
) -> tuple[tuple[int, ...], list[str]]:
    """The same for another version of the program: inputs are found by their names, of which some were `renamed`;
    inputs that the test does not have are zero. Also the names that the program does not ask for."""
    model: tuple[int, ...] = ()
    asked: list[str] = []
    for _ in range(len(recorded) + 1):
        path = machine.run(*machine.start(model))
        asked = [given.name for given in path.inputs]
        waiting: dict[str, list[Recorded]] = {}
        for record in recorded:
            waiting.setdefault(renamed.get(record.name, record.name), []).append(record)
        values = dict(enumerate(model))
        for given in path.inputs:
            if waiting.get(given.name):
                values.update(_values(given, waiting[given.name].pop(0).data))
        following = tuple(values.get(index, 0) for index in range(max(values, default=-1) + 1))
        if following == model:
            break
        model = following
    names = dict.fromkeys(renamed.get(record.name, record.name) for record in recorded)
    return model, [name for name in names if name not in asked]


def _values(given: Input, data: bytes) -> dict[int, int]:
    """The variables of an input by index."""
    found = {}
    start = 0
    for cell, width in given.cells:
        size = 8 if given.kind == "bits" else (width + 7) // 8
        if isinstance(cell, Expr):
            part = data[start : start + size]
            is_long = given.kind == long_doubles.KIND
            number = long_doubles.pattern(part) if is_long else int.from_bytes(part, "little")
            found[cell.args[0]] = wrap(number, width)
        start += size
    return found
