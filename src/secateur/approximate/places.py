"""Lines and variables of the user's source, as points and values of an approximation."""

from __future__ import annotations

from secateur import expr
from secateur.approximate.approximation import Approximation
from secateur.approximate.frames import Point
from secateur.approximate.operations import Held, is_whole
from secateur.dependence.code import Code, Unit
from secateur.expr import Value
from secateur.ir.model import Alloca, Jump, Phi
from secateur.ir.types import Type
from secateur.machine.errors import MachineError
from secateur.machine.library.inputs import scalar_leaves
from secateur.machine.widths import width_of


class NoSuchPlace(MachineError):
    """The user named a line or a variable that is not there."""


def nodes_at(code: Code, file: str, line: int) -> list[int]:
    """The instructions that a line begins with: of each function that has code there, those that no other one of the
    line comes before."""
    found: list[int] = []
    for unit in code.units.values():
        here = [
            node
            for node in range(unit.first, unit.last)
            if (code.position(node).file, code.position(node).line) == (file, line)
            and not isinstance(code.items[node], Phi | Alloca)
        ]
        if not all(isinstance(code.items[node], Jump) for node in here):
            here = [node for node in here if not isinstance(code.items[node], Jump)]  # a closing brace
        first: dict[int, int] = {}
        for node in here:
            first.setdefault(code.block_of(node), node)
        for block, node in first.items():
            if unit.flow.reachable[block] and not any(b != block and unit.flow.dominates(b, block) for b in first):
                found.append(node)
    return found


def lines_of(code: Code, file: str) -> list[int]:
    """The lines of a file that have code."""
    lines = {i.position.line for i in code.items if i.position.file == file and not isinstance(i, Phi | Alloca)}
    return sorted(lines - {0})


class Variables:
    """Values of the user's variables at points."""

    def __init__(self, approximation: Approximation) -> None:
        self._approximation = approximation
        self._code = approximation.code

    def at(self, point: Point, name: str) -> list[tuple[str, Value, Type]]:
        """What a variable holds before an instruction; of a struct or an array each scalar in it, with its name."""
        value = self._in_register(point, name)
        if value is not None:
            return [(name, value[0], value[1])]
        found = self._address(point, name)
        if found is None:
            raise NoSuchPlace(f"there is no variable '{name}' in {point.frame.name}", None)
        address, kind = found
        leaves = scalar_leaves(kind, 0, "") if is_whole(kind) else [(0, "", width_of(kind), "")]
        values: list[tuple[str, Value, Type]] = []
        for offset, suffix, width, _ in leaves:
            content = self._approximation.content(point, expr.add(address, offset, 64), width // 8)
            if content is not None:
                values.append((name + suffix, content, kind))
        return values

    def _in_register(self, point: Point, name: str) -> tuple[Value, Type] | None:
        """Of a variable that lives in registers, the one that was assigned last."""
        unit = point.frame.unit
        registers = {v.register for v in unit.function.body.variables if v.name == name and not v.address}
        if not registers:
            return None
        return _Assigned(self._approximation, point.frame.unit, registers).before(point)

    def _address(self, point: Point, name: str) -> tuple[Value, Type] | None:
        unit = point.frame.unit
        for variable in unit.function.body.variables:
            if variable.name == name and variable.address:
                node = unit.homes[variable.register]
                item = self._code.items[node] if node >= 0 else None
                if isinstance(item, Alloca):
                    register = item.result
                    address = self._approximation.operand(point, register)
                    assert not isinstance(address, tuple)
                    return address, item.type
        program = self._approximation.static.program
        for given in (name, f"{point.frame.name}.{name}"):
            item_ = program.globals.get(given)
            if item_ is not None and item_.initializer is not None:
                return self._approximation.expansion.machine.address_of(given), item_.type
        return None


class _Assigned:
    """The value of a variable that several registers hold, one after the other."""

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
        for node in self._nodes:
            marks |= graph.mask_of(self._unit.blocks[node - self._unit.first])
        while True:
            here = graph.copies[copy]
            inside = [
                n for n in self._nodes if here.block >= 0 and self._block(n) == here.block and here.first <= n < limit
            ]
            if inside:
                return self._approximation.value(Point(frame, copy, inside[-1]))
            above = graph.flow.idom[copy]
            if above < 0:
                return self._entered(point)
            if graph.region(copy) & marks and len(graph.flow.predecessors[copy]) > 1:
                return self._approximation.expansion.carried(
                    frame, copy, marks, lambda m: self._at(point, m, 1 << 60), 0, self._kind
                )
            copy, limit = above, 1 << 60

    def _block(self, node: int) -> int:
        return self._unit.blocks[node - self._unit.first]

    def _entered(self, point: Point) -> Held:
        """Before the first assignment: the argument, or 0, as uninitialised memory reads."""
        if self._parameter is not None:
            register = self._unit.function.parameters[self._parameter]
            return self._approximation.operand(point, register)
        if point.frame.graph.copies[0].first >= 0:
            item = self._unit.items[self._nodes[0] - self._unit.first]
            return self._approximation.expansion.symbol(point.frame, item.result)  # type: ignore[union-attr, arg-type]
        return 0
