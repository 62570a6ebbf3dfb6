"""Long runs take turns with other paths.

A run that executes more than a slice of instructions is set aside, and goes on when others have had as much work. What
it has decided so far becomes tasks at once (`Technique.set_aside`): even a first run that never ends does not keep the
others waiting. The slices of a run grow, so that there are few of them. They are counted in instructions, never by the
clock: the same command gives the same answer.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass

from secateur.exploration.task import Task
from secateur.machine.open_run import OpenRun

#: Instructions of the first slice of a run, and of the longest one.
SLICE, LONGEST = 250_000, 8_000_000
#: The work of a run besides its instructions.
RUN = 600
#: Maximum number of runs whose states are kept. Others are made again from the last snapshot when their turn comes.
MOST_KEPT = 64


@dataclass(slots=True)
class SetAside:
    """The rest of a run, as a task. `run`: its state, if that is kept. `is_news`: it has covered something first.
    `size`: of its next slice. `steps`: instructions so far, from the start of the program."""

    rest: Task
    run: OpenRun | None
    is_news: bool
    size: int
    steps: int

    def size_from(self, steps: int) -> int:
        """The slice of a run that is made again from a state after so many instructions."""
        return self.size + max(0, self.steps - steps)


class LongRuns:
    """The runs that were set aside, and whose turn it is."""

    def __init__(self, size: int = SLICE) -> None:
        self.size = size
        self.waiting: deque[SetAside] = deque()  # the oldest first
        self._work = 0  # of others, since the last turn

    def count(self, instructions: int) -> None:
        """The work of a task from the frontier."""
        self._work += instructions + RUN

    def add(self, entry: SetAside) -> None:
        if len(self.waiting) >= MOST_KEPT:
            entry.run = None
        self.waiting.append(entry)

    def following(self, size: int) -> int:
        """The slice after one of this size."""
        return max(size, min(2 * size, LONGEST))

    def take(self, is_alone: bool) -> SetAside | None:
        """The run whose turn it is. `is_alone`: nothing else is waiting."""
        if not self.waiting or (not is_alone and self._work < self.waiting[0].size):
            return None
        self._work = 0
        return self.waiting.popleft()

    def drop_states(self) -> None:
        """They hold memory."""
        for entry in self.waiting:
            entry.run = None

    def clear(self) -> None:
        """What was set aside is explored in another way."""
        self.waiting.clear()

    def __len__(self) -> int:
        return len(self.waiting)
