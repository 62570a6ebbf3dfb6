"""The dependence graph of one function (after Horwitz, Reps and Binkley), without its callees.

Vertices are the function's instructions, numbered as in its `Unit` from 0, followed by everything without an
instruction of its own: the execution of the function, parameters, blocks, branch sides, memory versions, inputs and
outputs of calls.
"""

from __future__ import annotations

from secateur.dependence.control.choices import Choices, Side
from secateur.dependence.control.code import Unit
from secateur.dependence.sdg.ports import CallVertices, Interface, Join, Leave
from secateur.ir.model import Phi


class Graph:
    """Edges lead from what influences to what is influenced: `flows` are those along which a value passes, `rules` all
    others (control, potential). `shown` is the instruction that represents a vertex in a slice, or -1. A vertex that
    `computes` produces a new value; the others forward their inputs. `block` is where a value comes from, -1 if from
    outside. `locations`: for a memory version, its locations.
    """

    def __init__(self, unit: Unit) -> None:
        count = len(unit.items)
        self.unit = unit
        self.name = unit.function.name
        self.choices = Choices(unit.flow)
        self.flows: list[list[int]] = [[] for _ in range(count)]
        self.rules: list[list[int]] = [[] for _ in range(count)]
        self.shown = list(range(unit.first, unit.first + count))
        self.computes = [not isinstance(item, Phi) for item in unit.items]
        self.block = list(unit.blocks)
        self.locations = [0] * count
        self.sides: dict[Side, int] = {}
        self.interface = Interface()
        self.sites: list[CallVertices] = []
        self.joins: list[Join] = []
        self.leaves: list[Leave] = []
        #: vertices that only merge the values of others of the same function
        self.merges: set[int] = {vertex for vertex in range(count) if not self.computes[vertex]}
        #: uses of registers: the value, the using vertex and instruction, the register
        self.register_uses: list[tuple[int, int, int, int]] = []
        #: uses of memory: the version, the using vertex and instruction
        self.memory_uses: list[tuple[int, int, int]] = []

    @property
    def count(self) -> int:
        return len(self.flows)

    def add(self, block: int, shown: int = -1, computes: bool = False, locations: int = 0) -> int:
        self.flows.append([])
        self.rules.append([])
        self.shown.append(shown)
        self.computes.append(computes)
        self.block.append(block)
        self.locations.append(locations)
        return len(self.flows) - 1

    def vertex(self, node: int) -> int:
        return node - self.unit.first

    def link(self, source: int, target: int, where: int) -> None:
        """Link a value to its use in block `where`; the sides that leave a loop around its definition affect it too."""
        self.flows[source].append(target)
        home = self.block[source]
        if home >= 0 and home != where:
            sides = self.choices.leaving(home, where)
            if sides:
                self.leaves.append(Leave(target, source, sides))
                self.rule(sides, target)

    def rule(self, sides: tuple[Side, ...] | list[Side], target: int) -> None:
        for side in sides:
            self.rules[self.sides[side]].append(target)

    def join(self, join: Join) -> None:
        """Add a join; the sides that decide which value arrives affect it."""
        if len(set(join.keys.values())) < 2:
            return
        self.joins.append(join)
        values = {edge: 1 << key for edge, key in join.keys.items()}
        for fork in self.choices.forks(join.block):
            self.rule([(fork.branch, side) for side, _ in fork.differs(values)], join.vertex)

    def edges(self) -> list[list[int]]:
        return [[*flows, *rules] for flows, rules in zip(self.flows, self.rules, strict=True)]
