"""What a function provided by the machine does along a trace: its record in the table determines its effect on memory.
Both walks follow these rules."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any

from secateur.dependence.memory.effects import Effect
from secateur.dependence.trace.memory_rules import MemoryRules, ValueT
from secateur.dependence.trace.provided import copied_range, number_of, read_through, stretch, where
from secateur.expr import Expr
from secateur.machine.memory import SHIFT
from secateur.provided import facts_of

if TYPE_CHECKING:
    from secateur.dependence.trace.frame import TraceFrame
    from secateur.dependence.trace.recipe import Step


class ProvidedRules(MemoryRules[ValueT]):
    """`nothing` is the value that depends on nothing."""

    nothing: ValueT

    # --- what a walk records

    @abstractmethod
    def _joined(self, one: ValueT, other: ValueT) -> ValueT: ...

    @abstractmethod
    def _extra(self, frame: TraceFrame) -> ValueT:
        """The variable arguments of a function."""

    @abstractmethod
    def _act(self, step: Step, frame: TraceFrame, value: ValueT, effect: Effect, values: tuple[object, ...]) -> int:
        """The call itself, given what it depends on: the decisions in it, and its writer."""

    @abstractmethod
    def _written(self, writer: int) -> ValueT:
        """What depends on a call."""

    @abstractmethod
    def _chose(self, writer: int) -> bool:
        """Was a choice made in this call?"""

    @abstractmethod
    def wrote(self, frame: TraceFrame, node: int, place: tuple[int, int] | None, time: int, address: ValueT) -> None:
        """A provided function has written somewhere (to all of an object, if the place ends at 0); `address` decided
        where: other places could have been written."""

    @abstractmethod
    def _free(self, step: Step, frame: TraceFrame, start: int, writer: int, deciding: tuple[ValueT, ValueT]) -> None:
        """A heap block was freed; `deciding` are what the call depends on, and what decided which block it is."""

    @abstractmethod
    def _grant(self, step: Step, frame: TraceFrame, number: int, value: ValueT) -> ValueT:
        """The size of a new object depends on the value, its address on nothing but that the call runs."""

    # --- rules

    def _provide(
        self, step: Step, frame: TraceFrame, value: ValueT, arguments: tuple[ValueT, ...], called: Any
    ) -> tuple[int, ValueT]:
        """The writer of the call, and its result; `called` is its entry in the trace."""
        name, values, made = called
        facts = facts_of(name)
        copied = copied_range(facts.effect, values, self.path.model, self.graphs.constants)
        if facts.takes_variable_arguments:
            value = self._joined(value, self._extra(frame))
        if not copied:
            value = self._with_reads(step, value, facts.effect, values)
        counter = self.graphs.counter(name)
        if counter:
            value = self._joined(value, self._read(counter, counter + 1, step.node))
        if self.sizes:
            value = self._sized(value, values)
        writer = self._act(step, frame, value, facts.effect, values)
        value = self._written(writer)
        if counter:
            self.memory.write(counter, counter + 1, writer)
            self.wrote(frame, step.node, (counter, counter + 1), writer, self.nothing)
        if copied:
            self._copy(step, frame, value, *copied)
        if facts.effect.writes:
            address = value if self._chose(writer) else self.nothing
            for number in where(facts.effect, len(arguments)):
                address = self._joined(address, arguments[number])
            self._write(step, frame, facts.effect, values, writer, address, copied is not None)
            if facts.frees:
                self._free(step, frame, number_of(values[0], self.path.model), writer, (value, address))
        for number in made:  # it may be that of an earlier block
            self.sizes.pop(number, None)
        if made and not self._chose(writer) and self.graphs.is_granted(step.node):
            value = self._grant(step, frame, made[0], value)
        for count, number in enumerate(made):
            self.create(number, value, step.node, count)
        return writer, value

    def _with_reads(self, step: Step, value: ValueT, effect: Effect, values: tuple[object, ...]) -> ValueT:
        """With what is in the memory that a call reads."""
        for number in read_through(effect, values, self.memory.holds):
            found = stretch(effect, values, number, self.path.model, self.graphs.constants)
            if found is not None:
                read = self._read(*found, step.node) if found[1] else self._read_all(found[0], step.node)
                value = self._joined(value, read)
        return value

    def _write(
        self,
        step: Step,
        frame: TraceFrame,
        effect: Effect,
        values: tuple[object, ...],
        writer: int,
        address: ValueT,
        is_copied: bool,
    ) -> None:
        """Write the memory that a call writes; what it copies has been written."""
        for number in effect.writes:
            found = stretch(effect, values, number, self.path.model, self.graphs.constants)
            if found is not None and not found[1]:
                self._overwrite(found[0], writer)
            elif found is not None and not is_copied:
                self.memory.write(*found, writer)
            self.wrote(frame, step.node, found, writer, address)

    def _sized(self, value: ValueT, values: tuple[object, ...]) -> ValueT:
        """With what decides about the sizes of the objects that a call is given."""
        for given in values:
            if isinstance(given, int | Expr):
                size = self.sizes.get(number_of(given, self.path.model) >> SHIFT)
                if size is not None:
                    value = self._joined(value, size)
        return value
