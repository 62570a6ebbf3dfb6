"""Tasks that are in the store alone, as memory is short or an earlier exploration left them. Here are their numbers."""

from __future__ import annotations

from array import array
from collections.abc import Sequence

from secateur.exploration.earlier import LeftTask, ShedGroup
from secateur.store.database import Database
from secateur.store.texts import INPUT, row_input

#: How many are read at once.
MANY = 256


class ShedTasks:
    """Their numbers, in blocks. `has_index`: the paths that tasks leave can be looked up."""

    index = "CREATE INDEX IF NOT EXISTS tasks_by_origin ON tasks (origin)"

    def __init__(self) -> None:
        self.has_index = False
        self._blocks: list[array[int]] = []
        self._count = 0

    @staticmethod
    def all_of(database: Database) -> tuple[ShedTasks, int]:
        """All tasks that are stored, and the next number that no task or path has."""
        with database.batch():
            database.write(ShedTasks.index)
        found = ShedTasks()
        found.has_index = True
        found.put([row[0] for row in database.rows("SELECT id FROM tasks")])
        last = database.rows("SELECT max(id) FROM (SELECT id FROM tasks UNION ALL SELECT id FROM origins)")[0][0]
        return found, (last or 0) + 1

    def __len__(self) -> int:
        return self._count

    def put(self, numbers: Sequence[int]) -> None:
        numbers = sorted(numbers)
        self._blocks += [array("q", numbers[at : at + MANY]) for at in range(0, len(numbers), MANY)]
        self._count += len(numbers)

    @property
    def unused_origins(self) -> str:
        """Deletes a path that no task in memory leaves."""
        others = " AND NOT EXISTS (SELECT 1 FROM tasks WHERE tasks.origin = origins.id)" if self.has_index else ""
        return f"DELETE FROM origins WHERE id = ?{others}"

    def read(self, database: Database, is_newest: bool) -> list[ShedGroup]:
        """The block with the newest tasks, or with the oldest."""
        if not self._blocks:
            return []
        self._blocks.sort(key=lambda block: block[0], reverse=not is_newest)
        block = self._blocks[-1]
        rows = database.rows(
            f"SELECT t.origin, t.id, t.branch, t.place, t.rest, {INPUT} FROM tasks t"
            f" JOIN origins o ON o.id = t.origin WHERE t.id IN ({','.join(map(str, block))}) ORDER BY t.id"
        )
        groups: dict[int, ShedGroup] = {}
        for origin, number, branch, place, rest, *given in rows:
            group = groups.get(origin)
            if group is None:
                group = groups[origin] = ShedGroup(origin, row_input(given), [], [])
            group.tasks.append(LeftTask(origin, branch, place, bool(rest)))
            group.numbers.append(number)
        return list(groups.values())

    def remove(self, group: ShedGroup) -> None:
        """From the block that was read."""
        block = self._blocks[-1]
        for number in group.numbers:
            block.remove(number)
        self._count -= len(group.numbers)
        if not block:
            self._blocks.pop()
