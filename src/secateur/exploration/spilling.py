"""Tasks that wait when there are many, or memory is short: most of them are kept in the store alone.

What a task holds is large: the path that it leaves, and states to resume from. In the store it is an input and the
number of a branch. When too many wait, half of them are shed, those whose turn comes last. They are made again when
their turn has come, by running the input. That costs a run for the tasks of each path, and the order is not exactly
what it would have been. What is explored is the same. An exploration that is taken up begins with all of its tasks in
the store.

How many are too many is a number, so that the same command gives the same answer; with a limit on memory, that limit
decides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import takewhile
from typing import Protocol

from secateur.exploration.earlier import ShedGroup
from secateur.exploration.frontier import Frontier, Queue
from secateur.exploration.task import Task
from secateur.solver.memory import resident_memory

#: Tasks that are held if there is no limit on memory.
MOST = 8_192
#: Memory is short when this part of the limit is used, in percent.
SHORT = 80
#: The number of steps between two looks, and the fewest tasks that are worth shedding.
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
        """The tasks of a group are held again; none of them, if they could not be made."""
        ...


class SpillingFrontier:
    """Any frontier, of which a part is in the store. `make`: an empty one; `limit`: MiB, or None; `can_shed`: may a
    task be kept in the store alone, now? `is_newest_first`: the order takes all new tasks before old ones; `again`:
    makes the tasks of a group once more; `forget`: called for each task that is shed."""

    def __init__(
        self,
        make: Callable[[], Frontier],
        store: TaskStore,
        limit: int | None,
        can_shed: Callable[[Task], bool],
        is_newest_first: bool,
        again: Callable[[ShedGroup], list[Task]],
        forget: Callable[[Task], None],
    ) -> None:
        self._make = make
        self._held = make()
        self._oldest: dict[Task, None] = {}  # that are held, and came before all that were shed
        self._store = store
        self._limit = None if limit is None else limit * SHORT // 100
        self._can_shed = can_shed
        self._is_newest_first = is_newest_first
        self._again = again
        self._forget = forget
        self._looks = self._after = 0
        self._most = MOST if limit is None else None  # tasks that may be held; None: memory was never short

    def extend(self, tasks: Iterable[Task]) -> None:
        self._held.extend(tasks)

    def pop(self) -> Task:
        while self._store.shed_count and self._is_turn_of_shed():
            self._regain()
        task = self._held.pop()
        if self._oldest:
            self._oldest.pop(task, None)
        return task

    def take_held(self) -> list[Task]:
        """All that are held, in the order in which they would be taken."""
        self._oldest.clear()
        return [self._held.pop() for _ in range(len(self._held))]

    def _is_turn_of_shed(self) -> bool:
        """There is always a task to take, even if none can be made again."""
        return len(self._held) <= 1 or not (self._oldest or self._is_newest_first)

    def __len__(self) -> int:
        return len(self._held) + self._store.shed_count

    def look(self) -> bool:
        """Called after each step, when everything that was found is known to the store. Is memory short?"""
        self._looks += 1
        if self._looks % LOOKS:
            return False
        held, has_grown = len(self._held), self._has_grown()
        if has_grown:
            self._most = held * 3 // 4 if self._most is None else min(self._most, held) * 3 // 4
        if self._most is not None and held > self._most and not self.shed():
            self._most = 2 * held  # it is too early to try again
        if has_grown:
            self._after = max(self._after, resident_memory() + GROWN)
        return has_grown

    def _has_grown(self) -> bool:
        return self._limit is not None and (now := resident_memory()) > self._limit and now >= self._after

    def shed(self) -> bool:
        """Half of the tasks, those whose turn comes last. False if they have to be held."""
        by_age = list(self._held) if isinstance(self._held, Queue) else None
        in_turn = [self._held.pop() for _ in range(len(self._held))]
        waiting = in_turn if by_age is None else by_age
        first = set(in_turn[: len(in_turn) + 1 >> 1])
        last = [task for task in waiting if task not in first and self._can_shed(task)]
        before = self._oldest if self._store.shed_count else waiting
        is_shed = len(last) >= FEW and self._store.shed(last)
        if is_shed:
            gone = set(last)
            self._oldest = dict.fromkeys(takewhile(lambda task: task not in gone, before))
            waiting = [task for task in waiting if task not in gone]
            for task in last:
                self._forget(task)
        self._held = self._make()
        self._held.extend(waiting)
        return is_shed

    def _regain(self) -> None:
        """Some of those that were shed. They came before those that are held."""
        tasks: list[Task] = []
        try:
            for group in self._store.next_shed(self._is_newest_first):
                made = self._again(group)
                self._store.regained(group, made)
                tasks += made
        finally:
            self._oldest = dict.fromkeys(tasks)
            if isinstance(self._held, Queue):
                self._held.extend_oldest(tasks)
            else:
                self._held.extend(tasks)
