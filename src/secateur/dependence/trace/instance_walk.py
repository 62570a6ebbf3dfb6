"""A walk along a trace, from its first instruction to its last: what computed and what controlled each value."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from secateur.dependence.memory.effects import Effect
from secateur.dependence.trace.dynamic import PotentialWriters, Record
from secateur.dependence.trace.instance_frame import InstanceFrame
from secateur.dependence.trace.provided import number_of
from secateur.dependence.trace.provided_rules import ProvidedRules
from secateur.dependence.trace.recipe import Do, Step
from secateur.dependence.trace.relevance import NO_CHOICE
from secateur.dependence.trace.spans import Spans
from secateur.ir.types import size_of
from secateur.machine.memory import SHIFT
from secateur.machine.path import Path
from secateur.provided import facts_of

if TYPE_CHECKING:
    from secateur.dependence.trace.graphs import Graphs

#: The result of an access: the instances that wrote there, and those that could have.
Found = tuple[list[int], list[PotentialWriters]]
NOTHING: Found = ([], [])  # never changed

#: In place of a block: the control region of a side that ends the program never ends.
NEVER = -1


class InstanceWalk(ProvidedRules[Found, InstanceFrame]):
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
        self.position = 0
        self.branch = 0
        self.due = path.branches[0].traced if path.branches else -1
        self.frames: list[InstanceFrame] = []
        self._walk()

    def _walk(self) -> None:
        trace, path = self.path.trace, self.path
        while self.position < len(trace):
            segment: Any = trace[self.position]
            self.position += 1
            unit = self.graphs.static.code.units[segment.function]
            if not self.frames:
                makers = [-1] * unit.function.body.register_count
                self.frames.append(InstanceFrame(unit, makers, -1, -1, ()))
            frame = self.frames[-1]
            for step in self.graphs.recipes(unit).of(segment):
                if not self._step(step, frame):
                    break
                if step.place == path.place and self.position >= len(trace):
                    break
        if self.branch < len(path.branches):
            raise RuntimeError(f"{path.branches[self.branch]} is missing from its trace: this is a bug in Secateur")

    # --- steps

    def _step(self, step: Step, frame: InstanceFrame) -> bool:
        """Process one step; False if the run ended in it."""
        do = step.do
        if do is Do.COMPUTE:
            made = self._add(step, frame, self._makers(step, frame))
            if step.result >= 0:
                frame.makers[step.result] = made
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
            self._branch(step, frame)
        elif do is Do.PROVIDED:
            return self._provided(step, frame)
        elif do is Do.CALL:
            return self._call(step, frame)
        elif do is Do.RETURN:
            self._return(step, frame)
        else:
            return self._allocate(step, frame)
        return True

    def _add(
        self,
        step: Step,
        frame: InstanceFrame,
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
            bits |= self._decide(step, instance, bits if deciding is None else control)
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

    def _decide(self, step: Step, instance: int, bits: int) -> int:
        """Attach the path's branches that belong to this instance."""
        branches, record = self.path.branches, self.record
        while self.branch < len(branches):
            branch = branches[self.branch]
            if branch.traced != self.position or branch.site.place != step.place:
                break
            record.decided[self.branch] = instance
            record.before[self.branch] = bits
            if branch.site.kind not in NO_CHOICE:
                bits |= 1 << self.branch
                self.chose = instance
            self.branch += 1
        self.due = branches[self.branch].traced if self.branch < len(branches) else -1
        return bits

    def _makers(self, step: Step, frame: InstanceFrame) -> list[int]:
        makers = frame.makers
        found = [m for r in step.uses if (m := makers[r]) >= 0]
        for register, block, side in step.crossing:
            last = frame.last.get(block)
            if last is not None and last[1] == side and last[0] > makers[register]:
                found.append(last[0])
        return found

    # --- control

    def _enter_block(self, block: int, frame: InstanceFrame) -> None:
        stack = frame.open
        while stack and stack[-1][0] == block:
            stack.pop()
        frame.parent = stack[-1][1] if stack else frame.base
        top = frame.unit.flow.idom[block]
        frame.since = max(frame.entered.get(top, -1), frame.entered.get(block, -1))
        frame.entered[block] = len(self.record.nodes)

    def _phi(self, step: Step, frame: InstanceFrame) -> None:
        data = self._makers(step, frame)
        chosen = []
        for block, matters in step.chosen:
            last = frame.last.get(block)
            if last is not None and last[0] >= frame.since and matters[last[1]]:
                chosen.append(last[0])
        instance = self._add(step, frame, data + chosen)
        if chosen:
            self.record.choosing[instance] = tuple(chosen)
            self.record.data[instance] = tuple(data)
        frame.makers[step.result] = instance

    def _branch(self, step: Step, frame: InstanceFrame) -> None:
        instance = self._add(step, frame, self._makers(step, frame))
        side = self._side(step, instance)
        flow = frame.unit.flow
        self.record.sides[instance] = side
        frame.last[step.block] = (instance, side)
        if flow.decides(step.block):
            frame.open.append((flow.ipdom[step.block], instance))
            skipped = self.graphs.skipped(frame.unit, step.block, side)
            if skipped:
                self._event(skipped, instance, instance)
        elif flow.ending[flow.successors[step.block][side]]:
            frame.open.append((NEVER, instance))

    def _side(self, step: Step, instance: int) -> int:
        """The side that the run took."""
        if self.position < len(self.path.trace):
            following: Any = self.path.trace[self.position]
            return step.targets.index(following.label)
        last = self.branch - 1
        if last >= 0 and self.record.decided[last] == instance:
            branch = self.path.branches[last]
            return int(branch.outcome == branch.site.inverted)
        return 0

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

    def _load(self, step: Step, frame: InstanceFrame) -> bool:
        data = self._makers(step, frame)
        if self.position >= len(self.path.trace):
            self._add(step, frame, data + self._fatal(), deciding=self._deciding(step, frame, None))
            return False
        place: Any = self.path.trace[self.position]
        start, stop = (place, place + step.size) if isinstance(place, int) else place
        deciding = self._deciding(step, frame, [start])
        instance = self._add(step, frame, data, self._read(start, stop, step.node), deciding)
        self.position += 1
        frame.makers[step.result] = instance
        return True

    def _deciding(self, step: Step, frame: InstanceFrame, addresses: Iterable[int] | None) -> list[int]:
        """What decides about an access: its address, and the size of the object; of any object if it failed."""
        found = self._makers_of(step, frame, step.address)
        if addresses is None:
            return [*found, *self._every_size()]
        return found + [s for a in addresses for s in self.sizes.get(a >> SHIFT, NOTHING)[0]]

    def _every_size(self) -> list[int]:
        return [instance for found in self.sizes.values() for instance in found[0]]

    def _store(self, step: Step, frame: InstanceFrame) -> bool:
        data = self._makers(step, frame)
        if self.position >= len(self.path.trace):
            self._add(step, frame, data + self._fatal(), deciding=self._deciding(step, frame, None))
            return False
        place: Any = self.path.trace[self.position]
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

    def wrote(self, frame: InstanceFrame, node: int, place: tuple[int, int] | None, time: int, address: Found) -> None:
        for maker in (time,) if time in address[0] else address[0]:  # chosen in the access itself, or before
            if self.record.relevant[maker]:
                self._event(self.points_to.writes(node), time, maker)

    def _fatal(self) -> list[int]:
        """Further possible causes of a fault in an access: earlier calls of `free`, and the sizes of objects."""
        return [*self.freed, *self._every_size()] if self.path.fault is not None else []

    def _allocate(self, step: Step, frame: InstanceFrame) -> bool:
        instance = self._add(step, frame, self._makers(step, frame))
        if self.position >= len(self.path.trace):
            return False
        place: Any = self.path.trace[self.position]
        self.position += 1
        self.create(place >> SHIFT, ([instance], []), step.node)
        frame.makers[step.result] = instance
        return True

    def _maker(self, value: Found) -> int:
        return value[0][0]

    # --- calls

    def _call(self, step: Step, frame: InstanceFrame) -> bool:
        trace = self.path.trace
        if not step.name and self.position < len(trace) and isinstance(trace[self.position], tuple):
            return self._provided(step, frame)
        instance = self._add(step, frame, self._makers_of(step, frame, step.address))
        copies: list[Any] = []
        while self.position < len(trace) and isinstance(trace[self.position], tuple):
            copies.append(trace[self.position])
            self.position += 1
        if self.position >= len(trace):
            return False
        following: Any = trace[self.position]
        unit = self.graphs.static.code.units[following.function]
        if not step.name:
            others = self.graphs.other_callees(step.node, following.function)
            if others and self.record.relevant[instance]:
                self._event(others, instance, instance)
        arguments = [self._argument(step, frame, r) for r in step.arguments]
        self.record.passed[instance] = tuple(arguments)
        count = len(unit.function.parameters)
        makers = arguments[:count] + [-1] * (unit.function.body.register_count - count)
        entered = InstanceFrame(unit, makers, instance, step.result, tuple(a for a in arguments[count:] if a >= 0))
        self.frames.append(entered)
        for number, (given, copy) in zip(unit.function.by_value, copies, strict=False):
            self._copied(step, frame, entered, number, number_of(given, self.path.model), copy)
        return True

    def _argument(self, step: Step, frame: InstanceFrame, register: int) -> int:
        """The maker of an argument; if it comes from a loop, an instance of the call that also depends on the end of
        the loop."""
        makers = self._makers_of(step, frame, register)
        return self._add(step, frame, makers) if len(makers) > 1 else makers[0] if makers else -1

    def _makers_of(self, step: Step, frame: InstanceFrame, register: int) -> list[int]:
        """What computed a register that the step uses, and the end of the loop that it comes from."""
        if register < 0:
            return []
        maker = frame.makers[register]
        ends = [
            last[0]
            for used, block, side in step.crossing
            if used == register and (last := frame.last.get(block)) is not None and last[1] == side and last[0] > maker
        ]
        return [m for m in (maker, *ends) if m >= 0]

    def _copied(
        self, step: Step, frame: InstanceFrame, entered: InstanceFrame, number: int, given: int, copy: int
    ) -> None:
        """A struct passed by value: an instance of the call reads the original and writes the copy."""
        size = size_of(entered.unit.function.by_value[number])
        passed = entered.makers[number]
        instance = self._add(step, frame, [passed] if passed >= 0 else [])
        self.memory.create(copy >> SHIFT, instance)
        self._copy(step, frame, ([instance], []), given, given + size, copy)
        entered.makers[number] = instance

    def _write_cell(self, step: Step, frame: InstanceFrame, by: Found, found: Found) -> int:
        """Each cell is copied by an instance of the call of its own."""
        return self._add(step, frame, by[0], found)

    def _return(self, step: Step, frame: InstanceFrame) -> None:
        instance = self._add(step, frame, self._makers(step, frame))
        self.frames.pop()
        if self.frames and frame.result >= 0:
            self.frames[-1].makers[frame.result] = instance

    def _provided(self, step: Step, frame: InstanceFrame) -> bool:
        """A function provided by the machine."""
        data = self._makers(step, frame)
        if self.position >= len(self.path.trace):
            extra = frame.extra if facts_of(step.name).takes_variable_arguments else ()
            self._add(step, frame, [*data, *extra, *self._fatal()])
            return False
        called: Any = self.path.trace[self.position]
        arguments: tuple[Found, ...] = tuple((self._makers_of(step, frame, r), []) for r in step.arguments)
        instance, value = self._provide(step, frame, (data, []), arguments, called)
        self.position += 1
        facts = facts_of(called[0])
        if facts.observes:
            self.record.observed.append(instance)
        if step.result >= 0:
            frame.makers[step.result] = value[0][0]
        return True

    def _joined(self, one: Found, other: Found) -> Found:
        return one[0] + other[0], one[1] + other[1]

    def _extra(self, frame: InstanceFrame) -> Found:
        return list(frame.extra), []

    def _act(self, step: Step, frame: InstanceFrame, value: Found, effect: Effect, values: tuple[object, ...]) -> int:
        return self._add(step, frame, value[0], ([], value[1]))

    def _written(self, writer: int) -> Found:
        return [writer], []

    def _chose(self, writer: int) -> bool:
        return self.chose == writer

    def _grant(self, step: Step, frame: InstanceFrame, number: int, value: Found) -> Found:
        self.sizes[number] = value
        return [self._add(step, frame, [])], []

    def _free(self, step: Step, frame: InstanceFrame, start: int, writer: int, deciding: tuple[Found, Found]) -> None:
        self.freed.append(writer)

    def _keep(self, writer: int, earlier: set[int]) -> None:
        kept = sorted(earlier - {-1})
        self.record.data[writer] = tuple({*self.record.data[writer], *kept})
        for each in kept:
            self.record.relevant[writer] |= self.record.relevant[each]
