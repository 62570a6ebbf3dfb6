"""Why a run does not reach a statement: the decisions that kept it away, as a condition for other inputs to avoid."""

from __future__ import annotations

from collections.abc import Iterable

from secateur import expr
from secateur.dependence.static import Static
from secateur.dependence.trace.dynamic import Dynamic
from secateur.dependence.trace.relevance import numbers
from secateur.expr import Expr


def obstacle(graph: Dynamic, nodes: Iterable[int]) -> Expr | None:
    """The decisions of a run that kept it away from all of these instructions: the branches reached by the run that
    control them, their callers or each other, with everything they depend on. None if there are none."""
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
    """The branches that control an instruction; if there are none, the calls of its function."""
    code = static.code
    unit = code.owner[node]
    controls = unit.flow.controls[code.block_of(node)]
    if controls:
        return [unit.terminator(branch) for branch, _ in controls]
    return list(static.points_to.callers(unit.function.name))
