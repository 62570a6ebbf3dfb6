"""Potential dependence: a use sees a value from before a branch, and another side of the branch could have changed it.

DGSE, Definition 3; Qi, Nguyen and Roychoudhury, "Path Exploration based on Symbolic Output", Definition 3. A side has
this effect at a join that it enters with a definition from before the branch while another side can bring a different
one, and after a loop that another side would have iterated once more. From there it is propagated to every instruction
that the value reaches.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cached_property
from typing import NamedTuple

from secateur.dependence.control.choices import Fork, Side
from secateur.dependence.control.chunked import ChunkedSet, ChunkedSets, Unions
from secateur.dependence.control.closure import bits, components, spread, spread_sets
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
    """The numbers of the sides that affect which value reaches a vertex; `locations` if it is memory."""

    sides: tuple[int, ...]
    locations: int


class PotentialEdges:
    """All potential dependences of instructions other than phis, listed on demand.

    Sets of sides use the numbers of `Slices.sides`, sets of marks the positions in `marks`.
    """

    def __init__(self, flows: Flows) -> None:
        self.flows = flows
        self.slices = flows.slices
        self._sets = ChunkedSets()
        self._numbers = {(s.function, (s.block, s.side)): number for number, s in enumerate(self.slices.sides)}
        self._ended: dict[tuple[int, int], Mark] = {}  # by value and using vertex
        self._registers: dict[int, list[tuple[int, int, int]]] = {}  # by using instruction, (source, target, register)
        self._memory: dict[int, list[tuple[int, int]]] = {}  # by using instruction, (source, target)
        numbers: dict[Mark, int] = {}
        seeds = [self._sets.nothing] * len(flows.edges)
        for name, graph in self.slices.graphs.items():
            offset = flows.offsets[name]
            for source, target, node, register in graph.register_uses:
                self._registers.setdefault(node, []).append((offset + source, offset + target, register))
            for source, target, node in graph.memory_uses:
                self._memory.setdefault(node, []).append((offset + source, offset + target))
            for vertex, sides in _marked(graph):
                mark = Mark(self._numbered(name, sides), graph.locations[vertex])
                seeds[offset + vertex] |= self._sets.single(numbers.setdefault(mark, len(numbers)))
            for leave in graph.leaves:
                if graph.computes[leave.vertex]:
                    mark = Mark(self._numbered(name, leave.sides), graph.locations[leave.source])
                    self._ended[offset + leave.source, offset + leave.vertex] = mark
        self.marks = list(numbers)
        self._came = spread_sets(flows.edges, flows.parts, seeds, self._sets.nothing)
        self._chosen = Unions([self._sets.of(mark.sides) for mark in self.marks], self._sets)
        self._visible: dict[int, ChunkedSet] = {}
        self._controlling: dict[str, list[ChunkedSet]] = {}

    def _numbered(self, name: str, sides: Iterable[Side]) -> tuple[int, ...]:
        return tuple(sorted({self._numbers[name, side] for side in sides}))

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
            for number in known[variable]:
                side = self.slices.sides[number]
                yield PotentialEdge(side.node, side.side, target, variable)

    def by_variable(self, target: int) -> dict[str | None, ChunkedSet]:
        """By the variable used, the sides that an instruction depends on."""
        found: dict[str | None, ChunkedSet] = {}
        function, nothing = self.slices.code.owner[target].function.name, self._sets.nothing
        for source, use, register in self._registers.get(target, ()):
            variable = self.flows.name_of_register(function, register)
            found[variable] = found.get(variable, nothing) | self._seen(source, use, None)
        locations = self.flows.points_to.locations
        for location in bits(self.flows.points_to.reads(target)) if target in self._memory else ():
            name = locations[location].name
            for source, use in self._memory[target]:
                found[name] = found.get(name, nothing) | self._seen(source, use, 1 << location)
        controlling = self._controlling_of(target)
        return {variable: sides - controlling for variable, sides in found.items()}

    def sides(self, target: int) -> ChunkedSet:
        """The sides that an instruction depends on."""
        found = self._sets.union(self._seen(source, use, None) for source, use, _ in self._registers.get(target, ()))
        reads = self.flows.points_to.reads(target)
        if reads:
            found |= self._sets.union(self._seen(source, use, reads) for source, use in self._memory.get(target, ()))
        return found - self._controlling_of(target)

    def _seen(self, source: int, target: int, reads: int | None) -> ChunkedSet:
        """The sides that affect the value that arrives on one edge, in a register or in one of these locations."""
        found = self._sets.nothing
        if self.flows.maker[source] < 0:
            came = self._came[source]
            found = self._chosen.over(came if reads is None else came & self._visible_in(reads))
        ended = self._ended.get((source, target))
        if ended is not None and (reads is None or not ended.locations or ended.locations & reads):
            found |= self._sets.of(ended.sides)
        return found

    def _visible_in(self, reads: int) -> ChunkedSet:
        """The marks that can affect the contents of these locations."""
        found = self._visible.get(reads)
        if found is None:
            nothing, by_location = self._sets.nothing, self._by_location
            found = self._sets.union(by_location.get(location, nothing) for location in (-1, *bits(reads)))
            self._visible[reads] = found
        return found

    @cached_property
    def _by_location(self) -> dict[int, ChunkedSet]:
        """The marks of each location; -1: those of values in registers."""
        alike: dict[int, list[int]] = {}
        for number, mark in enumerate(self.marks):
            alike.setdefault(mark.locations, []).append(number)
        found: dict[int, ChunkedSet] = {}
        for locations, numbers in alike.items():
            some = self._sets.of(numbers)
            for location in bits(locations) or (-1,):
                found[location] = found.get(location, self._sets.nothing) | some
        return found

    def _controlling_of(self, target: int) -> ChunkedSet:
        """The sides of the branches that control an instruction, directly or transitively."""
        unit = self.slices.code.owner[target]
        name = unit.function.name
        found = self._controlling.get(name)
        if found is None:
            flow = unit.flow
            edges: list[list[int]] = [[] for _ in range(flow.exit)]
            seeds = [self._sets.nothing] * flow.exit
            for block, controls in enumerate(flow.controls):
                for branch, _ in controls:
                    edges[branch].append(block)
                    every = range(len(flow.successors[branch]))
                    seeds[block] |= self._sets.of(self._numbers[name, (branch, side)] for side in every)
            found = spread_sets(edges, components(edges), seeds, self._sets.nothing)
            self._controlling[name] = found
        return found[unit.blocks[target - unit.first]]


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
