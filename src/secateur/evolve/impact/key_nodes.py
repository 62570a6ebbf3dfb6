"""The instructions that have to be the same on two inputs for a change to have the same effect on both.

These are the changed ones; those that differ between the versions on a pair of runs; and those that depend directly on
one that differs: what they do shows how far the difference gets. (What a changed branch or call decides about is among
them in any case, as the change may be in what is made of it.) An input that executes the same of them, with the same
values, has no other difference: the first one would be one of them.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property

from secateur.dependence.static import Static
from secateur.evolve.impact.impact import VersionImpact, Web
from secateur.evolve.impact.twins import Twins
from secateur.ir.model import Call, ConditionalJump, Phi, Symbol

Nodes = frozenset[int]


class KeyNodes:
    """The key instructions of one version."""

    def __init__(self, static: Static, nodes: Collection[int]) -> None:
        self.static = static
        self.nodes = frozenset(nodes)
        self._others: dict[tuple[int, int], bool] = {}

    def decided_by(self, branch: int, side: int) -> bool:
        """Can another side of a branch execute a key instruction, before the sides meet again?"""
        found = self._others.get((branch, side))
        if found is None:
            found = self._others[branch, side] = self._elsewhere(branch, side)
        return found

    def _elsewhere(self, branch: int, side: int) -> bool:
        code = self.static.code
        unit, block = code.owner[branch], code.block_of(branch)
        blocks = 0
        for other in range(len(unit.flow.successors[block])):
            if other != side:
                blocks |= unit.flow.region(block, other)
        inside = (b for b in range(unit.flow.exit) if blocks >> b & 1)
        return any(self._executes(node) for b in inside for node in unit.nodes_of(b))

    def chosen_by(self, call: int) -> bool:
        """Does a call choose among functions, one of which can execute a key instruction?"""
        item = self.static.code.items[call]
        return isinstance(item, Call) and not isinstance(item.callee, Symbol) and self._executes(call)

    def _executes(self, node: int) -> bool:
        return node in self.nodes or any(name in self._within for name in self.static.slices.calls.defined(node))

    @cached_property
    def _within(self) -> set[str]:
        """The functions in which a key instruction can be executed, by themselves or by what they call."""
        code, calls = self.static.code, self.static.slices.calls
        found = {code.owner[node].function.name for node in self.nodes}
        grown = True
        while grown:
            grown = False
            for name, unit in code.units.items():
                if name not in found:
                    nodes = range(unit.first, unit.last)
                    if any(callee in found for node in nodes for callee in calls.defined(node)):
                        found.add(name)
                        grown = True
        return found


class KeyFinder:
    """Finds the key instructions of both versions, given the instructions that differ on a pair of runs."""

    def __init__(self, sides: tuple[VersionImpact, VersionImpact], deciding: tuple[Nodes, Nodes], twins: Twins) -> None:
        """`deciding`: what decides whether the other version executes a change."""
        self._sides = sides
        self._twins = twins
        changed = zip(sides, twins.lone, deciding, strict=True)
        self._always = [side.changed | lone | _rewired(side, lone) | more for side, lone, more in changed]
        self._found: dict[tuple[Nodes, Nodes], tuple[KeyNodes, KeyNodes]] = {}

    def of(self, differing: tuple[Nodes, Nodes]) -> tuple[KeyNodes, KeyNodes]:
        found = self._found.get(differing)
        if found is None:
            found = self._found[differing] = self._of(differing)
        return found

    def _of(self, differing: tuple[Nodes, Nodes]) -> tuple[KeyNodes, KeyNodes]:
        old, new = (
            always | here | users(side.web, here)
            for always, side, here in zip(self._always, self._sides, differing, strict=True)
        )
        to_new, to_old = self._twins.to_new, self._twins.to_old
        both = new | {to_new[n] for n in old if n in to_new}
        return (
            KeyNodes(self._sides[0].static, old | {to_old[n] for n in both if n in to_old}),
            KeyNodes(self._sides[1].static, both),
        )


def _rewired(side: VersionImpact, lone: Nodes) -> Nodes:
    """What a changed branch that has a counterpart controls, and what depends on such a call: the matching does not say
    whether the rest of its dependences is unchanged."""
    static = side.static
    paired = side.changed - lone
    branches = {node for node in paired if isinstance(static.code.items[node], ConditionalJump)}
    controlled = frozenset(edge.target for edge in static.control_edges() if edge.branch in branches)
    return controlled | users(side.web, paired - branches)


def users(web: Web, nodes: Iterable[int]) -> Nodes:
    """The instructions that depend directly on one of these, by data, control or potential dependence. Phis hand on
    what they get."""
    items = web.static.code.items
    found: set[int] = set()
    todo = [vertex for node in nodes for vertex in web.own.get(node, ())]
    seen = set(todo)
    while todo:
        for following in web.forward[todo.pop()]:
            if following in seen:
                continue
            seen.add(following)
            node = web.shown[following]
            if node < 0 or following not in web.own[node] or isinstance(items[node], Phi):
                todo.append(following)
            else:
                found.add(node)
    return frozenset(found)
