"""A walk along a trace, from its first instruction to its last: what computed and what controlled each value."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from secateur.dependence.memory.effects import Effect
from secateur.dependence.trace.control_rules import ControlRules
from secateur.dependence.trace.dynamic import PotentialWriters, Record
from secateur.dependence.trace.frame import TraceFrame
from secateur.dependence.trace.recipe import Do, Step
from secateur.dependence.trace.spans import Spans
from secateur.machine.memory import SHIFT
from secateur.machine.path import Path
from secateur.provided import facts_of

if TYPE_CHECKING:
    from secateur.dependence.control.code import Unit
    from secateur.dependence.trace.graphs import Graphs
    from secateur.machine.compiler import Segment

#: The result of an access: the instances that wrote there, and those that could have.
Found = tuple[list[int], list[PotentialWriters]]
NOTHING: Found = ([], [])  # never changed


class InstanceWalk(ControlRules[Found]):
    """One walk; `record` is its result. A writer is an instance."""

    nothing = NOTHING

    def __init__(self, graphs: Graphs, path: Path) -> None:
        super().__init__(graphs, path, nobody=-1)
        self.record = Record()
        self.record.decided = [-1] * len(path.branches)
        self.record.before = [0] * len(path.branches)
        self.events: dict[int, Spans] = {}
        self.chose = -1  # the last instance that made a choice
        self.freed: list[int] = []
        self._run()

    def _segment(self, segment: Segment, frame: TraceFrame) -> None:
        for step in self.graphs.recipes(frame.unit).of(segment):
            if not self._step(step, frame):
                break
            if step.place == self.path.place and self.position >= self.length:
                break

    # --- steps

    def _step(self, step: Step, frame: TraceFrame) -> bool:
        """Process one step; False if the run ended in it."""
        do = step.do
        if do is Do.COMPUTE:
            made = self._add(step, frame, self._makers(step, frame))
            if step.result >= 0:
                frame.registers[step.result] = made
            return True
        if do is Do.BLOCK:
            self._enter_block(step.block, frame)
            return True
        if do is Do.PHI:
            self._phi(step, frame)
            return True
        if do is Do.LOAD:
            return self._load(step, frame)
        if do is Do.STORE:
            return self._store(step, frame)
        if do is Do.BRANCH:
            instance = self._add(step, frame, self._makers(step, frame))
            self.branch(frame, step, self.graphs.sides(frame.unit, step.block), instance)
        elif do is Do.PROVIDED:
            return self._provided(step, frame)
        elif do is Do.CALL:
            return self._call(step, frame)
        elif do is Do.RETURN:
            self.leave(frame, self._add(step, frame, self._makers(step, frame)))
        else:
            return self._allocate(step, frame)
        return True

    def _add(
        self,
        step: Step,
        frame: TraceFrame,
        data: list[int],
        found: Found = NOTHING,
        deciding: list[int] | None = None,
    ) -> int:
        """A new instance, with the decisions made in it. These do not depend on what it then finds in memory; and only
        on the instances that are `deciding`, if they are given."""
        record = self.record
        instance = len(record.nodes)
        relevant = record.relevant
        bits = control = relevant[frame.parent] if frame.parent >= 0 else 0
        for d in data:
            other = relevant[d]
            if other is not bits:
                bits |= other
        if self.due == self.position:
            if deciding is not None:
                for d in deciding:
                    control |= relevant[d]
            decided = bits if deciding is None else control
            bits |= self.decide(frame, step.node, step.place, decided, self.position)
        writers, potential = found
        for d in writers:
            bits |= relevant[d]
        if potential:
            record.potential[instance] = potential
            for span in potential:
                bits |= span.events.union(span.start)
        record.nodes.append(step.node)
        record.parents.append(frame.parent)
        record.data.append((*data, *writers))
        relevant.append(bits)
        return instance

    def _decided(self, frame: TraceFrame, node: int, bits: int, is_choice: bool) -> int:
        record, number, instance = self.record, self.branch_number, len(self.record.nodes)
        record.decided[number] = instance
        record.before[number] = bits
        if not is_choice:
            return bits
        self.chose = instance
        return bits | 1 << number

    def _node_of(self, decision: int) -> int:
        return self.record.nodes[self.record.decided[decision]]

    def _makers(self, step: Step, frame: TraceFrame) -> list[int]:
        makers = [frame.registers[r] for r in step.uses]
        makers += [self.left(frame, block, side, home) for _, block, side, home in step.crossing]
        return [m for m in makers if m >= 0]

    # --- control

    def _enter_block(self, block: int, frame: TraceFrame) -> None:
        self.meet(frame, block)
        top = frame.unit.flow.idom[block]
        frame.since = max(frame.entered.get(top, -1), frame.entered.get(block, -1))
        frame.entered[block] = len(self.record.nodes)

    def _phi(self, step: Step, frame: TraceFrame) -> None:
        data = self._makers(step, frame)
        chosen = []
        for block, matters in step.chosen:
            instance = self.chosen(frame, block, [side for side, does in enumerate(matters) if does])
            if instance >= 0:
                chosen.append(instance)
        instance = self._add(step, frame, data + chosen)
        if chosen:
            self.record.choosing[instance] = tuple(chosen)
            self.record.data[instance] = tuple(data)
        frame.registers[step.result] = instance

    def _took(self, step: Step, side: int, origin: int) -> tuple[int, int]:
        self.record.sides[origin] = side
        return origin, origin

    def turned(self, frame: TraceFrame, skipped: int, time: int) -> None:
        if skipped:
            self._event(skipped, time, time)

    # --- memory

    def _event(self, locations: int, time: int, instance: int) -> None:
        """From `time` on, reads of these locations could have seen another value because of `instance`."""
        bits = self.record.relevant[instance]
        self.eventful |= locations
        while locations:
            low = locations & -locations
            locations ^= low
            events = self.events.get(low)
            if events is None:
                events = self.events[low] = Spans()
            events.add(time, instance, bits)

    def _could(self, locations: int, since: int) -> list[PotentialWriters]:
        """What could have written these locations after `since`."""
        locations &= self.eventful
        found = []
        while locations:
            low = locations & -locations
            locations ^= low
            events = self.events[low]
            start = events.after(since)
            if start < len(events.times):
                found.append(PotentialWriters(events, start, len(events.times)))
        return found

    def _of(self, writers: set[int], start: int, stop: int, node: int) -> Found:
        potential: list[PotentialWriters] = []
        if self.eventful:
            potential = self._could(self._locations(start, max(stop - start, 0), node), min(writers))
        return sorted(writers - {-1}), potential

    def _load(self, step: Step, frame: TraceFrame) -> bool:
        data = self._makers(step, frame)
        if self.position >= self.length:
            self._add(step, frame, data + self._fatal(), deciding=self._deciding(step, frame, None))
            return False
        place = self.trace[self.position]
        start, stop = (place, place + step.size) if isinstance(place, int) else place
        deciding = self._deciding(step, frame, [start])
        instance = self._add(step, frame, data, self._read(start, stop, step.node), deciding)
        self.position += 1
        frame.registers[step.result] = instance
        return True

    def _deciding(self, step: Step, frame: TraceFrame, addresses: Iterable[int] | None) -> list[int]:
        """What decides about an access: its address, and the size of the object; of any object if it failed."""
        found = self._makers_of(step, frame, step.address)
        if addresses is None:
            return [*found, *self._every_size()]
        return found + [s for a in addresses for s in self.sizes.get(a >> SHIFT, NOTHING)[0]]

    def _every_size(self) -> list[int]:
        return [instance for found in self.sizes.values() for instance in found[0]]

    def _store(self, step: Step, frame: TraceFrame) -> bool:
        data = self._makers(step, frame)
        if self.position >= self.length:
            self._add(step, frame, data + self._fatal(), deciding=self._deciding(step, frame, None))
            return False
        place = self.trace[self.position]
        if isinstance(place, int):
            start, stop = place, place + step.size
            instance = self._add(step, frame, data, deciding=self._deciding(step, frame, [start]))
        else:  # one of several places: the others keep their contents
            start, stop = place
            found, deciding = self._read(start, stop, step.node), self._deciding(step, frame, [start])
            instance = self._add(step, frame, data, found, deciding)
        self.position += 1
        chosen = [instance] if self.chose == instance else self._makers_of(step, frame, step.address)
        self.wrote(frame, step.node, (start, stop), instance, (chosen, []))
        self.memory.write(start, stop, instance)
        return True

    def wrote(self, frame: TraceFrame, node: int, place: tuple[int, int] | None, time: int, address: Found) -> None:
        for maker in (time,) if time in address[0] else address[0]:  # chosen in the access itself, or before
            if self.record.relevant[maker]:
                self._event(self.points_to.writes(node), time, maker)

    def _fatal(self) -> list[int]:
        """Further possible causes of a fault in an access: earlier calls of `free`, and the sizes of objects."""
        return [*self.freed, *self._every_size()] if self.path.fault is not None else []

    def _allocate(self, step: Step, frame: TraceFrame) -> bool:
        instance = self._add(step, frame, self._makers(step, frame))
        if self.position >= self.length:
            return False
        place = self.trace[self.position]
        self.position += 1
        self.create(place >> SHIFT, ([instance], []), step.node)
        frame.registers[step.result] = instance
        return True

    def _maker(self, value: Found) -> int:
        return value[0][0]

    # --- calls

    def _call(self, step: Step, frame: TraceFrame) -> bool:
        if not step.name and self.position < self.length and isinstance(self.trace[self.position], tuple):
            return self._provided(step, frame)
        instance = self._add(step, frame, self._makers_of(step, frame, step.address))
        if self.position >= self.length:
            return False
        arguments = tuple(self._argument(step, frame, r) for r in step.arguments)
        self.enter(frame, step, instance, arguments)
        return self.position < self.length

    def called(self, step: Step, unit: Unit, index: int, origin: int) -> tuple[int, int]:
        others = self.graphs.other_callees(step.node, unit.function.name)
        if others and self.record.relevant[origin]:
            self._event(others, origin, origin)
        return origin, -1

    def _entered(self, frame: TraceFrame, arguments: Sequence[int]) -> None:
        self.record.passed[frame.parent] = tuple(arguments)

    def _ended(self, origin: int) -> None:
        """Nothing else is known about it."""

    def _returned(self, frame: TraceFrame, origin: int) -> None:
        """The instance of the return is all that is recorded."""

    def _argument(self, step: Step, frame: TraceFrame, register: int) -> int:
        """The maker of an argument; if it comes from a loop, an instance of the call that also depends on the end of
        the loop."""
        makers = self._makers_of(step, frame, register)
        return self._add(step, frame, makers) if len(makers) > 1 else makers[0] if makers else -1

    def _makers_of(self, step: Step, frame: TraceFrame, register: int) -> list[int]:
        """What computed a register that the step uses, and the end of the loop that it comes from."""
        if register < 0:
            return []
        ends = [self.left(frame, *crossing[1:]) for crossing in step.crossing if crossing[0] == register]
        return [m for m in (frame.registers[register], *ends) if m >= 0]

    def _pass_copy(self, step: Step, frame: TraceFrame, argument: int, start: int, copy: int) -> Found:
        """An instance of the call reads the original and writes the copy."""
        registers = self.frames[-1].registers
        passed = registers[argument]
        instance = registers[argument] = self._add(step, frame, [passed] if passed >= 0 else [])
        self.memory.create(copy, instance)
        return [instance], []

    def _write_cell(self, step: Step, frame: TraceFrame, by: Found, found: Found) -> int:
        """Each cell is copied by an instance of the call of its own."""
        return self._add(step, frame, by[0], found)

    def _provided(self, step: Step, frame: TraceFrame) -> bool:
        """A function provided by the machine."""
        data = self._makers(step, frame)
        if self.position >= self.length:
            extra = self._extra(frame)[0] if facts_of(step.name).takes_variable_arguments else ()
            self._add(step, frame, [*data, *extra, *self._fatal()])
            return False
        called = self.trace[self.position]
        arguments: tuple[Found, ...] = tuple((self._makers_of(step, frame, r), []) for r in step.arguments)
        instance, value = self._provide(step, frame, (data, []), arguments, called)
        self.position += 1
        facts = facts_of(called[0])
        if facts.observes:
            self.record.observed.append(instance)
        if step.result >= 0:
            frame.registers[step.result] = value[0][0]
        return True

    def _joined(self, one: Found, other: Found) -> Found:
        return one[0] + other[0], one[1] + other[1]

    def _extra(self, frame: TraceFrame) -> Found:
        return [each for each in frame.extra if each >= 0], []

    def _act(self, step: Step, frame: TraceFrame, value: Found, effect: Effect, values: tuple[object, ...]) -> int:
        return self._add(step, frame, value[0], ([], value[1]))

    def _written(self, writer: int) -> Found:
        return [writer], []

    def _chose(self, writer: int) -> bool:
        return self.chose == writer

    def _grant(self, step: Step, frame: TraceFrame, number: int, value: Found) -> Found:
        self.sizes[number] = value
        return [self._add(step, frame, [])], []

    def _free(self, step: Step, frame: TraceFrame, start: int, writer: int, deciding: tuple[Found, Found]) -> None:
        self.freed.append(writer)

    def _keep(self, writer: int, earlier: set[int]) -> None:
        kept = sorted(earlier - {-1})
        self.record.data[writer] = tuple({*self.record.data[writer], *kept})
        for each in kept:
            self.record.relevant[writer] |= self.record.relevant[each]
