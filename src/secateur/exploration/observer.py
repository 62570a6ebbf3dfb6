"""Who is told what an exploration does, step by step, so that it can be kept and taken up again.

A step takes one task to its end: no input for it, or a path and the tasks that follow from it. Only whole steps count.
One that is interrupted leaves its task open.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from secateur.exploration.frontier import Frontier
from secateur.exploration.spilling import TaskStore
from secateur.exploration.task import Task
from secateur.machine.path import Path

if TYPE_CHECKING:
    from secateur.exploration.loop import Explorer


class Observer(TaskStore, Protocol):
    """What it is told about a step counts when the step has `ended`."""

    def begin(self, explorer: Explorer) -> None:
        """Called before the first step of an exploration, or when it starts again with another technique."""
        ...

    def take_over(self) -> None:
        """The tasks that an earlier exploration has left wait from now on, as if they had been shed."""
        ...

    def added(self, tasks: list[Task]) -> None:
        """Tasks that wait from now on."""
        ...

    def taken(self, task: Task) -> None: ...

    def goals_left(self, path: Path) -> None:
        """Not every goal of the path was tried, or decided."""
        ...

    def goals_tried(self) -> None:
        """All goals that were left have been tried."""
        ...

    def ended(self) -> None:
        """The end of a step. Anything may be raised here that is to end the exploration."""
        ...

    def flush(self) -> None:
        """The exploration is over, or was interrupted."""
        ...


class ObservedFrontier:
    """Any frontier, with somebody who is told what comes and goes."""

    def __init__(self, waiting: Frontier, observer: Observer) -> None:
        self._waiting = waiting
        self._added, self._taken = observer.added, observer.taken

    def extend(self, tasks: Iterable[Task]) -> None:
        listed = list(tasks)
        self._waiting.extend(listed)
        self._added(listed)

    def pop(self) -> Task:
        task = self._waiting.pop()
        self._taken(task)
        return task

    def __len__(self) -> int:
        return len(self._waiting)
