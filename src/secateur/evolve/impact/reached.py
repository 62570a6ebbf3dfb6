"""Which changed lines were executed by runs that were compared, and which lie behind a fault of both versions."""

from __future__ import annotations

from collections.abc import Iterable

from secateur.dependence.static import Static
from secateur.dependence.trace.graphs import Graphs
from secateur.evolve.impact.pair import Pair
from secateur.ir.model import Position
from secateur.machine.path import OWN_FILES

#: Maximum number of pairs of runs that are looked at.
MOST_RUNS = 200


def unreached_changes(pair: Pair, models: Iterable[tuple[int, ...]]) -> list[Position]:
    """The changed lines of both versions that none of these inputs executes."""
    sides = [
        (version, side.static, set(side.changed), Graphs(version.machine, side.static))
        for version, side in ((pair.old, pair.impact.old), (pair.new, pair.impact.new))
    ]
    waiting = [_lines(static, changed) for _, static, changed, _ in sides]
    for _, model in zip(range(MOST_RUNS), models, strict=False):
        if not any(waiting):
            break
        for (version, static, changed, graphs), lines in zip(sides, waiting, strict=True):
            if lines:
                executed = changed.intersection(graphs.graph(version.run(model)).record.nodes)
                for line in _lines(static, executed):
                    lines.pop(line, None)
    return [position for lines in waiting for position in lines.values()]


def _lines(static: Static, nodes: Iterable[int]) -> dict[tuple[str, int], Position]:
    positions = (static.code.position(node) for node in sorted(nodes))
    return {(p.file, p.line): p for p in positions if p.line and not p.file.startswith(OWN_FILES)}
