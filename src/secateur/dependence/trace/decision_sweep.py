"""The relevant decisions of a whole path in one sweep along its trace, without a graph.

This is `instance_walk` for clients that only need the decisions relevant to each decision. Registers hold bit sets
instead of instances; only what memory and events have to remember gets a number, its *writer*; segments are compiled
(`sweep_code`). Tests compare the two.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from secateur.dependence.memory.effects import Effect
from secateur.dependence.trace.control_rules import Sides
from secateur.dependence.trace.frame import NEVER, TraceFrame
from secateur.dependence.trace.last_writers import LastWriters
from secateur.dependence.trace.provided import number_of
from secateur.dependence.trace.recipe import Step
from secateur.dependence.trace.relevance import NO_CHOICE, Relevance
from secateur.dependence.trace.sweep_memory import SweepMemory
from secateur.dependence.trace.turns import Turns
from secateur.expr import Expr
from secateur.machine.path import Path
from secateur.provided import facts_of

if TYPE_CHECKING:
    from secateur.dependence.control.code import Unit
    from secateur.dependence.trace.graphs import Graphs
    from secateur.machine.compiler import Segment

SweepCode = Callable[["DecisionSweep", "TraceFrame"], None]


class Checkpoint:
    """A sweep just before a decision: another path that also gets there can continue from here."""

    __slots__ = ("bits", "graphs", "sides", "state", "step")

    def __init__(self, sweep: DecisionSweep, step: Step, sides: Sides, bits: int) -> None:
        self.graphs = sweep.graphs
        self.step, self.sides, self.bits = step, sides, bits
        self.state = sweep.snapshot()


class DecisionSweep(SweepMemory):
    """One sweep, from the start or from a checkpoint. `relevance` is its result; `checkpoints` are those it made, by
    number of the decision, wherever the machine also kept a state."""

    def __init__(self, graphs: Graphs, path: Path, start: Checkpoint | None = None) -> None:
        super().__init__(graphs, path)
        self.at = -1  # the position of the call that is processed
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
        self.freed = 0
        self.nodes: list[int] = []
        self.indices: list[int] = []
        self.before: list[int] = []
        self.observed: list[int] = []
        self.returned: int | None = None  # of the entry function's return value
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

    def _segment(self, segment: Segment, frame: TraceFrame) -> None:
        self.graphs.sweep_code(segment)(self, frame)

    # --- control

    def again(self, frame: TraceFrame, block: int) -> None:
        """Another iteration of an infinite loop."""
        frame.index = self.graphs.indices.of(frame.index, frame.side, frame.unit.starts[block])
        frame.side = -1
        frame.open.append((NEVER, frame.parent, frame.index, -1))

    def pass_branch(self, frame: TraceFrame, step: Step, sides: Sides, bits: int) -> int:
        """The path decided here."""
        number = self.branch_number
        if self.path.branches[number].resume is not None:
            self.checkpoints[number] = Checkpoint(self, step, sides, bits)
        return self.decide(frame, step.node, step.place, bits, self.position)

    def _took(self, step: Step, side: int, origin: int) -> tuple[int, int]:
        time = len(self.relevant)
        bits = self.turns.turn(origin)
        self.relevant.append(bits)
        if self.position >= self.length:
            self._stop(bits)
        return time, bits

    def turned(self, frame: TraceFrame, skipped: int, time: int) -> None:
        if skipped:
            self._event(skipped, time, frame.parent)

    def _node_of(self, decision: int) -> int:
        return self.nodes[decision]

    def _decided(self, frame: TraceFrame, node: int, bits: int, is_choice: bool) -> int:
        number = self.branch_number
        self.nodes[number] = node
        self.indices[number] = self.graphs.indices.of(frame.index, frame.side, node)
        self.before[number] = bits
        slot = self.turns.decide(number, bits, is_choice)
        if not is_choice:
            return bits
        self.choice = self.path.branches[number].traced
        return bits | 1 << slot

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

    def fail_call(self, frame: TraceFrame, step: Step, bits: int) -> None:
        """The run ended in a function that the machine provides. What it read before it failed is not known: for a
        criterion, everything before may be the cause."""
        bits |= self.extent(self.length)
        effect = facts_of(step.name).effect
        if self.graphs.fallible is not None and not effect.copies and (effect.reads or effect.rest is not None):
            bits |= self._choices()
        self.fail(self.decide(frame, step.node, step.place, bits, self.length))

    # --- calls

    def call(self, frame: TraceFrame, step: Step, bits: int, arguments: tuple[int, ...]) -> None:
        trace = self.trace
        if step.name or self.position >= self.length or type(trace[self.position]) is not tuple:
            self.enter(frame, step, bits, arguments)
            return
        for a in arguments:
            bits |= a
        value = self.provided(frame, step, bits, arguments, trace[self.position], self.position)
        self.position += 1
        if step.result >= 0:
            frame.registers[step.result] = value

    def called(self, step: Step, unit: Unit, index: int, origin: int) -> tuple[int, int]:
        bits = self.turns.turn(origin)
        others = self.graphs.other_callees(step.node, unit.function.name) if bits else 0
        if others:
            self._event(others, len(self.relevant), bits)
            self.relevant.append(bits)
        return bits, -1

    def _entered(self, frame: TraceFrame, arguments: Sequence[int]) -> None:
        for number in frame.unit.function.nonnull:
            if 0 <= number < len(arguments):
                self.criteria[arguments[number] | frame.parent] = None

    def _pass_copy(self, step: Step, frame: TraceFrame, argument: int, start: int, copy: int) -> int:
        entered = self.frames[-1]
        bits = entered.registers[argument] = self.turns.turn(entered.registers[argument] | entered.parent)
        self.criteria[bits | self.alive(start) | self.sized(start)] = None
        self.copy_argument(copy, bits, argument)
        return bits

    def _ended(self, origin: int) -> None:
        self._stop(origin)

    def wrote(self, frame: TraceFrame, node: int, place: tuple[int, int] | None, time: int, address: int) -> None:
        if address:
            self._event(self.points_to.writes(node), time, address)

    def _returned(self, frame: TraceFrame, origin: int) -> None:
        self._stop(origin)
        if frame.unit.function.nonnull:
            self.criteria[origin] = None
        if not self.frames and self.returned is None:
            self.returned = origin

    def provided(
        self, frame: TraceFrame, step: Step, bits: int, arguments: tuple[int, ...], called: Any, position: int
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

    def _act(self, step: Step, frame: TraceFrame, value: int, effect: Effect, values: tuple[object, ...]) -> int:
        if self.due == self.at:
            value = self.decide(frame, step.node, step.place, value, self.at)
        if self.graphs.fallible is not None:
            self._can_fail(effect, values, value)
        self.relevant.append(value)
        return len(self.relevant) - 1

    def _extra(self, frame: TraceFrame) -> int:
        bits = 0
        for extra in frame.extra:
            bits |= extra
        return bits

    def _chose(self, writer: int) -> bool:
        return self.choice == self.at

    def _grant(self, step: Step, frame: TraceFrame, number: int, value: int) -> int:
        if value != frame.parent:
            self.sizes[number] = value
        return frame.parent

    def _free(self, step: Step, frame: TraceFrame, start: int, writer: int, deciding: tuple[int, int]) -> None:
        self.freed |= deciding[0]
        self.end_life(frame, step.node, start, writer, deciding[1])

    def end_life(self, frame: TraceFrame, node: int, start: int, time: int, address: int) -> None:
        """A heap block was freed. That is one of the locations that the call writes."""

    def _can_fail(self, effect: Effect, values: tuple[object, ...], bits: int) -> None:
        """A call depends on what it is given, and on whether that is still allocated."""
        for number in (*effect.reads, *effect.writes):
            if number < len(values) and isinstance(values[number], int | Expr):
                bits |= self.alive(number_of(values[number], self.path.model))
        if bits:
            self.criteria[bits] = None
