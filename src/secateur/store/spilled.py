"""Tasks that are not held in memory although the exploration has no store: they are in a file of their own, which
nobody else sees and which is gone when the exploration ends, whatever ends it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from secateur.exploration.earlier import ShedGroup
from secateur.exploration.task import Task
from secateur.machine.path import Path
from secateur.store.database import ScratchDatabase, StoreError
from secateur.store.shed_tasks import ShedTasks
from secateur.store.texts import path_input

if TYPE_CHECKING:
    from secateur.exploration.loop import Explorer


class SpilledTasks:
    """An `Observer` of one exploration that keeps nothing but the tasks that are shed. The file is made when the first
    ones are. If it cannot be written, tasks stay in memory."""

    def __init__(self) -> None:
        self._opened: ScratchDatabase | None = None
        self._is_usable = True
        self._shed = ShedTasks()
        self._following = 1

    # --- tasks that are not held in memory

    def shed(self, tasks: Sequence[Task]) -> bool:
        if self._is_usable:
            try:
                self._shed.put(self._write(tasks))
            except StoreError:
                self._is_usable = False
        return self._is_usable

    def _write(self, tasks: Sequence[Task]) -> list[int]:
        """Returns their numbers."""
        self._opened = self._opened or ScratchDatabase()
        origins: dict[Path, int] = {}
        numbers, left, rows = [], [], []
        following = self._following
        for task in tasks:
            if task.origin not in origins:
                origins[task.origin] = following
                left.append((following, *path_input(task.origin)))
                following += 1
            numbers.append(following)
            rows.append((following, origins[task.origin], task.index, task.place, task.is_rest))
            following += 1
        with self._opened.batch():
            self._opened.write(self._shed.index)
            self._opened.write("INSERT INTO origins VALUES (?, ?, ?, ?, ?)", left)
            self._opened.write("INSERT INTO tasks VALUES (?, ?, ?, ?, ?)", rows)
        self._shed.has_index = True
        self._following = following
        return numbers

    @property
    def shed_count(self) -> int:
        return len(self._shed)

    def next_shed(self, is_newest: bool) -> list[ShedGroup]:
        return [] if self._opened is None else self._shed.read(self._opened, is_newest)

    def regained(self, group: ShedGroup, tasks: Sequence[Task]) -> None:
        assert self._opened is not None
        self._shed.remove(group)
        with suppress(StoreError), self._opened.batch():
            self._opened.write("DELETE FROM tasks WHERE id = ?", [(number,) for number in group.numbers])
            self._opened.write(self._shed.unused_origins, [(group.origin,)])

    def close(self) -> None:
        if self._opened is not None:
            self._opened.close()

    # --- nothing else is kept

    def begin(self, explorer: Explorer) -> None:
        """What was shed before is explored in another way."""
        self.close()
        self._opened, self._shed = None, ShedTasks()

    def take_over(self) -> None:
        """Nothing to do: whoever goes on with a run has its store."""

    def added(self, tasks: list[Task]) -> None:
        """Nothing to do."""

    def taken(self, task: Task) -> None:
        """Nothing to do."""

    def goals_left(self, path: Path) -> None:
        """Nothing to do."""

    def goals_tried(self) -> None:
        """Nothing to do."""

    def ended(self) -> None:
        """Nothing to do."""

    def flush(self) -> None:
        """Nothing to do."""
