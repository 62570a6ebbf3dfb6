"""Functions that a summary can replace, and what it has to know about them.

An exact summary (`secateur.exploration.guarded`) says what a function returns and what it writes, so the function may
do both. It must not do anything else that its caller could notice: print, ask for inputs, allocate memory, look at
addresses as numbers. Where it fails or ends the program, the call is entered.

An approximate one (`summaries.py`) describes only the result. So the function must not write anything that outlives it,
and must return. It may read globals and what its arguments point to, but must not follow pointers stored in memory or
inspect addresses. Its result then depends only on numbers that are known at the call.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import cached_property

from secateur.dependence.memory.abstract_objects import AbstractObject
from secateur.dependence.memory.inclusion import members
from secateur.dependence.static import Static
from secateur.ir.model import Binary, Cast, Compare, ConditionalJump, Function, Load, Null, Register, Store
from secateur.ir.operands import operands_of
from secateur.ir.reduced import Reduction
from secateur.ir.types import (
    POINTER,
    ArrayType,
    FloatType,
    IntType,
    PointerType,
    StructType,
    Type,
    VectorType,
    VoidType,
)
from secateur.machine.path import OWN_FILES
from secateur.provided import facts_of, is_about_inputs


class Suitable:
    """`explored`: the functions whose own paths are wanted."""

    def __init__(self, static: Static, explored: Collection[str]) -> None:
        self._static = static
        self._explored = frozenset((*explored, static.entry))

    def automatic(self) -> list[str]:
        """The user's functions that can be summarised and contain a branch: without one, a summary gains nothing."""
        functions = self._static.program.functions
        return [
            name
            for name in self._static.points_to.functions
            if not functions[name].position.file.startswith(OWN_FILES)
            and self.why_not(name) is None
            and self._branches(name)
        ]

    def why_not(self, name: str) -> str | None:
        """Why a function cannot be summarised, as the end of a sentence about it; None if it can."""
        function = self._static.program.functions.get(name)
        if function is None:
            return "does not exist"
        if function.is_declaration:
            return "has no body"
        if name not in self._static.points_to.functions:
            return "is never called"
        if name in self._explored:
            return "is being explored"
        return _not_a_number(function) or self._speaks(name) or self._counts_on_addresses(name)

    def can_be_approximated(self, name: str) -> bool:
        """Is the result of a function that can be summarised all that it does?"""
        function = self._static.program.functions[name]
        if function.type.result == POINTER:
            return False
        return self._ends_or_speaks(name) is None and self._touches(name) is None and self._addresses(name) is None

    def touches(self, name: str) -> tuple[str, ...]:
        """The globals that a function names, or that what it calls names, if anything writes them."""
        globals_ = self._static.program.globals
        points_to = self._static.points_to
        found = [each for each in self.reduction.closure([name]) if each in globals_ and globals_[each].initializer]
        written = {points_to.locations[n].object for n in members(self._written)}
        return tuple(each for each in found if self._object(each) in written and not globals_[each].constant)

    @cached_property
    def reduction(self) -> Reduction:
        return Reduction(self._static.program)

    def reads(self, name: str) -> tuple[str, ...]:
        """The globals that a suitable function reads, if anything writes them."""
        changing = self._static.mod_ref.ref[name] & self._written
        points_to = self._static.points_to
        objects = {points_to.locations[n].object for n in members(changing)}
        globals_ = self._static.program.globals
        return tuple(name for name, item in globals_.items() if item.initializer and self._object(name) in objects)

    def _object(self, name: str) -> AbstractObject:
        return self._static.points_to.object_of_global(name)

    def _touches(self, name: str) -> str | None:
        mod_ref, unknown = self._static.mod_ref, self._static.points_to.unknown.all
        if mod_ref.mod[name]:
            return f"writes {self._names(mod_ref.mod[name])}"
        return "reads through an unknown pointer" if mod_ref.ref[name] & unknown else None

    def _addresses(self, name: str) -> str | None:
        for each in self._reached(name):
            unit = self._static.code.units[each]
            for node, item in enumerate(unit.items, unit.first):
                match item:
                    case Load(result=result) if _holds_pointer(result.type) and self._changes(node):
                        return "follows pointers stored in memory"
                    case Store(value=value) if _holds_pointer(value.type):
                        return "stores pointers in memory"
                    case Cast(op="ptrtoint" | "inttoptr"):
                        return "inspects addresses"
                    case Compare(left=left, right=right) if left.type == POINTER and Null(POINTER) not in (left, right):
                        return "compares pointers"
        return None

    def _changes(self, node: int) -> bool:
        """Does an instruction read memory that is written anywhere?"""
        return bool(self._static.points_to.reads(node) & self._written)

    def _speaks(self, name: str) -> str | None:
        """What a function does that no exact summary can describe."""
        for called in self._without_body(name):
            plain = called.removeprefix("llvm.").removeprefix("__secateur_").partition(".")[0]
            facts = facts_of(called)
            if facts.end is not None:
                continue
            if facts.gives or is_about_inputs(called):
                return f"calls {plain}, which provides or restricts inputs"
            if facts.allocates is not None or facts.frees:
                return f"calls {plain}: what it allocates or frees has no value"
            if facts.prints or facts.observes:
                return f"calls {plain}, which prints"
            if facts.effect.is_unknown:
                return f"calls {plain}, which has no body"
        return None

    def _counts_on_addresses(self, name: str) -> str | None:
        for each in self._reached(name):
            unit = self._static.code.units[each]
            numbers = {item.result.index for item in unit.items if isinstance(item, Cast) and item.op == "ptrtoint"}
            for item in unit.items:
                if isinstance(item, Cast) and item.op == "inttoptr":
                    return "makes pointers from numbers"
                if isinstance(item, Compare) or (isinstance(item, Binary) and item.op == "sub"):
                    continue  # the machine sees whether these are about one object
                if numbers and any(isinstance(o, Register) and o.index in numbers for o in operands_of(item)):
                    return "inspects addresses"
        return None

    def _ends_or_speaks(self, name: str) -> str | None:
        for called in self._without_body(name):
            plain = called.removeprefix("llvm.").removeprefix("__secateur_").partition(".")[0]
            if facts_of(called).end is not None:
                return f"can end the program by calling {plain}"
            if is_about_inputs(called):
                return f"calls {plain}, which provides or restricts inputs"
            if not called.startswith("llvm.") or facts_of(called).effect.is_unknown:
                return f"calls {plain}, which has no body"
        return None

    def _without_body(self, name: str) -> Iterator[str]:
        """The functions without a body that a function calls, directly or indirectly."""
        functions = self._static.program.functions
        for each in self._reached(name):
            for called in self._callees(each):
                if called not in functions or functions[called].is_declaration:
                    yield called

    def _reached(self, name: str) -> Iterator[str]:
        """The function and all that it calls, directly or indirectly, in the order of discovery."""
        units = self._static.code.units
        found = {name: None}
        waiting = [name]
        while waiting:
            each = waiting.pop()
            yield each
            for called in self._callees(each):
                if called in units and called not in found:
                    found[called] = None
                    waiting.append(called)

    def _callees(self, name: str) -> Iterator[str]:
        unit = self._static.code.units[name]
        for node in range(unit.first, unit.last):
            yield from self._static.points_to.callees(node)

    def _branches(self, name: str) -> bool:
        units = self._static.code.units
        return any(isinstance(item, ConditionalJump) for each in self._reached(name) for item in units[each].items)

    @cached_property
    def _written(self) -> int:
        """Every location that is written anywhere. The others keep their initial content."""
        points_to = self._static.points_to
        found = 0
        for node in range(len(self._static.code.items)):
            found |= points_to.writes(node)
        return found

    def _names(self, locations: int) -> str:
        all_locations = self._static.points_to.locations
        names = dict.fromkeys(all_locations[n].object.name for n in members(locations))
        return ", ".join(list(names)[:3])


def _not_a_number(function: Function) -> str | None:
    if function.type.varargs:
        return "takes a variable number of arguments"
    if function.by_value or not all(_is_number(p.type) or p.type == POINTER for p in function.parameters):
        return "takes something other than numbers and pointers"
    result = function.type.result
    if not isinstance(result, VoidType) and result != POINTER and not _is_number(result):
        return "returns something other than a number or a pointer"
    return None


def _is_number(kind: Type) -> bool:
    match kind:
        case IntType(width):
            return width <= 64
        case FloatType(name):
            return name in ("float", "double")
        case _:
            return False


def _holds_pointer(kind: Type) -> bool:
    match kind:
        case PointerType():
            return True
        case ArrayType(element) | VectorType(element):
            return _holds_pointer(element)
        case StructType(fields):
            return any(_holds_pointer(each) for each in fields)
        case _:
            return False
