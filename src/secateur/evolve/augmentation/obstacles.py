"""Why a run does not get to a statement: the decisions that kept it away, as a condition that other inputs avoid."""

from __future__ import annotations

from collections.abc import Iterable

from secateur import expr
from secateur.dependence.static import Static
from secateur.dependence.trace.dynamic import Dynamic
from secateur.dependence.trace.relevance import numbers
from secateur.expr import Expr


def obstacle(graph: Dynamic, nodes: Iterable[int]) -> Expr | None:
    """What of a run's decisions kept it away from all of these instructions: the branches that decide about them, about
    what calls them and about each other, as far as the run came to them, with all that they depend on. None if nothing
    did."""
    static, record = graph.static, graph.record
    passed: dict[int, int] = {}
    for instance, node in enumerate(record.nodes):
        passed[node] = passed.get(node, 0) | record.relevant[instance]
    relevant = 0
    seen: set[int] = set()
    todo = list(nodes)
    while todo:
        for branch in _deciding(static, todo.pop()):
            if branch not in seen:
                seen.add(branch)
                todo.append(branch)
                relevant |= passed.get(branch, 0)
    conditions = dict.fromkeys(graph.path.branches[n].condition for n in numbers(relevant))
    found = expr.conj(conditions)
    return found if isinstance(found, Expr) else None


def _deciding(static: Static, node: int) -> list[int]:
    """The branches that decide whether an instruction runs; where none does, the calls of its function."""
    code = static.code
    unit = code.owner[node]
    controls = unit.flow.controls[code.block_of(node)]
    if controls:
        return [unit.terminator(branch) for branch, _ in controls]
    return list(static.points_to.callers(unit.function.name))
