"""Everything once more with exact summaries: a trial of `auto`.

Where most decisions of a path are made inside functions that are called again and again, one value for all paths of
such a function (`secateur.exploration.guarded`) may stand for a product of paths. Whether it does depends on what the
caller makes of the value, so it is tried: by an exploration of its own, from the start, as with merged branches
(`secateur.exploration.merged`), but in turns with the one that it would replace (`secateur.exploration.summary_turns`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from secateur.exploration.balance import BACKEND, QUESTION, RUN
from secateur.exploration.guarded import GuardedSummary, Workshop
from secateur.exploration.task import Task
from secateur.exploration.techniques.full import Full
from secateur.expr import Expr
from secateur.machine.machine import Machine
from secateur.machine.marks import Goal
from secateur.machine.path import Path
from secateur.solver import Solver
from secateur.solver.effort import effort

#: As users see it.
NAME = "summaries"

#: The work of confirming a path, in instructions.
CONFIRM = 2_000


class SummaryTrial(Full):
    """Full exploration with exact summaries. `work`: what it has needed. Its turn `is_over` when that is more than is
    `allowed`; if it is far more, it `is_given_up`. Questions that are too large for what is left are not asked."""

    exact = True
    reduces = False
    covers_code = True
    allows_summaries = True

    def __init__(self, summaries: Mapping[str, GuardedSummary], workshop: Workshop, solver: Solver) -> None:
        self.summaries = summaries
        self.solver = solver
        self.allowed = 0
        self._work = 0
        self._is_undecided = False
        self._workshop = workshop
        self._before = workshop.work
        solver.ask_if(self._may_ask)

    @property
    def work(self) -> int:
        return self._work + self.making

    @property
    def making(self) -> int:
        """The part of making summaries."""
        return self._workshop.work - self._before

    @property
    def is_over(self) -> bool:
        return self.is_given_up or self.work > self.allowed

    @property
    def is_given_up(self) -> bool:
        return self._is_undecided or self.work > 2 * self.allowed

    def begin_turn(self, allowed: int) -> None:
        """`allowed`: altogether."""
        self.allowed = allowed
        self._workshop.allow(2 * allowed - self.work)

    def tasks(self, path: Path, task: Task | None) -> Iterator[Task]:
        self._work += 2 * path.instructions + RUN + CONFIRM
        return iter(list(super().tasks(path, task)))

    def questions(self, task: Task) -> Iterator[Sequence[Expr]]:
        self._work += QUESTION
        yield task.conditions

    def approaches(self, path: Path, goal: Goal) -> Iterator[Sequence[Expr]]:
        if goal.is_open:
            self._work += CONFIRM
        if not self.is_given_up:
            yield from super().approaches(path, goal)

    def dropped(self, task: Task, undecided: bool) -> None:
        self._is_undecided = self._is_undecided or undecided

    def _may_ask(self, conditions: Sequence[Expr]) -> bool:
        """Called with each question to the back end, which is paid for by its size."""
        price = BACKEND + effort(conditions)
        if self.work + price > 2 * self.allowed:
            self._is_undecided = True
            return False
        self._work += price
        return True


def with_summaries(machine: Machine, summaries: Mapping[str, GuardedSummary]) -> Machine:
    """Another machine for the same program."""
    made = Machine(machine.program, machine.entry.name, machine.checks, machine.limits)
    made.exact = dict(summaries)
    made.variables, made.assumptions = machine.variables, machine.assumptions
    return made
