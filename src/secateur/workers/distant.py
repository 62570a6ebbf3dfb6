"""Tasks that wait in a part, for whoever counts or stores what is left to do."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from secateur.exploration.earlier import EarlierInput, LeftTask
from secateur.exploration.task import Flip, Task
from secateur.machine.path import Branch, Ending, Path
from secateur.workers.part import PartOrigin

_NONE = LeftTask(0, 0, "")


@dataclass(frozen=True, slots=True, eq=False)
class DistantTask(Flip):
    """A task without its path: it can be counted and stored, not taken."""

    stored: LeftTask = _NONE

    @property
    def is_rest(self) -> bool:
        return self.stored.is_rest

    @property
    def place(self) -> str:
        return self.stored.place


@dataclass(frozen=True, slots=True)
class _PassedBranch:
    """Of a branch of a distant path nothing is known but the value that the run refused there, if any."""

    chosen: int | None = None
    outcome: bool = False


_PASSED = _PassedBranch()


def distant_tasks(origin: PartOrigin) -> list[Task]:
    path = distant_path(origin.given)
    return [DistantTask(path, left.index, (), left) for left in origin.branches]


def distant_path(given: EarlierInput) -> Path:
    """The input of a path, where it was cut and which values it refused: what `given_of` says of it is `given`."""
    chosen = dict(given.tried)
    count = max(chosen, default=-1) + 1 if given.cut is None else given.cut
    branches = [_PassedBranch(chosen[n]) if n in chosen else _PASSED for n in range(count)]
    ending = Ending.INTERRUPTED if given.cut is None else Ending.CUT
    return Path(cast("Sequence[Branch]", branches), ending, given.model, 0, None, (), (), (), (), 0, given.reason)
