"""When a technique that uses dependences leaves an exploration to full exploration."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from secateur.exploration.sides import has_other_side
from secateur.exploration.task import Flip, Task
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.full import Full
from secateur.machine.machine import Machine
from secateur.machine.path import Ending, Path
from secateur.machine.snapshot import Snapshot
from secateur.machine.state import MOST_RECORDED

#: Number of runs within which a technique must have seen something to cut, or have saved something.
TRIAL = 16
#: Number of runs within which it must have seen something to cut.
SECOND_TRIAL = 64
#: Number of runs within which cutting must have paid: one side saved for every eighth run that was analysed. There is
#: no further review: by then, full exploration would have many sides to go back to.
LAST_TRIAL = 128
PRICE = 8

#: Number of runs of full exploration after which compiling again pays.
MANY = 256

#: The reason for a path that `is_too_long`.
TOO_LONG = "some paths have too many decisions for dependence analysis"


def is_too_long(path: Path) -> bool:
    """Was the path stopped because no more decisions can be recorded?"""
    return path.ending is Ending.DEPTH and len(path.branches) >= MOST_RECORDED


class Remaining(Full):
    """Full exploration of what is left, on a machine that records. If that is much, its code is made faster."""

    exact = True
    reduces = False
    covers_code = True
    records = True

    def __init__(self, left: Sequence[Task], machine: Machine) -> None:
        self.left = left
        self.machine_used = machine
        self.runs = 0
        self.too_long = False

    def inherited(self) -> Sequence[Task]:
        return self.left

    def tasks(self, path: Path, task: Task | None) -> Iterator[Task]:
        self.too_long = self.too_long or is_too_long(path)
        self.runs += 1
        if self.runs == MANY:
            self.machine_used.recompile()
        return super().tasks(path, task)

    def successor(self) -> tuple[Technique, str] | None:
        return (Full(), TOO_LONG) if self.too_long else None


class OpenSides:
    """The tree of the paths that were run, and its sides that no run has taken: what is left for full exploration. A
    side is a node and the condition that is wanted there."""

    def __init__(self) -> None:
        self._nodes: dict[tuple[int, int], int] = {}
        self._open: dict[tuple[int, int], Flip] = {}
        self._doubtful: set[tuple[int, int]] = set()

    def __len__(self) -> int:
        """Without sides that seem to be impossible."""
        return len(self._open) - sum(side in self._open for side in self._doubtful)

    def doubt(self, path: Path, index: int) -> None:
        """No input was found for the other side of a branch."""
        node = 0
        for branch in path.branches[:index]:
            if not branch.implied:
                node = self._nodes.get((node, branch.condition.key), -1)
        self._doubtful.add((node, path.branches[index].negation.key))

    def tasks(self) -> list[Task]:
        return list(self._open.values())

    def add(self, path: Path, snapshots: Sequence[Snapshot]) -> None:
        """A run; `snapshots` are those on its path, in its order."""
        known, node, used = self._nodes, 0, 0
        for index, branch in enumerate(path.branches):
            while used < len(snapshots) and snapshots[used].depth <= index:
                used += 1
            if branch.implied:
                continue
            taken = (node, branch.condition.key)
            following = known.get(taken)
            if following is None:
                following = known[taken] = len(known) + 1
                self._open.pop(taken, None)
                other = (node, branch.negation.key)
                if other not in known and has_other_side(branch):
                    self._open[other] = Flip(path, index, tuple(snapshots[used - 1 : used]))
            node = following


class CutTrial:
    """Whether cutting pays. Decided by counts, so that the same command gives the same answer.

    A side of the tree of paths that no run has taken is *saved* if nothing waits to be tried in its place. It stands
    for at least one run of full exploration, unless no input takes it; usually for many.
    """

    def __init__(self) -> None:
        self.runs = 0
        # Was there a path on which no criterion depends on all conditions? Only the second half of a period counts:
        # what other sides write shows on later runs, so the first ones may look more independent than they are.
        self.cuts = False
        self.sides: OpenSides | None = OpenSides()

    def add(self, path: Path, snapshots: Sequence[Snapshot]) -> None:
        self.runs += 1
        if self.sides is not None:
            self.sides.add(path, snapshots)
        if self.runs in (TRIAL // 2, SECOND_TRIAL // 2):
            self.cuts = False

    @property
    def is_due(self) -> bool:
        return self.sides is not None and self.runs in (TRIAL, SECOND_TRIAL, LAST_TRIAL)

    def verdict(self, waiting: int, machine: Machine) -> tuple[Technique, str] | None:
        """Full exploration of what is left, if cutting does not pay. `waiting`: the number of tasks that are still
        worth trying."""
        assert self.sides is not None
        sides, saved = self.sides, len(self.sides) - waiting
        if self.runs == TRIAL:
            pays = self.cuts or saved > 0
        elif self.runs == SECOND_TRIAL:
            pays = self.cuts
        else:
            pays = saved * PRICE >= self.runs
            self.sides = None
        much = "hardly anything" if self.cuts else "nothing"
        return (
            None
            if pays
            else (Remaining(sides.tasks(), machine), f"there was {much} to cut in the first {self.runs} runs")
        )
