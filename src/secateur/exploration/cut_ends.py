"""How a path ends that a technique has cut: its input is run on, for the test that it becomes."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from secateur.expr import Expr
from secateur.machine.machine import Machine
from secateur.machine.path import Path, Site
from secateur.machine.remaining_run import remaining_run
from secateur.machine.state import BranchSite, State

if TYPE_CHECKING:
    from secateur.exploration.loop import Explorer


class CutEnds:
    """Those of one exploration."""

    def __init__(self, explorer: Explorer) -> None:
        self._explorer = explorer
        self._finisher: Machine | None = None
        self._stopped: tuple[State, Expr | bool, Site] | None = None

    def stopped(self, state: State, condition: Expr | bool, site: Site) -> None:
        """The run that is under way ends here."""
        self._stopped = (state, condition, site)

    @property
    def site(self) -> Site | None:
        """Where the last run was cut."""
        return None if self._stopped is None else self._stopped[2]

    def of_last(self, path: Path) -> Path:
        """The outcome of a path that was just cut, found by running its input on from there."""
        assert self._stopped is not None
        (state, condition, site), self._stopped = self._stopped, None
        explorer = self._explorer
        if explorer.confirmation is not None:  # the functions that were not entered are covered, too
            return _ended(path, explorer.confirmation.run(path.model, path))
        if isinstance(site, BranchSite) and not explorer.machine.record:
            rest = explorer.machine.run(*remaining_run(state, condition, site), explorer.is_exhausted)
            return _ended(path, rest)
        return self.of_earlier(path)

    def of_earlier(self, path: Path) -> Path:
        """The outcome of a path that was cut, found by running its input from the start."""
        if self._finisher is None:  # a machine of its own, as the code that is run here was not explored
            machine = self._explorer.machine
            self._finisher = Machine(machine.program, machine.entry.name, machine.checks, machine.limits)
            self._finisher.variables = machine.variables
            self._finisher.assumptions = machine.assumptions
        start = self._finisher.start(path.model, concrete=True)
        return _ended(path, self._finisher.run(*start, self._explorer.is_exhausted))


def _ended(path: Path, run: Path) -> Path:
    """A path that was cut, with the outcome of a run of its input."""
    return replace(run, branches=path.branches, model=path.model, notes=path.notes, reason=path.reason)
