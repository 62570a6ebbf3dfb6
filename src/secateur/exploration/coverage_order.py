"""The orders that look for code that no run has reached: `coverage`, and `mixed`."""

from __future__ import annotations

import heapq
from collections import deque
from collections.abc import Callable, Iterable

from secateur.exploration.code_graph import FAR
from secateur.exploration.random_path import RandomPath
from secateur.exploration.task import Task
from secateur.exploration.uncovered import UncoveredDistances


class _Queue:
    """Places in the code, the first one first. The key of a place may have grown since the place was put in: it is
    looked up again when the place is the first."""

    def __init__(self, key: Callable[[int], int]) -> None:
        self._key = key
        self._heap: list[tuple[int, int]] = []
        self._places: set[int] = set()

    def add(self, place: int) -> None:
        if place not in self._places:
            self._places.add(place)
            heapq.heappush(self._heap, (self._key(place), place))

    def first(self) -> int | None:
        """None if there is no place, or none with a way to code that is not covered."""
        while self._heap:
            stored, place = self._heap[0]
            key = self._key(place)
            if key == stored:
                return place
            heapq.heapreplace(self._heap, (key, place))
        return None

    def drop_first(self) -> None:
        self._places.discard(heapq.heappop(self._heap)[1])


class CoverageFirst:
    """Tasks that are near to an uncovered side of a branch, by the number of decisions and calls on the way there.
    Tasks from which nothing new can be reached come last, newest first.

    Two choices alternate. One takes the nearest place, and there the newest task: it follows a loop to its end. For the
    other, attempts in vain at a place count as distance, and it takes the oldest task: it is not held up by one place
    that only seems to be near, such as the next byte of a text.
    """

    def __init__(self, uncovered: UncoveredDistances, is_waiting: Callable[[Task], bool] = lambda task: True) -> None:
        """`is_waiting`: false for tasks that were taken elsewhere."""
        self._uncovered = uncovered
        self._is_waiting = is_waiting
        self._by_place: dict[int, deque[Task]] = {}
        self._vain: dict[int, int] = {}
        self._queues = (_Queue(uncovered.distance), _Queue(self._tried_distance))
        self._others: list[Task] = []
        self._aim: tuple[int, int] | None = None  # place, goal
        self._is_fair = True
        self._count = 0

    def extend(self, tasks: Iterable[Task]) -> None:
        for task in tasks:
            self._count += 1
            place = self._uncovered.place(task)
            if place is None or self._uncovered.distance(place) >= FAR:
                self._others.append(task)
                continue
            self._by_place.setdefault(place, deque()).append(task)
            for queue in self._queues:
                queue.add(place)

    def pop(self) -> Task:
        self._judge()
        self._is_fair = not self._is_fair
        while True:
            task = self._next(self._queues[self._is_fair])
            self._count -= 1
            if self._is_waiting(task):
                return task

    def _judge(self) -> None:
        if self._aim is not None:
            place, goal = self._aim
            if not self._uncovered.is_hit(goal):
                self._vain[place] = self._vain.get(place, 0) + 1
            self._aim = None

    def _tried_distance(self, place: int) -> int:
        return self._uncovered.distance(place) + self._vain.get(place, 0)

    def _next(self, queue: _Queue) -> Task:
        while (place := queue.first()) is not None:
            tasks = self._by_place[place]
            if not tasks:
                queue.drop_first()
            elif self._uncovered.distance(place) >= FAR:
                queue.drop_first()
                self._others += tasks
                tasks.clear()
            else:
                return self._at(place, tasks)
        return self._others.pop()

    def _at(self, place: int, tasks: deque[Task]) -> Task:
        task = tasks.popleft() if self._is_fair else tasks.pop()
        if self._is_waiting(task):
            goal = self._uncovered.aim(place)
            self._aim = None if goal is None else (place, goal)
        return task

    def __len__(self) -> int:
        return self._count


class Mixed:
    """In turn the task that is nearest to an uncovered side, and one by a random walk down the tree of paths: the two
    that KLEE mixes. What cannot be reached does not hold up the second, and the first does not lose itself in loops."""

    def __init__(self, seed: int, uncovered: UncoveredDistances) -> None:
        self._paths = RandomPath(seed)
        self._nearest = CoverageFirst(uncovered, self._paths.__contains__)
        self._is_random = True

    def extend(self, tasks: Iterable[Task]) -> None:
        tasks = list(tasks)
        self._paths.extend(tasks)
        self._nearest.extend(tasks)

    def pop(self) -> Task:
        self._is_random = not self._is_random
        if self._is_random:
            return self._paths.pop()
        task = self._nearest.pop()
        self._paths.take(task)
        return task

    def __len__(self) -> int:
        return len(self._paths)
