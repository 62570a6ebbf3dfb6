"""Dependences (`dgse`) and postconditions (`pse`) together.

`dgse` asks once for each pair (relevant decisions, wanted side), from any path. A run whose state is covered from some
branch on, in the sense of `pse`, is not cut here: the dependences after that branch are still needed, since a task from
there may also want inputs of other paths. But a task to which *every* decision before that branch is relevant wants
only inputs that reach the branch in the covered state, and these show nothing new. Such a task is dropped.

Nothing is lost. If the dropped run were made, it would lead to new tasks. A task that depends on the dropped decision
wants inputs of the same covered state. A task that does not depend on it also results from the run that was made.

If every decision is relevant to all later ones, `dgse` has nothing to drop, and `pse` takes over.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Self

from secateur.exploration.interactive import InteractiveDgse
from secateur.exploration.postconditions import Postconditions, PseOptions
from secateur.exploration.setup import Setup
from secateur.exploration.snapshots import own_snapshots, shared_snapshots
from secateur.exploration.task import Repeat, Task
from secateur.exploration.technique import Technique
from secateur.exploration.techniques.pse import Pse
from secateur.expr import Expr
from secateur.machine.machine import Machine
from secateur.machine.path import LIMITED, BranchKind, Path, Site
from secateur.machine.snapshot import Snapshot
from secateur.machine.state import BranchSite, State
from secateur.postcondition.cells import FIRST
from secateur.postcondition.general import End
from secateur.postcondition.summary import ANYTHING
from secateur.solver import Solver

#: Maximum number of locations per path that are summarised.
MOST = 32


class DgsePse(InteractiveDgse):
    name = "dgse+pse"
    exact = True
    options = PseOptions

    def __init__(self, options: PseOptions | None = None) -> None:
        super().__init__()
        self.chosen = options or PseOptions()
        self.covered_from: int | None = None  # the number of decisions of the running path before it is covered

    @classmethod
    def make(cls, setup: Setup) -> Self:
        return cls(setup.chosen(PseOptions))

    def begin(self, machine: Machine, solver: Solver) -> None:
        super().begin(machine, solver)
        self.variables = machine.variables
        self.known = Postconditions(self.chosen, solver)

    def stop(self, state: State, condition: Expr | bool, site: Site) -> str | None:
        if self.covered_from is not None or len(self.variables) >= FIRST or not isinstance(site, BranchSite):
            return None
        if self.known.covers(state, condition, site, keep_input=True) is not None:
            self.covered_from = len(state.branches)
        return None

    def tasks(self, path: Path, task: Task | None) -> Iterator[Task]:
        covered, self.covered_from = self.covered_from, None
        self.known.learn(path)
        decisions = 0
        for number, branch in enumerate(path.branches):
            if not branch.implied and branch.site.kind not in (BranchKind.CHECK, BranchKind.ASSUMPTION):
                decisions |= 1 << number
        snapshots = shared_snapshots(path, task) + own_snapshots(path)
        reach = 0  # number of first decisions that are all relevant to a later one: only there a summary helps
        for new in super().tasks(path, task):
            if new.origin is not path or not isinstance(new, Repeat):
                yield new
                continue
            missing = decisions & ~new.relevant & ((1 << new.index) - 1)
            wanted = (missing & -missing).bit_length() - 1 if missing else new.index
            reach = max(reach, wanted)
            if covered is None or new.index < covered or wanted < covered:
                yield new
        if path.ending not in LIMITED and len(self.variables) < FIRST:
            self._update(path, [s for s in snapshots if s.depth <= reach])

    def _update(self, path: Path, snapshots: list[Snapshot]) -> None:
        """Update the summaries of the first branches on a path that has ended."""
        seen: set[int] = set()
        for snapshot in snapshots:
            if snapshot.site.number in seen or len(seen) >= MOST or snapshot.depth >= len(path.branches):
                continue
            seen.add(snapshot.site.number)
            branch = path.branches[snapshot.depth]
            side = branch.outcome != branch.site.inverted
            self.known.update(snapshot, side, path.model, End.of(path), [ANYTHING])

    def successor(self) -> tuple[Technique, str] | None:
        found = super().successor()
        return None if found is None else (Pse(self.chosen), found[1])
