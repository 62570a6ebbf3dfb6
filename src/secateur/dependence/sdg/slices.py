"""Interprocedural dependence with matched calls and returns (Horwitz, Reps and Binkley: system dependence graphs).

Each function has its own graph. The effect of a call on its inputs is known from the graph of the callee, as *summary*
edges from inputs to outputs at the call site. So a slice can cross a call without entering it and needs only two
phases: a forward slice first goes up to callers, then down into callees. What enters from one call never leaves through
another.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from secateur.dependence.control.closure import bits, components, spread
from secateur.dependence.sdg.builder import Builder
from secateur.dependence.sdg.call_graph import CallGraph
from secateur.dependence.sdg.memory_ssa import Grouping, grouped
from secateur.dependence.sdg.ports import Interface, Way
from secateur.dependence.sdg.vertices import Graph
from secateur.ir.model import Jump, Return, Unreachable

if TYPE_CHECKING:
    from secateur.dependence.memory.mod_ref import ModRef
    from secateur.dependence.memory.points_to import PointsTo


#: About the maximum number of memory inputs at all calls of a program. If there would be more, functions distinguish
#: only some of the locations that they share with their callers.
MOST_PORTS = 40_000
#: The number that each function may have in any case.
FEWEST_PORTS = 4


class GraphSummary:
    """Summary of a function's graph, computed from those of its callees.

    `edges` are all edges, including the summary edges of its calls, `parts` their components; where several outputs of
    a call depend on the same inputs, their edges pass through a vertex that is not in the graph. `outputs[o]` are the
    inputs, as a bit set, that influence output `o`. `meets[i]` are the inputs that, together with input `i`, influence
    the same instance of an instruction, in the function or its callees.
    """

    def __init__(self, graph: Graph) -> None:
        self.edges: list[list[int]] = []
        self.parts: list[list[int]] = []
        self.outputs = [0] * len(graph.interface.outputs)
        self.meets = [0] * len(graph.interface.inputs)


#: The side of an instruction that does not branch but chooses one of several values on a path: the object a symbolic
#: address refers to, the length of a copy, the function that is called.
CHOICE = -1


@dataclass(frozen=True, slots=True)
class BranchSide:
    """One side of a branch: the instruction, the position of the successor (or `CHOICE`), and its vertices in the graph
    of its function."""

    node: int
    side: int
    function: str
    block: int
    vertices: tuple[int, ...]


class Slices:
    """The graphs of all functions of a program, with the data needed to move between them."""

    def __init__(self, points_to: PointsTo, mod_ref: ModRef, entry: str) -> None:
        self.code = points_to.code
        self.points_to = points_to
        self.mod_ref = mod_ref
        self.calls = CallGraph(points_to, entry)
        self.graphs: dict[str, Graph] = {}
        self.summaries: dict[str, GraphSummary] = {}
        #: groups of mutually recursive functions, callees first
        self.order = self.calls.groups()
        self._interfaces: dict[str, Interface] = {}
        self._relevant = _relevant(points_to)
        self._most = max(MOST_PORTS // max(self.calls.sites(), 1), FEWEST_PORTS)
        for names, is_recursive in self.order:
            self._build(names)
            self._summarise(names, is_recursive)
        self.callers: dict[str, list[tuple[str, int]]] = {name: [] for name in self.graphs}
        for name, graph in self.graphs.items():
            for number, site in enumerate(graph.sites):
                self.callers[site.callee].append((name, number))
        #: all branch sides, in instruction order
        self.sides = [
            BranchSide(graph.unit.terminator(block), side, name, block, (vertex,))
            for name, graph in self.graphs.items()
            for (block, side), vertex in graph.sides.items()
        ]
        self.sides.sort(key=lambda s: (s.node, s.side))

    # --- building

    def _build(self, names: list[str]) -> None:
        """Mutually recursive functions share their location groups."""
        mod, ref = self.mod_ref.mod, self.mod_ref.ref
        shared = 0
        for name in names:
            shared |= mod[name] | ref[name]
        grouping = Grouping(grouped(self._accesses(names), shared, self._most))
        builders = []
        for name in names:
            visible, changed = (mod[name] | ref[name]) & self._relevant, mod[name] & self._relevant
            made = Builder(self.code.units[name], self.mod_ref, self.calls, grouping, visible, changed)
            self._interfaces[name] = made.graph.interface
            builders.append(made)
        for builder in builders:
            self.graphs[builder.graph.name] = builder.build(self._interfaces)

    def _accesses(self, names: list[str]) -> Iterable[int]:
        relevant, among = self._relevant, set(names)
        for name in names:
            unit = self.code.units[name]
            for node in range(unit.first, unit.last):
                yield self.points_to.reads(node) & relevant
                yield self.points_to.writes(node) & relevant
                yield self.points_to.kills(node) & relevant
                for callee in self.calls.defined(node):
                    if callee not in among:
                        interface, touched = self._interfaces[callee], self.mod_ref.touched_by(node, callee)
                        for port in (*interface.inputs, *interface.outputs):
                            yield port.locations & touched

    def _summarise(self, names: list[str], is_recursive: bool) -> None:
        for name in names:
            self.summaries[name] = GraphSummary(self.graphs[name])
        if not is_recursive:
            self._summarise_one(names[0])
            self._prune(names[0])
            return
        callers = self.calls.callers(names)
        todo = dict.fromkeys(names)
        while todo:
            name = next(iter(todo))
            del todo[name]
            if self._summarise_one(name):
                todo.update(dict.fromkeys(callers[name]))

    def _summarise_one(self, name: str) -> bool:
        """Compute a summary from the present ones of the callees; returns whether it has changed."""
        graph, summary = self.graphs[name], self.summaries[name]
        summary.edges = edges = graph.edges()
        for site in graph.sites:
            alike: dict[int, list[int]] = {}
            for output, inputs in zip(site.outputs, self.summaries[site.callee].outputs, strict=True):
                alike.setdefault(inputs, []).append(output)
            for inputs, outputs in alike.items():
                into = outputs
                if len(outputs) > 2:
                    into = [len(edges)]
                    edges.append(outputs)
                for number in bits(inputs):
                    edges[site.inputs[number]] += into
        summary.parts = components(edges)
        seeds = [0] * graph.count
        for number, port in enumerate(graph.interface.inputs):
            seeds[port.vertex] = 1 << number
        came = spread(edges, summary.parts, seeds)
        left = [came[port.vertex] for port in graph.interface.outputs]
        meets = self._meeting(graph, came)
        grown = left != summary.outputs or meets != summary.meets
        summary.outputs, summary.meets = left, meets
        return grown

    def _meeting(self, graph: Graph, came: list[int]) -> list[int]:
        found = [0] * len(graph.interface.inputs)
        for one, other in self.meeting(graph, came, came):
            for number in bits(one):
                found[number] |= other
        return found

    def meeting(self, graph: Graph, one: list[int], other: list[int]) -> Iterable[tuple[int, int]]:
        """Pairs of sets: an element of the first and one of the second meet in a function or its callees.

        `one` and `other` give the elements that reach each vertex. They meet at an instruction that both reach. At a
        call they meet only if the callee combines the inputs that they reach, because the same instruction may also be
        reached from another call.
        """
        pairs: dict[int, int] = {}
        for vertex, item in enumerate(graph.unit.items):
            left = one[vertex]
            if left and not (isinstance(item, Jump | Unreachable) or (isinstance(item, Return) and item.value is None)):
                pairs[left] = pairs.get(left, 0) | other[vertex]
        for vertex in range(len(graph.unit.items), graph.count):
            left = one[vertex]
            if left and graph.computes[vertex]:
                pairs[left] = pairs.get(left, 0) | other[vertex]
        for site in graph.sites:
            for vertex, partners in zip(site.inputs, self.summaries[site.callee].meets, strict=True):
                left = one[vertex]
                if left:
                    found = pairs.get(left, 0)
                    for number in bits(partners):
                        found |= other[site.inputs[number]]
                    pairs[left] = found
        return pairs.items()

    def _prune(self, name: str) -> None:
        """Drop memory inputs that turn out not to matter, before callers are built on them."""
        interface, summary = self._interfaces[name], self.summaries[name]
        used = 0
        for number, partners in enumerate(summary.meets):
            used |= (1 << number) if partners or interface.inputs[number].way is not Way.MEMORY else 0
        for inputs in summary.outputs:
            used |= inputs
        kept = [n for n in range(len(interface.inputs)) if used >> n & 1]
        place = {n: k for k, n in enumerate(kept)}
        interface.inputs = [interface.inputs[n] for n in kept]
        summary.outputs = [sum(1 << place[n] for n in bits(inputs)) for inputs in summary.outputs]
        summary.meets = [sum(1 << place[n] for n in bits(summary.meets[k])) for k in kept]


def _relevant(points_to: PointsTo) -> int:
    """The locations that are both written and read. No other carries a dependence; but unknown memory is an input."""
    read = written = 0
    for node in range(len(points_to.code.items)):
        read |= points_to.reads(node)
        written |= points_to.writes(node)
    return read & written | points_to.unknown.all
