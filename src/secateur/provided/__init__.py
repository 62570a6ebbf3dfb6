"""Functions that have no C code for the machine to run: one record per function, from which everything known about it
is derived.

To add a function, add its record here (`library.py`, `inputs.py`, `intrinsics.py`) and, unless `runs_as` names a
function that does the same, its code to `machine/library`. Its memory effects, output, inputs and allocations, whether
it ends the program, and its replacement in tests follow from the record.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from secateur.provided import inputs, library
from secateur.provided.bodies import BODIES
from secateur.provided.intrinsics import intrinsics
from secateur.provided.record import UNKNOWN, ProgramEnd, Provided

__all__ = ["BODIES", "TABLE", "ProgramEnd", "Provided", "facts_of", "is_about_inputs", "records"]


def records() -> Iterator[Provided]:
    """All records; each name occurs once."""
    yield from library.HEAP
    yield from library.OUTPUT
    yield from library.PROCESS
    yield from library.WORLD
    yield from library.CONSTANT_FAULTS
    yield from library.ALIGNMENT
    yield from library.REQUIREMENTS
    yield from library.mathematics()
    yield from inputs.driver()
    yield from inputs.CONTRACTS
    yield from inputs.STAND_INS
    yield from inputs.KLEE
    yield from inputs.sv_comp()
    yield from intrinsics()


TABLE: dict[str, Provided] = {each.name: each for each in records()}


@cache
def facts_of(name: str) -> Provided:
    """The record of a function without a body; for a name not in the table, a record with unknown effects."""
    found = TABLE.get(name)
    if found is not None:
        return found
    if name.startswith("llvm.") and name.count(".") > 1:
        return facts_of(name.rpartition(".")[0])
    if name.startswith(inputs.NONDET_PREFIX):
        return inputs.of_unknown_type(name)
    return Provided(name, UNKNOWN, is_run=False)


def is_about_inputs(name: str) -> bool:
    """Is a function, judging by its name, about inputs or the path they take?"""
    return name.startswith(inputs.NAMESPACES)
