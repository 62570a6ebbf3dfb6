"""Data dependence: the values and memory writes of other instructions that an instruction can see.

Values are followed through everything that only forwards them: phis, memory joins, parameters, returns, and writes
that leave part of the old contents.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property
from typing import NamedTuple

from secateur.dependence.control.closure import bits, components, spread
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
        self._named: dict[int, tuple[str | None, ...]] = {}

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
    def sources(self) -> list[int]:
        """By vertex, the instructions whose values reach it, as a bit set of nodes."""
        seeds = [0] * len(self.edges)
        for name, graph in self.slices.graphs.items():
            offset = self.offsets[name]
            for v, targets in enumerate(graph.flows):
                if graph.computes[v]:
                    for t in targets:
                        if not graph.computes[t]:
                            seeds[offset + t] |= 1 << graph.shown[v]
        return spread(self.edges, self.parts, seeds)

    def coming(self, vertex: int) -> int:
        """The instructions whose values reach a vertex; its own instruction if it computes a value."""
        return 1 << self.maker[vertex] if self.maker[vertex] >= 0 else self.sources[vertex]

    @cached_property
    def writers(self) -> dict[int, int]:
        """By location, the instructions that may write it themselves, as a bit set of nodes."""
        alike: dict[int, int] = {}
        for node in range(len(self.slices.code.items)):
            written = self.points_to.writes(node)
            if written:
                alike[written] = alike.get(written, 0) | 1 << node
        found: dict[int, int] = {}
        for written, nodes in alike.items():
            for location in bits(written):
                found[location] = found.get(location, 0) | nodes
        return found

    def name_of_register(self, function: str, register: int) -> str | None:
        return self._names[function].get(register)

    def names_of(self, locations: int) -> tuple[str | None, ...]:
        """The source names of locations, without duplicates."""
        found = self._named.get(locations)
        if found is None:
            named = dict.fromkeys(self.points_to.locations[number].name for number in bits(locations))
            found = self._named[locations] = tuple(named) or (None,)
        return found


class DataEdges:
    """All data dependences between instructions other than phis.

    There may be billions of them, so they are listed on demand. What is kept are the uses of each instruction: the
    variables are found out by the locations that both a use and a source access.
    """

    def __init__(self, flows: Flows) -> None:
        self._flows = flows
        self._registers: dict[int, list[tuple[int, int]]] = {}  # by using instruction, (vertex, register)
        self._memory: dict[int, list[int]] = {}  # by using instruction, vertices
        self._named: dict[tuple[int, int], dict[str | None, int]] = {}
        self._written: dict[int, int] = {}
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
            for source in bits(sources)
        ]
        return sorted(found, key=lambda e: (e.source, e.variable or ""))

    def sources(self, target: int) -> int:
        """The instructions that an instruction depends on, as a bit set."""
        flows, found = self._flows, 0
        for vertex, _ in self._registers.get(target, ()):
            found |= flows.coming(vertex)
        uses = self._memory.get(target)
        if uses:
            came = 0
            for vertex in uses:
                came |= flows.coming(vertex)
            found |= came & self._writers(flows.points_to.reads(target))
        return found

    def by_variable(self, target: int) -> dict[str | None, int]:
        """The same, by the source name of the value, if there is one."""
        flows = self._flows
        function = flows.slices.code.owner[target].function.name
        found: dict[str | None, int] = {}
        for vertex, register in self._registers.get(target, ()):
            came, variable = flows.coming(vertex), flows.name_of_register(function, register)
            if variable is not None:
                found[variable] = found.get(variable, 0) | came
                continue
            for source in bits(came):
                name = _result_name(flows, source)
                found[name] = found.get(name, 0) | 1 << source
        reads = flows.points_to.reads(target)
        for came in dict.fromkeys(flows.coming(vertex) for vertex in self._memory.get(target, ())):
            for variable, sources in self._in_memory(came, reads).items():
                found[variable] = found.get(variable, 0) | sources
        return found

    def _in_memory(self, came: int, reads: int) -> dict[str | None, int]:
        found = self._named.get((came, reads))
        if found is None:
            found = self._named[came, reads] = {}
            locations = self._flows.points_to.locations
            for location in bits(reads):
                sources = came & self._flows.writers.get(location, 0)
                if sources:
                    name = locations[location].name
                    found[name] = found.get(name, 0) | sources
        return found

    def _writers(self, locations: int) -> int:
        found = self._written.get(locations)
        if found is None:
            found = 0
            for location in bits(locations):
                found |= self._flows.writers.get(location, 0)
            self._written[locations] = found
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
