"""Branches, decisions and calls along a trace: the rules that both walks follow.

A register and a branch have a number that shows where they come from: an instance (`instance_walk`), or a set of
decisions (`decision_sweep`). `nobody` comes from nowhere. The sweep calls these rules from compiled code.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from secateur.dependence.trace.frame import TraceFrame
from secateur.dependence.trace.memory_rules import ValueT
from secateur.dependence.trace.provided import number_of
from secateur.dependence.trace.provided_rules import ProvidedRules
from secateur.dependence.trace.relevance import NO_CHOICE
from secateur.ir.types import size_of
from secateur.machine.memory import SHIFT
from secateur.machine.path import Path

if TYPE_CHECKING:
    from secateur.dependence.control.code import Unit
    from secateur.dependence.trace.graphs import Graphs
    from secateur.dependence.trace.recipe import Step
    from secateur.machine.compiler import Segment

#: By side of a branch: the block where its control region ends (None if it controls nothing), and the locations that
#: another side may write.
Sides = tuple[tuple[int | None, int], ...]


class ControlRules(ProvidedRules[ValueT]):
    """`position`: in the trace; `due`: the position of the path's next branch, which is number `branch_number`."""

    def __init__(self, graphs: Graphs, path: Path, nobody: int) -> None:
        super().__init__(graphs, path, nobody)
        self.trace: Sequence[Any] = path.trace
        self.length = len(path.trace)
        self.position = 0
        self.branch_number = 0
        self.due = path.branches[0].traced if path.branches else -1
        self.frames: list[TraceFrame] = []

    # --- what a walk records

    @abstractmethod
    def _segment(self, segment: Segment, frame: TraceFrame) -> None:
        """Everything in a segment. `position` is after its entry."""

    @abstractmethod
    def _decided(self, frame: TraceFrame, node: int, bits: int, is_choice: bool) -> int:
        """The next decision of the path was made here, and depends on others, a bit set. Returns what the following
        depends on."""

    @abstractmethod
    def _node_of(self, decision: int) -> int:
        """The instruction that decided."""

    @abstractmethod
    def _took(self, step: Step, side: int, origin: int) -> tuple[int, int]:
        """A branch took a side: the time, and what depends on it."""

    @abstractmethod
    def turned(self, frame: TraceFrame, skipped: int, time: int) -> None:
        """The branch that now controls the frame has been passed; another side may write `skipped`."""

    @abstractmethod
    def called(self, step: Step, unit: Unit, index: int, origin: int) -> tuple[int, int]:
        """A function has been called through a pointer: what depends on that, and the side of its index."""

    @abstractmethod
    def _entered(self, frame: TraceFrame, arguments: Sequence[int]) -> None:
        """A function was called with these arguments."""

    @abstractmethod
    def _pass_copy(self, step: Step, frame: TraceFrame, argument: int, start: int, copy: int) -> ValueT:
        """An argument of the function that was entered is the object number `copy`, a copy of what is at `start`. What
        decides about it."""

    @abstractmethod
    def _ended(self, origin: int) -> None:
        """The run ended in a call."""

    @abstractmethod
    def _returned(self, frame: TraceFrame, origin: int) -> None:
        """A function returned."""

    # --- rules

    def _run(self) -> None:
        trace, frames = self.trace, self.frames
        while self.position < self.length:
            segment = trace[self.position]
            self.position += 1
            if not frames:
                unit = self.graphs.static.code.units[segment.function]
                registers = [self.nobody] * unit.function.body.register_count
                frames.append(TraceFrame(unit, registers, (self.nobody, -1, -1), -1, ()))
            self._segment(segment, frames[-1])
        if self.branch_number < len(self.path.branches):
            branch = self.path.branches[self.branch_number]
            raise RuntimeError(f"{branch} is missing from its trace: this is a bug in Secateur")

    def meet(self, frame: TraceFrame, block: int) -> int:
        """Leave the control regions of branches that end at this block."""
        stack = frame.open
        while stack[-1][0] == block:
            stack.pop()
        _, frame.parent, frame.index, frame.side = stack[-1]
        return frame.parent

    def chosen(self, frame: TraceFrame, block: int, sides: Sequence[int]) -> int:
        """A branch that could have brought another value to a phi."""
        last = frame.last.get(block)
        return last[2] if last is not None and last[0] >= frame.since and last[1] in sides else self.nobody

    def left(self, frame: TraceFrame, block: int, side: int, home: int) -> int:
        """The branch that left a loop, if it ran after the last definition of the register, in block `home`."""
        last = frame.last.get(block)
        if last is not None and last[1] == side and last[0] >= frame.entered.get(home, -1):
            return last[2]
        return self.nobody

    def decide(self, frame: TraceFrame, node: int, place: tuple[str, int], bits: int, position: int) -> int:
        """Attach the path's branches that belong to this instance."""
        branches = self.path.branches
        while self.branch_number < len(branches):
            branch = branches[self.branch_number]
            if branch.traced != position or branch.site.place != place:
                break
            bits = self._decided(frame, node, bits, branch.site.kind not in NO_CHOICE)
            self.branch_number += 1
        self.due = branches[self.branch_number].traced if self.branch_number < len(branches) else -1
        return bits

    def branch(self, frame: TraceFrame, step: Step, sides: Sides, origin: int) -> None:
        side = self._side(step)
        time, origin = self._took(step, side, origin)
        frame.last[step.block] = (time, side, origin)
        meet, skipped = sides[side]
        if meet is None:
            return
        frame.index = self.graphs.indices.of(frame.index, frame.side, step.node)
        frame.parent, frame.side = origin, side
        if origin != self.nobody:
            self.turned(frame, skipped, time)
        frame.open.append((meet, origin, frame.index, side))

    def _side(self, step: Step) -> int:
        """The side that the run took."""
        if self.position < self.length:
            return step.targets.index(self.trace[self.position].label)
        last = self.branch_number - 1
        if last >= 0 and self._node_of(last) == step.node:
            branch = self.path.branches[last]
            return int(branch.outcome == branch.site.inverted)
        return 0

    def enter(self, frame: TraceFrame, step: Step, origin: int, arguments: Sequence[int]) -> None:
        """A call of a function that is defined in the program. Structs passed by value come first in the trace."""
        trace = self.trace
        copies = []
        while self.position < self.length and type(trace[self.position]) is tuple:
            copies.append(trace[self.position])
            self.position += 1
        if self.position >= self.length:
            self._ended(origin)
            return
        unit = self.graphs.static.code.units[trace[self.position].function]
        index, side = self.graphs.indices.of(frame.index, frame.side, step.node), -1
        if not step.name:
            origin, side = self.called(step, unit, index, origin)
        count = len(unit.function.parameters)
        registers = [*arguments[:count], *([self.nobody] * (unit.function.body.register_count - count))]
        entered = TraceFrame(unit, registers, (origin, index, side), step.result, arguments[count:])
        self.frames.append(entered)
        self._entered(entered, arguments)
        for number, (given, copy) in zip(unit.function.by_value, copies, strict=False):
            start, size = number_of(given, self.path.model), size_of(unit.function.by_value[number])
            by = self._pass_copy(step, frame, number, start, copy >> SHIFT)
            self._copy(step, frame, by, start, start + size, copy)

    def leave(self, frame: TraceFrame, origin: int) -> None:
        self.frames.pop()
        self._returned(frame, origin)
        if self.frames and frame.result >= 0:
            self.frames[-1].registers[frame.result] = origin
