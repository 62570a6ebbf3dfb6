"""Parts that wait for a worker, and which of them a worker gets.

In general it is the one that depth first comes to first. Where a worker stays with what it has explored, it gets one
that it has left itself, as it still has the states; if there is none, the one that depth first comes to last: its tasks
leave their paths early, so the most work follows them.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from secateur.workers.part import WorkPart


class WaitingParts:
    def __init__(self, by_owner: bool = False) -> None:
        self._by_owner = by_owner
        self._parts: list[tuple[tuple[int, ...], int, WorkPart]] = []
        self._count = 0

    def __len__(self) -> int:
        return len(self._parts)

    def __iter__(self) -> Iterator[WorkPart]:
        return (part for _, _, part in self._parts)

    def push(self, part: WorkPart) -> None:
        self._count += 1
        heapq.heappush(self._parts, (part.rank, self._count, part))

    def pop(self, worker: int) -> WorkPart:
        """The one for a worker."""
        if not self._by_owner:
            return heapq.heappop(self._parts)[-1]
        own = [each for each in self._parts if each[-1].owner == worker]
        chosen = min(own) if own else max(self._parts)
        self._parts.remove(chosen)
        heapq.heapify(self._parts)
        return chosen[-1]
