"""The relevant decisions of a whole path in one sweep along its trace, without a graph.

This is `instance_walk` for clients that only need the decisions relevant to each decision. Registers hold bit sets
instead of instances; only what memory and events have to remember gets a number, its *writer*; segments are compiled
(`sweep_code`). Tests compare the two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from secateur.dependence.memory.effects import Effect
from secateur.dependence.trace.last_writers import LastWriters
from secateur.dependence.trace.provided import number_of
from secateur.dependence.trace.recipe import Step
from secateur.dependence.trace.relevance import NO_CHOICE, Relevance
from secateur.dependence.trace.sweep_code import NEVER
from secateur.dependence.trace.sweep_memory import SweepMemory
from secateur.dependence.trace.turns import Turns
from secateur.expr import Expr
from secateur.ir.types import size_of
from secateur.machine.memory import SHIFT
from secateur.machine.path import Path
from secateur.provided import facts_of

if TYPE_CHECKING:
    from secateur.dependence.control.code import Unit
    from secateur.dependence.trace.graphs import Graphs

SweepCode = Callable[["DecisionSweep", "SweepFrame"], None]


class SweepFrame:
    """An activation. `parent`, `index`, `side`: relevant decisions, execution index and side of what controls the
    current block. `open`: the branches whose control region is still open, as (block where it ends, and these three);
    `last`: the last execution of each branch by block, as (time, side, relevant decisions)."""

    __slots__ = ("entered", "extra", "index", "last", "open", "parent", "registers", "result", "side", "since", "unit")

    def __init__(self, unit: Unit, registers: list[int], base: tuple[int, int, int], result: int, extra: int) -> None:
        self.unit = unit
        self.registers = registers
        self.parent, self.index, self.side = base
        self.open: list[tuple[int, int, int, int]] = [(NEVER, *base)]
        self.last: dict[int, tuple[int, int, int]] = {}
        self.entered: dict[int, int] = {}
        self.since = -1
        self.result = result
        self.extra = extra

    def copy(self) -> SweepFrame:
        base = self.parent, self.index, self.side
        twin = SweepFrame(self.unit, self.registers.copy(), base, self.result, self.extra)
        twin.since = self.since
        twin.open, twin.last, twin.entered = self.open.copy(), self.last.copy(), self.entered.copy()
        return twin


Sides = tuple[tuple[int | None, int], ...]


class Checkpoint:
    """A sweep just before a decision: another path that also gets there can continue from here."""

    __slots__ = ("bits", "graphs", "sides", "state", "step")

    def __init__(self, sweep: DecisionSweep, step: Step, sides: Sides, bits: int) -> None:
        self.graphs = sweep.graphs
        self.step, self.sides, self.bits = step, sides, bits
        self.state = sweep.snapshot()


class DecisionSweep(SweepMemory[SweepFrame]):
    """One sweep, from the start or from a checkpoint. `relevance` is its result; `checkpoints` are those it made, by
    number of the decision, wherever the machine also kept a state."""

    def __init__(self, graphs: Graphs, path: Path, start: Checkpoint | None = None) -> None:
        super().__init__(graphs, path)
        self.trace: Sequence[Any] = path.trace
        self.at = -1  # the position of the call that is processed
        self.length = len(path.trace)
        self.checkpoints: dict[int, Checkpoint] = {}
        self.criteria: dict[int, None] = {}  # an ordered set
        self.end, self.ended = 0, -1  # the decisions that the last instruction depends on, its position
        if start is None:
            self._begin()
        else:
            self._restore(*start.state)
        branches, done = path.branches, self.branch_number  # those before were swept on an earlier path
        self.due = branches[done].traced if done < len(branches) else -1
        self.nodes += [-1] * (len(branches) - done)
        self.indices += [-1] * (len(branches) - done)
        self.before += [0] * (len(branches) - done)
        if start is not None:
            frame = self.frames[-1]
            self.branch(frame, start.step, start.sides, self.pass_branch(frame, start.step, start.sides, start.bits))
        self._run()
        if self.ended < self.length:  # in an instruction that has no step: anything may be the cause
            self.end = self._choices()
        self.relevance = self._found(done)

    def _found(self, first: int) -> Relevance:
        turns = self.turns
        return Relevance(
            self.graphs.static,
            self.path,
            self.nodes,
            self.indices,
            turns.all_decisions(self.before),
            turns.decisions(self.end),
            turns.all_decisions(self.observed),
            turns.decisions(self.returned or 0),
            turns.decisions(self._could(self.graphs.stdout, -1)),
            list(self.criteria),
            first,
            turns,
        )

    def _begin(self) -> None:
        self.position = 0
        self.freed = 0
        self.branch_number = 0
        self.nodes: list[int] = []
        self.indices: list[int] = []
        self.before: list[int] = []
        self.observed: list[int] = []
        self.returned: int | None = None  # of the entry function's return value
        self.frames: list[SweepFrame] = []
        self.turns = Turns(records=self.graphs.fallible is not None)

    def snapshot(self) -> tuple[Any, ...]:
        """Everything as it is now. Lists that only grow are not copied; their length is kept."""
        return (
            self.position,
            (self.relevant, len(self.relevant)),
            self.memory.copy(),
            self.events.copy(),
            self.eventful,
            self.homes.copy(),
            self.sizes.copy(),
            self.freed,
            self.branch_number,
            (self.nodes, self.indices, self.before),
            (self.observed, len(self.observed)),
            self.returned,
            [frame.copy() for frame in self.frames],
            (self.turns, len(self.turns.owners)),
        )

    def _restore(
        self, position: int, relevant: Any, memory: LastWriters, events: Any, eventful: int, *rest: Any
    ) -> None:
        homes, sizes, self.freed, done, decided, observed, self.returned, frames, turns = rest
        self.position, self.eventful, self.branch_number = position, eventful, done
        self.relevant = relevant[0][: relevant[1]]
        self.memory = memory.copy()
        self.events = events.copy()
        self.homes = homes.copy()
        self.sizes = sizes.copy()
        self.nodes, self.indices, self.before = (kept[:done] for kept in decided)
        self.observed = observed[0][: observed[1]]
        self.frames = [frame.copy() for frame in frames]
        self.turns = turns[0].up_to(done, turns[1])

    def _run(self) -> None:
        trace, graphs, frames = self.trace, self.graphs, self.frames
        while self.position < self.length:
            segment = trace[self.position]
            self.position += 1
            if not frames:
                unit = graphs.static.code.units[segment.function]
                frames.append(SweepFrame(unit, [0] * unit.function.body.register_count, (0, -1, -1), -1, 0))
            graphs.sweep_code(segment)(self, frames[-1])
        if self.branch_number < len(self.path.branches):
            branch = self.path.branches[self.branch_number]
            raise RuntimeError(f"{branch} is missing from its trace: this is a bug in Secateur")

    # --- control

    def meet(self, frame: SweepFrame, block: int) -> int:
        """Leave the control regions of branches that end at this block."""
        stack = frame.open
        while stack[-1][0] == block:
            stack.pop()
        _, frame.parent, frame.index, frame.side = stack[-1]
        return frame.parent

    def again(self, frame: SweepFrame, block: int) -> None:
        """Another iteration of an infinite loop."""
        frame.index = self.graphs.indices.of(frame.index, frame.side, frame.unit.starts[block])
        frame.side = -1
        frame.open.append((NEVER, frame.parent, frame.index, -1))

    def chosen(self, frame: SweepFrame, block: int, sides: tuple[int, ...]) -> int:
        last = frame.last.get(block)
        return last[2] if last is not None and last[0] >= frame.since and last[1] in sides else 0

    def left(self, frame: SweepFrame, block: int, side: int, home: int) -> int:
        """The branch that left a loop, if it ran after the last definition of the register."""
        last = frame.last.get(block)
        return last[2] if last is not None and last[1] == side and last[0] >= frame.entered.get(home, -1) else 0

    def pass_branch(self, frame: SweepFrame, step: Step, sides: Sides, bits: int) -> int:
        """The path decided here."""
        number = self.branch_number
        if self.path.branches[number].resume is not None:
            self.checkpoints[number] = Checkpoint(self, step, sides, bits)
        return self.decide(frame, step.node, step.place, bits, self.position)

    def branch(self, frame: SweepFrame, step: Step, sides: Sides, bits: int) -> None:
        """`sides`: by side, the block where its control region ends (None if it controls nothing), and the locations
        that another side may write."""
        side = self._side(step)
        time = len(self.relevant)
        bits = self.turns.turn(bits)
        self.relevant.append(bits)
        frame.last[step.block] = (time, side, bits)
        meet, skipped = sides[side]
        if self.position >= self.length:
            self._stop(bits)
        if meet is None:
            return
        frame.index = self.graphs.indices.of(frame.index, frame.side, step.node)
        frame.parent, frame.side = bits, side
        if bits:
            self.turned(frame, skipped, time)
        frame.open.append((meet, bits, frame.index, side))

    def turned(self, frame: SweepFrame, skipped: int, time: int) -> None:
        """A branch that depends on decisions has been passed; another side may write `skipped`."""
        if skipped:
            self._event(skipped, time, frame.parent)

    def _side(self, step: Step) -> int:
        if self.position < self.length:
            return step.targets.index(self.trace[self.position].label)
        last = self.branch_number - 1
        if last >= 0 and self.nodes[last] == step.node:
            branch = self.path.branches[last]
            return int(branch.outcome == branch.site.inverted)
        return 0

    def decide(self, frame: SweepFrame, node: int, place: tuple[str, int], bits: int, position: int) -> int:
        """Attach the path's branches that belong to this instance."""
        branches = self.path.branches
        index = -1
        while self.branch_number < len(branches):
            number = self.branch_number
            branch = branches[number]
            if branch.traced != position or branch.site.place != place:
                break
            if index < 0:
                index = self.graphs.indices.of(frame.index, frame.side, node)
            self.nodes[number], self.indices[number] = node, index
            self.before[number] = bits
            is_choice = branch.site.kind not in NO_CHOICE
            slot = self.turns.decide(number, bits, is_choice)
            if is_choice:
                bits |= 1 << slot
                self.choice = position
            self.branch_number += 1
        self.due = branches[self.branch_number].traced if self.branch_number < len(branches) else -1
        return bits

    def is_end(self, place: tuple[str, int], position: int, bits: int) -> bool:
        """Did the run end in this instruction?"""
        if position < self.length or place != self.path.place:
            return False
        self.position = self.length
        self._stop(bits)
        return True

    def extent(self, position: int) -> int:
        """What decides about the size of the object that is accessed; of any object, if the access failed."""
        if position < self.length:
            return self.sized(self.trace[position])
        bits = 0
        for size in self.sizes.values():
            bits |= size
        return bits

    def fail(self, bits: int) -> None:
        """The run ended in an access; the size of the object or an earlier `free` may be the cause."""
        self.position = self.length
        self._stop(bits | self.freed | self.extent(self.length) if self.path.fault is not None else bits)
        self.criteria[self.end] = None

    def _stop(self, bits: int) -> None:
        """The run may have ended here."""
        self.end, self.ended = bits, self.position

    def _choices(self) -> int:
        """All decisions so far that anything can depend on."""
        bits = 0
        for number in range(self.branch_number):
            if self.path.branches[number].site.kind not in NO_CHOICE:
                bits |= 1 << self.turns.slots[number]
        return bits

    def fail_call(self, frame: SweepFrame, step: Step, bits: int) -> None:
        """The run ended in a function that the machine provides. What it read before it failed is not known: for a
        criterion, everything before may be the cause."""
        bits |= self.extent(self.length)
        effect = facts_of(step.name).effect
        if self.graphs.fallible is not None and not effect.copies and (effect.reads or effect.rest is not None):
            bits |= self._choices()
        self.fail(self.decide(frame, step.node, step.place, bits, self.length))

    # --- calls

    def call(self, frame: SweepFrame, step: Step, bits: int, arguments: tuple[int, ...]) -> None:
        trace = self.trace
        if not step.name and self.position < self.length and type(trace[self.position]) is tuple:
            every = bits
            for a in arguments:
                every |= a
            value = self.provided(frame, step, every, arguments, trace[self.position], self.position)
            self.position += 1
            if step.result >= 0:
                frame.registers[step.result] = value
            return
        copies = []
        while self.position < self.length and type(trace[self.position]) is tuple:
            copies.append(trace[self.position])
            self.position += 1
        if self.position >= self.length:
            self._stop(bits)
            return
        unit = self.graphs.static.code.units[trace[self.position].function]
        index, side = self.graphs.indices.of(frame.index, frame.side, step.node), -1
        if not step.name and bits:
            bits = self.turns.turn(bits)
            side = self.called(step, unit, index, bits)
        count = len(unit.function.parameters)
        registers = [*arguments[:count], *([0] * (unit.function.body.register_count - count))]
        extra = 0
        for a in arguments[count:]:
            extra |= a
        for number in unit.function.nonnull:
            if 0 <= number < len(arguments):
                self.criteria[arguments[number] | bits] = None
        self.frames.append(SweepFrame(unit, registers, (bits, index, side), step.result, extra))
        for number, (given, copy) in zip(unit.function.by_value, copies, strict=False):
            start, size = number_of(given, self.path.model), size_of(unit.function.by_value[number])
            registers[number] = self.turns.turn(registers[number] | bits)
            self.criteria[registers[number] | self.alive(start) | self.sized(start)] = None
            self.copy_argument(copy >> SHIFT, registers[number], number)
            self._copy(step, frame, registers[number], start, start + size, copy)

    def called(self, step: Step, unit: Unit, index: int, bits: int) -> int:
        """A function has been called through a pointer that depends on decisions. Returns the side of its index."""
        others = self.graphs.other_callees(step.node, unit.function.name)
        if others:
            self._event(others, len(self.relevant), bits)
            self.relevant.append(bits)
        return -1

    def wrote(self, frame: SweepFrame, node: int, place: tuple[int, int] | None, time: int, address: int) -> None:
        if address:
            self._event(self.points_to.writes(node), time, address)

    def leave(self, frame: SweepFrame, bits: int) -> None:
        self.frames.pop()
        self._stop(bits)
        if frame.unit.function.nonnull:
            self.criteria[bits] = None
        if not self.frames and self.returned is None:
            self.returned = bits
        if self.frames and frame.result >= 0:
            self.frames[-1].registers[frame.result] = bits

    def provided(
        self, frame: SweepFrame, step: Step, bits: int, arguments: tuple[int, ...], called: Any, position: int
    ) -> int:
        """A function provided by the machine. What it is given decides which memory it accesses."""
        self.at = position
        if bits and self.turns.records:
            bits = self.turns.turn(bits)
            arguments = tuple(bits if argument else 0 for argument in arguments)
        writer, bits = self._provide(step, frame, bits, arguments, called)
        if self.graphs.stdout and self.graphs.prints(called[0], called[1]):
            self._event(self.graphs.stdout, writer, bits)
        return bits

    def _act(self, step: Step, frame: SweepFrame, value: int, effect: Effect, values: tuple[object, ...]) -> int:
        if self.due == self.at:
            value = self.decide(frame, step.node, step.place, value, self.at)
        if self.graphs.fallible is not None:
            self._can_fail(effect, values, value)
        self.relevant.append(value)
        return len(self.relevant) - 1

    def _extra(self, frame: SweepFrame) -> int:
        return frame.extra

    def _chose(self, writer: int) -> bool:
        return self.choice == self.at

    def _grant(self, step: Step, frame: SweepFrame, number: int, value: int) -> int:
        if value != frame.parent:
            self.sizes[number] = value
        return frame.parent

    def _free(self, step: Step, frame: SweepFrame, start: int, writer: int, deciding: tuple[int, int]) -> None:
        self.freed |= deciding[0]
        self.end_life(frame, step.node, start, writer, deciding[1])

    def end_life(self, frame: SweepFrame, node: int, start: int, time: int, address: int) -> None:
        """A heap block was freed. That is one of the locations that the call writes."""

    def _can_fail(self, effect: Effect, values: tuple[object, ...], bits: int) -> None:
        """A call depends on what it is given, and on whether that is still allocated."""
        for number in (*effect.reads, *effect.writes):
            if number < len(values) and isinstance(values[number], int | Expr):
                bits |= self.alive(number_of(values[number], self.path.model))
        if bits:
            self.criteria[bits] = None
