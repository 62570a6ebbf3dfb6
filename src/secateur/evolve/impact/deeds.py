"""What each instruction of a run did, as values that can be compared with those of another version.

The machine of the run records its trace and keeps values. Its instances are visited once, with the registers of the
open calls, so that operands have their values: numbers, or expressions over the inputs. Objects are compared by what
they are, not by their numbers: variables and functions by name, string literals by content, local variables and blocks
of the heap by the instance that made them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from secateur.dependence.control.code import Item
from secateur.dependence.trace.dynamic import Dynamic
from secateur.expr import Expr
from secateur.expr.walk import post_order
from secateur.ir.model import Alloca, Call, Operand, Phi, Register, Return, Store, Symbol
from secateur.ir.operands import operands_of
from secateur.ir.types import PointerType
from secateur.machine.constants import constant_value
from secateur.machine.errors import UnsupportedCode
from secateur.machine.machine import Machine
from secateur.machine.memory import END_PRIVATE, SHIFT, is_private
from secateur.provided import facts_of

#: In place of a value that is not known: the run ended in that instruction.
MISSING = object()
_SMALL = 1 << SHIFT


@dataclass(frozen=True, slots=True)
class Shown:
    """A value in a run."""

    value: object
    is_pointer: bool


Deed = tuple[Shown, ...]
_FAILED = Shown("failed", False)


@dataclass(slots=True)
class _OpenCall:
    registers: dict[int, object] = field(default_factory=dict)
    result: int = -1


class Fixed:
    """What is the same in all runs of a program: `objects`, the names of its variables and functions by object number,
    and the values of constants."""

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.objects = named_objects(machine)
        self._constants: dict[int, object] = {}  # by identity: operands belong to the program

    def constant(self, operand: Operand) -> object:
        found = self._constants.get(id(operand))
        if found is None:
            try:
                found = constant_value(operand, self.machine)
            except UnsupportedCode:
                found = MISSING
            self._constants[id(operand)] = found
        return found


class Deeds:
    """By instance, its `deeds`: the value computed, stored, passed or returned, with the address of a store. None if
    an instance has none: a branch, or one of the parts into which the walk divides a call. `objects`: names by number;
    `index`: what instances are called in both versions."""

    def __init__(
        self, fixed: Fixed, graph: Dynamic, values: Iterable[tuple[str, int, object]], index: Sequence[int]
    ) -> None:
        self._fixed = fixed
        self._machine = fixed.machine
        self._graph = graph
        self._index = index
        self._code = graph.static.code
        self._made: dict[int, list[object]] = {}
        for function, register, value in values:
            self._made.setdefault(self._code.units[function].homes[register], []).append(value)
        for queue in self._made.values():
            queue.reverse()
        self.objects: dict[int, object] = dict(fixed.objects)
        self._private: dict[int, int] = {}  # by number of a private object: its number in `objects`
        self.deeds: list[Deed | None] = [None] * len(graph)
        self._walk()

    def _walk(self) -> None:
        items, owner = self._code.items, self._code.owner
        frames = [_OpenCall()]
        pending: tuple[int, Call] | None = None
        for instance, node in enumerate(self._graph.record.nodes):
            if pending is not None:
                if node == pending[0]:
                    continue  # a separate instance for an argument, or for a part of what is copied
                if self._enters(pending[1], owner[pending[0]] is not owner[node]):
                    frames.append(self._entered(frames[-1], pending[1], len(owner[node].function.parameters)))
                pending = None
            frame, item = frames[-1], items[node]
            self._define(instance, item, node, frame)
            self.deeds[instance] = self._deed(item, frame)
            if isinstance(item, Call):
                pending = (node, item)
            elif isinstance(item, Return) and len(frames) > 1:
                frames.pop()
                if frame.result >= 0 and item.value is not None:
                    frames[-1].registers[frame.result] = self._value(item.value, frame)

    def _define(self, instance: int, item: Item, node: int, frame: _OpenCall) -> None:
        register = getattr(item, "result", None)
        if register is None:
            return
        made = self._made.get(node)
        value = frame.registers[register.index] = made.pop() if made else MISSING
        is_new = isinstance(item, Alloca) or (
            isinstance(item, Call) and isinstance(item.callee, Symbol) and facts_of(item.callee.name).effect.allocates
        )
        if is_new and isinstance(value, int) and value:
            self._make(value >> SHIFT, instance)

    def _make(self, number: int, instance: int) -> None:
        """A private object has the number of earlier ones, so it gets another one here."""
        if is_private(number):
            self._private[number] = number = END_PRIVATE + len(self.objects)
        self.objects[number] = ("made", self._index[instance])

    def _enters(self, call: Call, elsewhere: bool) -> bool:
        """Did a call enter a function of the program?"""
        return elsewhere or (isinstance(call.callee, Symbol) and self._machine.is_defined(call.callee.name))

    def _entered(self, frame: _OpenCall, call: Call, count: int) -> _OpenCall:
        made = _OpenCall()
        for number, argument in enumerate(call.arguments[:count]):
            made.registers[number] = self._value(argument, frame)
        made.result = -1 if call.result is None else call.result.index
        return made

    def _value(self, operand: Operand, frame: _OpenCall) -> object:
        if isinstance(operand, Register):
            return frame.registers.get(operand.index, MISSING)
        return self._fixed.constant(operand)

    def _shown(self, operand: Operand, frame: _OpenCall) -> Shown:
        value = self._value(operand, frame)
        if isinstance(value, int) and value >> SHIFT in self._private:
            value += self._private[value >> SHIFT] - (value >> SHIFT) << SHIFT
        return Shown(value.hex() if isinstance(value, float) else value, isinstance(operand.type, PointerType))

    def _deed(self, item: Item, frame: _OpenCall) -> Deed | None:
        match item:
            case Store(value=stored, address=address):
                return self._shown(stored, frame), self._shown(address, frame)
            case Call(callee=callee, arguments=arguments, result=result):
                labels = facts_of(callee.name).labels if isinstance(callee, Symbol) else ()
                shown = tuple(self._shown(a, frame) for n, a in enumerate(arguments) if n not in labels)
                if result is None or self._enters(item, not isinstance(callee, Symbol)):
                    return (*shown, self._shown(callee, frame))
                return (*shown, self._shown(result, frame))
            case Return(value=returned):
                return () if returned is None else (self._shown(returned, frame),)
        register = getattr(item, "result", None)
        if register is None:
            return None
        if frame.registers[register.index] is MISSING and not isinstance(item, Phi):  # it failed, by its operands
            return _FAILED, *(self._shown(operand, frame) for operand in operands_of(item))
        return (self._shown(register, frame),)


def named_objects(machine: Machine) -> dict[int, str]:
    """The variables and functions of a program by object number."""
    program = machine.program
    names = [n for n, item in program.globals.items() if item.initializer is not None]
    found = {machine.address_of(name) >> SHIFT: name for name in (*names, *program.functions)}
    return {n: repr(machine.initial.objects[n].base) if _is_literal(name) else name for n, name in found.items()}


def _is_literal(name: str) -> bool:
    """Is it LLVM's name for a string literal?"""
    return name == ".str" or name.startswith(".str.")


class Likeness:
    """Whether values of two runs are the same."""

    def __init__(self, old: Deeds, new: Deeds) -> None:
        self._old, self._new = old.objects, new.objects
        self._addresses: dict[Expr, bool] = {}
        old_numbers, new_numbers = ([n for n in some if n < END_PRIVATE] for some in (self._old, self._new))
        last = min(max(old_numbers, default=0), max(new_numbers, default=0))
        both = {*old_numbers, *new_numbers}
        self._is_numbered_alike = all(self._old.get(n) == self._new.get(n) for n in both if n <= last)

    def same(self, ours: Deed, theirs: Deed) -> bool | None:
        """None if neither is known: the runs ended there."""
        if len(ours) != len(theirs):
            return False
        is_missing = False
        for old, new in zip(ours, theirs, strict=True):
            if old.value is MISSING and new.value is MISSING:
                is_missing = True
            elif not self._is_same(old, new):
                return False
        return None if is_missing else True

    def _is_same(self, old: Shown, new: Shown) -> bool:
        one, other = old.value, new.value
        if old.is_pointer != new.is_pointer:
            return False
        if old.is_pointer and isinstance(one, int) and isinstance(other, int):
            return self._is_same_address(one, other)
        if isinstance(one, Expr) or isinstance(other, Expr):
            return one is other and (self._is_numbered_alike or not self._may_be_address(one))
        if isinstance(one, int) and isinstance(other, int):
            return one == other and (self._is_numbered_alike or one < _SMALL)
        return type(one) is type(other) and one == other and (self._is_numbered_alike or isinstance(one, str))

    def _may_be_address(self, value: object) -> bool:
        """Can an expression be the address of an object? Then a number in it says which."""
        if not isinstance(value, Expr) or value.width < 64:
            return False
        found = self._addresses.get(value)
        if found is None:
            constants = (a for node in post_order(value) for a in node.args if isinstance(a, int))
            found = self._addresses[value] = any(_SMALL <= c < (1 << 64) - _SMALL for c in constants)
        return found

    def _is_same_address(self, one: int, other: int) -> bool:
        number, counterpart = one >> SHIFT, other >> SHIFT
        if one - (number << SHIFT) != other - (counterpart << SHIFT):
            return False
        if number in self._old or counterpart in self._new:
            return self._old.get(number) == self._new.get(counterpart)
        return number == counterpart and (number <= 0 or self._is_numbered_alike)
