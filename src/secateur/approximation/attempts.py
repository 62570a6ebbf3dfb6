"""Attempts: what a run on an input shows about a goal, for all inputs that take its path."""

from __future__ import annotations

from secateur import expr
from secateur.approximation.solving import Attempt, Model
from secateur.expr import Value
from secateur.machine.fault import FaultKind
from secateur.machine.machine import Machine
from secateur.machine.path import ENDED, Ending, Path

#: Ends before the goal, which no other input on the same path can avoid.
_EARLY = frozenset({Ending.FAULT, Ending.EXITED, Ending.ASSUMPTION})
#: Ends of runs of which everything is known.
_KNOWN = _EARLY | {Ending.RETURNED}
#: Faults after which a program goes on.
GOES_ON = frozenset({FaultKind.UNINITIALISED, FaultKind.MISSING_RETURN})


class Attempts:
    """Runs of the program of a machine, with its inputs."""

    def __init__(self, of: Machine) -> None:
        self._of = of

    def machine(self) -> Machine:
        """A machine that has run nothing yet."""
        machine = Machine(self._of.program, "main", self._of.checks, self._of.limits)
        machine.variables = self._of.variables
        return machine

    def shown(self, model: Model, path: Path, is_met: bool) -> Attempt:
        """What a concrete run has shown. All inputs that take the path of a run that misses the goal miss it, too; but
        a program that decides by what nothing has written does go on."""
        if is_met and path.ending in ENDED:
            return Attempt(True)
        if path.ending not in _KNOWN or (path.fault is not None and path.fault.kind in GOES_ON):
            return Attempt(False)
        machine = self.machine()
        misses: Value = True
        for condition in machine.run(*machine.start(model)).conditions:
            misses = expr.and_(misses, condition, 1)
        return Attempt(False, misses, path.ending in _EARLY)


def covers(machine: Machine, file: str, line: int) -> bool:
    """Has a run of the machine come to a line?"""
    return any((each.file, each.line) == (file, line) for code in machine.codes() for each in code.covered)
