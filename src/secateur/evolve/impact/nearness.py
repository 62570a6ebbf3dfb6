"""How near the sides of branches are to a change: the number of dependences from a side to a changed statement.

Along control and data dependence, so a side counts that gives a value which a later branch on the way to the change
asks for, wherever it is in the control flow.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from secateur.evolve.impact.impact import VersionImpact, Web
from secateur.exploration.change_points import Points


def nearness(side: VersionImpact, points: Points) -> dict[tuple[int, int], int]:
    """By the terminator of a block and the number of its side; those from which nothing leads to the change are
    missing."""
    web = side.web
    steps = dict.fromkeys(_changes(web, points), 0)
    todo = deque(steps)
    while todo:
        vertex = todo.popleft()
        for earlier in web.backward[vertex]:
            if earlier not in steps:
                steps[earlier] = steps[vertex] + 1
                todo.append(earlier)
    return {place: steps[vertex] for place, vertex in _sides(web) if vertex in steps}


def _changes(web: Web, points: Points) -> Iterator[int]:
    """The vertices that stand for a change."""
    code, calls = web.static.code, web.static.slices.calls
    for node in sorted(points.nodes):
        yield from web.own.get(node, ())
    sides = dict(_sides(web))
    for name, block, following in sorted(points.edges):
        unit = code.units[name]
        for number, each in enumerate(unit.flow.successors[block]):
            if each == following and (unit.terminator(block), number) in sides:
                yield sides[unit.terminator(block), number]
    for node in range(len(code.items)):
        if points.entries & set(calls.defined(node)):
            yield from web.own.get(node, ())


def _sides(web: Web) -> Iterator[tuple[tuple[int, int], int]]:
    """The sides of branches, each with its vertex."""
    for name, graph in web.static.slices.graphs.items():
        offset = web.offsets[name]
        for (block, side), vertex in graph.sides.items():
            yield (web.static.code.units[name].terminator(block), side), offset + vertex
