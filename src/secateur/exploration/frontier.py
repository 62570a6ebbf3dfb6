"""The waiting tasks, and the order in which they are taken."""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Callable, Iterable
from typing import Protocol

from secateur.exploration.task import Task


class Frontier(Protocol):
    """Tasks with an order of their own. `extend` takes those of one path in the order of its branches."""

    def extend(self, tasks: Iterable[Task]) -> None: ...

    def pop(self) -> Task: ...

    def __len__(self) -> int: ...


class DepthFirst:
    """The deepest branch of the newest path first (DGSE, Algorithm 1). Keeps the fewest tasks waiting."""

    def __init__(self) -> None:
        self._tasks: list[Task] = []

    def extend(self, tasks: Iterable[Task]) -> None:
        self._tasks.extend(tasks)

    def pop(self) -> Task:
        return self._tasks.pop()

    def __len__(self) -> int:
        return len(self._tasks)


class BreadthFirst:
    """The oldest task first."""

    def __init__(self) -> None:
        self._tasks: deque[Task] = deque()

    def extend(self, tasks: Iterable[Task]) -> None:
        self._tasks.extend(tasks)

    def pop(self) -> Task:
        return self._tasks.popleft()

    def __len__(self) -> int:
        return len(self._tasks)


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


class CoverageFirst:
    """Tasks that lead to code not run yet, newest first; the others only when there is no such task."""

    def __init__(self) -> None:
        self._promising: list[Task] = []
        self._others: list[Task] = []

    def extend(self, tasks: Iterable[Task]) -> None:
        for task in tasks:
            (self._promising if task.is_uncovered else self._others).append(task)

    def pop(self) -> Task:
        while self._promising:
            task = self._promising.pop()
            if task.is_uncovered:
                return task
            self._others.append(task)
        return self._others.pop()

    def __len__(self) -> int:
        return len(self._promising) + len(self._others)


ORDERS: dict[str, Callable[[int], Frontier]] = {
    "dfs": lambda seed: DepthFirst(),
    "bfs": lambda seed: BreadthFirst(),
    "random": RandomOrder,
    "coverage": lambda seed: CoverageFirst(),
}
