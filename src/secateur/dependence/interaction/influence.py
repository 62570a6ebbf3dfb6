"""The forward slices of all branch sides at once.

Instead of a set of vertices per side, there is a set of sides per vertex. These sets are small and computed in two
passes over the graphs: one with callees first, one with callers first.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from secateur.dependence.control.closure import spread, transpose
from secateur.dependence.sdg.slices import BranchSide, Slices


class Influence:
    """By function and vertex, bit sets of places: branch sides and choices, as numbered in `places`.

    `upward` holds the sides that influence a vertex from its own function or from a callee that has returned;
    `everywhere` also holds those that influence it from before the call of its function.
    """

    def __init__(self, slices: Slices, places: Sequence[BranchSide]) -> None:
        self._slices = slices
        self.places = places
        self.number = {(place.node, place.side): number for number, place in enumerate(places)}
        self.upward = self._rise()
        self.everywhere = self._sink()

    @cached_property
    def forward(self) -> list[int]:
        """By place, the instructions it influences, as a bit set."""
        rows = [0] * len(self._slices.code.items)
        for name, graph in self._slices.graphs.items():
            for node, came in zip(graph.shown, self.everywhere[name], strict=True):
                if node >= 0:
                    rows[node] |= came
        return transpose(rows, len(self.places))

    def _rise(self) -> dict[str, list[int]]:
        slices = self._slices
        own = {name: [0] * graph.count for name, graph in slices.graphs.items()}
        for number, place in enumerate(self.places):
            for vertex in place.vertices:
                own[place.function][vertex] |= 1 << number
        found = dict(own)
        for names, is_recursive in slices.order:
            changed = True
            while changed:
                changed = False
                for name in names:
                    seeds = list(own[name])
                    for site in slices.graphs[name].sites:
                        callee = slices.graphs[site.callee]
                        for port, vertex in zip(callee.interface.outputs, site.outputs, strict=True):
                            seeds[vertex] |= found[site.callee][port.vertex]
                    summary = slices.summaries[name]
                    came = spread(summary.edges, summary.parts, seeds)
                    changed = changed or (is_recursive and came != found[name])
                    found[name] = came
        return found

    def _sink(self) -> dict[str, list[int]]:
        slices = self._slices
        found = {name: list(came) for name, came in self.upward.items()}
        for names, is_recursive in reversed(slices.order):
            changed = True
            while changed:
                changed = False
                for name in names:
                    summary = slices.summaries[name]
                    came = found[name] = spread(summary.edges, summary.parts, found[name])
                    for site in slices.graphs[name].sites:
                        below = found[site.callee]
                        for port, vertex in zip(slices.graphs[site.callee].interface.inputs, site.inputs, strict=True):
                            if came[vertex] & ~below[port.vertex]:
                                below[port.vertex] |= came[vertex]
                                changed = changed or is_recursive
        return found
