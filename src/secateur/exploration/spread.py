"""Help for an exploration that has a lot left to do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from secateur.exploration.loop import Explorer
    from secateur.exploration.technique import Technique


class Spread(Protocol):
    """Whoever explores what an exploration has left, with help."""

    def is_due(self, explorer: Explorer) -> bool:
        """Called before each step: is so much work done that the rest is worth it?"""
        ...

    def explore(self, explorer: Explorer) -> tuple[Technique, str] | None:
        """Explore all that waits, and add what is found to the result. Returns another technique that is to begin
        again instead, and why, if it has come to that."""
        ...
