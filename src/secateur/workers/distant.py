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


def distant_tasks(origin: PartOrigin) -> list[Task]:
    path = distant_path(origin.given)
    return [DistantTask(path, left.index, (), left) for left in origin.branches]


def distant_path(given: EarlierInput) -> Path:
    """The input of a path, and where it was cut; of its branches only the number."""
    branches = cast("Sequence[Branch]", (None,) * (given.cut or 0))
    ending = Ending.INTERRUPTED if given.cut is None else Ending.CUT
    return Path(branches, ending, given.model, 0, None, (), (), (), (), 0, given.reason)
