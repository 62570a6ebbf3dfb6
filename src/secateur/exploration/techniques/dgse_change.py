"""Dependence guided symbolic execution restricted to a change.

Section 8 of "Dependence Guided Symbolic Execution" by Wang, Liu, Guan, Shen, Zheng and Yang. Like `dgse`, but only the
other sides of impacted branches are tried, and only impacted decisions are repeated: dependences that have nothing to
do with the change are ignored. Where `dise` explores every combination of impacted decisions, this technique explores
only those that some impacted statement depends on together. So it needs fewer paths. But it finds the values that
statements see, not the sequences of statements, and cannot establish equivalence.
"""

from __future__ import annotations

from typing import Self

from secateur.exploration.impacted import Impacted
from secateur.exploration.interactive import InteractiveDgse
from secateur.exploration.setup import Setup
from secateur.machine.path import Path


class DgseChange(InteractiveDgse):
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
