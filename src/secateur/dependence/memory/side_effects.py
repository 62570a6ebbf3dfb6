"""What a call reads and writes outside its own variables, read off the code, without points-to sets: much coarser than
`mod_ref`, and so cheap that every exploration can ask."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from secateur.ir.model import (
    Alloca,
    Body,
    Call,
    Cast,
    Folded,
    Freeze,
    Function,
    GetElement,
    Instruction,
    Load,
    Null,
    Operand,
    Program,
    Register,
    Store,
    Symbol,
)
from secateur.provided import facts_of

#: Memory that is reached through pointers that lie in memory.
ANYWHERE = "*"
#: Before the number of a parameter: the memory that it points to.
PARAMETER = "#"
#: Memory of the call itself, or that it has just allocated.
_OWN = ""
_OUTPUT = ">"
_INPUT = "<"
#: What they return leads to memory that no other call uses, or whose order nobody looks at (`errno`).
_NEW = frozenset({"calloc", "realloc", "strdup", "strndup", "aligned_alloc", "__errno_location"})


@dataclass(slots=True)
class SideEffects:
    """Names of globals, `ANYWHERE`, numbers of parameters, and what is printed or taken as an input."""

    reads: set[str] = field(default_factory=set)
    writes: set[str] = field(default_factory=set)

    def add(self, other: SideEffects, arguments: Sequence[str]) -> bool:
        """Adds what a function does that is called with pointers to these places; whether anything is new."""
        before = len(self.reads) + len(self.writes)
        self.reads |= {_translated(place, arguments) for place in other.reads} - {_OWN}
        self.writes |= {_translated(place, arguments) for place in other.writes} - {_OWN}
        return len(self.reads) + len(self.writes) > before


def _translated(place: str, arguments: Sequence[str]) -> str:
    if not place.startswith(PARAMETER):
        return place
    number = int(place[1:])
    return arguments[number] if number < len(arguments) else ANYWHERE


@dataclass(slots=True)
class _Direct:
    """What a function does itself, and what it calls with pointers to which places."""

    effects: SideEffects
    calls: list[tuple[str, list[str]]]


class EffectsOfCalls:
    """The side effects of the functions of a program, with everything that they call."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._direct: dict[str, _Direct] = {}
        self._total: dict[str, SideEffects] = {}

    def of_call(self, call: Call) -> SideEffects:
        if not isinstance(call.callee, Symbol):
            return SideEffects({ANYWHERE}, {ANYWHERE})
        if call.callee.name not in self._total:
            self._close(call.callee.name)
        return self._total[call.callee.name]

    def _close(self, name: str) -> None:
        """Adds the effects of callees until nothing changes, as functions may call each other. What was closed before
        stays as it is: everything that it calls was closed with it."""
        reached, waiting = {name: None}, [name]
        while waiting:
            calls = self._of(waiting.pop()).calls
            called = [each for each, _ in calls if each not in reached and each not in self._total]
            waiting += dict.fromkeys(called)
            reached.update(dict.fromkeys(called))
        for each in reached:
            self._total[each] = SideEffects(set(self._of(each).effects.reads), set(self._of(each).effects.writes))
        grows = True
        while grows:
            grows = False
            for each in reached:
                for callee, arguments in self._of(each).calls:
                    grows |= self._total[each].add(self._total[callee], arguments)

    def _of(self, name: str) -> _Direct:
        known = self._direct.get(name)
        if known is None:
            function = self._program.functions.get(name)
            is_defined = function is not None and not function.is_declaration
            known = self._in_body(function) if function is not None and is_defined else _Direct(_provided(name), [])
            self._direct[name] = known
        return known

    def _in_body(self, function: Function) -> _Direct:
        made, calls = SideEffects(), []
        made_by = definitions(function.body)
        numbers = {register.index: number for number, register in enumerate(function.parameters)}

        def place(address: Operand) -> str:
            return self._place(root_of(address, made_by), made_by, numbers)

        for item in made_of(function.body):
            match item:
                case Load(address=address):
                    made.reads.add(place(address))
                case Store(address=address):
                    made.writes.add(place(address))
                case Call(callee=Symbol(name=name), arguments=arguments):
                    calls.append((name, [place(each) for each in arguments]))
                case Call():
                    made.reads.add(ANYWHERE)
                    made.writes.add(ANYWHERE)
        made.reads.discard(_OWN)
        made.writes.discard(_OWN)
        return _Direct(made, calls)

    def _place(self, root: Operand, made_by: dict[int, Instruction], numbers: dict[int, int]) -> str:
        match root:
            case Null():
                return _OWN
            case Symbol(name=name):
                item = self._program.globals.get(name)
                return _OWN if item is not None and item.constant else name
            case Register(index=index) if index in numbers:
                return f"{PARAMETER}{numbers[index]}"
            case Register(index=index):
                match made_by.get(index):
                    case Alloca():
                        return _OWN
                    case Call(callee=Symbol(name=name)) if name in _NEW or facts_of(name).allocates is not None:
                        return _OWN
        return ANYWHERE


def _provided(name: str) -> SideEffects:
    facts = facts_of(name)
    if facts.effect.is_unknown:
        return SideEffects({ANYWHERE}, {ANYWHERE})
    reads, writes = ({f"{PARAMETER}{n}" for n in each} for each in (facts.effect.reads, facts.effect.writes))
    if facts.frees or facts.leaves_scope:
        writes = set()
    if facts.prints:
        writes.add(_OUTPUT)
    if facts.counter:
        writes.add(_INPUT)
    return SideEffects(reads, writes)


def made_of(body: Body) -> Iterator[Instruction]:
    return (item for block in body.blocks.values() for item in block.instructions)


def definitions(body: Body) -> dict[int, Instruction]:
    """The instruction that makes each register."""
    results = ((getattr(item, "result", None), item) for item in made_of(body))
    return {result.index: item for result, item in results if isinstance(result, Register)}


def root_of(address: Operand, made_by: dict[int, Instruction]) -> Operand:
    """What an address is computed from."""
    while True:
        match address:
            case Folded(op="getelementptr" | "bitcast", operands=(first, *_)):
                address = first
            case Register(index=index):
                match made_by.get(index):
                    case GetElement(base=base):
                        address = base
                    case Cast(op="bitcast" | "inttoptr" | "ptrtoint", value=value) | Freeze(value=value):
                        address = value
                    case _:
                        return address
            case _:
                return address
