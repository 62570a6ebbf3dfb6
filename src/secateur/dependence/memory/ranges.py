"""The values that integer registers can have, as intervals: what cannot fail on any path needs no attention.

Flow-insensitive, over the registers of all functions. Memory holds anything, except values that only grow slowly
(`growth`). An interval that keeps changing is widened.
"""

from __future__ import annotations

from collections.abc import Iterable

from secateur.dependence.control.code import Unit
from secateur.dependence.memory.growth import LIMIT, Growth
from secateur.dependence.memory.points_to import PointsTo
from secateur.ir.model import Binary, Call, Cast, Freeze, Int, Operand, Phi, Register, Return, Select, Undefined, Zero
from secateur.ir.types import IntType, Type

Interval = tuple[int, int]
#: Number of passes after which what still changes is widened.
PATIENCE = 4


class Ranges:
    """Intervals of signed values, by function and register. What no path can compute has none."""

    def __init__(self, points_to: PointsTo) -> None:
        self.points_to = points_to
        self.growth = Growth(points_to)
        self._found: dict[str, dict[int, Interval]] = {name: {} for name in points_to.functions}
        self._results: dict[str, Interval] = {}
        self._passes = 0
        self._changed = True
        while self._changed:
            self._changed = False
            self._passes += 1
            for unit in points_to.code.units.values():
                for node, item in enumerate(unit.items, unit.first):
                    self._look(unit, node, item)

    def of(self, unit: Unit, operand: Operand) -> Interval:
        return self._known(unit, operand) or whole(operand.type)

    def _known(self, unit: Unit, operand: Operand) -> Interval | None:
        """None if the operand has no value so far."""
        match operand:
            case Int(value=value):
                return value, value
            case Zero():
                return 0, 0
            case Register(index=index):
                home = unit.homes[index]
                is_given = home < 0 and not self.points_to.callers(unit.function.name)
                return whole(operand.type) if is_given else self._found[unit.function.name].get(index)
            case Undefined():
                return whole(operand.type)
        return whole(operand.type)

    def _look(self, unit: Unit, node: int, item: object) -> None:
        if isinstance(item, Call):
            self._call(unit, node, item)
            return
        if isinstance(item, Return):
            found = None if item.value is None else self._known(unit, item.value)
            if found is not None:
                old = self._results.get(unit.function.name, found)
                new = join(old, found)
                if unit.function.name not in self._results or new != old:
                    self._results[unit.function.name] = new if self._passes <= PATIENCE else (-(LIMIT**4), LIMIT**4)
                    self._changed = True
            return
        result = getattr(item, "result", None)
        if isinstance(result, Register) and isinstance(result.type, IntType):
            self._define(unit, result, self._value(unit, item, result.type))

    def _define(self, unit: Unit, result: Register, value: Interval | None) -> None:
        if value is None or not isinstance(result.type, IntType):
            return
        known = self._found[unit.function.name]
        old = known.get(result.index)
        new = value if old is None else join(old, value)
        if new == old:
            return
        if self._passes > PATIENCE:
            is_slow = self.growth.is_slow(unit, result)
            new = meet((-LIMIT, LIMIT), result.type) if is_slow else whole(result.type)
            if new == old or (is_slow and old is not None and old[0] <= new[0] and new[1] <= old[1]):
                return
        known[result.index] = meet(new, result.type)
        self._changed = True

    def _value(self, unit: Unit, item: object, kind: IntType) -> Interval | None:
        match item:
            case Phi(incoming=incoming):
                return self._joined(unit, incoming.values())
            case Select(if_true=one, if_false=other):
                return self._joined(unit, (one, other))
            case Freeze(value=value):
                return self._known(unit, value)
            case Cast(op=op, value=value) if isinstance(value.type, IntType):
                return _cast(op, self._known(unit, value), value.type, kind)
            case Binary(op=op, left=left, right=right):
                known = self._known(unit, left), self._known(unit, right)
                return None if known[0] is None or known[1] is None else _binary(op, known[0], known[1], kind)
        result = getattr(item, "result", None)
        if isinstance(result, Register) and self.growth.is_slow(unit, result):
            return meet((-LIMIT, LIMIT), kind)
        return whole(kind)

    def _joined(self, unit: Unit, operands: Iterable[Operand]) -> Interval | None:
        found: Interval | None = None
        for operand in operands:
            value = self._known(unit, operand)
            if value is not None:
                found = value if found is None else join(found, value)
        return found

    def _call(self, unit: Unit, node: int, item: Call) -> None:
        units = self.points_to.code.units
        callees = self.points_to.callees(node)
        for name in callees:
            if name not in units:
                if item.result is not None:
                    self._define(unit, item.result, whole(item.result.type))
                continue
            for number, parameter in enumerate(units[name].function.parameters):
                is_plain = number < len(item.arguments) and all(each in units for each in callees)
                value = self._known(unit, item.arguments[number]) if is_plain else whole(parameter.type)
                if is_plain and item.arguments[number].type != parameter.type:
                    value = whole(parameter.type)
                self._define(units[name], parameter, value)
            if item.result is not None and name in self._results:
                self._define(unit, item.result, self._results[name])


def whole(kind: Type) -> Interval:
    if not isinstance(kind, IntType):
        return -(LIMIT**4), LIMIT**4
    half = 1 << (kind.width - 1)
    return (0, 1) if kind.width == 1 else (-half, half - 1)


def join(one: Interval, other: Interval) -> Interval:
    return min(one[0], other[0]), max(one[1], other[1])


def meet(value: Interval, kind: IntType) -> Interval:
    low, high = whole(kind)
    return (max(low, value[0]), min(high, value[1])) if value[0] <= high and value[1] >= low else (low, high)


def fits(value: Interval, kind: IntType) -> bool:
    low, high = whole(kind)
    return low <= value[0] and value[1] <= high


def combined(op: str, one: Interval, other: Interval) -> Interval | None:
    """The exact result of a sum or product, whatever the width."""
    match op:
        case "add":
            return one[0] + other[0], one[1] + other[1]
        case "sub":
            return one[0] - other[1], one[1] - other[0]
        case "mul":
            products = [a * b for a in one for b in other]
            return min(products), max(products)
    return None


def _binary(op: str, one: Interval, other: Interval, kind: IntType) -> Interval:
    if kind.width == 1:
        return whole(kind)
    exact = combined(op, one, other)
    if exact is not None:
        return exact if fits(exact, kind) else whole(kind)
    low = min(one[0], other[0])
    if op == "and" and max(one[0], other[0]) >= 0:
        return 0, min(value[1] for value in (one, other) if value[0] >= 0)
    if op in ("or", "xor") and low >= 0:
        return 0, (1 << max(one[1], other[1]).bit_length()) - 1
    if op in ("urem", "srem") and other[0] > 0:
        return (0 if one[0] >= 0 or op == "urem" else 1 - other[1]), other[1] - 1
    if op in ("udiv", "lshr", "ashr") and low >= 0:
        return 0, one[1]
    return whole(kind)


def _cast(op: str, value: Interval | None, source: IntType, kind: IntType) -> Interval | None:
    if value is None:
        return None
    if source.width == 1:
        return (-1, 0) if op == "sext" else (0, 1)
    if op == "zext" and value[0] < 0:
        return 0, (1 << source.width) - 1
    return value if op in ("zext", "sext", "trunc") and fits(value, kind) else whole(kind)
