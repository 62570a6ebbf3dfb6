"""Points-to analysis, and the locations that each instruction may read and write.

Inclusion-based (Andersen), flow- and context-insensitive, field-sensitive. Only reachable functions are analysed; the
targets of function pointers are found during the analysis.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from secateur.dependence.control.code import Code, Unit
from secateur.dependence.control.code import number as number_code
from secateur.dependence.control.recursion import recursive
from secateur.dependence.memory.abstract_objects import AbstractObject, Location, ObjectKind
from secateur.dependence.memory.constraints import Constraints
from secateur.dependence.memory.effects import Effect, counter_of, effect_of
from secateur.dependence.memory.function_sets import CallPlace, NodePlace, extent
from secateur.dependence.memory.inclusion import members
from secateur.ir.model import Load, Operand, Program, Register, Store, VaArg
from secateur.ir.types import Type, size_of, store_size_of
from secateur.provided import facts_of


class PointsTo:
    """Instructions are nodes of `code`; sets of locations are bit sets of the numbers in `locations`."""

    def __init__(self, program: Program, entry: str) -> None:
        self.program = program
        self.entry = entry
        found = _solved(program, entry)
        self._found = found
        self._sets = found.inclusion.sets
        self._targets = found.targets
        self.functions = [name for name in program.functions if name in found.frames]
        self.code: Code = number_code(program, self.functions)
        self.locations: list[Location] = found.contents.objects.locations()
        self._lives: dict[AbstractObject, int] = {}
        for item in found.contents.objects.all:
            if item.kind is ObjectKind.HEAP:
                self._lives[item] = 1 << len(self.locations)
                self.locations.append(Location(len(self.locations), item, 0, 0, f"lifetime of {item.name}"))
        self._counters: dict[str, int] = {}
        self._calls = {self._node(place): call for place, call in found.calls.items()}
        self._made = {self._node(place): made for place, made in found.made.items()}
        for call in self._calls.values():
            for name in call.callees:
                self._count(name)
        self._touches: dict[tuple[int, int | None], int] = {}
        self._alive: dict[int, int] = {}
        self._reads: dict[int, int] = {}
        self._writes: dict[int, int] = {}
        self._recursive = recursive(self.functions, self._callees_by_name())

    # --- calls

    def callees(self, node: int) -> tuple[str, ...]:
        """The functions that a call may enter, defined or not. An unknown one may call back escaped functions."""
        call = self._calls.get(node)
        if call is None:
            return ()
        names = dict(call.callees)
        if any(self._is_unknown(name) for name in call.callees):
            names.update(dict.fromkeys(self._called_back))
        return tuple(names)

    def callers(self, name: str) -> tuple[int, ...]:
        """The calls that may enter a function."""
        return self._callers.get(name, ())

    def variable_arguments(self, node: int) -> tuple[tuple[int, int], ...]:
        """For a `va_start`, the (call, argument number) pairs whose values it makes available; otherwise nothing."""
        call = self._calls.get(node)
        if call is None or call.made is None or call.made.kind is not ObjectKind.ARGUMENTS:
            return ()
        function = call.frame.function
        return tuple(
            (caller, number)
            for caller in self.callers(function.name)
            for number in range(len(function.parameters), len(self._calls[caller].arguments))
        )

    def is_recursive(self, name: str) -> bool:
        """Can the function have more than one activation at a time?"""
        return name in self._recursive

    # --- memory

    def reads(self, node: int) -> int:
        """The locations that an instruction itself may read; for a call, the reads of functions without a body and of
        argument copies, not those of defined functions."""
        found = self._reads.get(node)
        if found is None:
            found = self._reads[node] = self._find_reads(node)
        return found

    def writes(self, node: int) -> int:
        """The locations that an instruction itself may write, with the same rule as `reads`."""
        found = self._writes.get(node)
        if found is None:
            found = self._writes[node] = self._find_writes(node)
        return found

    def reads_by(self, node: int, name: str) -> int | None:
        """What this call of a function may read, if that is known better than from the function's body."""
        effect = self._found.frames[name].effect
        return None if effect is None else self._read_by(self._calls[node], name, effect)

    def writes_by(self, node: int, name: str) -> int | None:
        """What this call of a function may write, if that is known better than from the function's body."""
        effect = self._found.frames[name].effect
        return None if effect is None else self._written_by(self._calls[node], effect)

    def kills(self, node: int) -> int:
        """The locations that an instruction definitely overwrites entirely (strong updates)."""
        item, unit = self.code.items[node], self.code.owner[node]
        if isinstance(item, Store):
            return self._covered(self._pointees(item.address, unit), store_size_of(item.value.type))
        call = self._calls.get(node)
        if call is None or len(call.callees) != 1:
            return 0
        effect = effect_of(next(iter(call.callees)))
        size = extent(effect, call.instruction)
        if size is None or len(effect.writes) != 1 or effect.is_unknown or self._defined(call):
            return 0
        return self._covered(self._sets[call.argument(effect.writes[0])], size)

    def objects_of(self, operand: Operand, unit: Unit) -> list[AbstractObject]:
        """What a register or constant may point to, including functions."""
        return self._objects(self._pointees(operand, unit))

    def led_to(self, item: AbstractObject) -> list[AbstractObject]:
        """The objects that pointers in an object may lead to."""
        read, _ = self._found.contents.everything(item)
        return self._objects(self._sets[read])

    def object_of_global(self, name: str) -> AbstractObject:
        return self._found.symbols.objects[name]

    def object_of_node(self, node: int) -> AbstractObject | None:
        """The object that an `alloca` or an allocating call creates."""
        return self._made.get(node)

    def object_of_copy(self, function: str, parameter: int) -> AbstractObject:
        """The function's own copy of an argument passed `byval`."""
        return self._found.copies[function, parameter]

    def lifetime_of(self, item: AbstractObject) -> int:
        """The location that `free` of the object writes; 0 if it cannot be freed."""
        return self._lives.get(item, 0)

    @property
    def unknown(self) -> AbstractObject:
        return self._found.contents.objects.unknown

    @property
    def objects(self) -> list[AbstractObject]:
        return self._found.contents.objects.all

    # --- computation

    def _node(self, place: NodePlace) -> int:
        return self.code.units[place[0]].first + place[1]

    def _pointees(self, operand: Operand, unit: Unit) -> int:
        if type(operand) is Register:
            return self._sets[self._found.frames[unit.function.name].first + operand.index]
        return self._found.symbols.targets_of(operand)

    def _objects(self, targets: int) -> list[AbstractObject]:
        every = self._targets.all
        return list(dict.fromkeys(every[t].object for t in members(targets)))

    def _touched(self, targets: int, size: int | None) -> int:
        found = self._touches.get((targets, size))
        if found is None:
            found = 0
            for target in members(targets):
                found |= self._targets.touched(target, size)
            self._touches[targets, size] = found
        return found

    def _covered(self, targets: int, size: int) -> int:
        if not targets or targets & targets - 1:
            return 0
        target = targets.bit_length() - 1
        item = self._targets.all[target].object
        if not item.is_single or item.owner in self._recursive:
            return 0
        return self._targets.covered(target, size)

    def _count(self, name: str) -> int:
        """The location of the counter that a function increments, or 0."""
        counter = None if self._is_defined(name) else counter_of(name)
        if counter is None:
            return 0
        if counter not in self._counters:
            self._counters[counter] = 1 << len(self.locations)
            self.locations.append(Location(len(self.locations), self.unknown, 0, 0, f"inputs of {counter}"))
        return self._counters[counter]

    def _lives_of(self, targets: int) -> int:
        found = self._alive.get(targets)
        if found is None:
            found = 0
            for item in self._objects(targets):
                found |= self._lives.get(item, 0)
            self._alive[targets] = found
        return found

    def _find_reads(self, node: int) -> int:
        item, unit = self.code.items[node], self.code.owner[node]
        if isinstance(item, Load):
            targets = self._pointees(item.address, unit)
            return self._touched(targets, store_size_of(item.result.type)) | self._lives_of(targets)
        if isinstance(item, Store):
            return self._lives_of(self._pointees(item.address, unit))
        if isinstance(item, VaArg):
            return self._followed(self._pointees(item.list, unit), 1)
        call = self._calls.get(node)
        if call is None:
            return 0
        found = 0
        for argument, size in self._copied(call):
            found |= self._touched(self._sets[argument], size)
        for name in call.callees:
            if self._is_unknown(name):
                found |= self._escaped
            elif not self._is_defined(name):
                found |= self._read_by(call, name, effect_of(name))
        return found

    def _read_by(self, call: CallPlace, name: str, effect: Effect) -> int:
        arguments = call.arguments
        size = extent(effect, call.instruction)
        found = self._count(name)
        for number in (*effect.reads, *effect.writes):
            found |= self._lives_of(self._sets[call.argument(number)])
        for number in effect.reads:
            bounded = number in effect.writes or any(number == source for _, source in effect.copies)
            found |= self._touched(self._sets[call.argument(number)], size if bounded else None)
        for argument in arguments[len(arguments) if effect.rest is None else effect.rest :]:
            found |= self._touched(self._sets[argument], None)
        for number in effect.follows:
            found |= self._followed(self._sets[call.argument(number)], 2)
        if facts_of(name).takes_variable_arguments:
            found |= self._variable_structs(call)
        return found

    def _find_writes(self, node: int) -> int:
        item, unit = self.code.items[node], self.code.owner[node]
        if isinstance(item, Store):
            return self._touched(self._pointees(item.address, unit), store_size_of(item.value.type))
        if isinstance(item, VaArg):
            return self._touched(self._pointees(item.list, unit), None)
        call = self._calls.get(node)
        if call is None:
            return 0
        found = 0
        for name in call.callees:
            if self._is_unknown(name):
                found |= self._escaped
            elif self._is_defined(name):
                for parameter in self.program.functions[name].by_value:
                    found |= self.object_of_copy(name, parameter).all
            else:
                found |= self._count(name) | self._written_by(call, effect_of(name))
                if facts_of(name).frees:
                    found |= self._lives_of(self._sets[call.argument(0)])
        if call.made is not None:
            found |= call.made.all
        return found

    def _written_by(self, call: CallPlace, effect: Effect) -> int:
        size, found = extent(effect, call.instruction), 0
        for number in effect.writes:
            found |= self._touched(self._sets[call.argument(number)], size)
        return found

    def _copied(self, call: CallPlace) -> Iterable[tuple[int, int]]:
        """The arguments that are copied on entry to a defined function, with their sizes."""
        for name in call.callees:
            if self._is_defined(name):
                for parameter, kind in self.program.functions[name].by_value.items():
                    if parameter < len(call.arguments):
                        yield call.arguments[parameter], size_of(kind)

    def _variable_structs(self, call: CallPlace) -> int:
        """`va_start` copies structs passed as variable arguments from the caller's memory."""
        found = 0
        for node, number in self.variable_arguments(self._node(call.place)):
            caller = self._calls[node]
            if number in caller.instruction.by_value:
                size = size_of(caller.instruction.by_value[number])
                found |= self._touched(self._sets[caller.arguments[number]], size)
        return found

    def _followed(self, targets: int, depth: int) -> int:
        """What can be read from a pointer, through up to `depth` further pointers."""
        items = self._objects(targets)
        found = 0
        for level in range(depth + 1):
            following: dict[AbstractObject, None] = {}
            for item in items:
                found |= item.all
                if level < depth and item.kind is not ObjectKind.FUNCTION:
                    read, _ = self._found.contents.everything(item)
                    following.update(dict.fromkeys(self._objects(self._sets[read])))
            items = list(following)
        return found

    @cached_property
    def _escaped(self) -> int:
        """All locations that an unknown function can access."""
        found = self.unknown.all
        for item in self._objects(self._sets[self._found.escaped]):
            found |= item.all
        return found

    @cached_property
    def _called_back(self) -> tuple[str, ...]:
        items = self._objects(self._sets[self._found.escaped])
        return tuple(i.name for i in items if i.kind is ObjectKind.FUNCTION and self._is_defined(i.name))

    @cached_property
    def _callers(self) -> dict[str, tuple[int, ...]]:
        found: dict[str, list[int]] = {}
        for node in sorted(self._calls):
            for name in self.callees(node):
                found.setdefault(name, []).append(node)
        return {name: tuple(nodes) for name, nodes in found.items()}

    def _callees_by_name(self) -> dict[str, list[str]]:
        found: dict[str, dict[str, None]] = {name: {} for name in self.functions}
        for node in self._calls:
            caller = self.code.owner[node].function.name
            found[caller].update((n, None) for n in self.callees(node) if n in self.code.units)
        return {name: list(names) for name, names in found.items()}

    def _is_defined(self, name: str) -> bool:
        return name in self.code.units

    def _is_unknown(self, name: str) -> bool:
        return not self._is_defined(name) and effect_of(name).is_unknown

    def _defined(self, call: CallPlace) -> bool:
        return any(self._is_defined(name) for name in call.callees)


def _solved(program: Program, entry: str) -> Constraints:
    """Solved twice if blocks on the heap turn out to be structs; what the first time has taken is free before that."""
    found = Constraints(program, entry, {})
    if found.wanted:
        types = _heap_types(found)
        found.release()
        found = Constraints(program, entry, types)
    found.release()
    return found


def _heap_types(found: Constraints) -> dict[NodePlace, Type]:
    """The type of a heap block: the largest struct that it is accessed as."""
    return {place: max(kinds, key=size_of) for place, kinds in found.wanted.items()}
