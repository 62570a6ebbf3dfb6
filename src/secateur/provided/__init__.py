"""Functions that have no C code for the machine to run: one record for each, from which all that is known about them
is derived.

To add a function, add its record here (`library.py`, `inputs.py`, `intrinsics.py`) and, unless `runs_as` names a
function that does the same, its code to `machine/library`. What it touches, prints, ends, hands out or allocates, and
what stands for it in tests, follows from the record.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from secateur.provided import inputs, library
from secateur.provided.intrinsics import intrinsics
from secateur.provided.record import UNKNOWN, Provided

__all__ = ["TABLE", "Provided", "facts_of", "is_about_inputs", "records"]


def records() -> Iterator[Provided]:
    """All of them, each name once."""
    yield from library.HEAP
    yield from library.OUTPUT
    yield from library.PROCESS
    yield from library.mathematics()
    yield from inputs.driver()
    yield from inputs.klee()
    yield from inputs.sv_comp()
    yield from intrinsics()


TABLE: dict[str, Provided] = {each.name: each for each in records()}


@cache
def facts_of(name: str) -> Provided:
    """The record of a function without a body; that of any other name says that nothing is known."""
    found = TABLE.get(name)
    if found is not None:
        return found
    if name.startswith("llvm.") and name.count(".") > 1:
        return facts_of(name.rpartition(".")[0])
    if name.startswith(inputs.NONDET_PREFIX):
        return inputs.of_unknown_type(name)
    return Provided(name, UNKNOWN, is_run=False)


def is_about_inputs(name: str) -> bool:
    """Does a function give inputs or look at the path, as far as its name tells?"""
    return name.startswith(inputs.NAMESPACES)
