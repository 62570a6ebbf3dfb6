"""What runs that ended early hide, and how to get behind it.

A run that ends in a fault (or in `exit`, or against an assumption) never gets to what lies behind, and the branch
that it ended at decides nothing about that: it is left out of control dependence. So whoever cuts paths by
dependences has to ask again, for an input that does not end there. Every early end gives a condition over the inputs:
its relevant decisions and the last step together. All later questions prefer inputs outside the ends known so far;
only if there are none do they ask for what the runs that stand for the same question have not been tried with.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from secateur import expr
from secateur.dependence.relevance import Relevance, numbers
from secateur.exploration.task import Repeat
from secateur.expr import Expr
from secateur.machine.path import LIMITED, Ending, Path


class Hidden:
    """The early ends known so far."""

    def __init__(self) -> None:
        self._outside: dict[int, Expr] = {}  # by the structural key of the condition, that it does not hold
        self._runs: list[tuple[frozenset[int], Expr]] = []  # what a run passed, and that its end does not come

    def learn(self, path: Path, relevance: Relevance, passed: frozenset[int], besides: int = 0) -> Expr | None:
        """Remembers an early end, and gives the condition of inputs that do not end like that; None if nothing that
        the inputs decide leads there. `besides` are decisions that also have a part in it."""
        decisions = end_decisions(path, relevance) | besides
        outside = expr.not_(expr.conj([path.branches[n].condition for n in numbers(decisions)]))
        if not isinstance(outside, Expr):
            return None
        self._outside[outside.key] = outside
        self._runs.append((passed, outside))
        return outside

    @property
    def outside(self) -> list[Expr]:
        """That none of the ends comes."""
        return list(self._outside.values())

    def questions(self, task: Repeat, wanted: frozenset[int]) -> Iterator[Sequence[Expr]]:
        """Conditions for an input, best ones first. `wanted`: the decisions that a run for the task passes."""
        conditions = task.conditions
        if self._outside:
            yield [*conditions, *self._outside.values()]
        tried = {outside.key: outside for passed, outside in self._runs if wanted <= passed}
        tried |= {outside.key: outside for outside in task.excluded}
        if len(tried) < len(self._outside) or not self._outside:
            yield [*conditions, *tried.values()]


def ended_early(path: Path) -> bool:
    return path.ending is not Ending.RETURNED and path.ending not in LIMITED


def end_decisions(path: Path, relevance: Relevance) -> int:
    """What together leads to the end of the path: the decisions that its last step depends on, and itself."""
    relevant, last = relevance.end, len(path.branches) - 1
    if last >= 0 and path.place == path.branches[last].site.place:
        relevant |= relevance.before[last] | 1 << last
    return relevant
