"""Backward slices: traversals of the dependence graphs of all functions, first up to callers, then down to callees."""

from __future__ import annotations

from collections.abc import Iterable

from secateur.dependence.sdg.slices import Slices


class BackwardSlices:
    """All vertices of a program in one numbering, with what they depend on: within their function (or across calls), in
    callers, in callees."""

    def __init__(self, slices: Slices) -> None:
        self._count = len(slices.code.items)
        self._shown: list[int] = []
        offsets: dict[str, int] = {}
        for name, graph in slices.graphs.items():
            offsets[name] = len(self._shown)
            self._shown += graph.shown
            self._shown += [-1] * (len(slices.summaries[name].edges) - graph.count)
        self._within: list[list[int]] = [[] for _ in self._shown]
        self._above: dict[int, list[int]] = {}
        self._below: dict[int, list[int]] = {}
        for name, graph in slices.graphs.items():
            offset = offsets[name]
            for source, targets in enumerate(slices.summaries[name].edges):
                for target in targets:
                    self._within[offset + target].append(offset + source)
            for site in graph.sites:
                start, interface = offsets[site.callee], slices.graphs[site.callee].interface
                for port, vertex in zip(interface.inputs, site.inputs, strict=True):
                    self._above.setdefault(start + port.vertex, []).append(offset + vertex)
                for port, vertex in zip(interface.outputs, site.outputs, strict=True):
                    self._below.setdefault(offset + vertex, []).append(start + port.vertex)
        self._vertices: dict[int, list[int]] = {}
        for vertex, node in enumerate(self._shown):
            if node >= 0:
                self._vertices.setdefault(node, []).append(vertex)

    def backward(self, nodes: Iterable[int]) -> int:
        """The instructions that influence these, including themselves, as a bit set."""
        reached = [vertex for node in nodes for vertex in self._vertices[node]]
        for across in (self._above, self._below):
            reached = self._reach(reached, across)
        flags = bytearray(self._count // 8 + 1)
        for vertex in reached:
            node = self._shown[vertex]
            if node >= 0:
                flags[node >> 3] |= 1 << (node & 7)
        return int.from_bytes(flags, "little")

    def _reach(self, starts: list[int], across: dict[int, list[int]]) -> list[int]:
        seen = bytearray(len(self._shown))
        found: list[int] = []
        todo = list(starts)
        while todo:
            here = todo.pop()
            if not seen[here]:
                seen[here] = 1
                found.append(here)
                todo += self._within[here]
                todo += across.get(here, ())
        return found
