"""Full exploration of regions: inputs that satisfy some conditions.

Where branches are merged, what a run merges depends on the runs before it. So a task cannot be taken up by running its
path again in another process. But it stands for all inputs that satisfy its conditions: these are explored there, from
the start, and nothing else.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from secateur.exploration.task import Flip, RegionTask, SentRegion, Task
from secateur.exploration.techniques.full import Full
from secateur.expr import Expr
from secateur.machine.path import Path


@dataclass(frozen=True, slots=True, eq=False)
class FlipInside(Flip):
    """A `Flip` of a path in a region."""

    region: tuple[Expr, ...] = ()

    @property
    def conditions(self) -> list[Expr]:
        return [*self.region, *(b.condition for b in self.origin.branches[: self.index]), self.wanted]

    @property
    def satisfied(self) -> int:
        return len(self.region) + self.index


class FullInRegions(Full):
    exact = True
    reduces = False
    covers_code = True
    establishes_equivalence = True
    finds_leaks = True
    merges = True
    resumes = False

    @property
    def spreads(self) -> bool:
        return True

    def tasks(self, path: Path, task: Task | None) -> Iterator[Task]:
        region = task.given if isinstance(task, RegionTask) else task.region if isinstance(task, FlipInside) else ()
        for each in super().tasks(path, task):
            yield FlipInside(each.origin, each.index, each.snapshots, region)

    def details(self, task: Task) -> object:
        return SentRegion(tuple(task.conditions))
