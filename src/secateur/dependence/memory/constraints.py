"""Generates inclusion constraints from a program: one pass over each function once it is found to be reachable."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from secateur.dependence.control.code import Item, items_of
from secateur.dependence.memory.abstract_objects import AbstractObject, ObjectKind
from secateur.dependence.memory.effects import Effect, effect_of, effect_of_body
from secateur.dependence.memory.function_sets import CallPlace, FunctionSets, NodePlace, extent
from secateur.dependence.memory.global_objects import GlobalObjects
from secateur.dependence.memory.inclusion import NOTHING, Inclusion, members
from secateur.dependence.memory.stored import StoredSets
from secateur.dependence.memory.targets import PointerStep, Targets
from secateur.ir.model import (
    Alloca,
    Binary,
    Call,
    Cast,
    ExtractValue,
    Freeze,
    GetElement,
    InsertValue,
    Int,
    Load,
    Operand,
    Phi,
    Program,
    Register,
    Return,
    Select,
    Store,
    Symbol,
    Unsupported,
    VaArg,
)
from secateur.ir.types import ArrayType, PointerType, StructType, Type, size_of, store_size_of
from secateur.provided import facts_of


class Constraints:
    """`heap_types` gives the types of the blocks that calls allocate, where known."""

    def __init__(self, program: Program, entry: str, heap_types: Mapping[NodePlace, Type]) -> None:
        self.program = program
        self.heap_types = heap_types
        self._addresses: dict[str, frozenset[int]] = {}
        self.inclusion = Inclusion()
        self.targets = Targets()
        self.contents = StoredSets(self.inclusion, self.targets)
        self.unknown = self.inclusion.make(1 << self.targets.start(self.contents.objects.unknown))
        self.symbols = GlobalObjects(program, self.contents)
        self.frames: dict[str, FunctionSets] = {}
        self.calls: dict[NodePlace, CallPlace] = {}
        self.made: dict[NodePlace, AbstractObject] = {}
        self.copies: dict[tuple[str, int], AbstractObject] = {}
        self.wanted: dict[NodePlace, dict[Type, None]] = {}
        self._computed: dict[tuple[int, int | PointerStep | None], int] = {}
        self.escaped = NOTHING
        self._places: dict[int, NodePlace] = {}
        self._heap = 0
        self._in_entry = False
        self._todo: list[str] = []
        self._rules: dict[type[Item], Callable[[FunctionSets, int, Any], None]] = {
            Load: self._load,
            Store: self._store,
            GetElement: self._element,
            Phi: self._phi,
            Call: self._call,
            Cast: self._cast,
            Binary: self._binary,
            Freeze: self._freeze,
            Select: self._select,
            Alloca: self._alloca,
            Return: self._return,
            ExtractValue: self._extract,
            InsertValue: self._insert,
            VaArg: self._next_argument,
            Unsupported: self._unsupported,
        }
        self._start(entry)

    def release(self) -> None:
        """Give back what only served to find the solution."""
        self.inclusion.release()
        self.contents.release()
        self._computed.clear()
        self._addresses.clear()

    # --- reachable functions

    def _start(self, entry: str) -> None:
        self.symbols.initialize()
        for name in (entry, "exit"):
            function = self.program.functions.get(name)
            if function is not None and not function.is_declaration:
                frame = self._reach(name)
                for number, parameter in enumerate(function.parameters):
                    if isinstance(parameter.type, PointerType):
                        self.inclusion.include(frame.first + number, self.unknown)
        while self._todo:
            while self._todo:
                self._read(self.frames[self._todo.pop()])
            self.inclusion.solve()

    def _reach(self, name: str) -> FunctionSets:
        frame = self.frames.get(name)
        if frame is None:
            function = self.program.functions[name]
            first = self.inclusion.make_many(function.body.register_count + 2)
            frame = self.frames[name] = FunctionSets(function, first, effect_of_body(function))
            for number, kind in function.by_value.items():
                title = function.parameters[number].name
                made = self.contents.add(ObjectKind.COPY, title, kind, False, name, number)
                made.is_single = True
                self.copies[name, number] = made
                self.inclusion.add(first + number, 1 << self.targets.start(made))
            self._todo.append(name)
        return frame

    def _read(self, frame: FunctionSets) -> None:
        ordinal = 0
        rules = self._rules
        for number, block in enumerate(frame.function.body.blocks.values()):
            self._in_entry = number == 0
            for item in items_of(block):
                rule = rules.get(type(item))
                if rule is not None:
                    rule(frame, ordinal, item)
                ordinal += 1

    def value(self, frame: FunctionSets, operand: Operand) -> int:
        """The points-to set of an operand."""
        if type(operand) is Register:
            return frame.first + operand.index
        return self.symbols.set_of(operand)

    # --- values

    def _phi(self, frame: FunctionSets, ordinal: int, item: Phi) -> None:
        for operand in item.incoming.values():
            self.inclusion.include(frame.first + item.result.index, self.value(frame, operand))

    def _freeze(self, frame: FunctionSets, ordinal: int, item: Freeze) -> None:
        self.inclusion.equate(frame.first + item.result.index, self.value(frame, item.value))

    def _select(self, frame: FunctionSets, ordinal: int, item: Select) -> None:
        for operand in (item.if_true, item.if_false):
            self.inclusion.include(frame.first + item.result.index, self.value(frame, operand))

    def _extract(self, frame: FunctionSets, ordinal: int, item: ExtractValue) -> None:
        self.inclusion.equate(frame.first + item.result.index, self.value(frame, item.aggregate))

    def _insert(self, frame: FunctionSets, ordinal: int, item: InsertValue) -> None:
        for operand in (item.aggregate, item.value):
            self.inclusion.include(frame.first + item.result.index, self.value(frame, operand))

    def _return(self, frame: FunctionSets, ordinal: int, item: Return) -> None:
        if item.value is not None:
            self.inclusion.include(frame.returned, self.value(frame, item.value))

    def _cast(self, frame: FunctionSets, ordinal: int, item: Cast) -> None:
        result = frame.first + item.result.index
        value = self.value(frame, item.value)
        if item.op == "inttoptr":
            self.inclusion.include(result, value)
            self.inclusion.include(result, self.unknown)
        elif item.op in ("bitcast", "ptrtoint", "addrspacecast"):
            self.inclusion.equate(result, value)
        elif item.op in ("trunc", "zext", "sext") and not self._is_known(result, (value, None)):
            self._loosen(result, value)

    def _binary(self, frame: FunctionSets, ordinal: int, item: Binary) -> None:
        if not item.op.startswith("f"):
            result = frame.first + item.result.index
            self._loosen(result, self.value(frame, item.left))
            self._loosen(result, self.value(frame, item.right))

    def _loosen(self, result: int, source: int) -> None:
        """The result is computed from a pointer, so it may point anywhere in the same object."""
        add, loosened = self.inclusion.add, self.targets.all_loosened
        self.inclusion.watch(source, lambda new: add(result, loosened(new)))

    def _unsupported(self, frame: FunctionSets, ordinal: int, item: Unsupported) -> None:
        if item.result is not None:
            self.inclusion.include(frame.first + item.result.index, self.unknown)

    def _is_known(self, result: int, how: tuple[int, int | PointerStep | None]) -> bool:
        """Is there a register with the same definition? Then their sets are equal and only one is computed.

        `how` is the set of the operand and what is done with it: a load of that size, a step, or arithmetic."""
        key = (self.inclusion.find(how[0]), how[1])
        found = self._computed.setdefault(key, result)
        if found == result:
            return False
        self.inclusion.equate(result, found)
        return True

    # --- memory

    def _load(self, frame: FunctionSets, ordinal: int, item: Load) -> None:
        size, address = store_size_of(item.result.type), self.value(frame, item.address)
        if not self._is_known(frame.first + item.result.index, (address, size)):
            self.contents.load(frame.first + item.result.index, address, size)

    def _store(self, frame: FunctionSets, ordinal: int, item: Store) -> None:
        value = self.value(frame, item.value)
        if value != NOTHING and frame.effect is None:
            self.contents.store(value, self.value(frame, item.address), store_size_of(item.value.type))

    def _alloca(self, frame: FunctionSets, ordinal: int, item: Alloca) -> None:
        function, register = frame.function, item.result.index
        names = [v.name for v in function.body.variables if v.address and v.register == register]
        kind, is_open = item.type, False
        if isinstance(item.count, Int):
            kind = kind if item.count.value == 1 else ArrayType(kind, item.count.value)
        else:
            is_open = True
        title = names[0] if names else item.result.name
        made = self.contents.add(ObjectKind.LOCAL, title, kind, is_open, function.name, register)
        made.is_single = self._in_entry and not is_open
        self.made[function.name, ordinal] = made
        self.inclusion.add(frame.first + register, 1 << self.targets.start(made))

    def _element(self, frame: FunctionSets, ordinal: int, item: GetElement) -> None:
        result, base = frame.first + item.result.index, self.value(frame, item.base)
        if base == NOTHING and not isinstance(item.base, Register):
            for index in item.indices:
                self._loosen(result, self.value(frame, index))
            return
        step = self.targets.step(item.source, item.indices, item.result.index in self._accessed(frame))
        if self._is_known(result, (base, step)):
            return
        add, stepped = self.inclusion.add, self.targets.all_stepped

        def rule(new: int) -> None:
            if new & self._heap:
                self._note_types(new & self._heap, step.source)
            add(result, stepped(new, step))

        self.inclusion.watch(base, rule)

    def _accessed(self, frame: FunctionSets) -> frozenset[int]:
        """The registers that are addresses of accesses: the machine checks array indices in these exactly."""
        name = frame.function.name
        found = self._addresses.get(name)
        if found is None:
            items = (i for block in frame.function.body.blocks.values() for i in block.instructions)
            used = (i.address for i in items if isinstance(i, Load | Store))
            found = self._addresses[name] = frozenset(a.index for a in used if isinstance(a, Register))
        return found

    def _note_types(self, blocks: int, kind: Type) -> None:
        while isinstance(kind, ArrayType):
            kind = kind.element
        if isinstance(kind, StructType):
            for target in members(blocks):
                self.wanted.setdefault(self._places[target], {})[kind] = None

    def _next_argument(self, frame: FunctionSets, ordinal: int, item: VaArg) -> None:
        area = self.inclusion.make()
        self.contents.load(area, self.value(frame, item.list), None)
        self.contents.load(frame.first + item.result.index, area, None)

    # --- calls

    def _call(self, frame: FunctionSets, ordinal: int, item: Call) -> None:
        arguments = [self.value(frame, a) for a in item.arguments]
        result = NOTHING if item.result is None else frame.first + item.result.index
        call = self.calls[frame.function.name, ordinal] = CallPlace(frame, ordinal, item, arguments, result)
        if isinstance(item.callee, Symbol):
            name = self.symbols.function_name(item.callee)
            if name is not None:
                self._link(call, name)
                return

        def rule(new: int) -> None:
            for target in members(new):
                found = self.targets.all[target].object
                if found.kind is ObjectKind.FUNCTION:
                    self._link(call, found.name)

        self.inclusion.watch(self.value(frame, item.callee), rule)

    def _link(self, call: CallPlace, name: str) -> None:
        if name in call.callees:
            return
        call.callees[name] = None
        function = self.program.functions.get(name)
        if function is None or function.is_declaration:
            self._apply(call, effect_of(name))
            return
        frame = self._reach(name)
        include, count = self.inclusion.include, len(function.parameters)
        for number, argument in enumerate(call.arguments):
            if number >= count:
                include(frame.rest, argument)
                if number in call.instruction.by_value:
                    self.contents.load(frame.rest, argument, size_of(call.instruction.by_value[number]))
            elif number in function.by_value:
                self.contents.copy(frame.first + number, argument, size_of(function.by_value[number]))
            else:
                include(frame.first + number, argument)
        if frame.effect is None:
            include(call.result, frame.returned)
        else:
            self._apply(call, frame.effect)

    def _apply(self, call: CallPlace, effect: Effect) -> None:
        argument, result = call.argument, call.result
        if effect.is_unknown:
            self._escape(call)
            return
        if effect.allocates:
            self._allocate(call)
        for number in effect.returns:
            self.inclusion.include(result, argument(number))
        for number in effect.moves:
            self.inclusion.include(result, argument(number))
            self._move(result, argument(number))
        size = extent(effect, call.instruction)
        for number in effect.loads:
            self.contents.load(result, argument(number), size)
        if call.frame.effect is None:  # otherwise the call of the caller says what is stored
            for to, value in effect.stores:
                self.contents.store(argument(value), argument(to), size)
            for to, source in effect.copies:
                self.contents.copy(argument(to), argument(source), size)
        if effect.computes and result != NOTHING:
            for given in call.arguments:
                self._loosen(result, given)

    def _move(self, result: int, source: int) -> None:
        add, stepped, step = self.inclusion.add, self.targets.all_stepped, self.targets.bytewise
        self.inclusion.watch(source, lambda new: add(result, stepped(new, step)))

    def _allocate(self, call: CallPlace) -> None:
        """A heap block; for `va_start`, the only one without a result, the memory of the variable arguments."""
        if call.made is not None:
            return
        frame, place = call.frame, call.place
        name, _ = place
        if call.instruction.result is None:
            if not facts_of(next(iter(call.callees))).takes_variable_arguments:
                return
            made = self.contents.add(ObjectKind.ARGUMENTS, "...", None, True, name)
            start = 1 << self.targets.start(made)
            self.inclusion.include(self.contents.everything(made)[1], frame.rest)
            self.contents.store(self.inclusion.make(start), call.argument(0), None)
        else:
            line = call.instruction.position.line
            made = self.contents.add(ObjectKind.HEAP, f"malloc:{line}", self.heap_types.get(place), True)
            start = 1 << self.targets.start(made)
            if place not in self.heap_types:
                self._heap |= start
                self._places[self.targets.start(made)] = place
            self.inclusion.add(call.result, start)
        call.made = self.made[place] = made

    def _escape(self, call: CallPlace) -> None:
        """An unknown function: everything reachable from its arguments is merged, and functions in it may be called."""
        inclusion = self.inclusion
        if self.escaped == NOTHING:
            self.escaped = inclusion.make()
            inclusion.include(self.escaped, self.unknown)
            inclusion.watch(self.escaped, self._escaped)
        for argument in call.arguments:
            inclusion.include(self.escaped, argument)
        inclusion.include(call.result, self.escaped)

    def _escaped(self, new: int) -> None:
        include = self.inclusion.include
        for target in members(new):
            item = self.targets.all[target].object
            if item.kind is not ObjectKind.FUNCTION:
                read, written = self.contents.everything(item)
                self.inclusion.add(self.escaped, 1 << self.targets.anywhere(item))
                include(self.escaped, read)
                include(written, self.escaped)
                continue
            function = self.program.functions[item.name]
            if not function.is_declaration:
                frame = self._reach(item.name)
                for number in range(len(function.parameters)):
                    include(frame.first + number, self.escaped)
                include(frame.rest, self.escaped)
                include(self.escaped, frame.returned)
