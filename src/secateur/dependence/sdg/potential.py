"""Potential dependence: a use sees a value from before a branch, and another side of the branch could have changed it.

DGSE, Definition 3; Qi, Nguyen and Roychoudhury, "Path Exploration based on Symbolic Output", Definition 3. A side has
this effect at a join that it enters with a definition from before the branch while another side can bring a different
one, and after a loop that another side would have iterated once more. From there it is propagated to every instruction
that the value reaches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from secateur.dependence.control.choices import Fork, Side
from secateur.dependence.control.closure import bits, components, spread
from secateur.dependence.sdg.data import Flows
from secateur.dependence.sdg.ports import Join
from secateur.dependence.sdg.vertices import Graph


class PotentialEdge(NamedTuple):
    """`branch` is the branch instruction, `side` the side that was taken and that left `variable` unchanged."""

    branch: int
    side: int
    target: int
    variable: str | None


class Mark(NamedTuple):
    """Sides that affect which value reaches a vertex, as a bit set of their numbers; `locations` if it is memory."""

    sides: int
    locations: int


class PotentialEdges:
    """All potential dependences of instructions other than phis, listed on demand.

    Bit sets of sides use the numbers of `Slices.sides`, bit sets of marks the positions in `marks`.
    """

    def __init__(self, flows: Flows) -> None:
        self.flows = flows
        self.slices = flows.slices
        self._numbers = {(s.function, (s.block, s.side)): number for number, s in enumerate(self.slices.sides)}
        self._ended: dict[tuple[int, int], Mark] = {}  # by value and using vertex
        self._registers: dict[int, list[tuple[int, int, int]]] = {}  # by using instruction, (source, target, register)
        self._memory: dict[int, list[tuple[int, int]]] = {}  # by using instruction, (source, target)
        numbers: dict[Mark, int] = {}
        seeds = [0] * len(flows.edges)
        for name, graph in self.slices.graphs.items():
            offset = flows.offsets[name]
            for source, target, node, register in graph.register_uses:
                self._registers.setdefault(node, []).append((offset + source, offset + target, register))
            for source, target, node in graph.memory_uses:
                self._memory.setdefault(node, []).append((offset + source, offset + target))
            for vertex, sides in _marked(graph):
                mark = Mark(self._numbered(name, sides), graph.locations[vertex])
                seeds[offset + vertex] |= 1 << numbers.setdefault(mark, len(numbers))
            for leave in graph.leaves:
                if graph.computes[leave.vertex]:
                    mark = Mark(self._numbered(name, leave.sides), graph.locations[leave.source])
                    self._ended[offset + leave.source, offset + leave.vertex] = mark
        self.marks = list(numbers)
        self._came = spread(flows.edges, flows.parts, seeds)
        self._of_branch: dict[tuple[str, int], int] = {}
        for number, side in enumerate(self.slices.sides):
            key = (side.function, side.block)
            self._of_branch[key] = self._of_branch.get(key, 0) | 1 << number
        self._controlling: dict[str, list[int]] = {}
        self._gathered: dict[int, list[Mark]] = {}

    def _numbered(self, name: str, sides: Iterable[Side]) -> int:
        found = 0
        for side in sides:
            found |= 1 << self._numbers[name, side]
        return found

    def __iter__(self) -> Iterator[PotentialEdge]:
        """By the using instruction, then by variable and side."""
        for target in self.targets():
            yield from self.into(target)

    def targets(self) -> list[int]:
        """The instructions that use a value."""
        return sorted(self._registers.keys() | self._memory.keys())

    def into(self, target: int) -> Iterator[PotentialEdge]:
        known = self.by_variable(target)
        for variable in sorted(known, key=lambda name: name or ""):
            for number in bits(known[variable]):
                side = self.slices.sides[number]
                yield PotentialEdge(side.node, side.side, target, variable)

    def by_variable(self, target: int) -> dict[str | None, int]:
        """By the variable used, the sides that an instruction depends on, as a bit set."""
        found: dict[str | None, int] = {}
        unit = self.slices.code.owner[target]
        free = ~self._controlling_of(unit.function.name)[unit.blocks[target - unit.first]]
        for source, use, register in self._registers.get(target, ()):
            for sides, _ in self._marks_at(source, use):
                variable = self.flows.name_of_register(unit.function.name, register)
                found[variable] = found.get(variable, 0) | sides & free
        reads = self.flows.points_to.reads(target)
        for source, use in self._memory.get(target, ()):
            for sides, locations in self._marks_at(source, use):
                common = locations & reads if locations else reads
                for variable in self.flows.names_of(common) if common else ():
                    found[variable] = found.get(variable, 0) | sides & free
        return found

    def sides(self, target: int) -> int:
        """The sides that an instruction depends on, as a bit set."""
        found = 0
        unit = self.slices.code.owner[target]
        for source, use, _ in self._registers.get(target, ()):
            for sides, _ in self._marks_at(source, use):
                found |= sides
        reads = self.flows.points_to.reads(target)
        for source, use in self._memory.get(target, ()):
            for sides, locations in self._marks_at(source, use):
                if reads and (not locations or locations & reads):
                    found |= sides
        return found & ~self._controlling_of(unit.function.name)[unit.blocks[target - unit.first]]

    def _marks_at(self, source: int, target: int) -> list[Mark]:
        """The marks of the values that arrive on one edge, merged by locations."""
        marks: list[Mark] = []
        if self.flows.maker[source] < 0:
            came = self._came[source]
            known = self._gathered.get(came)
            if known is None:
                sides: dict[int, int] = {}
                for number in bits(came):
                    mark = self.marks[number]
                    sides[mark.locations] = sides.get(mark.locations, 0) | mark.sides
                known = self._gathered[came] = [Mark(some, locations) for locations, some in sides.items()]
            marks = known
        ended = self._ended.get((source, target))
        return marks if ended is None else [*marks, ended]

    def _controlling_of(self, name: str) -> list[int]:
        """By block, the sides of the branches that control the block, directly or transitively."""
        found = self._controlling.get(name)
        if found is None:
            flow = self.slices.graphs[name].unit.flow
            edges: list[list[int]] = [[] for _ in range(flow.exit)]
            seeds = [0] * flow.exit
            for block, controls in enumerate(flow.controls):
                for branch, _ in controls:
                    edges[branch].append(block)
                    seeds[block] |= self._of_branch[name, branch]
            found = self._controlling[name] = spread(edges, components(edges), seeds)
        return found


def _marked(graph: Graph) -> Iterator[tuple[int, Iterable[Side]]]:
    """The vertices that more than one definition can reach, with the sides that affect which."""
    definitions = Definitions(graph)
    for join in graph.joins:
        sides = tuple(definitions.sides(join))
        if sides:
            yield join.vertex, sides
    for leave in graph.leaves:
        if not graph.computes[leave.vertex]:
            yield leave.vertex, leave.sides


class Definitions:
    """The definitions of one function that reach its joins, by edge."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        merges = graph.merges
        edges = [[t for t in targets if t in merges] for targets in graph.flows]
        seeds = [0 if v in merges else 1 << v for v in range(graph.count)]
        self._came = spread(edges, components(edges), seeds)
        self._of_block: dict[int, int] = {}
        for v, block in enumerate(graph.block):
            if v not in merges and block >= 0:
                self._of_block[block] = self._of_block.get(block, 0) | 1 << v
        self._passed: dict[int, int] = {}

    def sides(self, join: Join) -> Iterator[Side]:
        """The sides that bring a definition from before the branch, while another side can bring a different one."""
        brought = {edge: self._brought(join, edge) for edge in join.incoming}
        every = 0
        for definitions in brought.values():
            every |= definitions
        for fork in self.graph.choices.forks(join.block):
            found = []
            for side, edges in enumerate(fork.edges):
                definitions = every if fork.again[side] else 0
                for edge in edges:
                    definitions |= brought.get(edge, 0)
                found.append(definitions)
            yield from self._of_fork(fork, found)

    def _of_fork(self, fork: Fork, found: list[int]) -> Iterator[Side]:
        for side, definitions in enumerate(found):
            before = definitions & ~self._made_in(fork.passed[side])
            others = 0
            for other, brought in enumerate(found):
                others |= brought if other != side else 0
            if before and others and (others != before or others & (others - 1)):
                yield fork.branch, side

    def _brought(self, join: Join, edge: int) -> int:
        vertex = join.incoming[edge]
        if vertex >= 0:
            return self._came[vertex]
        return 1 << self.graph.count + join.keys[edge]  # a constant is its own definition

    def _made_in(self, blocks: int) -> int:
        found = self._passed.get(blocks)
        if found is None:
            found = 0
            for block in bits(blocks):
                found |= self._of_block.get(block, 0)
            self._passed[blocks] = found
        return found
