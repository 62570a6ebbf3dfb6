"""How far a task is from a change that its path has not executed."""

from __future__ import annotations

from secateur.exploration.code_graph import FAR
from secateur.exploration.impacted import Impacted
from secateur.exploration.task import Remainder, Task
from secateur.machine.path import BranchKind, Path


class ChangeDistances:
    """The distances of tasks: the number of dependences from the wanted side of a branch to the change, and 0 if the
    change comes before it. What was asked about last is kept."""

    def __init__(self, impacted: Impacted) -> None:
        self._impacted = impacted
        self._last: tuple[Path, int] | None = None

    def of(self, task: Task) -> int:
        if isinstance(task, Remainder) and task.goal is not None:
            return 0  # another effect of the same change, or what an early end hides
        path = task.origin
        if self._last is None or self._last[0] is not path:
            self._last = path, self._impacted.points.decided_before(path)
        if task.index >= self._last[1]:
            return 0
        site = task.branch.site
        if site.kind is not BranchKind.CONDITION:
            return FAR
        side = int(task.branch.outcome != site.inverted)
        steps = self._impacted.nearness
        return 1 + min((steps.get((node, side), FAR) for node in self._impacted.nodes_at(site)), default=FAR)
