"""One question, two searches: all paths at once, and runs that are led to the goal. The first answer counts.

Approximation begins. What it leaves open, runs decide, from the input that came nearest on. They take turns and learn
from each other: runs start where the approximation has led, and what runs have shown to miss the goal is excluded from
it. A turn is twice as long as the one of the same search before; runs have twice as long a turn as the approximation
before it. So when runs find the answer, the approximation has had no more time than they, apart from its first turn.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from time import monotonic

from secateur.approximation.expansion import Suspended
from secateur.approximation.solving import ApproximateQuestion, Refinement, Solved, SolvedBy
from secateur.approximation.study import Study
from secateur.assumption import Assumption
from secateur.exploration.alarm import OutOfBudget, alarm
from secateur.exploration.budget import Meter
from secateur.jobs.led_search import LedSearch, SearchTarget
from secateur.jobs.plan import Plan
from secateur.machine.path import Path
from secateur.options import Budget
from secateur.report.sentences import limits_text

#: Seconds for the approximation at first, and the share of the time if that is less.
FIRST, SHARE = 0.15, 0.1
#: Maximum number of explored paths that are excluded from the goal of an approximation.
MOST_LEARNT = 40


@dataclass(frozen=True, slots=True)
class Effort:
    """What was done so far for one question, for a display."""

    question: str
    seconds: float
    expansions: int
    refined: int
    tried: int
    paths: int


@dataclass(frozen=True, slots=True)
class Answered:
    """`assumptions`: what it rests on if runs have decided."""

    solved: Solved
    path: Path | None = None
    assumptions: tuple[Assumption, ...] = ()


class Answering:
    def __init__(
        self,
        study: Study,
        plan: Plan,
        target: SearchTarget,
        seconds: float,
        report: Callable[[Effort], None] | None = None,
        title: str = "",
    ) -> None:
        self._study, self._plan, self._target = study, plan, target
        self._seconds, self._report, self._title = seconds, report, title
        self._started = monotonic()
        self._deadline = self._started + seconds
        self._refinement: Refinement | None = None
        self._led: LedSearch | None = None
        self._learnt = 0

    def answer(self) -> Answered:
        """Within the time; Ctrl-C ends it, too."""
        try:
            with alarm(Meter(Budget(timeout=self._seconds))):
                return self._search()
        except OutOfBudget:
            return self._unknown(is_late=True)
        except KeyboardInterrupt:
            return self._unknown(is_interrupted=True)

    def _question(self, deadline: float) -> ApproximateQuestion:
        """Raises `Suspended` if even that takes too long."""
        target = self._target
        with self._study.approximation.until(deadline):
            if target.check:
                return self._study.check_question(target.check)
            return self._study.line_question(target.line)

    def _slice_end(self, seconds: float) -> float:
        return min(self._deadline, monotonic() + seconds)

    def _search(self) -> Answered:
        seconds = min(FIRST, SHARE * self._seconds)
        while monotonic() < self._deadline:
            self._show()
            solved = self._approximated(self._slice_end(seconds))
            if solved is not None:
                return Answered(replace(solved, paths=self._paths))
            self._show()
            seconds *= 2
            is_left = self._explored(self._slice_end(seconds))
            found = self._by_runs()
            if found is not None:
                return found
            if not is_left and self._refinement is not None and self._refinement.is_stuck:
                return self._unknown()
        return self._unknown(is_late=True)

    def _approximated(self, deadline: float) -> Solved | None:
        """Go on with all paths at once, without the inputs that runs have shown to miss the goal."""
        try:
            if self._refinement is None:
                self._refinement = self._study.refinement(self._question(deadline))
        except Suspended:
            return None
        missed = [] if self._led is None else self._led.missed(self._learnt)
        for path in missed[: max(0, MOST_LEARNT - self._learnt)]:
            if monotonic() > deadline:
                return None
            self._learnt += 1
            self._refinement.learn(path.model)
        return self._refinement.work(deadline)

    def _explored(self, deadline: float) -> bool:
        """Go on exploring; is there anything left to explore?"""
        if self._led is None:
            start = None if self._refinement is None else self._refinement.nearest
            left = max(0.0, self._deadline - monotonic())
            self._led = LedSearch(self._plan, self._target, self._study.machine, start, left)
        return self._led.work(deadline)

    def _by_runs(self) -> Answered | None:
        led = self._led
        assert led is not None
        if led.found is not None:
            solved = replace(self._nothing, model=led.found.model, by=SolvedBy.EXPLORATION)
            return Answered(solved, led.found)
        if led.shows_impossible:
            assert led.result is not None
            solved = replace(self._nothing, impossible=True, by=SolvedBy.EXPLORATION)
            return Answered(solved, None, tuple(led.result.assumptions))
        return None

    @property
    def _paths(self) -> int:
        return 0 if self._led is None else self._led.paths

    @property
    def _nothing(self) -> Solved:
        """What was done, without an answer."""
        if self._refinement is None:
            return Solved(None, False, False, 0, 0, 0, SolvedBy.NOTHING, self._paths)
        return replace(self._refinement.unknown(), paths=self._paths)

    def _unknown(self, is_late: bool = False, is_interrupted: bool = False) -> Answered:
        result = None if self._led is None else self._led.result
        why = () if result is None or not result.limits else (limits_text(result.limits),)
        return Answered(replace(self._nothing, is_late=is_late, is_interrupted=is_interrupted, open=why))

    def _show(self) -> None:
        if self._report is not None:
            done = self._nothing
            seconds = monotonic() - self._started
            self._report(Effort(self._title, seconds, done.expansions, done.refined, done.tried, done.paths))
