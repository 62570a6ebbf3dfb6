"""Workers, wherever they are: whoever spreads an exploration gives them parts and waits for outcomes."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from secateur.workers.part import PartOrder
from secateur.workers.part_explorer import PartExplorer
from secateur.workers.transport import packed_order


@dataclass(frozen=True, slots=True)
class Delivery:
    """The packed outcome of a worker; None if the worker was lost."""

    worker: int
    outcome: bytes | None


class Crew(Protocol):
    """Workers with numbers. A lost worker is replaced, or its number is not among those that are free any more."""

    @property
    def size(self) -> int: ...

    def free(self) -> Sequence[int]:
        """Workers that have nothing to do."""
        ...

    def give(self, worker: int, order: PartOrder) -> None: ...

    @property
    def can_hurry(self) -> bool:
        """Does a worker notice while it explores that it is hurried?"""
        ...

    def hurry(self, worker: int) -> None:
        """Others have nothing to do: what is left of its part is wanted soon."""
        ...

    def session(self, worker: int) -> int:
        """Another one when a worker has lost all that it knew."""
        ...

    def wait(self, seconds: float) -> list[Delivery]:
        """What was delivered, after a while at the latest."""
        ...

    def memory(self) -> dict[int, int]:
        """MiB by worker, if that is known here."""
        ...

    def replace(self, worker: int) -> None:
        """End a worker, whatever it does, and put a new one in its place."""
        ...

    def close(self) -> None:
        """End all of them."""
        ...


class PlainCrew:
    """One worker in this process, with a machine that nobody uses meanwhile."""

    def __init__(self, worker: PartExplorer) -> None:
        self._worker = worker
        self._given: deque[PartOrder] = deque()

    @property
    def size(self) -> int:
        return 1

    def free(self) -> Sequence[int]:
        return () if self._given else (self._worker.number,)

    def give(self, worker: int, order: PartOrder) -> None:
        self._given.append(order)

    def wait(self, seconds: float) -> list[Delivery]:
        if not self._given:
            return []
        return [Delivery(self._worker.number, self._worker.explore(packed_order(self._given.popleft())))]

    @property
    def can_hurry(self) -> bool:
        return False

    def hurry(self, worker: int) -> None:
        """Nobody else waits."""

    def session(self, worker: int) -> int:
        return 0

    def memory(self) -> dict[int, int]:
        return {}

    def replace(self, worker: int) -> None:
        """There is no other process."""

    def close(self) -> None:
        self._given.clear()
        self._worker.machine.watcher = None
