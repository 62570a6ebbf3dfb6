"""Functions as compiled code: segments of blocks, each a Python function that is compiled when it is first run.

A segment starts at an edge into a block (its phis depend on the predecessor) or after a call, and ends at a call, a
branch or a return. Jumps are followed inside a segment, so that a loop's body, step and test become one function.
Coverage is recorded through the segments that were compiled and run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar
from zlib import crc32

from secateur.ir.model import (
    Alloca,
    Block,
    Body,
    Call,
    ConditionalJump,
    Function,
    GetElement,
    Instruction,
    Int,
    Joined,
    Load,
    Operand,
    Position,
    Register,
    Store,
    Symbol,
    Terminator,
)
from secateur.ir.operands import operands_of
from secateur.ir.types import DOUBLE, FLOAT, ArrayType, FunctionType, StructType, Type, VectorType, size_of
from secateur.machine.addresses import address_registers
from secateur.machine.emit_sums import PointerUse
from secateur.machine.marks import Marks
from secateur.machine.path import BranchKind, Site, Value
from secateur.machine.regions import Regions
from secateur.machine.state import Code, State, Stop
from secateur.provided import facts_of
from secateur.provided.record import COPY, FILL

if TYPE_CHECKING:
    from secateur.machine.machine import Machine

AnySite = TypeVar("AnySite", bound=Site)


@dataclass(frozen=True, slots=True, eq=False)
class CallSite(Site):
    """A call: where its result goes and what runs after it."""

    result: int = -1
    resume: Segment | None = None
    used: bool = True
    type: FunctionType | None = None
    types: tuple[Any, ...] = ()
    by_value: Mapping[int, Type] = field(default_factory=dict)


@dataclass(slots=True, eq=False)
class Segment:
    """Straight-line code from `index` of a block, entered from `origin` (None: after a call, or the entry)."""

    name: str
    function: str
    label: str
    index: int
    origin: str | None
    run: Code
    stub: Code | None = None  # what `run` was until the segment was executed
    entered: bool = False
    executed: bool = False  # to its end
    positions: list[Position] = field(default_factory=list)
    parts: list[tuple[str, int, str | None]] = field(default_factory=list)  # blocks passed: label, first index, origin


@dataclass(frozen=True, slots=True)
class KnownCoverage:
    """What is covered of a function: segments that were entered, and whether they were executed; positions; sides of
    joined tests."""

    segments: Mapping[tuple[str, int, str | None], tuple[bool, bool]] = field(default_factory=dict)
    covered: frozenset[Position] = frozenset()
    sides: Mapping[int, list[list[bool]]] = field(default_factory=dict)


class FunctionCode:
    """A function with its segments and the namespace that their code shares."""

    def __init__(self, machine: Machine, function: Function) -> None:
        self.machine = machine
        self.function = function
        self.title = _title(function.name)
        self.body: Body = function.body
        self.parameters = len(function.parameters)
        self.by_value = tuple(function.by_value.items())
        self.key = crc32(function.name.encode())  # the same in every process
        self.blank: list[Value | None] = [None] * (self.body.register_count - len(function.parameters))
        self.segments: dict[tuple[str, int, str | None], Segment] = {}
        self.sites: dict[tuple[object, ...], str] = {}
        self.namespace: dict[str, Any] = machine.namespace.copy()
        self._marks: dict[int, Marks] = {}  # by joined tests
        self.escaping = _escaping(self.body, self.leaves_segment) | _tested(self.body)
        self.accessed = _accessed(self.body)
        self.used = _used(self.body)
        self.decayed = _decayed(self.body)
        self.trailing = _trailing(self.body)
        self.arrays = _arrays(self.body)
        self.names = {v.register: v.name for v in self.body.variables}
        self.covered: set[Position] = set()
        self.entry = self.segment(self.body.entry.label, 0, None)

    @cached_property
    def addresses(self) -> frozenset[int]:
        """Integer registers that hold an address."""
        return address_registers(self.body)

    @cached_property
    def floats(self) -> dict[int, int]:
        """By register of a float or double: its width."""
        items = (item for block in self.body.blocks.values() for item in (*block.phis, *block.instructions))
        results: list[Register | None] = [getattr(item, "result", None) for item in items]
        registers = (*self.function.parameters, *(each for each in results if each is not None))
        return {r.index: size_of(r.type) * 8 for r in registers if r.type in (FLOAT, DOUBLE)}

    @cached_property
    def pointer_use(self) -> PointerUse:
        return PointerUse(self.body)

    def segment(self, label: str, index: int, origin: str | None) -> Segment:
        key = (label, index, origin)
        found = self.segments.get(key)
        if found is None:
            name = f"E{len(self.segments)}"
            found = self.segments[key] = Segment(name, self.function.name, label, index, origin, _never)
            found.run = found.stub = self.namespace[name] = self._stub(found)
            self._keep(found)
        return found

    def _keep(self, segment: Segment) -> None:
        if self.machine.can_merge:
            self.machine.segments[segment.run] = segment

    @cached_property
    def regions(self) -> Regions:
        program = self.machine.program

        def is_table(operand: Operand) -> bool:
            item = program.globals.get(operand.name) if isinstance(operand, Symbol) else None
            return item is not None and isinstance(item.type, ArrayType)

        return Regions(self.function, program.functions, is_table)

    @cached_property
    def joins(self) -> dict[str, str]:
        """By block: where the sides of its branch are merged, if they can be."""
        return self.regions.joins if self.machine.can_merge else {}

    def leaves_segment(self, instruction: Instruction) -> bool:
        """Does this instruction enter another function of the program?"""
        if not isinstance(instruction, Call):
            return False
        callee = instruction.callee
        return not isinstance(callee, Symbol) or self.machine.is_defined(callee.name)

    def bind(self, prefix: str, value: object) -> str:
        """A name for a constant object in the generated code."""
        name = f"{prefix}{len(self.namespace)}"
        self.namespace[name] = value
        return name

    def site(
        self, make: type[AnySite], place: tuple[str, int], kind: BranchKind, position: Position, **details: Any
    ) -> str:
        """The name of the site at a place of the function: the same one in every segment that contains the place."""
        key = (make, kind, place, details.get("fault"))
        name = self.sites.get(key)
        if name is None:
            unique = (self.function.name, make.__name__, *key[1:])
            made = self.machine.new_site(make, kind, position, self.title, place, unique, **details)
            name = self.sites[key] = self.bind("K", made)
        return name

    def marks(self, joined: Joined) -> Marks:
        """What is covered of joined tests."""
        found = self._marks.get(id(joined))
        if found is None:
            found = self._marks[id(joined)] = Marks(joined, self.covered, self.function.name)
        return found

    def _stub(self, segment: Segment) -> Code:
        """Compiles on the first call. Later calls that still hold the stub go straight to the code."""
        compiled: Code | None = None

        def first(registers: list[Value], state: State) -> Code:
            nonlocal compiled
            if compiled is None:
                from secateur.machine.emit import compile_segment  # noqa: PLC0415 - emit needs this module

                compiled = compile_segment(self, segment)
            if state.is_speculative:
                return compiled(registers, state)
            self.enter(segment)
            if segment.executed:
                return compiled(registers, state)
            try:
                following = compiled(registers, state)
            except Stop as stop:
                self.cover(segment, stop)
                raise
            self.cover(segment, None)
            segment.run = self.namespace[segment.name] = compiled
            self._keep(segment)
            return following

        return first

    def recompile(self) -> None:
        """Compile what was run to its end again: the machine no longer needs all that the code does."""
        from secateur.machine.emit import compile_segment  # noqa: PLC0415 - emit needs this module

        for segment in self.segments.values():
            if segment.executed:
                segment.positions, segment.parts = [], []
                segment.run = self.namespace[segment.name] = compile_segment(self, segment)
                self._keep(segment)

    def enter(self, segment: Segment) -> None:
        """A run has come to the segment."""
        if not segment.entered:
            segment.entered = True
            self.machine.seen_first([_segment_name(segment)])

    def cover(self, segment: Segment, stop: Stop | None) -> None:
        """If the run ended in the middle of the segment, only the part up to there was executed."""
        before = self.covered.copy()
        at = None if stop is None or stop.site is None else stop.site.position
        if at not in segment.positions:
            segment.executed = True
            self.covered.update(segment.positions)
        else:
            self.covered.update(segment.positions[: segment.positions.index(at) + 1])
        if len(self.covered) > len(before):
            name = self.function.name
            self.machine.seen_first([f"{name} {each}:{each.column}" for each in self.covered - before])

    def restrict(self, known: KnownCoverage) -> None:
        """Forget what was covered, except for what is known."""
        for key, segment in self.segments.items():
            self._reset(segment, *known.segments.get(key, (False, False)))
        self.covered.intersection_update(known.covered)
        for number, marks in self._marks.items():
            marks.restrict(known.sides.get(number))

    def _reset(self, segment: Segment, entered: bool, executed: bool) -> None:
        """Its first run is to be noticed again, unless it was executed."""
        segment.entered, segment.executed = entered, executed
        if not executed and segment.stub is not None:
            segment.run = self.namespace[segment.name] = segment.stub
            self._keep(segment)

    def uncover(self, names: Set[str]) -> None:
        """Forget that what has these names was covered."""
        name = self.function.name
        gone = {each for each in self.covered if f"{name} {each}:{each.column}" in names}
        self.covered -= gone
        for segment in self.segments.values():
            if segment.entered:
                entered = _segment_name(segment) not in names
                self._reset(segment, entered, segment.executed and entered and gone.isdisjoint(segment.positions))
        for marks in self._marks.values():
            marks.uncover(names)

    @property
    def covered_names(self) -> Iterator[str]:
        """Of all that is covered, as `Machine.seen_first` was told."""
        name = self.function.name
        yield from (_segment_name(segment) for segment in self.segments.values() if segment.entered)
        yield from (f"{name} {each}:{each.column}" for each in self.covered)
        for marks in self._marks.values():
            yield from marks.covered_names

    @property
    def known(self) -> KnownCoverage:
        """What is covered now."""
        segments = {key: (each.entered, each.executed) for key, each in self.segments.items() if each.entered}
        sides = {number: [side.copy() for side in marks.sides] for number, marks in self._marks.items()}
        return KnownCoverage(segments, frozenset(self.covered), sides)


def positions(body: Body) -> Iterator[Position]:
    """Where the instructions of a body stand in the source."""
    for block in body.blocks.values():
        yield from (i.position for i in block.instructions if not isinstance(i, Alloca))
        yield block.terminator.position


def _title(name: str) -> str:
    """The name in the source: without the suffix that the linker adds; a driver has `main` under another name."""
    return "main" if name == "secateur_user_main" else re.sub(r"\.\d+$", "", name)


def _segment_name(segment: Segment) -> str:
    return f"{segment.function} {segment.label} {segment.index} {segment.origin}"


def _never(registers: list[Value], state: State) -> Code:
    raise AssertionError("a segment without code")


def _uses(block: Block) -> Iterator[tuple[int, Instruction | Terminator]]:
    yield from enumerate(block.instructions)
    yield len(block.instructions), block.terminator


def _registers(operands: Iterator[Operand]) -> Iterator[int]:
    return (o.index for o in operands if isinstance(o, Register))


def _escaping(body: Body, leaves: Any) -> set[int]:
    """Registers that are used outside the segment that defines them: these live in the register list."""
    home: dict[int, tuple[str, int]] = {}
    escaping: set[int] = set()
    spots: list[tuple[tuple[str, int], Instruction | Terminator]] = []
    for block in body.blocks.values():
        part = 0
        for phi in block.phis:
            home[phi.result.index] = (block.label, 0)
            escaping.update(_registers(iter(phi.incoming.values())))
        for _, instruction in _uses(block):
            spots.append(((block.label, part), instruction))
            if leaves(instruction):
                part += 1
            result = getattr(instruction, "result", None)
            if result is not None:
                home[result.index] = (block.label, part)
    for spot, instruction in spots:
        escaping.update(r for r in _registers(operands_of(instruction)) if home.get(r) != spot)
    return escaping


def _tested(body: Body) -> set[int]:
    """Registers that joined tests look at, after the segment that defines them."""
    jumps = (block.terminator for block in body.blocks.values())
    found = (jump.joined for jump in jumps if isinstance(jump, ConditionalJump) and jump.joined is not None)
    return {test.value.index for joined in found for test in joined.tests}


def _accessed(body: Body) -> set[int]:
    """Registers that serve as the address of a load, a store or a copy, or of a part that is taken of what is there."""
    found: set[int] = set()
    for block in body.blocks.values():
        for instruction in block.instructions:
            match instruction:
                case Load(address=address) | Store(address=address):
                    found.update(_registers(iter((address,))))
                case GetElement(base=base, indices=(_, _, *_), result=result) if not _decays(result):
                    found.update(_registers(iter((base,))))
                case Call(callee=Symbol(name=name), arguments=arguments) if facts_of(name).effect in (COPY, FILL):
                    found.update(_registers(iter(arguments[:2])))
    return found


def _used(body: Body) -> set[int]:
    """Registers that are read anywhere."""
    found: set[int] = set()
    for block in body.blocks.values():
        for item in (*block.phis, *block.instructions, block.terminator):
            found.update(_registers(operands_of(item)))
    return found


def _decays(result: Register) -> bool:
    """Is this an array used as a pointer? Recognised by clang's name for it."""
    return result.name.startswith("arraydecay")


def _elements(body: Body) -> Iterator[GetElement]:
    for block in body.blocks.values():
        yield from (i for i in block.instructions if isinstance(i, GetElement))


def _decayed(body: Body) -> dict[int, GetElement]:
    """Registers that hold an array used as a pointer, with the instruction that makes it one."""
    return {e.result.index: e for e in _elements(body) if _decays(e.result)}


def _trailing(body: Body) -> set[int]:
    """Registers that hold the address of the last member of a struct."""
    return {e.result.index for e in _elements(body) if _member(e)[1]}


def _arrays(body: Body) -> set[int]:
    """Registers that hold the address of an array that is a variable, an element or a member of a struct."""
    found = {e.result.index for e in _elements(body) if isinstance(_member(e)[0], ArrayType)}
    for instruction in body.entry.instructions:
        if isinstance(instruction, Alloca) and isinstance(instruction.type, ArrayType):
            found.add(instruction.result.index)
    return found


def _member(element: GetElement) -> tuple[Type, bool]:
    """The type of what the address leads to, and whether it is the last member of a struct."""
    last, kind = False, element.source
    for index in element.indices[1:]:
        if isinstance(kind, StructType):
            assert isinstance(index, Int)
            last = index.value == len(kind.fields) - 1
            kind = kind.fields[index.value]
        else:
            assert isinstance(kind, ArrayType | VectorType)
            last, kind = False, kind.element
    return kind, last
