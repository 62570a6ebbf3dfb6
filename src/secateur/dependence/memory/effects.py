"""What functions without a body do to memory: those that the machine provides, LLVM's intrinsics, and unknown ones."""

from __future__ import annotations

from secateur.provided import facts_of
from secateur.provided.record import FIRST, NAMED, NOTHING, NUMBERS, UNKNOWN, Effect

__all__ = ["FIRST", "NAMED", "NOTHING", "NUMBERS", "UNKNOWN", "Effect", "counter_of", "effect_of"]


def effect_of(name: str) -> Effect:
    """What a function without a body does. Any name that is not provided is unknown."""
    return facts_of(name).effect


def counter_of(name: str) -> str | None:
    """The counter that a function steps when it hands out an input: what it gives depends on how often it was called.
    The driver's own inputs have names and need none."""
    return facts_of(name).counter or None
