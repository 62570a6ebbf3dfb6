"""Data dependence: the values and memory writes of other instructions that an instruction can see.

Values are followed through everything that only forwards them: phis, memory joins, parameters, returns, and writes
that leave part of the old contents.
"""

from __future__ import annotations

from collections.abc import Iterable
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
        self.makers: list[int] = []
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
        """By vertex, the instructions whose values reach it, as a bit set of numbers in `makers`."""
        seeds = [0] * len(self.edges)
        numbers: dict[int, int] = {}
        for name, graph in self.slices.graphs.items():
            offset = self.offsets[name]
            for v, targets in enumerate(graph.flows):
                if graph.computes[v]:
                    handed = [t for t in targets if not graph.computes[t]]
                    bit = 1 << numbers.setdefault(graph.shown[v], len(numbers)) if handed else 0
                    for t in handed:
                        seeds[offset + t] |= bit
        self.makers = list(numbers)
        return spread(self.edges, self.parts, seeds)

    def coming(self, vertex: int) -> Iterable[int]:
        """The instructions whose values reach a vertex; its own instruction if it computes a value."""
        if self.maker[vertex] >= 0:
            return (self.maker[vertex],)
        sources, makers = self.sources[vertex], self.makers
        return [makers[number] for number in bits(sources)]

    def name_of_register(self, function: str, register: int) -> str | None:
        return self._names[function].get(register)

    def names_of(self, locations: int) -> tuple[str | None, ...]:
        """The source names of locations, without duplicates."""
        found = self._named.get(locations)
        if found is None:
            named = dict.fromkeys(self.points_to.locations[number].name for number in bits(locations))
            found = self._named[locations] = tuple(named) or (None,)
        return found


def data_edges(flows: Flows) -> list[DataEdge]:
    """All data dependences between instructions other than phis, ordered by the using instruction."""
    found: set[DataEdge] = set()
    points_to = flows.points_to
    for name, graph in flows.slices.graphs.items():
        offset = flows.offsets[name]
        for vertex, _, node, register in graph.register_uses:
            variable = flows.name_of_register(name, register)
            for source in flows.coming(offset + vertex):
                found.add(DataEdge(source, node, variable or _result_name(flows, source)))
        for vertex, _, node in graph.memory_uses:
            reads = points_to.reads(node)
            for source in flows.coming(offset + vertex):
                common = reads & points_to.writes(source)
                if common:
                    for variable in flows.names_of(common):
                        found.add(DataEdge(source, node, variable))
    return sorted(found, key=lambda e: (e.target, e.source, e.variable or ""))


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
