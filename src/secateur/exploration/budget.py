"""The budget of an exploration: time, paths and memory."""

from __future__ import annotations

import os
import time
from enum import StrEnum
from pathlib import Path

from secateur.machine.limit import LimitKind
from secateur.options import Budget


class Spent(StrEnum):
    """Why an exploration stopped before everything was explored."""

    TIME = LimitKind.TIME.value
    PATHS = LimitKind.PATHS.value
    MEMORY = LimitKind.MEMORY.value
    INTERRUPTED = LimitKind.INTERRUPTED.value
    FIRST = LimitKind.FIRST.value
    STAGE = LimitKind.STAGE.value


class Meter:
    """Measures an exploration against its budget."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget
        self.started = time.monotonic()
        self.deadline = None if budget.timeout is None else self.started + budget.timeout
        self._calls = 0

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self.started

    def spent(self, paths: int) -> Spent | None:
        """What is used up, if anything, between two paths?"""
        most = self.budget.max_paths
        return Spent.PATHS if most is not None and paths >= most else self.spent_inside()

    def spent_inside(self) -> Spent | None:
        """What is used up, if anything, in the middle of a path?"""
        if self.deadline is not None and time.monotonic() >= self.deadline:
            return Spent.TIME
        self._calls += 1
        limit = self.budget.memory
        if limit is not None and self._calls % 16 == 0 and resident_memory() > limit:
            return Spent.MEMORY
        return None


def resident_memory() -> int:
    """MiB that this process holds now; 0 where the system does not report it."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except (OSError, IndexError, ValueError):
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") >> 20
