"""Code hidden by runs that ended early, and how to reach it.

A run that ends in a fault (or in `exit`, or violates an assumption) never reaches the code after that point. The branch
at which it ended does not decide about that code: it is left out of control dependence. So a technique that cuts paths
by dependences has to ask again, for an input that does not end there. Every early end gives a condition over the
inputs: its relevant decisions together with the last step. All later questions prefer inputs outside the known ends.
If there are none, they ask for inputs that differ from those of the runs already made for the same question.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from secateur import expr
from secateur.dependence.trace.relevance import Relevance, numbers
from secateur.exploration.task import RegionTask, Repeat
from secateur.expr import Expr
from secateur.machine.path import LIMITED, Ending, Path


class Hidden:
    """The early ends known so far."""

    def __init__(self) -> None:
        self._outside: dict[int, Expr] = {}  # by structural key: the condition that excludes an end
        self._runs: list[tuple[frozenset[int], Expr]] = []  # decisions of a run, and what excludes its end

    def learn(self, path: Path, relevance: Relevance, passed: frozenset[int], besides: int = 0) -> Expr | None:
        """Remembers an early end and returns the condition of inputs that do not end in this way; None if the end does
        not depend on the inputs. `besides` are further decisions that contribute to it."""
        decisions = end_decisions(path, relevance) | besides
        outside = expr.not_(expr.conj([path.branches[n].condition for n in numbers(decisions)]))
        if not isinstance(outside, Expr):
            return None
        self._outside[outside.key] = outside
        self._runs.append((passed, outside))
        return outside

    @property
    def outside(self) -> list[Expr]:
        """The conditions that exclude all known ends."""
        return list(self._outside.values())

    def questions(self, task: Repeat | RegionTask, wanted: frozenset[int]) -> Iterator[Sequence[Expr]]:
        """Conditions for an input, the preferred ones first. `wanted`: the decisions that a run for the task passes."""
        conditions = task.conditions
        if self._outside:
            yield [*conditions, *self._outside.values()]
        tried = self.tried(task, wanted)
        if len(tried) < len(self._outside) or not self._outside:
            yield [*conditions, *tried.values()]

    def tried(self, task: Repeat | RegionTask, wanted: frozenset[int]) -> dict[int, Expr]:
        """By structural key, what excludes the ends of runs that were made for the task."""
        tried = {outside.key: outside for passed, outside in self._runs if wanted <= passed}
        return tried | {outside.key: outside for outside in task.excluded}

    def forget(self, outside: Expr) -> None:
        """More decisions lead to an end than was thought."""
        self._outside.pop(outside.key, None)
        self._runs = [each for each in self._runs if each[1] is not outside]


def ended_early(path: Path) -> bool:
    """Something unsupported hides what comes after it just like a fault: another input may get past it. Behind a limit,
    the program would only go on."""
    if path.ending is Ending.UNSUPPORTED:
        return True
    return path.ending is not Ending.RETURNED and path.ending not in LIMITED


def end_decisions(path: Path, relevance: Relevance) -> int:
    """The decisions that lead to the end of the path: those that its last step depends on, and the last step. That a
    run never ends rests on all of them."""
    if path.is_endless:
        return (1 << len(path.branches)) - 1
    relevant, last = relevance.end, len(path.branches) - 1
    if last >= 0 and path.place == path.branches[last].site.place:
        relevant |= relevance.before[last] | 1 << last
    return relevant
