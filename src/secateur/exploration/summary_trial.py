"""Everything once more with exact summaries: a trial of `auto`.

Where most decisions of a path are made inside functions that are called again and again, one value for all paths of
such a function (`secateur.exploration.guarded`) may stand for a product of paths. Whether it does depends on what the
caller makes of the value, so it is tried: by an exploration of its own, from the start, as with merged branches
(`secateur.exploration.merged`). It is given up when it needs more work than is allowed. Then nothing is lost but the
work. Making the summaries counts as work, too.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from secateur.approximation.suitable import Suitable
from secateur.dependence.static import Static
from secateur.exploration.balance import BACKEND, QUESTION, RUN
from secateur.exploration.guarded import GuardedSummary, Workshop, exact_summaries
from secateur.exploration.task import Task
from secateur.exploration.techniques.full import Full
from secateur.expr import Expr
from secateur.frontend.cache import default_cache
from secateur.machine.machine import Machine
from secateur.machine.marks import Goal
from secateur.machine.path import Path
from secateur.solver import LAST_RESORT, STEPS, Solver, bounded, by_name

#: As users see it.
NAME = "summaries"

#: The work of confirming a path, in instructions.
CONFIRM = 2_000


class SummaryTrial(Full):
    """Full exploration with exact summaries that is given up when it needs more work than is `allowed`. `work`: what it
    has needed. `solver`: answers its questions."""

    exact = True
    reduces = False
    covers_code = True
    allows_summaries = True

    def __init__(self, allowed: int, machine: Machine, solver: Solver) -> None:
        self.allowed = allowed
        self.solver = solver
        self._work = 0
        static = Static(machine.program, machine.entry.name)
        suitable = Suitable(static, machine.reported)
        alone = Solver(bounded(by_name("bitwuzla"), STEPS), LAST_RESORT)
        self._workshop = Workshop(suitable.reduction, alone, machine.checks, machine.limits, default_cache(), allowed)
        names = suitable.automatic()
        self.summaries = exact_summaries({name: suitable.touches(name) for name in names}, self._workshop)

    @property
    def work(self) -> int:
        return self._work + self._workshop.work + BACKEND * self.solver.stats.queries

    @property
    def is_given_up(self) -> bool:
        return self.work > self.allowed

    def machine_for(self, machine: Machine) -> Machine:
        """Another machine for the same program."""
        made = self.machine(machine.program, machine.entry.name, machine.checks, machine.limits)
        made.exact = dict[str, GuardedSummary](self.summaries)
        made.variables, made.assumptions = machine.variables, machine.assumptions
        return made

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
        if undecided:
            self._work += self.allowed
