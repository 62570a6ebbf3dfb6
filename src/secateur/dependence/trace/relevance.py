"""The decisions relevant to each decision of a path, as needed by techniques that prune paths.

Sets of decisions are bit sets over the path's branches.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING

from secateur.dependence.sdg.slices import CHOICE
from secateur.dependence.trace.turns import Turns
from secateur.machine.path import Branch, BranchKind, Path

if TYPE_CHECKING:
    from secateur.dependence.static import Static

#: Decisions that nothing depends on: their other side ends the run. What that hides has to be requested separately.
NO_CHOICE = frozenset({BranchKind.CHECK, BranchKind.ASSUMPTION})


@dataclass(eq=False)
class Relevance:
    """By number of the path's branch: `nodes`, the instruction; `indices`, its execution index; `before`, the decisions
    that its condition depends on by control, data and potential dependence.

    `end`: the decisions that the last instruction depends on; `observed`: those of each observation; `returned`: those
    of the entry function's return value; `printed`: those of all printed output, if requested; `criteria`: those of
    everything that can fail or decide, if requested, with the turns; for a resumed sweep only from where it resumed, at
    branch `first`. `run`: the number of the sweep, if others can make it outdated.
    """

    static: Static
    path: Path
    nodes: list[int]
    indices: list[int]
    before: list[int]
    end: int
    observed: list[int]
    returned: int = 0
    printed: int = 0
    criteria: Sequence[int] = ()
    first: int = 0
    turns: Turns = field(default_factory=lambda: Turns(records=False))
    run: int = -1

    def key(self, decision: int) -> tuple[int, ...]:
        """The identity of a decision across paths, without its outcome."""
        return identity(self.path.branches[decision], self.indices[decision])

    def side(self, decision: int, flipped: bool = False) -> tuple[int, int]:
        """The (node, side) that a decision took, or did not take if `flipped`. A choice of a value has one side."""
        branch = self.path.branches[decision]
        if branch.site.kind is not BranchKind.CONDITION:
            return self.nodes[decision], CHOICE
        raw = branch.outcome != branch.site.inverted
        return self.nodes[decision], int(raw == flipped)

    def orders(self) -> dict[tuple[int, ...], None]:
        """By criterion, the decisions relevant to it in an order in which they can be negated one by one. The last one
        is a criterion as well. What an earlier path went through is left out."""
        turns = self.turns
        own = (turns.before[slot] | 1 << slot for slot in turns.slots[self.first :])
        return {tuple(turns.order(slots)): None for slots in dict.fromkeys((*own, *self.criteria))}

    @cached_property
    def interacting(self) -> list[int]:
        """By decision, all decisions that it transitively depends on, including interactive dependence."""
        found: list[int] = []
        for decision in range(len(self.path.branches)):
            found.append(self._closed(decision, False, found))
        return found

    def flipped(self, decision: int) -> int:
        """The relevant decisions of a branch if it had taken the other side (interactive dependence has a side)."""
        return self._closed(decision, True, self.interacting)

    def _closed(self, decision: int, flipped: bool, known: list[int]) -> int:
        todo = self.before[decision] | self._interactive(decision, flipped)
        found = 0
        while todo:
            last = todo.bit_length() - 1
            found |= 1 << last | known[last]
            todo &= ~found
        return found

    def _interactive(self, decision: int, flipped: bool) -> int:
        if self.path.branches[decision].site.kind in NO_CHOICE:
            return 0
        earlier = 0
        passed = self._passed
        for side in self.static.interactive(*self.side(decision, flipped)):
            earlier |= passed.get(side, 0)
        return earlier & ((1 << decision) - 1)

    @cached_property
    def _passed(self) -> dict[tuple[int, int], int]:
        """By (node, side), the decisions that took it."""
        found: dict[tuple[int, int], int] = {}
        for number, branch in enumerate(self.path.branches):
            if branch.site.kind not in NO_CHOICE:
                side = self.side(number)
                found[side] = found.get(side, 0) | 1 << number
        return found


def identity(branch: Branch, index: int) -> tuple[int, ...]:
    """A decision by its execution index and site; a choice also by the value it concerns."""
    if branch.site.kind in (BranchKind.CHOICE, BranchKind.PINNED):
        positive = branch.condition if branch.outcome else branch.negation
        return (index, branch.site.number, positive.key)
    return (index, branch.site.number)


def numbers(bits: int) -> list[int]:
    """The elements of a bit set, in order."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found
