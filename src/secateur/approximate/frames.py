"""Activations of functions: who called whom, from where."""

from __future__ import annotations

from dataclasses import dataclass, field

from secateur.approximate.unrolled import Unrolled
from secateur.dependence.code import Unit


@dataclass(slots=True, eq=False)
class Frame:
    """`copy` and `node` are the call in the caller's frame. Without a caller it is where everything starts, or, if it
    `is_anywhere`, any activation that is not told apart: nothing is known of what it was called with."""

    number: int
    unit: Unit
    graph: Unrolled
    caller: Frame | None = None
    copy: int = 0
    node: int = -1
    is_anywhere: bool = False
    named: frozenset[int] = field(default_factory=frozenset)  # registers that are values of the user's variables

    @property
    def name(self) -> str:
        return self.unit.function.name

    @property
    def level(self) -> int:
        """How many activations of the same function are under this one."""
        found, here = 0, self.caller
        while here is not None:
            found += here.unit is self.unit
            here = here.caller
        return found

    @property
    def depth(self) -> int:
        found, here = 0, self.caller
        while here is not None:
            found, here = found + 1, here.caller
        return found


@dataclass(frozen=True, slots=True)
class Point:
    """An instruction in one activation and in certain rounds of the loops around it."""

    frame: Frame
    copy: int
    node: int
