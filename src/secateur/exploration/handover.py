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
from secateur.solver import Solver, Unsat

#: Numbers of runs after which it is reviewed whether cutting pays. There is no later review: by then, full exploration
#: would have many sides to go back to.
REVIEWS = (16, 32, 64, 128)
#: If fewer sides than this are left to full exploration, paths that show something to cut are enough for now.
LITTLE = 16
#: In the last review, one side must have been saved for this many runs.
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
    resumes = False

    @property
    def spreads(self) -> bool:
        """By plain full exploration."""
        return not self.too_long

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

    def feasible(self, limit: int, solver: Solver) -> int:
        """The number of sides that some input takes, counted up to `limit`. Full exploration would ask the same
        questions."""
        found = 0
        for side in self._open.values():
            if found >= limit:
                break
            found += not isinstance(solver.solve(side.conditions, side.origin.model, side.satisfied), Unsat)
        return found

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

    A side of the tree of paths that no run has taken, but some input takes, is *saved* if nothing waits to be tried in
    its place. It stands for at least one run of full exploration, usually for many.
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
        if self.runs - 1 in (REVIEWS[0] // 2, *REVIEWS[:-1]):
            self.cuts = False

    def end(self) -> None:
        """It was decided elsewhere."""
        self.runs, self.sides = REVIEWS[-1], None

    @property
    def is_due(self) -> bool:
        return self.sides is not None and self.runs in REVIEWS

    def verdict(self, waiting: int, machine: Machine, solver: Solver) -> tuple[Technique, str] | None:
        """Full exploration of what is left, if cutting does not pay. `waiting`: the number of tasks that are still
        worth trying."""
        assert self.sides is not None
        sides, is_last = self.sides, self.runs == REVIEWS[-1]
        if is_last:
            self.sides = None
        wanted = waiting + self._needed
        found = sides.feasible(wanted, solver)
        if found >= wanted or (self.cuts and found < LITTLE and not is_last):
            return None
        much = "hardly anything" if self.cuts else "nothing"
        return Remaining(sides.tasks(), machine), f"there was {much} to cut in the first {self.runs} runs"

    @property
    def _needed(self) -> int:
        """The number of sides that must have been saved by now."""
        if self.runs == REVIEWS[-1]:
            return self.runs // PRICE
        return 1 if self.cuts or self.runs == REVIEWS[0] else self.runs
