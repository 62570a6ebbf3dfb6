"""Memory effects of functions without a body: provided by the machine, LLVM intrinsics, and unknown ones."""

from __future__ import annotations

from secateur.ir.model import Function
from secateur.machine.path import OWN_FILES
from secateur.provided import BODIES, facts_of
from secateur.provided.record import FIRST, NAMED, NOTHING, NUMBERS, UNKNOWN, Effect

__all__ = ["FIRST", "NAMED", "NOTHING", "NUMBERS", "UNKNOWN", "Effect", "counter_of", "effect_of", "effect_of_body"]


def effect_of(name: str) -> Effect:
    """The effect of a function without a body. Any function that is not provided is unknown."""
    return facts_of(name).effect


def effect_of_body(function: Function) -> Effect | None:
    """The effect of one call of a function of our C library, where it is exact; None: what its body says. LLVM appends
    a number to the name of a static function if the program has another of that name."""
    if function.is_declaration or not function.position.file.startswith(OWN_FILES):
        return None
    return BODIES.get(function.name.partition(".")[0])


def counter_of(name: str) -> str | None:
    """The counter that a function increments when it returns an input: its result depends on the number of calls
    before. The driver's own inputs have names and need no counter."""
    return facts_of(name).counter or None
