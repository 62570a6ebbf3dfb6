"""An activation of a function during a walk along a trace."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from secateur.dependence.control.code import Unit

#: In place of a block: the control region of a side that ends the program never ends.
NEVER = -1


class TraceFrame:
    """`registers`: where their values come from, as the walk records it. `parent`, `index`, `side`: what controls the
    current block, its execution index and side. `open`: the branches whose control region is still open, as (block
    where it ends, and these three); `last`: the last execution of each branch by block, as (time, side, what depends on
    it); `entered`: when each block was entered; `since`: when the values that a phi chooses from began to differ;
    `extra`: the variable arguments."""

    __slots__ = ("entered", "extra", "index", "last", "open", "parent", "registers", "result", "side", "since", "unit")

    def __init__(
        self, unit: Unit, registers: list[int], base: tuple[int, int, int], result: int, extra: Sequence[int]
    ) -> None:
        self.unit = unit
        self.registers = registers
        self.parent, self.index, self.side = base
        self.open: list[tuple[int, int, int, int]] = [(NEVER, *base)]
        self.last: dict[int, tuple[int, int, int]] = {}
        self.entered: dict[int, int] = {}
        self.since = -1
        self.result = result
        self.extra = extra

    def copy(self) -> TraceFrame:
        base = self.parent, self.index, self.side
        twin = TraceFrame(self.unit, self.registers.copy(), base, self.result, self.extra)
        twin.since = self.since
        twin.open, twin.last, twin.entered = self.open.copy(), self.last.copy(), self.entered.copy()
        return twin
