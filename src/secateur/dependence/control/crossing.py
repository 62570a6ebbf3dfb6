"""Registers that are defined in a loop and used after it.

Such a use sees the value of the last iteration, so it depends on the branch that ended the loop, although no phi shows
this.
"""

from __future__ import annotations

from secateur.dependence.control.code import Unit


class Crossings:
    """Of one function: the branches whose other side could redefine a register before it is used."""

    def __init__(self, unit: Unit) -> None:
        self.unit = unit
        self._again: dict[int, tuple[tuple[int, int], ...]] = {}
        self._reach: dict[tuple[int, int, int], int] = {}

    def of(self, register: int, block: int) -> tuple[tuple[int, int], ...]:
        """(branch, side) pairs: the side leads to the use in `block`, while another side could have redefined the
        register first."""
        home = self.unit.homes[register]
        if home < 0:
            return ()
        origin = self.unit.blocks[home - self.unit.first]
        if origin == block:
            return ()
        again = self._again.get(origin)
        if again is None:
            again = self._again[origin] = self._branches(origin)
        return tuple((b, s) for b, s in again if self._reaches(b, s, origin) >> block & 1)

    def _branches(self, origin: int) -> tuple[tuple[int, int], ...]:
        """Branches dominated by `origin`, each with the sides for which some other side can run `origin` again."""
        flow = self.unit.flow
        found = []
        for branch, following in enumerate(flow.successors):
            if len(set(following)) < 2 or not flow.decides(branch) or not flow.dominates(origin, branch):
                continue
            repeats = [bool(flow.region(branch, side) >> origin & 1) for side in range(len(following))]
            found += [(branch, s) for s in range(len(following)) if any(r for t, r in enumerate(repeats) if t != s)]
        return tuple(found)

    def _reaches(self, branch: int, side: int, origin: int) -> int:
        """Blocks reachable from a side without passing `origin`."""
        found = self._reach.get((branch, side, origin))
        if found is None:
            flow = self.unit.flow
            found, todo = 0, [flow.successors[branch][side]]
            while todo:
                here = todo.pop()
                if here != origin and not found >> here & 1:
                    found |= 1 << here
                    todo += flow.successors[here]
            self._reach[branch, side, origin] = found
        return found
