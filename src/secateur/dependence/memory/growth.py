"""Integers that only grow by small steps: counters, sizes, indices.

A value is *slow* if it starts from a small constant and changes only by adding or subtracting small constants, through
any number of variables and calls. After n instructions it is at most START + n * STEP in size. So the sum of two cannot
overflow 32 bits in a run of fewer than 60 million instructions; docs/dgse.md names that condition.

The greatest solution of these rules: everything is taken for slow until something that is stored, passed or computed
shows otherwise.
"""

from __future__ import annotations

from functools import cached_property

from secateur.dependence.control.code import Unit
from secateur.dependence.memory.abstract_objects import ObjectKind
from secateur.dependence.memory.effects import effect_of
from secateur.dependence.memory.filled import is_beginning
from secateur.dependence.memory.points_to import PointsTo
from secateur.ir.model import (
    Aggregate,
    Binary,
    Call,
    Cast,
    Constant,
    Freeze,
    Int,
    Load,
    Null,
    Operand,
    Phi,
    Register,
    Return,
    Select,
    Store,
    Undefined,
    Zero,
)
from secateur.ir.types import IntType, Type, store_size_of
from secateur.options import Uninitialised
from secateur.provided import facts_of
from secateur.provided.record import FILL

START, STEP = 1 << 16, 16
#: What a slow value stays below.
LIMIT = 1 << 30
#: Integers of at most this width are small anyway.
NARROW = 16

_KNOWN_START = frozenset({ObjectKind.GLOBAL, ObjectKind.LOCAL, ObjectKind.HEAP})


class Growth:
    """The registers (by function) and locations (a bit set) that are slow."""

    def __init__(self, points_to: PointsTo) -> None:
        self.points_to = points_to
        self._fast: dict[str, set[int]] = {name: set() for name in points_to.functions}
        self._fast_results: set[str] = set()
        self._any = points_to.program.uninitialised is Uninitialised.ANY
        self._fast_locations = self._fast_from_the_start()
        for parameter in points_to.code.units[points_to.entry].function.parameters:
            self._fast[points_to.entry].add(parameter.index)
        self._changed = True
        while self._changed:
            self._changed = False
            for unit in points_to.code.units.values():
                for node, item in enumerate(unit.items, unit.first):
                    self._look(unit, node, item)

    def is_slow(self, unit: Unit, operand: Operand) -> bool:
        match operand:
            case Register(index=index, type=kind):
                return is_narrow(kind) or (isinstance(kind, IntType) and index not in self._fast[unit.function.name])
            case Int(value=value):
                return abs(value) <= START
            case Undefined():
                return not self._any
        return isinstance(operand, Zero | Null)

    def _look(self, unit: Unit, node: int, item: object) -> None:
        match item:
            case Store(value=value):
                locations = self._fitting(self.points_to.writes(node), store_size_of(value.type))
                self._lose(self.points_to.writes(node) & ~(locations if self.is_slow(unit, value) else 0))
            case Call():
                self._call(unit, node, item)
            case Return(value=value):
                if value is not None and not self.is_slow(unit, value) and unit.function.name not in self._fast_results:
                    self._fast_results.add(unit.function.name)
                    self._changed = True
            case _:
                result = getattr(item, "result", None)
                if isinstance(result, Register) and not self._stays_slow(unit, node, item):
                    self._define_fast(unit.function.name, result)

    def _stays_slow(self, unit: Unit, node: int, item: object) -> bool:
        match item:
            case Phi(incoming=incoming):
                return all(self.is_slow(unit, value) for value in incoming.values())
            case Select(if_true=one, if_false=other):
                return self.is_slow(unit, one) and self.is_slow(unit, other)
            case Binary():
                return self._is_small_step(unit, item)
            case Cast(op="sext" | "trunc", value=value) | Freeze(value=value):
                return self.is_slow(unit, value)
            case Cast(op="zext", value=value):
                return is_narrow(value.type)
            case Load(result=result):
                found = self.points_to.reads(node) & ~self._lifetimes
                fitting = self._fitting(found, store_size_of(result.type))
                return found != 0 and found == fitting and not found & self._fast_locations
        return False

    def _is_small_step(self, unit: Unit, item: Binary) -> bool:
        left, right = item.left, item.right
        if item.op == "add" and isinstance(left, Int):
            left, right = right, left
        if not isinstance(right, Int):
            return False
        match item.op:
            case "add" | "sub":
                return abs(right.value) <= STEP and self.is_slow(unit, left)
            case "and" | "urem" | "srem":
                return 0 < right.value <= START
            case "sdiv" | "ashr":
                return right.value > 0 and self.is_slow(unit, left)
        return False

    def _call(self, unit: Unit, node: int, item: Call) -> None:
        code, callees = self.points_to.code, self.points_to.callees(node)
        is_strange = any(name not in code.units and effect_of(name).is_unknown for name in callees)
        for name in callees:
            if name not in code.units:
                if item.result is not None:
                    self._define_fast(unit.function.name, item.result)
                if not _only_begins(name, item):
                    self._lose(self.points_to.writes(node))
                continue
            function = code.units[name].function
            if function.by_value:
                self._lose(self.points_to.writes(node))
            for number, parameter in enumerate(function.parameters):
                given = number < len(item.arguments) and self.is_slow(unit, item.arguments[number])
                if is_strange or not given:
                    self._define_fast(name, parameter)
            if item.result is not None and name in self._fast_results:
                self._define_fast(unit.function.name, item.result)

    def _define_fast(self, function: str, result: Register) -> None:
        if result.index not in self._fast[function]:
            self._fast[function].add(result.index)
            self._changed = True

    def _lose(self, locations: int) -> None:
        if locations & ~self._fast_locations:
            self._fast_locations |= locations
            self._changed = True

    def _fitting(self, locations: int, size: int) -> int:
        """Those of the locations that have this size."""
        found = 0
        while locations:
            low = locations & -locations
            locations ^= low
            if self.points_to.locations[low.bit_length() - 1].size == size:
                found |= low
        return found

    @cached_property
    def _lifetimes(self) -> int:
        found = 0
        for item in self.points_to.objects:
            found |= self.points_to.lifetime_of(item)
        return found

    def _fast_from_the_start(self) -> int:
        found = 0
        for item in self.points_to.objects:
            if item.kind not in _KNOWN_START or (self._any and item.kind is not ObjectKind.GLOBAL):
                found |= item.all
        for name, each in self.points_to.program.globals.items():
            if not _is_small(each.initializer):
                found |= self.points_to.object_of_global(name).all
        return found


def _only_begins(name: str, call: Call) -> bool:
    """Does a call only begin or end the life of an object, or clear it?"""
    facts = facts_of(name)
    if facts.allocates is not None or facts.frees or facts.name.startswith("llvm.lifetime") or is_beginning(call):
        return True
    return facts.effect is FILL and isinstance(call.arguments[1], Int) and call.arguments[1].value == 0


def _is_small(constant: Constant | None) -> bool:
    match constant:
        case Zero() | Null():
            return True
        case Int(value=value):
            return abs(value) <= START
        case Aggregate(items=items):
            return all(_is_small(each) for each in items)
    return False


def is_narrow(kind: Type) -> bool:
    return isinstance(kind, IntType) and kind.width <= NARROW
