"""The tasks of a part. Their states are made when they are needed: most of them go on to another part before that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from secateur.exploration.frontier import Frontier
from secateur.exploration.task import Task
from secateur.exploration.technique import Technique
from secateur.workers.kept_tasks import KeptTasks
from secateur.workers.part import PartOrigin, origins_of


class PartFrontier:
    """`waiting`: an empty frontier for tasks that are made. `make`: runs an origin again, unless its tasks are
    `kept`."""

    def __init__(
        self,
        waiting: Frontier,
        origins: Sequence[PartOrigin],
        make: Callable[[PartOrigin], list[Task]],
        kept: KeptTasks | None = None,
    ) -> None:
        self._waiting = waiting
        self._origins = list(origins)
        self._make = make
        self._kept = kept

    def extend(self, tasks: Iterable[Task]) -> None:
        self._waiting.extend(tasks)

    def pop(self) -> Task:
        if not len(self._waiting):
            kept = None if self._kept is None else self._kept.take(self._origins[-1])
            made = self._make(self._origins[-1]) if kept is None else kept
            self._origins.pop()
            self._waiting.extend(made)
        return self._waiting.pop()

    def __len__(self) -> int:
        return len(self._waiting) + sum(len(each.branches) for each in self._origins)

    def left(self, technique: Technique, details: Callable[[Task], object], also: Iterable[Task]) -> list[PartOrigin]:
        """All that waits, and more; nothing is left here."""
        tasks = []
        while len(self._waiting):
            tasks.append(self._waiting.pop())
        tasks = list(filter(technique.is_left_over, tasks))
        if self._kept is not None:
            for task in self._kept.put(tasks, details):
                technique.dropped(task, True)
        tasks += filter(technique.is_left_over, also)
        origins, self._origins = self._origins, []
        return [*origins, *origins_of(tasks, details)]
