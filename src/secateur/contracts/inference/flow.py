"""Which parameters a value of a function comes from: flow-insensitive, over the code as the compiler first writes it,
where each local variable has a place of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property

from secateur.ir.model import (
    Aggregate,
    Alloca,
    Binary,
    Call,
    Cast,
    Compare,
    Folded,
    Freeze,
    Function,
    GetElement,
    Global,
    Instruction,
    Int,
    Load,
    Operand,
    Phi,
    Program,
    Register,
    Return,
    Select,
    Store,
    Switch,
    Symbol,
)

Parameters = frozenset[int]
NONE: Parameters = frozenset()
#: Functions of the C library whose result points into their first argument.
_DECIDING = {
    name: frozenset((0, 1))
    for name in ["strlen", "strcmp", "strncmp", "memcmp", "strchr", "strrchr", "strstr", "memchr"]
}
_WRITING = {
    name: frozenset((0,)) for name in ("memcpy", "memmove", "memset", "strcpy", "strncpy", "llvm.memcpy.p0.p0.i64")
}
_FREEING = ("free", "realloc", "reallocarray")
_INTO_FIRST = frozenset(
    ["strchr", "strrchr", "memchr", "strstr", "strpbrk", "strcpy", "strcat", "memcpy", "memmove", "strncpy"]
)


@dataclass(frozen=True)
class ParameterFlow:
    """`based`: the parameters into whose objects a pointer leads, or whose value a number is. `reached`: those through
    which a value was loaded, over any number of pointers."""

    function: Function
    globals: Mapping[str, Global] = field(default_factory=dict)
    _based: dict[int, Parameters] = field(default_factory=dict)
    _reached: dict[int, Parameters] = field(default_factory=dict)
    _content: dict[int, Parameters] = field(default_factory=dict)

    @cached_property
    def instructions(self) -> tuple[Instruction, ...]:
        return tuple(each for block in self.function.body.blocks.values() for each in block.instructions)

    @cached_property
    def returned(self) -> tuple[Operand, ...]:
        ends = (block.terminator for block in self.function.body.blocks.values())
        return tuple(end.value for end in ends if isinstance(end, Return) and end.value is not None)

    @cached_property
    def _made(self) -> dict[int, Instruction | Phi]:
        """The instruction of each register."""
        found: dict[int, Instruction | Phi] = {}
        for block in self.function.body.blocks.values():
            for each in (*block.phis, *block.instructions):
                result = getattr(each, "result", None)
                if isinstance(result, Register):
                    found[result.index] = each
        return found

    @cached_property
    def stored(self) -> Mapping[int, list[Operand]]:
        """What is stored to each local variable."""
        found: dict[int, list[Operand]] = {}
        for each in self.instructions:
            if isinstance(each, Store) and isinstance(each.address, Register):
                found.setdefault(each.address.index, []).append(each.value)
        return found

    def made_by(self, operand: Operand) -> Instruction | Phi | None:
        return self._made.get(operand.index) if isinstance(operand, Register) else None

    def local(self, address: Operand) -> int | None:
        """The local variable that this is the address of."""
        return address.index if isinstance(self.made_by(address), Alloca) and isinstance(address, Register) else None

    def based(self, operand: Operand) -> Parameters:
        return self._walk(operand, self._based, self._based_by)

    def reached(self, operand: Operand) -> Parameters:
        return self._walk(operand, self._reached, self._reached_by)

    def content(self, operand: Operand) -> Parameters:
        """The parameters whose elements a value is computed from: what an array holds, not the members of an object."""
        return self._walk(operand, self._content, self._content_by)

    def _content_by(self, made: Instruction | Phi) -> Parameters:
        if isinstance(made, Binary):
            return self.content(made.left) | self.content(made.right)
        return self._through(made, self.content, self._loaded_content)

    def _loaded_content(self, address: Operand) -> Parameters:
        place = self.made_by(address)
        if isinstance(place, GetElement) and len(place.indices) > 1:
            return NONE
        return self.based(address) | self.reached(address)

    @cached_property
    def followed(self) -> Parameters:
        """The parameters that something is loaded or stored through."""
        places = (each.address for each in self.instructions if isinstance(each, Load | Store))
        return NONE.union(*(self.based(place) for place in places if self.local(place) is None))

    @cached_property
    def written(self) -> Parameters:
        stores = (each for each in self.instructions if isinstance(each, Store) and self.local(each.address) is None)
        return NONE.union(*(self.based(each.address) for each in stores))

    @cached_property
    def deciding(self) -> Parameters:
        """The parameters whose elements decide which way the code goes."""
        asked = [side for each in self.comparisons() for side in (each.left, each.right)]
        ends = (block.terminator for block in self.function.body.blocks.values())
        asked += [end.value for end in ends if isinstance(end, Switch)]
        return NONE.union(*(self.content(each) for each in asked))

    def _walk(
        self, operand: Operand, known: dict[int, Parameters], by: Callable[[Instruction | Phi], Parameters]
    ) -> Parameters:
        if not isinstance(operand, Register):
            return NONE
        if operand.index in known:
            return known[operand.index]
        if operand.index < len(self.function.parameters):
            return frozenset((operand.index,)) if known is self._based else NONE
        known[operand.index] = NONE  # a loop
        made = self._made.get(operand.index)
        if made is not None:
            known[operand.index] = by(made)
        return known[operand.index]

    def _based_by(self, made: Instruction | Phi) -> Parameters:
        return self._through(made, self.based, lambda address: NONE)

    def _reached_by(self, made: Instruction | Phi) -> Parameters:
        return self._through(made, self.reached, lambda address: self.based(address) | self.reached(address))

    def _through(
        self, made: Instruction | Phi, ask: Callable[[Operand], Parameters], loaded: Callable[[Operand], Parameters]
    ) -> Parameters:
        match made:
            case Load():
                local = self.local(made.address)
                if local is None:
                    return loaded(made.address)
                return NONE.union(*(ask(value) for value in self.stored.get(local, ())))
            case GetElement():
                return ask(made.base)
            case Cast() | Freeze():
                return ask(made.value)
            case Select():
                return ask(made.if_true) | ask(made.if_false)
            case Phi():
                return NONE.union(*(ask(value) for value in made.incoming.values()))
            case Call() if isinstance(made.callee, Symbol) and made.callee.name in _INTO_FIRST and made.arguments:
                return ask(made.arguments[0])
            case _:
                return NONE

    def is_parameter(self, operand: Operand) -> bool:
        """Is it the value of a parameter, which nothing else is stored over?"""
        made = self.made_by(operand)
        local = self.local(made.address) if isinstance(made, Load) else None
        return local is not None and len(self.stored.get(local, [])) == 1 and bool(self.held(operand))

    def held(self, operand: Operand) -> Parameters:
        """The parameters that a variable holds, at first or now and then."""
        made = self.made_by(operand)
        local = self.local(made.address) if isinstance(made, Load) else None
        values = self.stored.get(local, []) if local is not None else []
        count = len(self.function.parameters)
        return frozenset(each.index for each in values if isinstance(each, Register) and each.index < count)

    def member(self, operand: Operand) -> set[tuple[int, int]]:
        """The member of a parameter that this is the value of: numbers of both."""
        made = self.made_by(operand)
        if not isinstance(made, Load):
            return set()
        local = self.local(made.address)
        if local is not None:
            return {
                each for value in self.stored.get(local, []) if value is not operand for each in self._member(value)
            }
        return self._member(operand)

    def _member(self, operand: Operand) -> set[tuple[int, int]]:
        made = self.made_by(operand)
        place = self.made_by(made.address) if isinstance(made, Load) else None
        if not isinstance(place, GetElement) or len(place.indices) != 2 or not isinstance(place.indices[1], Int):
            return set()
        return {(each, place.indices[1].value) for each in self.based(place.base)}

    def variables(self, operand: Operand) -> Iterator[int]:
        """The local variables and parameters that a number is computed from."""
        seen: set[int] = set()
        todo = [operand]
        while todo:
            each = todo.pop()
            if not isinstance(each, Register) or each.index in seen:
                continue
            seen.add(each.index)
            made = self._made.get(each.index)
            match made:
                case Load():
                    local = self.local(made.address)
                    if local is not None:
                        yield local
                case Binary():
                    todo += (made.left, made.right)
                case Cast() | Freeze():
                    todo.append(made.value)

    def calls(self) -> Iterator[tuple[str, Call]]:
        """The calls of functions by name; through a variable, the one that it holds at first (`hooks.free`)."""
        for each in self.instructions:
            if isinstance(each, Call):
                callee = each.callee if isinstance(each.callee, Symbol) else self._held_at_first(each.callee)
                if callee is not None:
                    yield callee.name, each

    def _held_at_first(self, operand: Operand) -> Symbol | None:
        made = self.made_by(operand)
        if not isinstance(made, Load):
            return None
        place = made.address
        base, index = place, 0
        if isinstance(place, Folded) and place.op == "getelementptr" and isinstance(place.operands[-1], Int):
            base, index = place.operands[0], place.operands[-1].value
            index = index // 8 if len(place.operands) == 2 else index  # bytes, or a member
        known = self.globals.get(base.name) if isinstance(base, Symbol) else None
        value = None if known is None else known.initializer
        if isinstance(value, Aggregate) and 0 <= index < len(value.items):
            value = value.items[index]
        return value if isinstance(value, Symbol) else None

    def comparisons(self) -> Iterator[Compare]:
        yield from (each for each in self.instructions if isinstance(each, Compare))


@dataclass(frozen=True)
class ModuleFlow:
    """The functions of a file."""

    program: Program
    names: frozenset[str] | None = None  # the functions that are looked at; None: all

    @cached_property
    def by_name(self) -> Mapping[str, ParameterFlow]:
        wanted = [
            each
            for name, each in self.program.functions.items()
            if not each.is_declaration and (self.names is None or name in self.names)
        ]
        return {each.name: ParameterFlow(each, self.program.globals) for each in wanted}

    @cached_property
    def freed(self) -> Mapping[str, Parameters]:
        """The parameters whose object each function may free or move; members that are freed do not count."""
        return self._passed_on(dict.fromkeys(self.by_name, NONE), dict.fromkeys(_FREEING, frozenset((0,))))

    @cached_property
    def freed_members(self) -> Mapping[str, frozenset[tuple[int, int]]]:
        """The members of parameters, by number, that each function may free or move."""
        found: dict[str, frozenset[tuple[int, int]]] = dict.fromkeys(self.by_name, frozenset())
        changed = True
        while changed:
            changed = False
            for name, flow in self.by_name.items():
                now = set(found[name])
                for callee, call in flow.calls():
                    if callee in _FREEING and call.arguments:
                        now |= flow.member(call.arguments[0])
                    for number, member in found.get(callee, ()):
                        if number < len(call.arguments):
                            now |= {(each, member) for each in flow.based(call.arguments[number])}
                if now != found[name]:
                    found[name], changed = frozenset(now), True
        return found

    @cached_property
    def deciding(self) -> Mapping[str, Parameters]:
        """The parameters whose elements decide which way each function goes."""
        return self._passed_on({name: flow.deciding for name, flow in self.by_name.items()}, _DECIDING)

    @cached_property
    def written(self) -> Mapping[str, Parameters]:
        """The parameters through which each function writes."""
        return self._passed_on({name: flow.written for name, flow in self.by_name.items()}, _WRITING)

    @cached_property
    def stepped_before(self) -> Mapping[str, Parameters]:
        """The parameters before which each function looks: there is a header."""
        return self._passed_on({name: _before(flow) for name, flow in self.by_name.items()}, {})

    def _passed_on(self, found: dict[str, Parameters], outside: Mapping[str, Parameters]) -> Mapping[str, Parameters]:
        """A property of parameters that holds for whoever passes its own parameter on."""
        changed = True
        while changed:
            changed = False
            for name, flow in self.by_name.items():
                now = found[name].union(
                    *(
                        flow.based(call.arguments[number])
                        for callee, call in flow.calls()
                        for number in outside.get(callee, found.get(callee, NONE))
                        if number < len(call.arguments)
                    )
                )
                if now != found[name]:
                    found[name], changed = now, True
        return found

    def called_by(self, function: str) -> set[str]:
        """The functions that a function calls, directly or not; also those of other files."""
        found: set[str] = set()
        todo = [function]
        while todo:
            flow = self.by_name.get(todo.pop())
            new = {name for name, _ in flow.calls()} - found if flow is not None else set()
            found |= new
            todo += sorted(new)
        return found

    def callers_of(self, name: str) -> frozenset[str]:
        """The functions that call it, directly or not."""
        found: set[str] = set()
        todo = [name]
        while todo:
            wanted = todo.pop()
            for caller, flow in self.by_name.items():
                if caller not in found and any(callee == wanted for callee, _ in flow.calls()):
                    found.add(caller)
                    todo.append(caller)
        return frozenset(found)


def _before(flow: ParameterFlow) -> Parameters:
    steps = (each for each in flow.instructions if isinstance(each, GetElement) and len(each.indices) == 1)
    back = (each for each in steps if isinstance(each.indices[0], Int) and each.indices[0].value < 0)
    return NONE.union(*(flow.based(each.base) for each in back if flow.is_parameter(each.base)))
