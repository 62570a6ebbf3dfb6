"""Data dependence: the values and memory writes of other instructions that an instruction can see.

Values are followed through everything that only forwards them: phis, memory joins, parameters, returns, and writes
that leave part of the old contents.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from secateur.dependence.control.chunked import ChunkedSet, ChunkedSets
from secateur.dependence.control.closure import bits, components, spread_sets
from secateur.dependence.sdg.ports import Way
from secateur.dependence.sdg.slices import Slices
from secateur.dependence.sdg.vertices import Graph


class DataEdge(NamedTuple):
    """`variable` is the source name of the value, if there is one."""

    source: int
    target: int
    variable: str | None


class Flows:
    """The value flows of a whole program; a vertex of a function's graph is `offsets[name]` higher here."""

    def __init__(self, slices: Slices) -> None:
        self.slices = slices
        self.points_to = slices.points_to
        #: of nodes
        self.sets = ChunkedSets()
        self.offsets: dict[str, int] = {}
        self.edges: list[list[int]] = []
        #: by vertex, the instruction that computes the value; -1 if the vertex only forwards it
        self.maker: list[int] = []
        for name, graph in slices.graphs.items():
            self.offsets[name] = len(self.edges)
            self._add(graph)
        for name, graph in slices.graphs.items():
            self._connect(self.offsets[name], graph)
        self.parts = components(self.edges)
        self._names = {name: _names(graph) for name, graph in slices.graphs.items()}

    def _add(self, graph: Graph) -> None:
        offset, computes = len(self.edges), graph.computes
        self.maker += [node if computes[v] else -1 for v, node in enumerate(graph.shown)]
        for v, targets in enumerate(graph.flows):
            self.edges.append([] if computes[v] else [offset + t for t in targets if not computes[t]])

    def _connect(self, offset: int, graph: Graph) -> None:
        for site in graph.sites:
            callee, below = self.slices.graphs[site.callee], self.offsets[site.callee]
            for port, vertex in zip(callee.interface.inputs, site.inputs, strict=True):
                if port.way is not Way.RUN:
                    self.edges[offset + vertex].append(below + port.vertex)
            for port, vertex in zip(callee.interface.outputs, site.outputs, strict=True):
                self.edges[below + port.vertex].append(offset + vertex)

    @cached_property
    def sources(self) -> list[ChunkedSet]:
        """By vertex, the instructions whose values reach it."""
        made: dict[int, list[int]] = {}
        for name, graph in self.slices.graphs.items():
            offset = self.offsets[name]
            for v, targets in enumerate(graph.flows):
                if graph.computes[v]:
                    for t in targets:
                        if not graph.computes[t]:
                            made.setdefault(offset + t, []).append(graph.shown[v])
        seeds = [self.sets.nothing] * len(self.edges)
        for vertex, nodes in made.items():
            seeds[vertex] = self.sets.of(nodes)
        return spread_sets(self.edges, self.parts, seeds, self.sets.nothing)

    def coming(self, vertex: int) -> ChunkedSet:
        """The instructions whose values reach a vertex; its own instruction if it computes a value."""
        return self.sets.single(self.maker[vertex]) if self.maker[vertex] >= 0 else self.sources[vertex]

    @cached_property
    def writers(self) -> dict[int, ChunkedSet]:
        """By location, the instructions that may write it themselves."""
        alike: dict[int, list[int]] = {}
        for node in range(len(self.slices.code.items)):
            written = self.points_to.writes(node)
            if written:
                alike.setdefault(written, []).append(node)
        found: dict[int, ChunkedSet] = {}
        for written, nodes in alike.items():
            some = self.sets.of(nodes)
            for location in bits(written):
                found[location] = found.get(location, self.sets.nothing) | some
        return found

    def name_of_register(self, function: str, register: int) -> str | None:
        return self._names[function].get(register)


class DataEdges:
    """All data dependences between instructions other than phis.

    There may be billions of them, so they are listed on demand. What is kept are the uses of each instruction: the
    variables are found out by the locations that both a use and a source access.
    """

    def __init__(self, flows: Flows) -> None:
        self._flows = flows
        self._registers: dict[int, list[tuple[int, int]]] = {}  # by using instruction, (vertex, register)
        self._memory: dict[int, list[int]] = {}  # by using instruction, vertices
        self._named: dict[tuple[ChunkedSet, int], dict[str, ChunkedSet]] = {}
        self._written: dict[int, ChunkedSet] = {}
        for name, graph in flows.slices.graphs.items():
            offset = flows.offsets[name]
            for vertex, _, node, register in graph.register_uses:
                self._registers.setdefault(node, []).append((offset + vertex, register))
            for vertex, _, node in graph.memory_uses:
                self._memory.setdefault(node, []).append(offset + vertex)

    def __iter__(self) -> Iterator[DataEdge]:
        """By the using instruction, then by source and variable."""
        for target in self.targets():
            yield from self.into(target)

    def targets(self) -> list[int]:
        """The instructions that use a value."""
        return sorted(self._registers.keys() | self._memory.keys())

    def into(self, target: int) -> list[DataEdge]:
        found = [
            DataEdge(source, target, variable)
            for variable, sources in self.by_variable(target).items()
            for source in sources
        ]
        return sorted(found, key=lambda e: (e.source, e.variable or ""))

    def sources(self, target: int) -> ChunkedSet:
        """The instructions that an instruction depends on."""
        flows, union = self._flows, self._flows.sets.union
        found = union(flows.coming(vertex) for vertex, _ in self._registers.get(target, ()))
        uses = self._memory.get(target)
        if uses:
            found |= union(flows.coming(v) for v in uses) & self._writers(flows.points_to.reads(target))
        return found

    def by_variable(self, target: int) -> dict[str | None, ChunkedSet]:
        """The same, by the source name of the value, if there is one."""
        flows, nothing = self._flows, self._flows.sets.nothing
        function = flows.slices.code.owner[target].function.name
        found: dict[str | None, ChunkedSet] = {}
        for vertex, register in self._registers.get(target, ()):
            came, variable = flows.coming(vertex), flows.name_of_register(function, register)
            if variable is not None:
                found[variable] = found.get(variable, nothing) | came
                continue
            for source in came:
                name = _result_name(flows, source)
                found[name] = found.get(name, nothing) | flows.sets.single(source)
        uses = self._memory.get(target)
        if uses:
            came = flows.sets.union(flows.coming(vertex) for vertex in uses)
            for variable, sources in self._in_memory(came, flows.points_to.reads(target)).items():
                found[variable] = found.get(variable, nothing) | sources
        return found

    def _in_memory(self, came: ChunkedSet, reads: int) -> dict[str, ChunkedSet]:
        found = self._named.get((came, reads))
        if found is None:
            found = self._named[came, reads] = {}
            flows, nothing = self._flows, self._flows.sets.nothing
            for location in bits(reads):
                sources = came & flows.writers.get(location, nothing)
                if sources:
                    name = flows.points_to.locations[location].name
                    found[name] = found.get(name, nothing) | sources
        return found

    def _writers(self, locations: int) -> ChunkedSet:
        found = self._written.get(locations)
        if found is None:
            writers, nothing = self._flows.writers, self._flows.sets.nothing
            found = self._written[locations] = self._flows.sets.union(
                writers.get(location, nothing) for location in bits(locations)
            )
        return found


def _result_name(flows: Flows, node: int) -> str | None:
    code = flows.slices.code
    result = getattr(code.items[node], "result", None)
    return None if result is None else flows.name_of_register(code.owner[node].function.name, result.index)


def _names(graph: Graph) -> dict[int, str]:
    """The source names of a function's registers: the name of the first variable whose value is in the register."""
    found: dict[int, str] = {}
    for variable in graph.unit.function.body.variables:
        if not variable.address:
            found.setdefault(variable.register, variable.name)
    return found
