"""Can a line be reached? By all paths at once first, then by a search that is led to code that was not run yet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from enum import StrEnum

from secateur.approximation.places import NoSuchPlace
from secateur.approximation.strategy import Expansions
from secateur.approximation.study import Study
from secateur.errors import SecateurError
from secateur.jobs.plan import Plan, new_solver
from secateur.jobs.summary_choice import ChosenSummaries
from secateur.machine.machine import Machine
from secateur.machine.path import Path as MachinePath
from secateur.options import Budget, Order, Uninitialised
from secateur.suite.record import Recorder
from secateur.suite.test import Test

#: As `approximate` has them.
EXPANSIONS, ROUNDS = 10_000, 2


class LineReach(StrEnum):
    """What is known about a line."""

    REACHED = "reached"  # an input was found, and run
    IMPOSSIBLE = "impossible"  # no input gets there
    NO_WAY = "no-way"  # no call or jump leads there
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class ReachedLine:
    """`how`: which of the two found it."""

    reach: LineReach
    path: MachinePath | None = None
    test: Test | None = None
    how: str = ""


def reach(plan: Plan, file: str, line: int, seconds: float, searches: bool = True) -> ReachedLine:
    """An input of the plan that gets to a line. `searches`: also by exploring, if all paths at once do not decide."""
    searches = searches or not _is_usual(plan)
    found = _approximately(plan, file, line, seconds if not searches else seconds / 2)
    if found.reach is not LineReach.UNKNOWN or not searches:
        return found
    return _searched(plan, file, line, seconds / 2)


def _is_usual(plan: Plan) -> bool:
    """Is the world the one that approximations know? There, allocations never fail, and the clock stands still."""
    program = plan.subject.program
    is_still = not program.failing_allocations and not program.clock_moves
    return is_still and program.uninitialised is Uninitialised.REPORT


def _approximately(plan: Plan, file: str, line: int, seconds: float) -> ReachedLine:
    subject = plan.subject
    if subject.driver is None or not _is_usual(plan):
        return ReachedLine(LineReach.UNKNOWN)
    solver = new_solver(plan.solving)
    try:
        study = Study(
            subject.program, subject.function, solver, Expansions(EXPANSIONS), ROUNDS, None, plan.checks, plan.limits
        )
        study.file = file
        solved = study.reach(line, seconds)
    except NoSuchPlace:
        return ReachedLine(LineReach.NO_WAY)
    except SecateurError:
        return ReachedLine(LineReach.UNKNOWN)
    if solved.model is None:
        return ReachedLine(LineReach.IMPOSSIBLE if solved.impossible else LineReach.UNKNOWN)
    machine = plan.machine()
    machine.variables = study.machine.variables
    path = machine.run(*machine.start(solved.model))
    return ReachedLine(LineReach.REACHED, path, Recorder(subject.driver).test(path, 1), "approximate")


def _searched(plan: Plan, file: str, line: int, seconds: float) -> ReachedLine:
    """Every path, those first that are nearest to code that was not run."""
    led = replace(plan, search=replace(plan.search, order=Order.COVERAGE, merge=False), summaries=ChosenSummaries())
    machine = led.technique("full").machine(led.subject.program, "main", led.checks, led.limits)
    result = led.explore(led.technique("full"), None, Budget(timeout=seconds), machine)
    if not result.coverage.lines.get((file, line)):
        is_all = result.complete and not result.limits
        return ReachedLine(LineReach.IMPOSSIBLE if is_all else LineReach.UNKNOWN, how="search")
    for path in result.paths:
        if _passes(led, machine, path, file, line):
            return ReachedLine(LineReach.REACHED, path, Recorder(led.subject.driver).test(path, 1), "search")
    return ReachedLine(LineReach.UNKNOWN, how="search")


def _passes(plan: Plan, of: Machine, path: MachinePath, file: str, line: int) -> bool:
    """Does a run with the same input come to a line? By a machine that has run nothing before."""
    machine = plan.machine()
    machine.variables = of.variables
    machine.run(*machine.start(path.model))
    return any((each.file, each.line) == (file, line) for code in machine.codes() for each in code.covered)
