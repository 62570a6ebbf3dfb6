"""Which way a value may take through calls: what enters a function by one call does not leave it by another.

A call string is the list of calls by which a chain of dependences has entered the functions that it is in, the
outermost one first. A chain that begins in a function may leave it to any of its callers, as the call string is then
empty. Calls between mutually recursive functions are not recorded: there, chains are followed as if all calls were one.
"""

from __future__ import annotations

from secateur.dependence.control.recursion import components
from secateur.evolve.impact.impact import Web

#: Numbers of calls.
CallString = tuple[int, ...]


class CallEdges:
    """The edges of a `Web` by which values enter and leave functions."""

    def __init__(self, web: Web) -> None:
        graphs = web.static.slices.graphs
        callees = {name: [site.callee for site in graph.sites] for name, graph in graphs.items()}
        groups = components(list(graphs), callees)
        group = {name: number for number, names in enumerate(groups) for name in names}
        offsets: dict[str, int] = {}
        count = 0
        for name, graph in graphs.items():
            offsets[name] = count
            count += len(graph.shown)
        self._enters: dict[tuple[int, int], int] = {}
        self._leaves: dict[tuple[int, int], int] = {}
        number = 0
        for name, graph in graphs.items():
            for site in graph.sites:
                number += 1
                if group[name] == group[site.callee]:
                    continue
                above, below = offsets[name], offsets[site.callee]
                interface = graphs[site.callee].interface
                for port, vertex in zip(interface.inputs, site.inputs, strict=True):
                    self._enters[above + vertex, below + port.vertex] = number
                for port, vertex in zip(interface.outputs, site.outputs, strict=True):
                    self._leaves[below + port.vertex, above + vertex] = number

    def after(self, calls: CallString, source: int, target: int) -> CallString | None:
        """The call string after an edge; None if no run can take it."""
        entered = self._enters.get((source, target))
        if entered is not None:
            return (*calls, entered)
        left = self._leaves.get((source, target))
        if left is None or not calls:
            return calls
        return calls[:-1] if calls[-1] == left else None
