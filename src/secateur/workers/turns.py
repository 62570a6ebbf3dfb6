"""When the outcome of a part counts.

What a technique tells with an outcome decides what later parts leave out. That must not depend on which worker is
faster. So, with such a technique, outcomes count in the order in which their parts were given out; and when a part is
chosen, all but a certain number of the parts before it count: no more, unless nothing waits, and no fewer. A worker
that is ahead waits.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from secateur.workers.part import PartOutcome, WorkPart


@dataclass(slots=True, eq=False)
class GivenPart:
    """A part that a worker has, or had. `paths`: how many it may find, if there is a limit. `outcome`: once it is
    back."""

    part: WorkPart
    paths: int
    worker: int
    outcome: PartOutcome | None = None

    @property
    def promised(self) -> int:
        return self.paths if self.outcome is None else self.outcome.explored


class PartTurns:
    """`most`: how many parts are out, or have come back and do not count. It depends on nothing but what counts."""

    def __init__(self, most: Callable[[], int]) -> None:
        self._most = most
        self._out: deque[GivenPart] = deque()
        self._lost: deque[GivenPart] = deque()  # with their workers; each keeps its turn

    def __len__(self) -> int:
        return len(self._out)

    @property
    def is_full(self) -> bool:
        return len(self._out) >= self._most()

    @property
    def promised(self) -> int:
        """How many paths they have found, or may find."""
        return sum(each.promised for each in self._out)

    def add(self, given: GivenPart) -> None:
        self._out.append(given)

    def lose(self, given: GivenPart) -> None:
        self._lost.append(given)

    def next_lost(self) -> GivenPart | None:
        """One that has to be given out again."""
        return self._lost.popleft() if self._lost else None

    def remove(self, given: GivenPart) -> None:
        """It was given up."""
        self._out.remove(given)

    def next_back(self) -> GivenPart | None:
        """The part whose turn it is, if it is back."""
        return self._out.popleft() if self._out and self._out[0].outcome is not None else None

    def all_back(self) -> list[GivenPart]:
        """Whatever is back, at the end; the others are left."""
        found = [each for each in self._out if each.outcome is not None]
        self._out = deque(each for each in self._out if each.outcome is None)
        return found

    def all_out(self) -> Iterable[GivenPart]:
        """Those that are not back."""
        return self._out
