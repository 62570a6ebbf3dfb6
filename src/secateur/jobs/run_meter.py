"""A budget of runs: also of those that turn out to be no part of the result."""

from __future__ import annotations

from collections.abc import Callable

from secateur.exploration.budget import Meter, Spent
from secateur.options import Budget


class RunMeter(Meter):
    """`runs` says how many there were."""

    def __init__(self, budget: Budget, most: int, runs: Callable[[], int]) -> None:
        super().__init__(budget)
        self._most, self._runs = most, runs

    def spent(self, paths: int, size: int = 0) -> Spent | None:
        return Spent.PATHS if self._runs() >= self._most else super().spent(paths, size)
