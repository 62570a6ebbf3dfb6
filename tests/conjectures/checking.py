"""Checks lines against runs: their text, as `ensures`, is compiled into the driver, and random inputs are run."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from secateur.conjectures.quantity import Quantities
from secateur.conjectures.runs import Runs
from secateur.harness.subject import load
from secateur.jobs.function_invariants import FunctionInvariants
from secateur.machine.fault import DEFAULT_CHECKS, FaultKind
from secateur.machine.machine import Machine
from secateur.machine.path import Ending
from secateur.options import Compiling, Limits
from secateur.options.jobs import InvariantsOptions

NOTHING = Quantities((), (), {})
#: Numbers that random inputs are near to.
NEAR = (0, 10, 50, 100, 200, 255, 1000, 65535, *range(33, 127, 3))


def texts_of(function: FunctionInvariants, proved_only: bool = False) -> list[str]:
    lines = (line for line in function.lines if line.status.is_proof or not proved_only)
    return [text for line in lines for text in line.ensures]


def broken_lines(
    source: Path | str,
    name: str,
    texts: Sequence[str],
    runs: int,
    seed: int = 7,
    models: Iterable[tuple[int, ...]] = (),
) -> tuple[set[str], int]:
    """The lines that a run breaks, and the number of runs in which the call returned."""
    if not texts:
        return set(), 0
    options = InvariantsOptions()
    inputs = replace(options.inputs, ensures=tuple(texts))
    subject = load([f"{source}:{name}"], Compiling(), inputs)
    limits = Limits(max_instructions=100_000)
    checks = DEFAULT_CHECKS | {FaultKind.POSTCONDITION}
    machine = Machine(subject.program, "main", checks, limits)
    machine.run(*machine.start(()))  # to know its inputs
    tries = Runs(subject.program, machine.variables, NOTHING, checks, limits)
    broken: set[str] = set()
    returned = 0
    for model in (*models, *tries.random_models(seed, runs, NEAR)):
        path = machine.run(*machine.start(model, concrete=True))
        if path.fault is not None and path.fault.kind is FaultKind.POSTCONDITION:
            broken.add(path.fault.message)
        returned += path.ending is Ending.RETURNED
    return broken, returned
