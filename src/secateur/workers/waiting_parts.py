"""Parts that wait for a worker, and which of them a worker gets.

In general it is the one that depth first comes to first. Where a worker stays with what it has explored, it gets one
that it has left itself, as it still has the states; if there is none, the one that depth first comes to last: its tasks
leave their paths early, so the most work follows them.

A part with runs that did not end in an earlier one needs more and more work. It waits until as many others were given
out as it is worth, so that runs which never end do not keep the others waiting.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterator

from secateur.workers.part import WorkPart

#: The interrupted instructions that a part has for each other part that is given out before it.
WORTH = 1_000_000


class WaitingParts:
    def __init__(self, by_owner: bool = False) -> None:
        self._by_owner = by_owner
        self._parts: list[tuple[tuple[int, ...], int, WorkPart]] = []
        self._long: list[tuple[int, int, WorkPart]] = []  # with interrupted runs, by when it is their turn
        self._count = 0
        self._given = 0

    def __len__(self) -> int:
        return len(self._parts) + len(self._long)

    def __iter__(self) -> Iterator[WorkPart]:
        return (part for _, _, part in (*self._parts, *self._long))

    def push(self, part: WorkPart) -> None:
        self._count += 1
        if part.interrupted:
            heapq.heappush(self._long, (self._given + 1 + part.interrupted // WORTH, self._count, part))
        else:
            heapq.heappush(self._parts, (part.rank, self._count, part))

    def pop(self, worker: int) -> WorkPart:
        """The one for a worker."""
        self._given += 1
        if self._long and (not self._parts or self._long[0][0] <= self._given):
            return heapq.heappop(self._long)[-1]
        if not self._by_owner:
            return heapq.heappop(self._parts)[-1]
        own = [each for each in self._parts if each[-1].owner == worker]
        chosen = min(own) if own else max(self._parts)
        self._parts.remove(chosen)
        heapq.heapify(self._parts)
        return chosen[-1]
