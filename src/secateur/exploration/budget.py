"""The budget of an exploration: time, CPU time, paths and memory."""

from __future__ import annotations

import time
from dataclasses import replace
from enum import StrEnum

from secateur.exploration.interruption import Interruption, installed
from secateur.machine.limit import LimitKind
from secateur.options import Budget
from secateur.solver.clock import cpu_time, running_children
from secateur.solver.memory import resident_memory

#: Of the time, at most, that is kept for what follows.
MOST_KEPT = 0.5


class Spent(StrEnum):
    """Why an exploration stopped before everything was explored."""

    TIME = LimitKind.TIME.value
    CPU = LimitKind.CPU.value
    PATHS = LimitKind.PATHS.value
    MEMORY = LimitKind.MEMORY.value
    OUTPUT_SIZE = LimitKind.OUTPUT_SIZE.value
    INTERRUPTED = LimitKind.INTERRUPTED.value
    FIRST = LimitKind.FIRST.value
    STAGE = LimitKind.STAGE.value


class Stopwatch:
    """How long something takes, by the clock and in CPU time."""

    def __init__(self) -> None:
        self.started, self.cpu_started = time.monotonic(), cpu_time()

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self.started

    @property
    def cpu(self) -> float:
        return cpu_time() - self.cpu_started

    def left_of(self, budget: Budget, least: float = 0.0) -> Budget:
        """What is left of its time now, but at least this share."""
        if not budget.is_timed:
            return budget
        most = 1.0 - least
        lost = budget.part(most)
        return budget.less(_least(self.elapsed, lost.timeout), _least(self.cpu, lost.cpu))


def shared(left: Budget, pieces: int, jobs: int, least: float = 0.0) -> Budget:
    """The share of one of so many pieces that have not ended, if `jobs` of them run at a time: they use the clock
    together, and CPU time each for itself. A share is at least `least` seconds while there are so many: if all were
    too short, nothing would be done in any of them."""
    part = left.part(1 / pieces)
    timeout = None if left.timeout is None else left.timeout * min(1.0, jobs / pieces)
    there = min((each for each in (left.timeout, left.cpu) if each is not None), default=0.0)
    return replace(part, timeout=timeout).within(min(least, there), None)


def _least(used: float, most: float | None) -> float:
    return used if most is None else min(used, most)


class Meter(Stopwatch):
    """Measures an exploration against its budget."""

    def __init__(self, budget: Budget) -> None:
        super().__init__()
        self.budget = budget
        self.kept = 0.0
        self._set_ends()
        #: Children of a program that calls Secateur: what they use is not ours.
        self.strangers = frozenset(() if budget.cpu is None else running_children())
        self.interrupted = False  # by the user
        self.reserved = 0  # MiB of memory that will be needed when the exploration is over
        self._handler: Interruption | None = None
        self._signals = 0
        self.heed()
        self._calls = 0

    def heed(self) -> None:
        """What asks the command to end is noticed from now on, if its handler has changed."""
        handler = installed()
        if handler is not self._handler:
            self._handler, self._signals = handler, 0 if handler is None else handler.count

    def _set_ends(self) -> None:
        limit = self.budget.less(*self._kept_of(self.budget))
        self.deadline = None if limit.timeout is None else self.started + limit.timeout
        self.cpu_limit = limit.cpu
        self.cpu_deadline = None if limit.cpu is None else self.cpu_started + limit.cpu

    def keep(self, seconds: float) -> None:
        """End so much earlier, for what follows; but not before half of the time is over."""
        if self.budget.is_timed and seconds != self.kept:
            self.kept = seconds
            self._set_ends()

    def _kept_of(self, budget: Budget) -> tuple[float, float]:
        most = budget.part(MOST_KEPT)
        return _least(self.kept, most.timeout), _least(self.kept, most.cpu)

    @property
    def left_budget(self) -> Budget:
        """What is left of it now, without what is kept."""
        return self.left_of(self.budget.less(*self._kept_of(self.budget)))

    @property
    def left(self) -> float | None:
        """Seconds until the first time limit; None if there is none."""
        times = [] if self.deadline is None else [self.deadline - time.monotonic()]
        if self.cpu_limit is not None:
            times.append(self.cpu_limit - self.cpu)
        return max(0.0, min(times)) if times else None

    def time_spent(self, early: float = 0.0) -> Spent | None:
        """The time limit that is reached, or will be in `early` seconds."""
        if self.deadline is not None and time.monotonic() + early >= self.deadline:
            return Spent.TIME
        return Spent.CPU if self.cpu_limit is not None and self.cpu + early >= self.cpu_limit else None

    def spent(self, paths: int, size: int = 0) -> Spent | None:
        """What is used up, if anything, between two paths? `size`: bytes of all files, as far as is known."""
        budget = self.budget
        if budget.max_paths is not None and paths >= budget.max_paths:
            return Spent.PATHS
        if budget.output_size is not None and size >= budget.output_size << 20:
            return Spent.OUTPUT_SIZE
        return self.spent_inside()

    def spent_inside(self) -> Spent | None:
        """What is used up, if anything, in the middle of a path?"""
        if self.interrupted or (self._handler is not None and self._handler.count > self._signals):
            return Spent.INTERRUPTED
        if self.deadline is not None and time.monotonic() >= self.deadline:
            return Spent.TIME
        self._calls += 1
        if self._calls % 16:
            return None
        if self.cpu_limit is not None and self.cpu >= self.cpu_limit:
            return Spent.CPU
        limit = self.budget.memory
        return Spent.MEMORY if limit is not None and resident_memory() + self.reserved > limit else None
