"""The tasks of a part. Their states are made when they are needed: most of them go on to another part before that."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from secateur.exploration.frontier import Frontier
from secateur.exploration.task import Task
from secateur.workers.part import PartOrigin, origins_of


class PartFrontier:
    """`waiting`: an empty frontier for tasks that are made. `make`: runs an origin again."""

    def __init__(
        self, waiting: Frontier, origins: Sequence[PartOrigin], make: Callable[[PartOrigin], list[Task]]
    ) -> None:
        self._waiting = waiting
        self._origins = list(origins)
        self._make = make

    def extend(self, tasks: Iterable[Task]) -> None:
        self._waiting.extend(tasks)

    def pop(self) -> Task:
        if not len(self._waiting):
            made = self._make(self._origins[-1])
            self._origins.pop()
            self._waiting.extend(made)
        return self._waiting.pop()

    def __len__(self) -> int:
        return len(self._waiting) + sum(len(each.branches) for each in self._origins)

    def left(
        self, is_left_over: Callable[[Task], bool], details: Callable[[Task], object], also: Iterable[Task] = ()
    ) -> tuple[PartOrigin, ...]:
        """All that waits, and more; nothing is left here."""
        tasks = list(also)
        while len(self._waiting):
            tasks.append(self._waiting.pop())
        origins, self._origins = self._origins, []
        return (*origins, *origins_of(filter(is_left_over, tasks), details))
