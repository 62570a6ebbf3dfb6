"""Lines and variables of the user's source, as points and values of an approximation."""

from __future__ import annotations

import re

from secateur import expr
from secateur.approximation.approximation import Approximation
from secateur.approximation.frames import Point
from secateur.approximation.operations import Held, is_whole
from secateur.approximation.stars import UNWRITTEN
from secateur.dependence.control.code import Code, Unit
from secateur.expr import Value
from secateur.ir.model import Alloca, Global, Jump, Phi, Position
from secateur.ir.types import Type
from secateur.machine.errors import MachineError
from secateur.machine.library.leaves import scalar_leaves
from secateur.machine.widths import width_of

#: A variable or part of a variable: its name, value and type.
Named = tuple[str, Value, Type]


class NoSuchPlace(MachineError):
    """The user named a line or a variable that is not there."""


def _title(name: str, position: Position, count: int) -> str:
    """Variables of the same name are distinguished by the lines that declare them."""
    return name if count == 1 else f"{name} declared at line {position.line}"


def nodes_at(code: Code, file: str, line: int) -> list[int]:
    """The instructions that a line begins with: for each function with code there, those that are not dominated by
    another one of the line."""
    found: list[int] = []
    for unit in code.units.values():
        here = [
            node
            for node in range(unit.first, unit.last)
            if (code.position(node).file, code.position(node).line) == (file, line)
            and not isinstance(code.items[node], Phi | Alloca)
        ]
        blocks = {code.block_of(node) for node in here}
        here = [node for node in here if not _is_brace(code, unit, node, blocks)]
        first: dict[int, int] = {}
        for node in here:
            first.setdefault(code.block_of(node), node)
        for block, node in first.items():
            if unit.flow.reachable[block] and not any(b != block and unit.flow.dominates(b, block) for b in first):
                found.append(node)
    return found


def _is_brace(code: Code, unit: Unit, node: int, blocks: set[int]) -> bool:
    """Is it just the jump out of a block whose last statement is on the same line?"""
    block = code.block_of(node)
    if not isinstance(code.items[node], Jump) or any(
        not isinstance(code.items[n], Phi | Jump) for n in unit.nodes_of(block)
    ):
        return False
    before = unit.flow.predecessors[block]
    return len(before) > 1 and not blocks.isdisjoint(before)


def lines_of(code: Code, file: str) -> list[int]:
    """The lines of a file that contain code."""
    lines = {i.position.line for i in code.items if i.position.file == file and not isinstance(i, Phi | Alloca)}
    return sorted(lines - {0})


class Variables:
    """Values of the user's variables at points."""

    def __init__(self, approximation: Approximation) -> None:
        self._approximation = approximation
        self._code = approximation.code

    def at(self, point: Point, name: str) -> list[Named]:
        """The value of a variable before an instruction; for a struct or array, each scalar in it with its name."""
        unit = point.frame.unit
        declared = list(dict.fromkeys(v.position for v in unit.function.body.variables if v.name == name))
        lasting = self._lasting(point.frame.name, name)
        count = len(declared) + len(lasting)
        if not count:
            raise NoSuchPlace(f"there is no variable '{name}' in {point.frame.name}")
        found: list[Named] = []
        for position in declared:
            found += self._local(point, name, _title(name, position, count), position)
        for item in lasting:
            address = self._approximation.expansion.machine.address_of(item.name)
            found += self._leaves(point, _title(name, item.position, count), address, item.type)
        return found

    def has(self, function: str, name: str) -> bool:
        """Is there a variable of that name in a function, or a global?"""
        unit = self._code.units[function]
        is_local = any(v.name == name for v in unit.function.body.variables)
        return is_local or bool(self._lasting(function, name))

    def address(self, point: Point, name: str) -> Value | None:
        """Where the variable is; None if it is not in memory, or if there are several of that name."""
        unit = point.frame.unit
        same = [v for v in unit.function.body.variables if v.name == name]
        if not same:
            lasting = self._lasting(point.frame.name, name)
            return self._approximation.expansion.machine.address_of(lasting[0].name) if len(lasting) == 1 else None
        nodes = {unit.homes[v.register] for v in same if v.address}
        if len(nodes) != 1 or any(not v.address for v in same):
            return None
        item = self._code.items[node] if (node := nodes.pop()) >= 0 else None
        if not isinstance(item, Alloca):
            return None
        address = self._approximation.operand(point, item.result)
        assert not isinstance(address, tuple)
        return address

    def _local(self, point: Point, name: str, title: str, position: Position) -> list[Named]:
        """The local variable of that name that is declared at `position`."""
        unit = point.frame.unit
        same = [v for v in unit.function.body.variables if v.name == name and v.position == position]
        registers = {v.register for v in same if not v.address}
        if registers:
            return [(title, *_Assigned(self._approximation, unit, registers).before(point))]
        found: list[Named] = []
        for variable in same:
            node = unit.homes[variable.register]
            item = self._code.items[node] if node >= 0 else None
            if isinstance(item, Alloca):
                address = self._approximation.operand(point, item.result)
                assert not isinstance(address, tuple)
                found += self._leaves(point, title, address, item.type)
        return found

    def _lasting(self, function: str, name: str) -> list[Global]:
        """Globals of that name, and statics of the function: which of them is visible depends on scopes."""
        program = self._approximation.static.program
        static = re.compile(rf"{re.escape(f'{function}.{name}')}(\.\d+)?")
        return [
            item
            for given, item in program.globals.items()
            if item.initializer is not None and (given == name or static.fullmatch(given))
        ]

    def _leaves(self, point: Point, name: str, address: Value, kind: Type) -> list[Named]:
        """A variable in memory, scalar by scalar."""
        leaves = scalar_leaves(kind, 0, "") if is_whole(kind) else [(0, "", width_of(kind), "")]
        found: list[Named] = []
        for offset, suffix, width, _ in leaves:
            content = self._approximation.content(point, expr.add(address, offset, 64), width // 8)
            if content is not None:
                found.append((name + suffix, content, kind))
        return found


class _Assigned:
    """The value of a variable that several registers hold in succession."""

    def __init__(self, approximation: Approximation, unit: Unit, registers: set[int]) -> None:
        self._approximation = approximation
        self._unit = unit
        self._nodes = sorted(unit.homes[r] for r in registers if unit.homes[r] >= 0)
        self._parameter = next((r for r in registers if unit.homes[r] < 0), None)
        self._kind = self._type(min(registers))

    def _type(self, register: int) -> Type:
        node = self._unit.homes[register]
        if node < 0:
            return self._unit.function.parameters[register].type
        return self._unit.items[node - self._unit.first].result.type  # type: ignore[union-attr]

    def before(self, point: Point) -> tuple[Value, Type]:
        value = self._at(point, point.copy, point.node)
        assert not isinstance(value, tuple)
        return value, self._kind

    def _at(self, point: Point, copy: int, limit: int) -> Held:
        frame, graph = point.frame, point.frame.graph
        marks = 0
        for block in {self._block(node) for node in self._nodes}:
            marks |= graph.mask_of(block) | graph.pivots_of(block)
        while True:
            here = graph.copies[copy]
            if here.loop is not None and marks >> copy & 1:
                key = ("variable", frame.number, copy, *self._nodes)
                position = self._unit.function.position
                return self._approximation.stars.of_type(key, self._kind, "assigned in a loop", position)
            inside = [
                n for n in self._nodes if here.block >= 0 and self._block(n) == here.block and here.first <= n < limit
            ]
            if inside:
                return self._approximation.value(Point(frame, copy, inside[-1]))
            above = graph.flow.idom[copy]
            if above < 0:
                return self._entered(point)
            if graph.region(copy) & marks and len(graph.flow.predecessors[copy]) > 1:
                return self._approximation.expansion.joins.carried(
                    frame, copy, marks, lambda m: self._at(point, m, 1 << 60), 0, self._kind
                )
            copy, limit = above, 1 << 60

    def _block(self, node: int) -> int:
        return self._unit.blocks[node - self._unit.first]

    def _entered(self, point: Point) -> Held:
        """Before the first assignment: the argument, or anything."""
        if self._parameter is not None:
            register = self._unit.function.parameters[self._parameter]
            return self._approximation.operand(point, register)
        if point.frame.graph.copies[0].first >= 0:
            item = self._unit.items[self._nodes[0] - self._unit.first]
            return self._approximation.expansion.symbol(point.frame, item.result)  # type: ignore[union-attr, arg-type]
        key = ("uninitialised", point.frame.number, *self._nodes)
        return self._approximation.stars.of_type(key, self._kind, UNWRITTEN, self._unit.function.position)
