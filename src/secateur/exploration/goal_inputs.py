"""Inputs for what no path has covered, tried when all paths are explored."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

#: In a lineage, greater than the number of any branch: right after the path.
FIRST_OF_ALL = 1 << 30


class CoverTarget(Protocol):
    """What an input can cover."""

    @property
    def is_open(self) -> bool: ...

    @property
    def names(self) -> Sequence[str]:
        """The same in every process."""
        ...


@dataclass(frozen=True, slots=True)
class GoalInput:
    """An input that covers a target, for the case that no path does. `lineage`: right after the path that shows it."""

    lineage: tuple[int, ...]
    model: tuple[int, ...]
    target: CoverTarget

    @property
    def rank(self) -> tuple[int, ...]:
        return tuple(-number for number in self.lineage)
