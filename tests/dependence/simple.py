"""Dependences computed slowly and directly from their definitions, for the tests of analyses that build on them.

Supports only local scalars and global scalars accessed by name; each function is analysed on its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from secateur.dependence.by_line.statements import Statements, statements_of
from secateur.dependence.control.closure import bits
from secateur.dependence.control.code import Code, Unit, number
from secateur.ir.model import Load, Operand, Program, Store, Symbol

from .analysing import program_of


@dataclass(frozen=True)
class Control:
    branch: int
    side: int
    target: int


@dataclass(frozen=True)
class Data:
    source: int
    target: int
    variable: str | None


@dataclass(frozen=True)
class Potential:
    branch: int
    side: int
    target: int
    variable: str | None


class GlobalsByName:
    """Replaces `PointsTo` and `ModRef`: a location is a global."""

    def __init__(self, code: Code) -> None:
        self._code = code
        self._names = list(code.program.globals)

    def reads(self, node: int) -> int:
        item = self._code.items[node]
        return self._location(item.address) if isinstance(item, Load) else 0

    def writes(self, node: int) -> int:
        item = self._code.items[node]
        return self._location(item.address) if isinstance(item, Store) else 0

    kills = writes

    def _location(self, address: Operand) -> int:
        return 1 << self._names.index(address.name) if isinstance(address, Symbol) else 0


class Simple:
    """Replaces `Static`."""

    def __init__(self, program: Program) -> None:
        names = [name for name, f in program.functions.items() if not f.is_declaration]
        self.code = number(program, names)
        self.points_to = self.mod_ref = GlobalsByName(self.code)

    def statements(self, unit: Unit) -> Statements:
        return statements_of(self.code, unit, self.points_to, self.mod_ref)

    def control_edges(self) -> list[Control]:
        return [
            Control(unit.terminator(branch), side, node)
            for unit in self.code.units.values()
            for block, controls in enumerate(unit.flow.controls)
            for branch, side in controls
            for node in unit.nodes_of(block)
        ]

    def data_edges(self) -> list[Data]:
        found = []
        for unit in self.code.units.values():
            names = {v.register: v.name for v in unit.function.body.variables}
            for node, roots in self.statements(unit).roots.items():
                for root in roots:
                    result = getattr(self.code.items[root], "result", None)
                    found.append(Data(root, node, None if result is None else names.get(result.index)))
        return found

    def potential_edges(self) -> list[Potential]:
        """Without loops: the other side defines a variable used after the branch, this side does not."""
        return [e for unit in self.code.units.values() for e in self._potential(unit)]

    def _potential(self, unit: Unit) -> list[Potential]:
        flow, statements = unit.flow, self.statements(unit)
        found = []
        for block in (b for b in range(flow.exit) if flow.decides(b)):
            defined = [
                {
                    v
                    for b in bits(flow.region(block, s))
                    for n in unit.nodes_of(b)
                    for v in statements.defines.get(n, ())
                }
                for s in (0, 1)
            ]
            behind = _reach(flow.ipdom[block], flow.successors)
            for node, used in statements.uses.items():
                here = unit.blocks[node - unit.first]
                sides = [s for s in (0, 1) if here in behind and set(used) & defined[1 - s]]
                found += [Potential(unit.terminator(block), side, node, None) for side in sides]
        return found


def _reach(start: int, edges: Sequence[tuple[int, ...]]) -> set[int]:
    seen: set[int] = set()
    todo = [start]
    while todo:
        here = todo.pop()
        if here not in seen and here < len(edges):
            seen.add(here)
            todo += edges[here]
    return seen


def simple(text: str, folder: Path) -> Simple:
    return Simple(program_of(text, folder))
