"""Can a line be reached? By all paths at once first, then by a search that is led to code that was not run yet."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from time import monotonic

from secateur.approximation.places import NoSuchPlace
from secateur.approximation.solving import SolvedBy
from secateur.approximation.strategy import Expansions
from secateur.approximation.study import Study
from secateur.errors import SecateurError
from secateur.jobs.answering import Answering
from secateur.jobs.led_search import LedSearch, SearchTarget
from secateur.jobs.plan import Plan, new_solver
from secateur.machine.path import Path as MachinePath
from secateur.options import Uninitialised
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
    subject = plan.subject
    if subject.driver is None or not _is_usual(plan):
        return _searched(plan, file, line, seconds)
    solver = new_solver(plan.solving)
    try:
        study = Study(
            subject.program, subject.function, solver, Expansions(EXPANSIONS), ROUNDS, None, plan.checks, plan.limits
        )
        study.file = file
        study.require_line(line)
    except NoSuchPlace:
        return ReachedLine(LineReach.NO_WAY)
    except SecateurError:
        return _searched(plan, file, line, seconds) if searches else ReachedLine(LineReach.UNKNOWN)
    if searches:
        solved = Answering(study, plan, SearchTarget(file, line), seconds).answer().solved
    else:
        solved = study.reach(line, seconds)
    if solved.model is None:
        return ReachedLine(LineReach.IMPOSSIBLE if solved.impossible else LineReach.UNKNOWN)
    machine = plan.machine()
    machine.variables = study.machine.variables
    path = machine.run(*machine.start(solved.model))
    how = "search" if solved.by is SolvedBy.EXPLORATION else "approximate"
    return ReachedLine(LineReach.REACHED, path, Recorder(subject.driver).test(path, 1), how)


def _is_usual(plan: Plan) -> bool:
    """Is the world the one that approximations know? There, allocations never fail, and the clock stands still."""
    program = plan.subject.program
    is_still = not program.failing_allocations and not program.clock_moves
    return is_still and program.uninitialised is Uninitialised.REPORT


def _searched(plan: Plan, file: str, line: int, seconds: float) -> ReachedLine:
    """By runs alone, led to the line."""
    led = LedSearch(plan, SearchTarget(file, line), plan.machine(), None, seconds)
    led.work(monotonic() + seconds)
    if led.found is None:
        return ReachedLine(LineReach.IMPOSSIBLE if led.shows_impossible else LineReach.UNKNOWN, how="search")
    return ReachedLine(LineReach.REACHED, led.found, Recorder(plan.subject.driver).test(led.found, 1), "search")
