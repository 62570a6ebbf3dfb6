"""All inputs that compute the output in the same way: what exploration by output finds."""

from __future__ import annotations

from dataclasses import dataclass

from secateur.exploration.criteria import Value
from secateur.expr import Expr
from secateur.machine.path import Path


@dataclass(frozen=True, slots=True, eq=False)
class Partition:
    """The inputs that compute the output as `path` does. `decisions` are the numbers of its branches that the output
    depends on, in the order in which they are negated; `key` names them with their outcomes, the same on all paths."""

    path: Path
    decisions: tuple[int, ...]
    key: frozenset[int]
    outputs: tuple[tuple[str, Value], ...]

    @property
    def conditions(self) -> list[Expr]:
        """The relevant-slice condition, reordered."""
        return [self.path.branches[n].condition for n in self.decisions]
