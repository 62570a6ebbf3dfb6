"""The hooks that a technique has over the exploration loop."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence

from secateur.exploration.task import Task
from secateur.expr import Expr
from secateur.ir.model import Program
from secateur.machine.fault import ALL_CHECKS, FaultKind
from secateur.machine.machine import Machine
from secateur.machine.path import Path, Site
from secateur.machine.state import State
from secateur.options import Limits
from secateur.solver import Solver


class Technique(ABC):
    """Decides which paths are worth trying. Subclasses override what they need."""

    name = ""
    promise = "every path was explored"  # what is true when an exploration is complete
    remark = ""  # what a user should know in the end of how it went
    best_order: str | None = None  # in which it cuts most, if that matters
    records = False  # does it need traces, for dependences?
    visits = False  # does it look at concrete branches, too?

    def machine(
        self,
        program: Program,
        entry: str = "main",
        checks: frozenset[FaultKind] = ALL_CHECKS,
        limits: Limits | None = None,
    ) -> Machine:
        """A machine that notes what this technique looks at."""
        return Machine(program, entry, checks, limits, record=self.records, visits=self.visits)

    def begin(self, machine: Machine, solver: Solver) -> None:  # noqa: B027 - most need nothing
        """Called once, before the first run."""

    @abstractmethod
    def tasks(self, path: Path, task: Task | None) -> Iterable[Task]:
        """What to try after `path`, which was run for `task` (None for the first run), in the order of its branches."""

    def questions(self, task: Task) -> Iterable[Sequence[Expr]]:
        """Asked when a task's turn has come: conditions for an input, tried in this order until there is one. None at
        all if the task is no longer worth a try."""
        yield task.conditions

    def successor(self) -> tuple[Technique, str] | None:
        """Another technique that shall do the whole exploration instead, from its start, and why: this one has seen
        that it does not pay. Asked after each run."""
        return None

    def stop(self, state: State, condition: Expr | bool, site: Site) -> str | None:
        """A reason to cut the running path before it decides on a condition, or None. Called only if a technique
        overrides it. It may give the state another model with which the path so far is the same."""
        return None

    def dropped(self, task: Task) -> None:  # noqa: B027 - most need nothing
        """There is no input for the task, or nobody can tell."""
