"""What follows an exploration: tests are made, faults are tried natively, `tests.c` is built with a compiler, files are
written. The time that a user gives is for all of it. It may be exceeded by a tenth, or by two seconds; what is not done
by then is left out, and named.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from secateur.exploration.alarm import OutOfBudget, alarm
from secateur.exploration.budget import Meter, Spent, Stopwatch
from secateur.exploration.work_after import WorkAfter
from secateur.options import Budget

#: Of the time, and at most so many seconds: kept for what follows.
RESERVE, MOST_RESERVED = 0.1, 1.0
#: How far a limit of time may be exceeded: this part of it, or so many seconds.
SHARE, SECONDS = 0.1, 2.0
#: Seconds before that in which files are written.
ENDING = 1.5
#: Seconds without which nothing is begun.
LEAST = 0.5
#: Of the time by which a limit may be exceeded: when making tests and writing files ends.
MADE, WRITTEN = 0.4, 0.6


def before_the_end(budget: Budget) -> Budget:
    """The time for exploring."""
    return budget.less(_reserved(budget.timeout), _reserved(budget.cpu))


def _reserved(seconds: float | None) -> float:
    return 0.0 if seconds is None else min(RESERVE * seconds, MOST_RESERVED)


@dataclass(frozen=True, slots=True)
class Afterwards:
    """What is left of a budget for what follows. `watch`: since the command began. `ending`: knows how long it takes to
    write what was found, which comes last."""

    budget: Budget = field(default_factory=Budget)
    watch: Stopwatch = field(default_factory=Stopwatch)
    ending: WorkAfter | None = None

    @property
    def left(self) -> Budget:
        """For what can be left out."""
        budget = self.budget
        last = ENDING + (0.0 if self.ending is None else self.ending.writing)
        most = Budget(timeout=_exceeded(budget.timeout, last), cpu=_exceeded(budget.cpu, last))
        return self.watch.left_of(most)

    @property
    def seconds(self) -> float | None:
        """Until nothing may be begun any more; None if there is no limit."""
        left = self.left
        times = [each for each in (left.timeout, left.cpu) if each is not None]
        return min(times) if times else None

    @contextmanager
    def limited(self) -> Iterator[None]:
        """Raises `OutOfBudget` when the time is over."""
        left, seconds = self.left, self.seconds
        if seconds is not None and seconds < LEAST:
            raise OutOfBudget(Spent.TIME if left.timeout == seconds else Spent.CPU)
        with alarm(Meter(left)):
            yield

    @contextmanager
    def within(self, share: float) -> Iterator[None]:
        """For what is done although the time is over. Raises `OutOfBudget` when the limit is exceeded by so much of
        what is allowed."""
        budget = self.budget
        most = Budget(timeout=_more(budget.timeout, share), cpu=_more(budget.cpu, share))
        with alarm(Meter(self.watch.left_of(most))):
            yield


def _exceeded(seconds: float | None, last: float) -> float | None:
    return None if seconds is None else max(0.0, seconds + max(SHARE * seconds, SECONDS) - last)


def _more(seconds: float | None, share: float) -> float | None:
    return None if seconds is None else seconds + share * max(SHARE * seconds, SECONDS)


@dataclass(frozen=True, slots=True)
class NativeTrial:
    """How faults are tried natively. `recursion`: the deepest calls that were explored; `after`: how much time there
    is. If the program is trusted, it runs without a fence."""

    recursion: int
    trust: bool = False
    after: Afterwards = field(default_factory=Afterwards)
