"""The order that looks for some code: in turn the task nearest to it, and the deepest branch of the newest path.

The distance alone would be a trap, as the nearest branches may lead there on no run. Depth first alone loses itself in
the first loop. Where the technique cuts more depth first, only each fourth task is the nearest one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from secateur.exploration.coverage_order import CoverageFirst
from secateur.exploration.task import Task
from secateur.exploration.uncovered import UncoveredDistances
from secateur.ir.model import Instruction, Phi, Terminator
from secateur.machine.machine import Machine

#: A function, a block, an index in it.
CodePlace = tuple[str, str, int]


def places_at(machine: Machine, file: str, line: int) -> list[CodePlace]:
    """The instructions of a line; the first one of each block."""
    found: list[CodePlace] = []
    for function in machine.user_functions():
        for block in function.body.blocks.values():
            parts: Sequence[Instruction | Terminator] = (*block.instructions, block.terminator)
            for index, item in enumerate(parts):
                position = item.position
                if (position.file, position.line) == (file, line) and not isinstance(item, Phi):
                    found.append((function.name, block.label, index))
                    break
    return found


class PlaceDistances(UncoveredDistances):
    """The distances to some places."""

    def __init__(self, machine: Machine, to: Iterable[CodePlace]) -> None:
        self._to = to
        super().__init__(machine)

    def _goals(self) -> dict[int, int]:
        nodes = (self._graph.piece(*place) for place in self._to)
        return {node: 0 for node in nodes if node is not None}

    def _is_covered(self, goal: int) -> bool:
        return False  # else the search would be over


class LedDepthFirst:
    EACH = 4

    def __init__(self, distances: UncoveredDistances, needs_depth: Callable[[], bool]) -> None:
        self._waiting: dict[Task, None] = {}
        self._nearest = CoverageFirst(distances, self._waiting.__contains__)
        self._needs_depth = needs_depth
        self._turn = 0

    def extend(self, tasks: Iterable[Task]) -> None:
        listed = list(tasks)
        self._waiting.update(dict.fromkeys(listed))
        self._nearest.extend(listed)

    def pop(self) -> Task:
        self._turn += 1
        if self._turn % (self.EACH if self._needs_depth() else 2):
            return self._waiting.popitem()[0]
        task = self._nearest.pop()
        del self._waiting[task]
        return task

    def __len__(self) -> int:
        return len(self._waiting)
