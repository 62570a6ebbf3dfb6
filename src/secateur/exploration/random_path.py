"""The order `random-path`: a random walk down the tree of paths."""

from __future__ import annotations

import random
from collections.abc import Iterable

from secateur.exploration.task import Task


class _Node:
    """A task that waits, or the run for one, with what is left to try after it, in the order of its branches."""

    __slots__ = ("children", "parent", "task")

    def __init__(self, parent: _Node | None, task: Task | None) -> None:
        self.parent = parent
        self.task = task
        self.children: dict[_Node, None] = {}


class RandomPath:
    """From the root of the tree, at each branch either side with the same probability, if something is left to try on
    both (Cadar, Dunbar and Engler, "KLEE"). A task near the root, with few conditions, is more likely than one of the
    many that a loop has made.

    The tasks of a path belong to the task that was taken last.
    """

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)
        self._last = self._root = _Node(None, None)
        self._leaves: dict[Task, _Node] = {}

    def extend(self, tasks: Iterable[Task]) -> None:
        for task in tasks:
            node = self._leaves[task] = _Node(self._last, task)
            self._last.children[node] = None

    def pop(self) -> Task:
        self._prune()
        node = self._root
        while node.task is None:
            node = self._one_of(node.children)
        return self._taken(node.task)

    def take(self, task: Task) -> None:
        """Take a task that another order has chosen."""
        self._prune()
        self._taken(task)

    def _one_of(self, children: dict[_Node, None]) -> _Node:
        left = len(children)
        for child in children:
            left -= 1
            if not left or self._random.getrandbits(1):
                return child
        raise AssertionError("a run with nothing left to try was not pruned")

    def _taken(self, task: Task) -> Task:
        self._last = self._leaves.pop(task)
        self._last.task = None
        return task

    def _prune(self) -> None:
        """Nothing is left to try after the last task, if it has no children now."""
        node = self._last
        while node.parent is not None and node.task is None and not node.children:
            del node.parent.children[node]
            node = node.parent
        self._last = node

    def __contains__(self, task: Task) -> bool:
        return task in self._leaves

    def __len__(self) -> int:
        return len(self._leaves)
