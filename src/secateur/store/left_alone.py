"""Tasks that an earlier exploration left, while its findings are shown: they are counted, and none is made."""

from __future__ import annotations

from secateur.exploration.earlier import ShedGroup
from secateur.store.spilled import SpilledTasks


class LeftAlone(SpilledTasks):
    """An `Observer` of an exploration that ends before its first task. `waiting`: how many were left."""

    def __init__(self, waiting: int) -> None:
        super().__init__()
        self._waiting = waiting
        self._left = 0

    def take_over(self) -> None:
        self._left = self._waiting

    @property
    def shed_count(self) -> int:
        return self._left + super().shed_count

    def next_shed(self, is_newest: bool) -> list[ShedGroup]:
        raise AssertionError("a look at an earlier run takes no task")
