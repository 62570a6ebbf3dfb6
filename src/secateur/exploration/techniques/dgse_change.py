"""Dependence guided symbolic execution restricted to a change: paper 000, section 8.

Like `dgse`, but only impacted branches are tried the other way, and only impacted decisions are repeated: dependences
that have nothing to do with the change do not count. Where `dise` explores every combination of what the impacted
branches decide, this explores only those that some impacted statement sees together. So it needs fewer paths; but what
it finds are the values that statements see, not the sequences of statements, and equivalence cannot be told from it.
"""

from __future__ import annotations

from typing import Self

from secateur.exploration.impacted import Impacted
from secateur.exploration.setup import Setup
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.dgse import Dgse
from secateur.machine.path import Path


class DgseChange(Dgse):
    name = "dgse"
    for_changes = True
    promise = "no path is left that could show anything new about what the change affects"

    def __init__(self, impacted: Impacted) -> None:
        super().__init__()
        self.impacted = impacted

    @classmethod
    def make(cls, setup: Setup) -> Self:
        return cls(setup.required_change().impacted)

    def counting(self, path: Path) -> int:
        found = 0
        for number in self.impacted.decisions(path):
            found |= 1 << number
        return found

    def successor(self) -> tuple[Technique, str] | None:
        """Only if there are paths that it cannot deal with: what is not impacted is always worth cutting."""
        return super().successor() if self.too_long else None
