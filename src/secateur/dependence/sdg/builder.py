"""Builds the dependence graph of one function. The interfaces of its callees must exist."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from secateur.dependence.control.code import Unit
from secateur.dependence.sdg.call_graph import CallGraph
from secateur.dependence.sdg.memory_ssa import (
    CALLED,
    ENTRY,
    JOIN,
    OWN,
    WRITE,
    Grouping,
    MemorySSA,
    MemoryVersion,
    Write,
)
from secateur.dependence.sdg.ports import CallVertices, Interface, Join, Leave, Port, Way
from secateur.dependence.sdg.vertices import Graph
from secateur.ir.model import Call, Operand, Phi, Register, Return, Symbol
from secateur.ir.operands import operands_of
from secateur.ir.types import VoidType
from secateur.provided import facts_of

if TYPE_CHECKING:
    from secateur.dependence.memory.mod_ref import ModRef


class Builder:
    """First `declare` all possible ports, so that functions can call each other; then `build`.

    `visible` are the locations that a caller can know, `changed` those of them that the function may write.
    """

    def __init__(
        self, unit: Unit, mod_ref: ModRef, calls: CallGraph, grouping: Grouping, visible: int, changed: int
    ) -> None:
        self.unit = unit
        self.mod_ref = mod_ref
        self.points_to = mod_ref.points_to
        self.calls = calls
        self.grouping = grouping
        self.graph = Graph(unit)
        self._entries: dict[int, int] = {}
        self._results: dict[int, int] = {}  # of a call: the vertex of its result
        self._copies: dict[int, int] = {}  # of a call: the vertex of its own memory effects
        self._versions: dict[MemoryVersion, int] = {}
        self._pending: list[MemoryVersion] = []
        self._outcomes: dict[int, dict[int, list[int]]] = {}  # of a call, by group: what callees leave there
        self._declare(visible, changed)

    def _declare(self, visible: int, changed: int) -> None:
        graph, function = self.graph, self.unit.function
        inputs, outputs = graph.interface.inputs, graph.interface.outputs
        inputs.append(Port(Way.RUN, graph.add(-1)))
        inputs += [Port(Way.PARAMETER, graph.add(-1), n) for n in range(len(function.parameters))]
        if function.type.varargs:
            inputs.append(Port(Way.REST, graph.add(-1), len(function.parameters)))
        if not isinstance(function.type.result, VoidType):
            outputs.append(Port(Way.RESULT, graph.add(-1)))
        for number, group in enumerate(self.grouping.groups):
            if group & visible:
                vertex = self._entries[number] = graph.add(-1, locations=group)
                inputs.append(Port(Way.MEMORY, vertex, number, group & visible))
            if group & changed:
                outputs.append(Port(Way.MEMORY, graph.add(-1, locations=group), number, group & changed))

    def build(self, interfaces: Mapping[str, Interface]) -> Graph:
        graph, unit = self.graph, self.unit
        self._control()
        called = [node for node in range(unit.first, unit.last) if self.calls.defined(node)]
        for node in called:
            self._site(node, interfaces)
        self._memory = MemorySSA(unit, self._writes(interfaces))
        for vertex, item in enumerate(unit.items):
            node = unit.first + vertex
            if isinstance(item, Phi):
                self._phi(vertex, item)
            elif isinstance(item, Call) and self.calls.defined(node):
                self._operands(vertex, (item.callee,))
                if node in self._copies:
                    self._operands(self._copies[node], item.arguments)
            else:
                self._operands(vertex, operands_of(item))
                if isinstance(item, Call) and isinstance(item.callee, Symbol) and _lists_arguments(item.callee.name):
                    self._rest(vertex)
            for group in self.grouping.touched(self.points_to.reads(node)):
                version = self._version(self._memory.before(group, node))
                graph.link(version, self._own(node), unit.blocks[vertex])
                graph.memory_uses.append((version, self._own(node), node))
        for site in graph.sites:
            self._sent(site, interfaces[site.callee])
        self._returned()
        self._settle()
        return graph

    # --- control

    def _control(self) -> None:
        """Blocks depend on the execution of the function and on the sides that control them."""
        graph, unit, flow = self.graph, self.unit, self.unit.flow
        run = graph.interface.inputs[0].vertex
        self._blocks = [graph.add(-1) for _ in range(flow.exit)]
        for block, vertex in enumerate(self._blocks):
            graph.rules[run].append(vertex)
            graph.rules[vertex] += [graph.vertex(node) for node in unit.nodes_of(block)]
            if len(set(flow.successors[block])) > 1:
                branch = graph.vertex(unit.terminator(block))
                for side in range(len(flow.successors[block])):
                    made = graph.sides[block, side] = graph.add(-1)
                    graph.rules[branch].append(made)
        for block, controls in enumerate(flow.controls):
            graph.rule(controls, self._blocks[block])

    # --- values in registers

    def _value(self, register: Register) -> int:
        home = self.unit.homes[register.index]
        if home < 0:
            return self.graph.interface.inputs[1 + register.index].vertex
        return self._results.get(home, home - self.unit.first)

    def _operands(self, vertex: int, operands: Iterable[Operand]) -> None:
        graph = self.graph
        for operand in operands:
            if isinstance(operand, Register):
                value = self._value(operand)
                graph.link(value, vertex, graph.block[vertex])
                graph.register_uses.append((value, vertex, graph.shown[vertex], operand.index))

    def _phi(self, vertex: int, phi: Phi) -> None:
        flow, block = self.unit.flow, self.graph.block[vertex]
        incoming: dict[int, int] = {}
        keys: dict[int, int] = {}
        numbers: dict[Operand, int] = {}
        for label, operand in phi.incoming.items():
            edge = flow.number[label]
            if edge not in flow.predecessors[block] or not flow.reachable[edge]:
                continue
            incoming[edge] = self._value(operand) if isinstance(operand, Register) else -1
            keys[edge] = numbers.setdefault(operand, len(numbers))
            if incoming[edge] >= 0:
                self.graph.link(incoming[edge], vertex, edge)
        self.graph.join(Join(vertex, block, incoming, keys))

    def _rest(self, vertex: int) -> None:
        """`va_start` provides the variable arguments as memory that it writes."""
        for port in self.graph.interface.inputs:
            if port.way is Way.REST:
                self.graph.flows[port.vertex].append(vertex)

    # --- calls

    def _site(self, node: int, interfaces: Mapping[str, Interface]) -> None:
        """The vertices of a call, without incoming flows."""
        graph, unit = self.graph, self.unit
        vertex = graph.vertex(node)
        block, item = graph.block[vertex], unit.items[vertex]
        if isinstance(item, Call):
            if item.result is not None:
                made = self._results[node] = graph.add(block, node)
                graph.flows[vertex].append(made)
            if self.calls.is_open(node) or self.points_to.reads(node) | self.points_to.writes(node):
                copy = self._copies[node] = graph.add(block, node, computes=True)
                graph.rules[self._blocks[block]].append(copy)
                if self.calls.is_open(node) and node in self._results:
                    graph.flows[copy].append(self._results[node])
        for name in self.calls.defined(node):
            site = CallVertices(node, name, [], [])
            graph.sites.append(site)
            for port in interfaces[name].inputs:
                shown = node if port.way in (Way.PARAMETER, Way.REST) else -1
                site.inputs.append(vertex if port.way is Way.RUN else graph.add(block, shown, locations=port.locations))
            for port in interfaces[name].outputs:
                made = graph.add(block, locations=port.locations)
                site.outputs.append(made)
                if port.way is Way.MEMORY:
                    for group in self.grouping.touched(port.locations & self.mod_ref.written_by(node, name)):
                        self._outcomes.setdefault(node, {}).setdefault(group, []).append(made)
                elif isinstance(item, Call) and item.result is not None:
                    graph.flows[made].append(self._results[node])
                    graph.register_uses.append((made, vertex, node, item.result.index))

    def _sent(self, site: CallVertices, interface: Interface) -> None:
        """The flows into a call."""
        graph = self.graph
        call, block = graph.vertex(site.node), graph.block[graph.vertex(site.node)]
        arguments = self.calls.arguments(site.node)
        touched = self.mod_ref.touched_by(site.node, site.callee)
        for port, vertex in zip(interface.inputs, site.inputs, strict=True):
            if port.way is Way.MEMORY:
                for group in self.grouping.touched(port.locations & touched):
                    self._use(self._memory.before(group, site.node, CALLED), vertex, block)
            elif port.way is not Way.RUN:
                for argument in self._passed(site.node, port, arguments):
                    if isinstance(argument, Register):
                        self._operands(vertex, (argument,))
                    else:
                        graph.flows[call].append(vertex)  # a constant comes from the call

    def _passed(self, node: int, port: Port, arguments: tuple[Operand, ...]) -> tuple[Operand, ...]:
        """The arguments that a parameter can receive. A function without a body may call back with any of its own."""
        if self.calls.is_open(node):
            return arguments
        return arguments[port.number : port.number + 1 if port.way is Way.PARAMETER else None]

    def _returned(self) -> None:
        """The flows to the caller. With several returns it also matters which of them is reached."""
        graph, unit = self.graph, self.unit
        ends = [
            block
            for block in range(unit.flow.exit)
            if isinstance(unit.items[graph.vertex(unit.terminator(block))], Return)
            and unit.flow.reachable[block]
            and not unit.flow.ending[block]
        ]
        outputs = graph.interface.outputs
        for number, port in enumerate(outputs):
            for block in ends:
                vertex = graph.vertex(unit.terminator(block))
                if len(ends) > 1:
                    graph.rules[vertex].append(port.vertex)
                item = unit.items[vertex]
                if port.way is Way.RESULT and isinstance(item, Return):
                    if isinstance(item.value, Register):
                        graph.link(self._value(item.value), port.vertex, block)
                    else:
                        graph.flows[vertex].append(port.vertex)
            if port.way is Way.MEMORY:
                outputs[number] = replace(port, is_sure=self._left(port, ends))

    # --- memory

    def _own(self, node: int) -> int:
        """The vertex of an instruction's own memory effects."""
        return self._copies.get(node, node - self.unit.first)

    def _writes(self, interfaces: Mapping[str, Interface]) -> dict[int, list[Write]]:
        found: dict[int, list[Write]] = {}
        groups = self.grouping.groups
        for node in range(self.unit.first, self.unit.last):
            kills = self.points_to.kills(node)
            for group in self.grouping.touched(self.points_to.writes(node)):
                found.setdefault(group, []).append(Write(node, OWN, groups[group] & ~kills != 0))
            if node in self._outcomes:
                sure = self._surely(node, interfaces)
                for group in self._outcomes[node]:
                    found.setdefault(group, []).append(Write(node, CALLED, groups[group] & ~sure != 0))
        return found

    def _surely(self, node: int, interfaces: Mapping[str, Interface]) -> int:
        """The locations that a call overwrites no matter which function it calls."""
        if self.calls.is_open(node):
            return 0
        sure = -1
        for name in self.calls.defined(node):
            found = 0
            for port in interfaces[name].outputs:
                found |= port.locations if port.is_sure else 0
            sure &= found
        return sure

    def _use(self, version: MemoryVersion, target: int, where: int) -> None:
        self.graph.link(self._version(version), target, where)

    def _version(self, version: MemoryVersion) -> int:
        """The vertex of a version; `_settle` adds the flows into it."""
        found = self._versions.get(version)
        if found is None:
            locations = self.grouping.groups[version.group]
            if version.kind == ENTRY:
                entry = self._entries.get(version.group)
                found = self.graph.add(-1, locations=locations) if entry is None else entry
            else:
                origins = self._origins(version)
                if version.kind == WRITE and not version.is_weak and len(origins) == 1:
                    found = origins[0]
                else:
                    found = self.graph.add(version.block, locations=locations)
                    self.graph.merges.add(found)
                    self._pending.append(version)
            self._versions[version] = found
        return found

    def _origins(self, version: MemoryVersion) -> list[int]:
        if version.kind != WRITE:
            return []
        if version.stage == OWN:
            return [self._own(version.node)]
        return self._outcomes[version.node][version.group]

    def _settle(self) -> None:
        while self._pending:
            version = self._pending.pop()
            vertex = self._versions[version]
            if version.kind == JOIN:
                incoming = {edge: self._version(v) for edge, v in self._memory.incoming(version)}
                for edge, source in incoming.items():
                    self.graph.link(source, vertex, edge)
                self.graph.join(Join(vertex, version.block, incoming, incoming))
                continue
            for origin in self._origins(version):
                self.graph.flows[origin].append(vertex)
            if version.is_weak:
                self._use(self._memory.previous(version), vertex, version.block)

    def _left(self, port: Port, ends: list[int]) -> bool:
        """Link a port to everything that the function may leave in its group, except what was there on entry, which the
        caller knows more precisely. Returns whether the group is overwritten on all paths."""
        graph, memory = self.graph, self._memory
        is_sure = True
        seen: set[MemoryVersion] = set()
        todo = [(memory.at_end(port.number, block), block) for block in ends]
        while todo:
            version, where = todo.pop()
            if version.kind == ENTRY:
                is_sure = False
                continue
            sides = graph.choices.leaving(version.block, where)
            if sides:
                graph.leaves.append(Leave(port.vertex, self._version(version), sides))
                graph.rule(sides, port.vertex)
            if version in seen:
                continue
            seen.add(version)
            if version.kind == JOIN:
                ways = memory.incoming(version)
                incoming = {edge: self._version(v) for edge, v in ways}
                graph.join(Join(port.vertex, version.block, incoming, incoming))
                todo += [(v, edge) for edge, v in ways]
                continue
            for origin in self._origins(version):
                graph.flows[origin].append(port.vertex)
            if version.is_weak:
                todo.append((memory.previous(version), version.block))
        return is_sure and bool(ends)


def _lists_arguments(name: str) -> bool:
    return facts_of(name).takes_variable_arguments
