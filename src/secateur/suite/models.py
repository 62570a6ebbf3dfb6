"""Converts a test back to the model that a machine runs it with."""

from __future__ import annotations

from collections.abc import Sequence

from secateur.expr import Expr, wrap
from secateur.machine.machine import Machine
from secateur.machine.path import Input
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


def _values(given: Input, data: bytes) -> dict[int, int]:
    """The variables of an input by index."""
    found = {}
    start = 0
    for cell, width in given.cells:
        size = 8 if given.kind == "bits" else (width + 7) // 8
        if isinstance(cell, Expr):
            number = int.from_bytes(data[start : start + size], "little")
            found[cell.args[0]] = wrap(number, width)
        start += size
    return found
