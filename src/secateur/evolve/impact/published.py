"""The impact sets of section 4.1 of "Directed Incremental Symbolic Execution" (Yang, Person, Rungta, Khurshid), with
the rules in the order that the paper prints: 1 and 2 to a fixed point, then 3, then 4. For comparison and study.

For statements the dependences are those of `impact`. For basic blocks, as in the evaluation of the paper, the
definitions are taken literally: a change is a set of source lines, and data dependence is between a block that defines
a variable and one of the same function that uses it, if there is a path from the one to the other, even if the variable
is always overwritten on the way (as in Figure 6: n1 and n10). A value that is passed from block to block without a
name, as that of `a && b`, is no variable. So the impact of a condition does not extend to what is computed by branching
on it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from typing import TypeVar

from secateur.dependence.static import Static
from secateur.evolve.impact.impact import VersionImpact
from secateur.evolve.matching.matching import ChangeStatus, Matching
from secateur.evolve.matching.outline import Statement

#: A function and the number of a block.
Spot = tuple[str, int]

Node = TypeVar("Node", bound=Hashable)


def impacted_statements(side: VersionImpact) -> frozenset[int]:
    """The instructions of the impact set; rules 1 and 2 are those of the whole program."""
    found = set(side.affected)
    for edges in (
        [(e.target, e.branch) for e in side.static.control_edges()],
        [(e.target, e.source) for e in side.static.data_edges()],
    ):
        _close(found, edges)
    return frozenset(found)


def impacted_blocks(old: Static, new: Static, matching: Matching) -> frozenset[int]:
    """The instructions of the blocks in the impact set: `Imp_mod` of section 4.1.3."""
    changes = [c for c in matching.changes if c.status is not ChangeStatus.REWIRED]
    base = _rules(old, _on_lines(old, (c.old for c in changes if c.old is not None)))
    found = _rules(new, _on_lines(new, (c.new for c in changes if c.new is not None)))
    found |= {_spot(new, two) for one, two in matching.to_new.items() if _spot(old, one) in base}
    return frozenset(node for name, block in found for node in new.code.units[name].nodes_of(block))


def _rules(static: Static, changed: set[Spot]) -> set[Spot]:
    control, data = rule_edges(static)
    found = set(changed)
    _close(found, [*control, *data])
    _close(found, [(target, branch) for branch, target in control])
    _close(found, [(target, source) for source, target in data])
    return found


def rule_edges(static: Static) -> tuple[list[tuple[Spot, Spot]], list[tuple[Spot, Spot]]]:
    """Between blocks: control dependence (rules 1 and 3), and definitions with the uses of a variable (2 and 4)."""
    control = [(_spot(static, e.branch), _spot(static, e.target)) for e in static.control_edges()]
    defines: dict[tuple[str, str], dict[int, None]] = {}
    uses: dict[tuple[str, str], dict[int, None]] = {}
    owner = static.code.owner
    for edge in static.data_edges():
        if edge.variable is not None and owner[edge.source] is owner[edge.target]:
            key = owner[edge.source].function.name, edge.variable
            defines.setdefault(key, {})[_spot(static, edge.source)[1]] = None
            uses.setdefault(key, {})[_spot(static, edge.target)[1]] = None
    data = []
    for (name, variable), blocks in defines.items():
        successors = static.code.units[name].flow.successors
        for block in blocks:
            reached = {block}
            _close(reached, ((one, two) for one, following in enumerate(successors) for two in following))
            data += [((name, block), (name, use)) for use in uses[name, variable] if use in reached]
    return list(dict.fromkeys(control)), list(dict.fromkeys(data))


def _close(found: set[Node], edges: Iterable[tuple[Node, Node]]) -> None:
    """Add what can be reached."""
    following: dict[Node, list[Node]] = {}
    for source, target in edges:
        following.setdefault(source, []).append(target)
    todo = list(found)
    while todo:
        for each in following.get(todo.pop(), ()):
            if each not in found:
                found.add(each)
                todo.append(each)


def _on_lines(static: Static, statements: Iterable[Statement]) -> set[Spot]:
    """The blocks that contain a part of the lines of these statements."""
    code = static.code
    lines = {(code.owner[n].function.name, code.position(n).line) for s in statements for n in s.nodes}
    lines = {(name, line) for name, line in lines if line}
    return {
        _spot(static, node)
        for name, unit in code.units.items()
        for node in range(unit.first, unit.last)
        if (name, code.position(node).line) in lines
    }


def _spot(static: Static, node: int) -> Spot:
    return static.code.owner[node].function.name, static.code.block_of(node)
