"""Memory effects of functions without a body: provided by the machine, LLVM intrinsics, and unknown ones."""

from __future__ import annotations

from secateur.provided import facts_of
from secateur.provided.record import FIRST, NAMED, NOTHING, NUMBERS, UNKNOWN, Effect

__all__ = ["FIRST", "NAMED", "NOTHING", "NUMBERS", "UNKNOWN", "Effect", "counter_of", "effect_of"]


def effect_of(name: str) -> Effect:
    """The effect of a function without a body. Any function that is not provided is unknown."""
    return facts_of(name).effect


def counter_of(name: str) -> str | None:
    """The counter that a function increments when it returns an input: its result depends on the number of calls
    before. The driver's own inputs have names and need no counter."""
    return facts_of(name).counter or None
