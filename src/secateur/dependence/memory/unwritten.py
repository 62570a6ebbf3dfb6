"""Values that may be indeterminate because nothing has written them on some path.

Flow-insensitive, for the whole program: a variable on the stack or a heap block begins unwritten, and what is read from
there may be indeterminate, and whatever is computed from it. A local variable that is filled where its lifetime begins
never is. Printing or returning any other value cannot fail.
"""

from __future__ import annotations

from secateur.dependence.control.code import Item, Unit
from secateur.dependence.memory.abstract_objects import ObjectKind
from secateur.dependence.memory.effects import effect_of
from secateur.dependence.memory.filled import is_beginning, is_filled
from secateur.dependence.memory.points_to import PointsTo
from secateur.ir.model import Call, Load, Operand, Register, Return, Store, Undefined
from secateur.ir.operands import operands_of

_WRITTEN = frozenset({ObjectKind.GLOBAL, ObjectKind.COPY, ObjectKind.FUNCTION})


class Unwritten:
    """`registers` by function and `locations` (a bit set) that may hold indeterminate values."""

    def __init__(self, points_to: PointsTo) -> None:
        self.points_to = points_to
        self.registers: dict[str, set[int]] = {name: set() for name in points_to.functions}
        self.locations = 0
        self._results: set[str] = set()
        self._changed = True
        self._filled = 0
        for item in points_to.objects:
            if is_filled(item, points_to.code):
                self._filled |= item.all
            elif item.kind not in _WRITTEN:
                self.locations |= item.all
        while self._changed:
            self._changed = False
            for unit in points_to.code.units.values():
                self._pass(unit)

    def may_be(self, unit: Unit, operand: Operand) -> bool:
        if isinstance(operand, Register):
            return operand.index in self.registers[unit.function.name]
        return isinstance(operand, Undefined)

    def _pass(self, unit: Unit) -> None:
        for node, item in enumerate(unit.items, unit.first):
            is_bad = any(self.may_be(unit, operand) for operand in operands_of(item))
            match item:
                case Load(result=result):
                    self._define(unit.function.name, result, bool(self.points_to.reads(node) & self.locations))
                case Store(value=value):
                    if self.may_be(unit, value):
                        self._write(node)
                case Call():
                    self._call(unit, node, item, is_bad)
                case Return():
                    if is_bad and unit.function.name not in self._results:
                        self._results.add(unit.function.name)
                        self._changed = True
                case _:
                    self._define(unit.function.name, _result(item), is_bad)

    def _call(self, unit: Unit, node: int, item: Call, is_bad: bool) -> None:
        points_to = self.points_to
        callees = points_to.callees(node)
        if points_to.reads(node) & self.locations:  # copies of arguments, and what functions without a body read
            is_bad = True
        if is_bad:
            self._write(node)
        is_strange = any(name not in points_to.code.units and effect_of(name).is_unknown for name in callees)
        for name in callees:
            if name not in points_to.code.units:
                self._define(unit.function.name, item.result, is_bad or is_strange)
                continue
            for number, parameter in enumerate(points_to.code.units[name].function.parameters):
                given = number < len(item.arguments) and self.may_be(unit, item.arguments[number])
                self._define(name, parameter, given or is_strange)
            self._define(unit.function.name, item.result, name in self._results)

    def _define(self, function: str, result: Register | None, is_bad: bool) -> None:
        if is_bad and result is not None and result.index not in self.registers[function]:
            self.registers[function].add(result.index)
            self._changed = True

    def _write(self, node: int) -> None:
        new = self.points_to.writes(node) & ~self.locations
        if is_beginning(self.points_to.code.items[node]):
            new &= ~self._filled
        if new:
            self.locations |= new
            self._changed = True


def _result(item: Item) -> Register | None:
    found: Register | None = getattr(item, "result", None)
    return found
