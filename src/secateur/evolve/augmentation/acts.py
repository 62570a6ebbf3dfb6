"""One run, instruction by instruction: what each instruction did, and on which call stack.

The machine of the run records its trace and keeps values. The instances are visited once, with the registers of the
active calls, so that every operand has its value: a number or, if the run is symbolic, an expression over the inputs.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from secateur import expr
from secateur.dependence.control.code import Code, Item
from secateur.dependence.trace.dynamic import Dynamic
from secateur.expr import Expr, Value
from secateur.ir.model import Call, ConditionalJump, Operand, Register, Return, Store, Symbol
from secateur.ir.types import IntType, PointerType
from secateur.machine.constants import constant_value
from secateur.machine.machine import Machine
from secateur.machine.memory import SHIFT

#: What an instance did, as values that can be compared with those of another version: the value stored and its address,
#: the arguments passed, the value returned or computed, whether a branch took its true side. Each with its width; 0 if
#: the values can only be tested for equality.
Deed = tuple[tuple[object, int], ...]


@dataclass(frozen=True, slots=True)
class Act:
    """An instance of an instruction that has an effect; `calls` is its call stack, as call instructions."""

    instance: int
    node: int
    calls: tuple[int, ...]
    deed: Deed


@dataclass(slots=True)
class _Frame:
    calls: tuple[int, ...]
    registers: dict[int, object] = field(default_factory=dict)
    result: int = -1


class Acts:
    """The acts of a run, in order."""

    def __init__(self, machine: Machine, graph: Dynamic, values: Iterable[tuple[str, int, object]]) -> None:
        self.graph = graph
        self._machine = machine
        self._code: Code = graph.static.code
        self._objects = _names(machine)
        self._made = self._queues(values)
        self.acts: list[Act] = []
        self._walk()

    def _queues(self, values: Iterable[tuple[str, int, object]]) -> dict[int, list[object]]:
        """The values of each instruction, last one first."""
        found: dict[int, list[object]] = {}
        for function, register, value in values:
            found.setdefault(self._code.units[function].homes[register], []).append(value)
        for queue in found.values():
            queue.reverse()
        return found

    def _walk(self) -> None:
        nodes, items, owner = self.graph.record.nodes, self._code.items, self._code.owner
        frames = [_Frame(())]
        pending: tuple[int, Call] | None = None
        for instance, node in enumerate(nodes):
            if pending is not None:
                if node == pending[0]:
                    continue  # a separate instance for an argument
                if self._enters(pending[1], owner[pending[0]] is not owner[node]):
                    frames.append(self._entered(frames[-1], *pending, len(owner[node].function.parameters)))
                pending = None
            frame, item = frames[-1], items[node]
            made = self._made.get(node)
            register = getattr(item, "result", None)
            if register is not None and made:
                frame.registers[register.index] = made.pop()
            deed = self._deed(instance, item, frame)
            if deed is not None:
                self.acts.append(Act(instance, node, frame.calls, deed))
            if isinstance(item, Call):
                pending = (node, item)
            elif isinstance(item, Return) and len(frames) > 1:
                frames.pop()
                if frame.result >= 0 and item.value is not None:
                    frames[-1].registers[frame.result] = self._value(item.value, frame)

    def _enters(self, call: Call, elsewhere: bool) -> bool:
        """Did a call enter a function of the program?"""
        return elsewhere or (isinstance(call.callee, Symbol) and self._machine.is_defined(call.callee.name))

    def _entered(self, frame: _Frame, node: int, call: Call, count: int) -> _Frame:
        made = _Frame((*frame.calls, node))
        for number, argument in enumerate(call.arguments[:count]):
            made.registers[number] = self._value(argument, frame)
        result = getattr(call, "result", None)
        made.result = -1 if result is None else result.index
        return made

    def _value(self, operand: Operand, frame: _Frame) -> object:
        if isinstance(operand, Register):
            return frame.registers.get(operand.index)
        return constant_value(operand, self._machine)

    def _shown(self, operand: Operand, frame: _Frame) -> tuple[object, int]:
        """A value in a form that does not depend on object numbers, which are arbitrary."""
        value = self._value(operand, frame)
        if isinstance(operand.type, PointerType):
            if isinstance(value, Expr):
                return expr.extract(value, 0, SHIFT, 64), SHIFT
            if isinstance(value, int):
                number = value >> SHIFT
                return (self._objects.get(number, number and "local"), value - (number << SHIFT)), 0
        if isinstance(value, float):
            return repr(value), 0
        return value, operand.type.width if isinstance(operand.type, IntType) else 0

    def _deed(self, instance: int, item: Item, frame: _Frame) -> Deed | None:
        match item:
            case ConditionalJump(condition=condition, inverted=inverted):
                value = self._value(condition, frame)
                if not isinstance(value, Expr):
                    value = self.graph.record.sides.get(instance, 0) == 0
                return ((expr.not_(value) if inverted else value, 1),)
            case Store(value=stored, address=address):
                return self._shown(stored, frame), self._shown(address, frame)
            case Call(arguments=arguments):
                return tuple(self._shown(a, frame) for a in arguments)
            case Return(value=returned) if returned is not None:
                return (self._shown(returned, frame),)
        register = getattr(item, "result", None)
        return None if register is None else (self._shown(register, frame),)


def unlike(one: Deed, other: Deed) -> Value:
    """The condition under which two deeds differ; values that cannot be compared count as equal."""
    value: Value = False
    for (x, width), (y, other_width) in zip(one, other, strict=False):
        if isinstance(x, Expr) or isinstance(y, Expr):
            if width and other_width and isinstance(x, Expr | int) and isinstance(y, Expr | int):
                value = expr.or_(value, numbers_differ(x, width, y, other_width), 1)
        elif x != y:
            return True
    return value


def numbers_differ(x: Value, width: int, y: Value, other: int) -> Value:
    """Integers of two versions, of which one may have a wider type, are compared as signed numbers: as those that are
    known."""
    widest = max(width, other)
    return expr.ne(expr.sext(x, width, widest), expr.sext(y, other, widest), widest)


def _names(machine: Machine) -> Mapping[int, str]:
    """The variables and functions of a program by object number. A string literal is named by its content."""
    program = machine.program
    names = [n for n, item in program.globals.items() if item.initializer is not None]
    names += [n for n, function in program.functions.items() if not function.is_declaration]
    found = {machine.address_of(name) >> SHIFT: name for name in names}
    return {n: repr(machine.initial.objects[n].base) if is_literal(name) else name for n, name in found.items()}


def is_literal(name: str) -> bool:
    """Is it LLVM's name for a string literal?"""
    return name == ".str" or name.startswith(".str.")
