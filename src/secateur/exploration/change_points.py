"""Which runs execute a change, and which decisions still lead to it.

Two versions can behave differently on an input only if one of them executes something that the other does not have.
Such places are the *points* of a version: its own changed instructions, and the branch sides and functions in which the
other version executes something that is missing here (`secateur.evolve.impact.points`). A run that has passed none of
them, and can pass none any more, says nothing about the change.

What can still be passed is looked up in the control flow graph, for the calls that are open at that moment: from a
block onwards, then from the place after each open call.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from secateur.dependence.control.code import Unit
from secateur.dependence.static import Static
from secateur.ir.model import Call, Return, Symbol
from secateur.machine.compiler import Segment
from secateur.machine.path import Branch, BranchKind, Path
from secateur.machine.state import BranchSite


@dataclass(frozen=True, slots=True)
class Points:
    """`nodes`: instructions. `edges`: steps from block to block, as (function, block, block). `entries`: functions
    that have to be called only."""

    nodes: frozenset[int] = frozenset()
    edges: frozenset[tuple[str, int, int]] = frozenset()
    entries: frozenset[str] = frozenset()


@dataclass(slots=True)
class _Call:
    """A function that is running: where it is, as the node that it has come to."""

    unit: Unit
    node: int


@dataclass(frozen=True, slots=True)
class Course:
    """What a run has to do with a change. `passes`: it executes it. By number of its branches: `taken`, can the change
    have been executed before, or be executed later; `flipped`, the same for the other side."""

    passes: bool
    taken: list[bool]
    flipped: list[bool]


class ChangePoints:
    """The points of one version, for questions about its runs."""

    def __init__(self, static: Static, points: Points) -> None:
        self.static = static
        self.points = points
        self._hits: dict[Segment, bool] = {}
        self._ends: dict[Segment, int] = {}
        self._later: dict[tuple[int, int], bool] = {}
        self._returned = False

    def course(self, path: Path) -> Course:
        """By the trace of a run: up to the first point, what was decided is held against what it leads to."""
        count = len(path.branches)
        taken, flipped = [True] * count, [True] * count
        number = 0
        for position, calls in self._steps(path):
            while number < count and path.branches[number].traced <= position:
                branch = path.branches[number]
                taken[number] = self._leads(calls, branch, branch.outcome)
                flipped[number] = self._leads(calls, branch, not branch.outcome)
                number += 1
            segment = path.trace[position] if position < len(path.trace) else None
            if isinstance(segment, Segment) and self._is_hit(segment):
                return Course(True, taken, flipped)
        return Course(False, taken, flipped)

    def decided_before(self, path: Path) -> int:
        """The number of branches that a run decides before it executes the change; all of them if it does not."""
        for position, segment in enumerate(path.trace):
            if isinstance(segment, Segment) and self._is_hit(segment):
                return sum(branch.traced <= position for branch in path.branches)
        return len(path.branches)

    def _steps(self, path: Path) -> Iterator[tuple[int, list[_Call]]]:
        """The positions of the segments in a trace, with the calls that were open before each; then its length."""
        calls: list[_Call] = []
        self._returned = False
        for position, segment in enumerate(path.trace):
            if not isinstance(segment, Segment):
                continue
            yield position, calls
            self._enter(calls, segment)
        yield len(path.trace), calls

    def _enter(self, calls: list[_Call], segment: Segment) -> None:
        unit = self.static.code.units[segment.function]
        if segment.origin is None and segment.index == 0:
            calls.append(_Call(unit, -1))
        elif segment.origin is None and self._returned:
            calls.pop()
        calls[-1].node = node = self._end_of(segment)
        self._returned = isinstance(self.static.code.items[node], Return)

    def _end_of(self, segment: Segment) -> int:
        """The last instruction of a segment: a call of a function with a body, or the end of a block."""
        found = self._ends.get(segment)
        if found is None:
            label, index, _ = segment.parts[-1]
            found = self._ends[segment] = self._nodes(segment.function, label, index)[-1]
        return found

    def _nodes(self, name: str, label: str, index: int) -> range:
        """The instructions of a part of a segment."""
        unit = self.static.code.units[name]
        block = unit.flow.number[label]
        first = unit.starts[block] + (len(unit.function.body.blocks[label].phis) + index if index else 0)
        for node in range(first, unit.terminator(block)):
            if self._leaves(node):
                return range(first, node + 1)
        return range(first, unit.terminator(block) + 1)

    def _leaves(self, node: int) -> bool:
        """Does a segment end at this instruction, as it may enter another function?"""
        item = self.static.code.items[node]
        if not isinstance(item, Call):
            return False
        callee = item.callee
        return not isinstance(callee, Symbol) or not self.static.program.functions[callee.name].is_declaration

    def _is_hit(self, segment: Segment) -> bool:
        found = self._hits.get(segment)
        if found is None:
            found = self._hits[segment] = self._has_point(segment)
        return found

    def _has_point(self, segment: Segment) -> bool:
        points, name = self.points, segment.function
        flow = self.static.code.units[name].flow
        if segment.origin is None and segment.index == 0 and name in points.entries:
            return True
        for label, index, origin in segment.parts:
            if origin is not None and (name, flow.number[origin], flow.number[label]) in points.edges:
                return True
            if any(node in points.nodes for node in self._nodes(name, label, index)):
                return True
        return False

    # --- what a decision leads to

    def _leads(self, calls: list[_Call], branch: Branch, outcome: bool) -> bool:
        site = branch.site
        if site.kind in (BranchKind.CHECK, BranchKind.ASSUMPTION):
            fails = outcome if site.kind is BranchKind.CHECK else not outcome
            return not fails and self._after(calls, self._node(calls, branch))
        if not isinstance(site, BranchSite):
            return self._after(calls, self._node(calls, branch))
        segment = site.if_true if outcome != site.inverted else site.if_false
        assert segment is not None
        unit = calls[-1].unit
        here, there = self.static.code.block_of(calls[-1].node), unit.flow.number[segment.label]
        if (unit.function.name, here, there) in self.points.edges or self._reach[unit.function.name][there]:
            return True
        return self._after_return(calls)

    def _node(self, calls: list[_Call], branch: Branch) -> int:
        """The instruction of a branch."""
        unit = calls[-1].unit
        label, index = branch.site.place
        return unit.starts[unit.flow.number[label]] + len(unit.function.body.blocks[label].phis) + index

    def _after(self, calls: list[_Call], node: int) -> bool:
        """Can a point be passed from an instruction onwards?"""
        unit = self.static.code.owner[node]
        return self._onwards(unit, node) or self._after_return(calls)

    def _after_return(self, calls: list[_Call]) -> bool:
        return any(self._onwards(call.unit, call.node + 1) for call in calls[:-1]) or self._at_exit

    def _onwards(self, unit: Unit, node: int) -> bool:
        """The same, until the function returns."""
        found = self._later.get((unit.first, node))
        if found is None:
            found = self._later[unit.first, node] = self._is_onwards(unit, node)
        return found

    def _is_onwards(self, unit: Unit, node: int) -> bool:
        block = self.static.code.block_of(min(node, unit.last - 1))
        if any(self._executes(n) for n in range(node, unit.terminator(block) + 1)):
            return True
        name, reach = unit.function.name, self._reach[unit.function.name]
        return any(reach[s] or (name, block, s) in self.points.edges for s in unit.flow.successors[block])

    def _executes(self, node: int) -> bool:
        return node in self.points.nodes or any(name in self._within for name in self.static.slices.calls.defined(node))

    @cached_property
    def _at_exit(self) -> bool:
        return "exit" in self._within

    @cached_property
    def _within(self) -> set[str]:
        """The functions in which a point can be passed, by themselves or by what they call."""
        code, calls = self.static.code, self.static.slices.calls
        found = set(self.points.entries)
        found |= {code.owner[node].function.name for node in self.points.nodes}
        found |= {name for name, _, _ in self.points.edges}
        callers: dict[str, set[str]] = {}
        for unit in code.units.values():
            for node in range(unit.first, unit.last):
                for callee in calls.defined(node):
                    callers.setdefault(callee, set()).add(unit.function.name)
        todo = sorted(found)
        while todo:
            for name in sorted(callers.get(todo.pop(), ())):
                if name not in found:
                    found.add(name)
                    todo.append(name)
        return found

    @cached_property
    def _reach(self) -> dict[str, list[bool]]:
        """By function and block: can a point be passed from the beginning of the block, before the function returns?"""
        return {name: self._reach_in(unit) for name, unit in self.static.code.units.items()}

    def _reach_in(self, unit: Unit) -> list[bool]:
        flow, name = unit.flow, unit.function.name
        found = [False] * flow.exit
        if name not in self._within:
            return found
        todo = []
        for block in range(flow.exit):
            steps = ((name, block, s) in self.points.edges for s in flow.successors[block])
            if any(steps) or any(self._executes(node) for node in unit.nodes_of(block)):
                found[block] = True
                todo.append(block)
        while todo:
            for before in flow.predecessors[todo.pop()]:
                if not found[before]:
                    found[before] = True
                    todo.append(before)
        return found
