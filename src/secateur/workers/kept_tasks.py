"""Tasks that a worker has left, with the states to resume from, in case it is given them back.

Elsewhere a task is an input and the number of a branch, and costs a run of that input. Here it is still what it was.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice

from secateur.exploration.earlier import EarlierInput, LeftTask, given_of
from secateur.exploration.task import Task
from secateur.workers.part import PartOrigin, left_task

#: Tasks that are kept, the newest ones: each holds states.
MOST = 256

_Key = tuple[EarlierInput, LeftTask]


class KeptTasks:
    """By what they are called in a part. A task that is no longer kept can still be made from that."""

    def __init__(self) -> None:
        self._tasks: dict[_Key, Task] = {}

    def __len__(self) -> int:
        return len(self._tasks)

    def put(self, tasks: Iterable[Task], details: Callable[[Task], object]) -> list[Task]:
        """Returns those that are kept no longer."""
        for task in tasks:
            self._tasks[given_of(task.origin), left_task(task, details)] = task
        return [self._tasks.pop(key) for key in list(islice(self._tasks, max(0, len(self._tasks) - MOST)))]

    def take(self, origin: PartOrigin) -> list[Task] | None:
        """The tasks of an origin, if all of them are kept. They are kept no longer."""
        keys = [(origin.given, left) for left in origin.branches]
        found = [self._tasks.pop(key, None) for key in keys]
        made = [task for task in found if task is not None and task.origin.lineage == origin.lineage]
        return made if len(made) == len(keys) else None
