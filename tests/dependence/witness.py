"""Runs a program on the recording machine and compares what it did with what the analyses allow."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from secateur.dependence.memory.abstract_objects import AbstractObject
from secateur.dependence.memory.effects import effect_of
from secateur.dependence.memory.mod_ref import ModRef
from secateur.dependence.memory.points_to import PointsTo
from secateur.ir.model import Alloca, Call, Load, Program, Store, Symbol
from secateur.ir.types import size_of, store_size_of
from secateur.machine.compiler import Segment
from secateur.machine.machine import Machine
from secateur.machine.memory import BIAS, SHIFT
from secateur.machine.path import Path

_SKIPPED = ("llvm.dbg.", "llvm.stackrestore", "llvm.assume")
_BLOCKS = ("llvm.memcpy", "llvm.memmove", "llvm.memset")


@dataclass
class Activation:
    function: str
    node: int
    mod: int = 0
    ref: int = 0
    own: int = 0


class Witness:
    """`complaints` describes what happened although it must not; `accesses` counts the comparisons."""

    def __init__(self, program: Program, model: tuple[int, ...] = (), entry: str = "main") -> None:
        self.points_to = PointsTo(program, entry)
        self.mod_ref = ModRef(self.points_to)
        self.machine = Machine(program, entry, record=True)
        self.complaints: list[str] = []
        self.accesses = 0
        self.homes: dict[int, AbstractObject] = {}
        for name, item in program.globals.items():
            if item.initializer is not None:
                self.homes[self.machine.address_of(name) >> SHIFT] = self.points_to.object_of_global(name)
        self.path: Path = self.machine.run(*self.machine.start(model, concrete=True))
        self.trace: Sequence[Any] = self.path.trace
        self.position = 0
        self.stack: list[Activation] = []
        while self.position < len(self.trace):
            self._segment(self._next())

    # --- the trace

    def _segment(self, segment: Segment) -> None:
        if not self.stack:
            self.stack.append(Activation(segment.function, -1))
        unit = self.points_to.code.units.get(segment.function)
        if unit is None:
            self.complaints.append(f"{segment.function} runs but is not reachable")
            self.position = len(self.trace)
            return
        for label, start, _ in segment.parts:
            block = unit.function.body.blocks[label]
            first = unit.starts[unit.flow.number[label]] + len(block.phis)
            for index in range(start, len(block.instructions)):
                if not self._instruction(block.instructions[index], first + index):
                    return
            if self.position >= len(self.trace):
                return
        if type(self.points_to.code.items[unit.terminator(unit.flow.number[label])]).__name__ == "Return":
            self._leave()

    def _next(self) -> Any:
        found = self.trace[self.position]
        self.position += 1
        return found

    def _instruction(self, item: object, node: int) -> bool:
        """False if the segment ends here."""
        match item:
            case Load(result=result):
                return self._access(node, store_size_of(result.type), False)
            case Store(value=value):
                return self._access(node, store_size_of(value.type), True)
            case Alloca():
                if self.position >= len(self.trace):
                    return False
                self._create(self._next() >> SHIFT, self.points_to.object_of_node(node), node)
            case Call():
                return self._call(item, node)
        return True

    def _access(self, node: int, size: int, is_store: bool) -> bool:
        if self.position >= len(self.trace):
            return False
        place = self._next()
        self._check(node, place, size, is_store)
        if is_store:
            home = self.homes[place >> SHIFT]
            kills = self.points_to.kills(node)
            if kills & ~home.at(_offset(place), size):
                self._complain(node, "a killed location is not written", home, place)
        return True

    def _check(self, node: int, place: int, size: int, is_store: bool) -> None:
        self.accesses += 1
        home = self.homes.get(place >> SHIFT)
        if home is None:
            self._complain(node, "access to an unknown object", None, place)
            return
        touched = home.at(_offset(place), size)
        if not touched:
            self._complain(node, "access touches no location", home, place)
        if is_store:
            self.stack[-1].mod |= touched
        else:
            self.stack[-1].ref |= touched
        allowed = self.points_to.writes(node) if is_store else self.points_to.reads(node)
        if touched & ~allowed:
            self._complain(node, "written but not allowed" if is_store else "read but not allowed", home, place)

    def _create(self, number: int, home: AbstractObject | None, node: int) -> None:
        if home is None:
            self._complain(node, "new object is unknown", None, number << SHIFT)
            return
        self.homes[number] = home

    def _complain(self, node: int, text: str, home: AbstractObject | None, place: int) -> None:
        where = self.points_to.code.position(node) if node >= 0 else "entry"
        self.complaints.append(f"{where}: node {node}: {text}: {home} at {_offset(place)}")

    # --- calls

    def _call(self, item: Call, node: int) -> bool:
        functions = self.points_to.program.functions
        name = item.callee.name if isinstance(item.callee, Symbol) else None
        if name is not None and name.startswith(_SKIPPED):
            return True
        if name is not None and (name not in functions or functions[name].is_declaration):
            if self.position >= len(self.trace):
                return False
            self._provided(item, node)
            return True
        if self.position >= len(self.trace):
            return False
        if name is None and isinstance(self.trace[self.position], tuple) and len(self.trace[self.position]) == 3:
            self._provided(item, node)
            return False
        copies = []
        while self.position < len(self.trace) and isinstance(self.trace[self.position], tuple):
            copies.append(self._next())
        if self.position < len(self.trace):
            self._enter(node, self.trace[self.position].function, copies)
        return False

    def _enter(self, node: int, function: str, copies: list[tuple[int, int]]) -> None:
        if function not in self.points_to.callees(node):
            self._complain(node, f"unexpected call of {function}", None, 0)
        if node not in self.points_to.callers(function):
            self._complain(node, f"missing from the callers of {function}", None, 0)
        numbers = []
        by_value = self.points_to.program.functions[function].by_value
        for (number, kind), (given, copy) in zip(by_value.items(), copies, strict=False):
            self._create(copy >> SHIFT, self.points_to.object_of_copy(function, number), node)
            numbers.append(copy >> SHIFT)
            self._check(node, given, size_of(kind), False)
        self.stack.append(Activation(function, node))
        for (_, kind), (_, copy) in zip(by_value.items(), copies, strict=False):
            self._check(node, copy, size_of(kind), True)
        for number in numbers:
            self.stack[-1].own |= self.homes[number].all

    def _provided(self, item: Call, node: int) -> None:
        name, arguments, made = self._next()
        if name not in self.points_to.callees(node):
            self._complain(node, f"unexpected call of {name}", None, 0)
        for number in made:
            self._create(number, self.points_to.object_of_node(node), node)
        effect = effect_of(name)
        size = arguments[2] if name.startswith(_BLOCKS) else 24 if "va_start" in name else 1
        for number in effect.reads:
            self._through(node, arguments[number], size, False)
        for number in effect.writes:
            self._through(node, arguments[number], size, True)
        if name.startswith(_BLOCKS) and size:
            kills = self.points_to.kills(node)
            if kills & ~self.homes[arguments[0] >> SHIFT].at(_offset(arguments[0]), size):
                self._complain(node, "a killed location is not written", None, arguments[0])

    def _through(self, node: int, place: object, size: int, is_store: bool) -> None:
        if isinstance(place, int) and place and size and self.homes.get(place >> SHIFT) is not None:
            self._check(node, place, size, is_store)

    def _leave(self) -> None:
        done = self.stack.pop()
        mod, ref = self.mod_ref.mod[done.function], self.mod_ref.ref[done.function]
        own = 0
        for item in self.points_to.objects:
            if item.owner == done.function:
                own |= item.all
        if self.points_to.is_recursive(done.function):
            own = 0
        for text, seen, known in (("mod", done.mod, mod), ("ref", done.ref, ref)):
            if seen & ~own & ~known:
                left = seen & ~own & ~known
                lacking = [x.name for x in self.points_to.locations if left >> x.number & 1]
                self.complaints.append(f"{text} of {done.function} lacks {lacking}")
        if done.ref & done.own & ~ref:
            self.complaints.append(f"ref of {done.function} lacks its argument copies")
        if self.stack:
            self.stack[-1].mod |= done.mod & ~own
            self.stack[-1].ref |= done.ref & ~own


def _offset(place: int) -> int:
    return (place & (1 << SHIFT) - 1) - BIAS
