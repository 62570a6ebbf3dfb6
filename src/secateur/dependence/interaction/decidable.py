"""Branches that an input can decide, and instructions that may have to choose a value for an input.

A branch whose condition is computed from constants only, such as that of a loop that counts to ten, has no choice:
whether it runs may depend on other branches, but no input can flip it. Whatever it influences is influenced, through
it, by the branches that decide whether and how often it runs.
"""

from __future__ import annotations

from secateur.dependence.control.code import Code
from secateur.dependence.memory.effects import effect_of
from secateur.dependence.sdg.ports import Way
from secateur.dependence.sdg.slices import CHOICE, BranchSide, Slices
from secateur.dependence.sdg.vertices import Graph
from secateur.ir.model import Alloca, Call, Load, Register, Store, Unsupported, VaArg
from secateur.provided import facts_of, is_about_inputs


class Decidable:
    """`branches` are the branch instructions that an input value can reach, `choices` the instructions that use such a
    value as an address, a length or a function."""

    def __init__(self, slices: Slices, entry: str) -> None:
        self._slices = slices
        self._offsets: dict[str, int] = {}
        count = 0
        for name, graph in slices.graphs.items():
            self._offsets[name] = count
            count += graph.count
        self._reached = self._reach(entry)
        self.branches = frozenset(
            place.node
            for place in slices.sides
            if self._reached[self._offsets[place.function] + slices.graphs[place.function].vertex(place.node)]
        )
        self.choices = [place for graph in slices.graphs.values() for place in self._choices(graph)]

    @property
    def nodes(self) -> frozenset[int]:
        return self.branches | {place.node for place in self.choices}

    def _reach(self, entry: str) -> bytearray:
        """The vertices, as flags, that an input value can reach."""
        edges = self._edges()
        seen = bytearray(len(edges))
        todo = [
            self._offsets[name] + vertex
            for name in self._offsets
            for vertex in _starts(self._slices, name, name == entry)
        ]
        while todo:
            here = todo.pop()
            if not seen[here]:
                seen[here] = 1
                todo += edges[here]
        return seen

    def _edges(self) -> list[list[int]]:
        """All value flows, including flows through computations."""
        graphs, offsets = self._slices.graphs, self._offsets
        edges: list[list[int]] = []
        for name, graph in graphs.items():
            edges += [[offsets[name] + t for t in targets] for targets in graph.flows]
        for name, graph in graphs.items():
            for site in graph.sites:
                interface, below = graphs[site.callee].interface, offsets[site.callee]
                for port, vertex in zip(interface.inputs, site.inputs, strict=True):
                    if port.way is not Way.RUN:
                        edges[offsets[name] + vertex].append(below + port.vertex)
                for port, vertex in zip(interface.outputs, site.outputs, strict=True):
                    edges[below + port.vertex].append(offsets[name] + vertex)
        return edges

    def _choices(self, graph: Graph) -> list[BranchSide]:
        vertices: dict[int, list[int]] = {}
        for source, target, node, register in graph.register_uses:
            if self._reached[self._offsets[graph.name] + source] and self._can_choose(node, register):
                found = vertices.setdefault(node, [graph.vertex(node)])
                if graph.computes[target] and target not in found:
                    found.append(target)
        for vertex in _failing(self._slices, graph):
            found = vertices.setdefault(graph.shown[vertex], [graph.vertex(graph.shown[vertex])])
            if vertex not in found:
                found.append(vertex)
        return [
            BranchSide(node, CHOICE, graph.name, graph.block[found[0]], tuple(found))
            for node, found in sorted(vertices.items())
        ]

    def _can_choose(self, node: int, register: int) -> bool:
        """Might the instruction have to choose one value of this register?"""
        match self._slices.code.items[node]:
            case (
                Load(address=Register(index=index))
                | Store(address=Register(index=index))
                | VaArg(list=Register(index=index))
            ):
                return register == index
            case Call(callee=Register(index=index)) if register == index:
                return True
            case Call(by_value=by_value):
                return self._slices.calls.is_open(node) or bool(by_value)
            case Alloca():
                return True
        return False


def _starts(slices: Slices, name: str, is_entry: bool) -> list[int]:
    """The vertices of a function where inputs enter: calls and, in the entry function, arguments and initial memory."""
    graph = slices.graphs[name]
    found = [
        vertex
        for vertex, node in enumerate(graph.shown)
        if graph.computes[vertex] and node >= 0 and _is_input(slices.code, slices, node)
    ]
    if is_entry:
        unknown = slices.points_to.unknown.all
        found += [
            port.vertex
            for port in graph.interface.inputs
            if port.way in (Way.PARAMETER, Way.REST) or (port.way is Way.MEMORY and port.locations & unknown)
        ]
    return found


def _failing(slices: Slices, graph: Graph) -> list[int]:
    """The results of allocations that may fail: an input chooses between two."""
    if not slices.code.program.failing_allocations:
        return []
    return [
        vertex
        for vertex, node in enumerate(graph.shown)
        if graph.computes[vertex] and node >= 0 and _may_allocate(slices, node)
    ]


def _may_allocate(slices: Slices, node: int) -> bool:
    if not isinstance(slices.code.items[node], Call):
        return False
    return any(facts_of(name).allocates is not None for name in slices.points_to.callees(node))


def _is_input(code: Code, slices: Slices, node: int) -> bool:
    item = code.items[node]
    if isinstance(item, Unsupported):
        return True
    if not isinstance(item, Call) or not slices.calls.is_open(node):
        return False
    names = [name for name in slices.points_to.callees(node) if name not in code.units]
    if code.program.failing_allocations and any(facts_of(name).allocates is not None for name in names):
        return True
    return not names or any(is_about_inputs(name) or effect_of(name).is_unknown for name in names)
