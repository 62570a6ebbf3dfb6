"""Tasks that only the store has, for workers: a run is not made again before a worker needs it.

In the store a task is what it is in a part: an input and the number of a branch.
"""

from __future__ import annotations

from secateur.exploration.observer import Observer
from secateur.exploration.task import Task
from secateur.workers.distant import distant_tasks
from secateur.workers.part import PartOrigin


class StoredTasks:
    """`observer`: has the store, if there is one."""

    def __init__(self, observer: Observer | None) -> None:
        self._observer = observer

    def __len__(self) -> int:
        return 0 if self._observer is None else self._observer.shed_count

    def next(self) -> tuple[tuple[PartOrigin, ...], list[Task]]:
        """Some of them, the newest: the runs that they leave, and the tasks as the observer knows them from now on."""
        origins: list[PartOrigin] = []
        tasks: list[Task] = []
        if self._observer is not None:
            for group in self._observer.next_shed(True):
                origins.append(PartOrigin((), group.given, tuple(group.tasks)))
                waiting = distant_tasks(origins[-1])
                self._observer.regained(group, waiting)
                tasks += waiting
        return tuple(origins), tasks
