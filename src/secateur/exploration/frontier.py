"""The waiting tasks, and the order in which they are taken."""

from __future__ import annotations

import heapq
import random
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Protocol, TypeVar

from secateur.exploration.coverage_order import CoverageFirst, Mixed
from secateur.exploration.random_path import RandomPath
from secateur.exploration.task import Task
from secateur.exploration.uncovered import UncoveredDistances

Distance = Callable[[Task], int]
_Entry = TypeVar("_Entry", tuple[int, int], tuple[int, int, int])
"""What a task is ordered by, and its number."""


class Frontier(Protocol):
    """Tasks with an order of their own. `extend` takes those of one path in the order of its branches."""

    def extend(self, tasks: Iterable[Task]) -> None: ...

    def pop(self) -> Task: ...

    def __len__(self) -> int: ...


class Queue:
    """Tasks in the order in which they came."""

    def __init__(self) -> None:
        self._tasks: deque[Task] = deque()

    def extend(self, tasks: Iterable[Task]) -> None:
        self._tasks.extend(tasks)

    def extend_oldest(self, tasks: Sequence[Task]) -> None:
        """Tasks that came before all others, in their order."""
        self._tasks.extendleft(reversed(tasks))

    def __iter__(self) -> Iterator[Task]:
        """The oldest first."""
        return iter(self._tasks)

    def __len__(self) -> int:
        return len(self._tasks)


class DepthFirst(Queue):
    """The deepest branch of the newest path first (DGSE, Algorithm 1). Keeps the fewest tasks waiting."""

    def pop(self) -> Task:
        return self._tasks.pop()


class FairDepthFirst(Queue):
    """Depth first, but each fourth task is the oldest one: a loop whose rounds an input decides has no end, and what
    was decided before it would never get its turn in a limited time. Not while `needs_depth` says that the technique
    cuts more depth first."""

    EACH = 4

    def __init__(self, needs_depth: Callable[[], bool]) -> None:
        super().__init__()
        self._taken = 0
        self._needs_depth = needs_depth

    def pop(self) -> Task:
        self._taken += 1
        is_newest = self._taken % self.EACH or self._needs_depth()
        return self._tasks.pop() if is_newest else self._tasks.popleft()


class BreadthFirst(Queue):
    """The oldest task first."""

    def pop(self) -> Task:
        return self._tasks.popleft()


class RandomOrder:
    """A random task, each with the same probability."""

    def __init__(self, seed: int = 0) -> None:
        self._tasks: list[Task] = []
        self._random = random.Random(seed)

    def extend(self, tasks: Iterable[Task]) -> None:
        self._tasks.extend(tasks)

    def pop(self) -> Task:
        chosen = self._random.randrange(len(self._tasks))
        self._tasks[chosen], self._tasks[-1] = self._tasks[-1], self._tasks[chosen]
        return self._tasks.pop()

    def __len__(self) -> int:
        return len(self._tasks)


class Directed:
    """In turn the task with the smallest `distance`, the one with the fewest conditions, and the deepest branch of the
    newest path.

    The distance alone would be a trap: the nearest branches, such as those of a loop around a place, may lead there on
    no run. Few conditions leave a large part of the inputs; the newest path goes on to the end.
    """

    def __init__(self, distance: Distance) -> None:
        self._distance = distance
        self._waiting: dict[int, Task] = {}
        self._near: list[tuple[int, int, int]] = []
        self._wide: list[tuple[int, int]] = []
        self._count = 0
        self._turn = 0

    def extend(self, tasks: Iterable[Task]) -> None:
        for task in tasks:
            self._count += 1
            self._waiting[self._count] = task
            conditions = len(task.conditions)
            heapq.heappush(self._near, (self._distance(task), conditions, self._count))
            heapq.heappush(self._wide, (conditions, self._count))

    def pop(self) -> Task:
        self._turn = (self._turn + 1) % 3
        match self._turn:
            case 1:
                return self._waiting.pop(self._first(self._near))
            case 2:
                return self._waiting.pop(self._first(self._wide))
        return self._waiting.popitem()[1]

    def _first(self, tasks: list[_Entry]) -> int:
        """The number of the first task that is still waiting."""
        while tasks[0][-1] not in self._waiting:
            heapq.heappop(tasks)
        return heapq.heappop(tasks)[-1]

    def __len__(self) -> int:
        return len(self._waiting)


@dataclass(frozen=True, slots=True)
class Guidance:
    """What an order may need: a seed; how far a task is from what the technique looks for; how far code is from what no
    run has reached, computed when it is asked for."""

    seed: int
    distance: Distance
    uncovered: Callable[[], UncoveredDistances]


ORDERS: dict[str, Callable[[Guidance], Frontier]] = {
    "dfs": lambda guidance: DepthFirst(),
    "bfs": lambda guidance: BreadthFirst(),
    "random": lambda guidance: RandomOrder(guidance.seed),
    "coverage": lambda guidance: CoverageFirst(guidance.uncovered()),
    "random-path": lambda guidance: RandomPath(guidance.seed),
    "mixed": lambda guidance: Mixed(guidance.seed, guidance.uncovered()),
    "directed": lambda guidance: Directed(guidance.distance),
}
"""By name."""
