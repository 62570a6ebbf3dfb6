"""Tasks that wait when memory is short: most of them are kept in the store alone.

What a task holds is large: the path that it leaves, and states to resume from. In the store it is an input and the
number of a branch. When memory is nearly used up, half of the tasks are shed, those whose turn comes last. They are
made again when their turn has come, by running the input. That costs a run for the tasks of each path, and the order is
not exactly what it would have been. What is explored is the same.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import islice
from typing import Protocol

from secateur.exploration.earlier import ShedGroup
from secateur.exploration.frontier import Frontier
from secateur.exploration.task import Task
from secateur.solver.memory import resident_memory

#: Memory is short when this part of the limit is used, in percent.
SHORT = 80
#: The number of steps between two looks at the memory, and the fewest tasks that are worth shedding.
LOOKS, FEW = 64, 64
#: Memory that was freed is used again before the process grows. It is short again when it has grown by so many MiB.
GROWN = 4


class TaskStore(Protocol):
    """Where tasks that are not held in memory are kept."""

    def shed(self, tasks: Sequence[Task]) -> bool:
        """They wait, and are held no longer. False if that is not possible."""
        ...

    @property
    def shed_count(self) -> int: ...

    def next_shed(self, is_newest: bool) -> list[ShedGroup]:
        """Some of those that were shed last, or first, by the path that they leave."""
        ...

    def regained(self, group: ShedGroup, tasks: Sequence[Task]) -> None:
        """The tasks of a group are held again."""
        ...


class SpillingFrontier:
    """Any frontier, of which a part is in the store. `make`: an empty one; `limit`: MiB; `can_shed`: may a task be kept
    in the store alone, now? `is_newest_first`: the order takes new tasks first; `again`: makes the tasks of a group
    once more; `forget`: called for each task that is shed."""

    def __init__(
        self,
        make: Callable[[], Frontier],
        store: TaskStore,
        limit: int,
        can_shed: Callable[[Task], bool],
        is_newest_first: bool,
        again: Callable[[ShedGroup], list[Task]],
        forget: Callable[[Task], None],
    ) -> None:
        self._make = make
        self._held = make()
        self._waiting: dict[Task, None] = {}  # those that are held, the oldest first
        self._store = store
        self._limit = limit * SHORT // 100
        self._can_shed = can_shed
        self._is_newest_first = is_newest_first
        self._again = again
        self._forget = forget
        self._looks = self._after = 0
        self._most: int | None = None  # tasks that may be held, once memory was short

    def extend(self, tasks: Iterable[Task]) -> None:
        listed = list(tasks)
        self._waiting.update(dict.fromkeys(listed))
        self._held.extend(listed)

    def pop(self) -> Task:
        if not self._waiting:
            self._regain()
        task = self._held.pop()
        del self._waiting[task]
        return task

    def __len__(self) -> int:
        return len(self._waiting) + self._store.shed_count

    def look(self) -> bool:
        """Called after each step, when everything that was found is known to the store. Was memory short?"""
        self._looks += 1
        if self._looks % LOOKS:
            return False
        now, held = resident_memory(), len(self._waiting)
        has_grown = now > self._limit and now >= self._after
        if not has_grown and (self._most is None or held <= self._most):
            return False
        if has_grown:
            self._most = held * 3 // 4 if self._most is None else min(self._most, held) * 3 // 4
        self.shed()
        self._after = max(self._after, resident_memory() + GROWN)
        return True

    def shed(self) -> None:
        """Half of the tasks."""
        half = len(self._waiting) // 2
        last = self._waiting if self._is_newest_first else reversed(self._waiting)
        tasks = list(filter(self._can_shed, islice(last, half)))
        if len(tasks) < FEW or not self._store.shed(tasks):
            return
        for task in tasks:
            del self._waiting[task]
            self._forget(task)
        self._held = self._make()
        self._held.extend(self._waiting)

    def _regain(self) -> None:
        for group in self._store.next_shed(self._is_newest_first):
            tasks = self._again(group)
            self._store.regained(group, tasks)
            self._waiting.update(dict.fromkeys(tasks))
            self._held.extend(tasks)
