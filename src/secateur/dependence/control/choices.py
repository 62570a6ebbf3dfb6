"""Branch sides that choose among the values that reach a use, within one function.

There are two such choices: at a join, where the value depends on the edge by which it is entered, and at a use after a
loop, if the loop redefines the value in every iteration.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from secateur.dependence.control.closure import bits, components, spread
from secateur.dependence.control.flow import Flow
from secateur.dependence.control.joins import blocks_before

Side = tuple[int, int]  # block of the branch, position of its successor


@dataclass(frozen=True, slots=True)
class Fork:
    """A branch before a join. Per side: `edges`, the predecessors by which the join can be entered next; `passed`, the
    blocks on these paths (a bit set); `again`, whether the side can first return to the join's dominator."""

    branch: int
    edges: tuple[tuple[int, ...], ...]
    passed: tuple[int, ...]
    again: tuple[bool, ...]

    def differs(self, values: Mapping[int, int]) -> list[tuple[int, int]]:
        """The sides with the values they bring, if these differ; `values` gives a bit set per edge.

        Sides that bring the same set choose nothing themselves: the choice within the set is made after them, and
        depends on them unless it is reached in any case.
        """
        found: list[tuple[int, int]] = []
        for side, edges in enumerate(self.edges):
            brought = -1 if self.again[side] else 0
            if brought == 0:
                for edge in edges:
                    brought |= values.get(edge, 0)
            if brought:
                found.append((side, brought))
        return found if len({brought for _, brought in found}) > 1 else []


class Choices:
    """The choices of one function, computed on demand."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self._forks: dict[int, tuple[Fork, ...]] = {}
        self._leaving: dict[tuple[int, int], tuple[Side, ...]] = {}
        self._part = [-1] * flow.exit  # by block, its outermost loop
        self._branches: list[list[int]] = []  # by outermost loop, the blocks that branch
        for part in components(flow.successors):
            if len(part) > 1 or part[0] in flow.successors[part[0]]:
                for n in part:
                    self._part[n] = len(self._branches)
                self._branches.append([n for n in sorted(part) if len(set(flow.successors[n])) > 1])

    def forks(self, join: int) -> tuple[Fork, ...]:
        """The branches between a join and its immediate dominator that can decide how the join is entered."""
        found = self._forks.get(join)
        if found is None:
            found = self._forks[join] = tuple(self._find_forks(join))
        return found

    def _find_forks(self, join: int) -> list[Fork]:
        flow = self.flow
        top = flow.idom[join]
        between = blocks_before(flow, join, top)
        made: list[Fork] = []
        for branch in bits(between):
            following = flow.successors[branch]
            if len(set(following)) < 2:
                continue
            # a path back through `top` is a new visit, unless it leads from one edge of the join to another
            inner = branch != top and not flow.dominates(join, branch)
            ways = [_enter(flow, branch, target, join, top, between) for target in following]
            again = tuple(inner and flag for _, _, flag in ways)
            if sum(1 for side, way in enumerate(ways) if way[0] or again[side]) > 1:
                made.append(Fork(branch, tuple(tuple(bits(w[0])) for w in ways), tuple(w[1] for w in ways), again))
        return made

    def leaving(self, home: int, use: int) -> tuple[Side, ...]:
        """The sides that lead to a use without another iteration through the block that defines the used value, while
        another side of the same branch leads through it again. Excludes sides that the use is control dependent on."""
        part = self._part[home]
        if home == use or part < 0:
            return ()
        found = self._leaving.get((home, use))
        if found is None:
            found = self._leaving[home, use] = tuple(self._find_leaving(home, use, part))
        return found

    def _find_leaving(self, home: int, use: int, part: int) -> list[Side]:
        flow = self.flow
        again = _backward(flow.predecessors, home, use, self._part)
        if not any(again[s] for s in flow.successors[home]):
            return []  # no iteration avoids the use
        out = _backward(flow.predecessors, use, home, None)
        made: list[Side] = []
        deciding = self._deciding[use]
        for branch in self._branches[part]:
            if not out[branch] and branch != home:
                continue
            ways = [(out[s], again[s]) for s in flow.successors[branch]]
            for side, way in enumerate(ways):
                # sides with the same options choose nothing: the choice is made after them
                chooses = way[0] and any(other[1] and other != way for other in ways)
                if chooses and not deciding >> (branch * self._width + side) & 1:
                    made.append((branch, side))
        return made

    @cached_property
    def _width(self) -> int:
        return max(len(following) for following in self.flow.successors)

    @cached_property
    def _deciding(self) -> list[int]:
        """Per block, the sides that it is control dependent on, directly or transitively, as a bit set."""
        edges: list[list[int]] = [[] for _ in range(self.flow.exit)]
        seeds = [0] * self.flow.exit
        for block, controls in enumerate(self.flow.controls):
            for branch, side in controls:
                edges[branch].append(block)
                seeds[block] |= 1 << branch * self._width + side
        return spread(edges, components(edges), seeds)


def _enter(flow: Flow, branch: int, target: int, join: int, top: int, between: int) -> tuple[int, int, bool]:
    """How one side of a branch enters the join next: edges, blocks passed, whether it can pass `top` first."""
    if target == join:
        return 1 << branch, 0, False
    edges = seen = 0
    again = False
    todo = [target]
    while todo:
        here = todo.pop()
        if here == top:
            again = True
        elif not seen >> here & 1:
            seen |= 1 << here
            for s in flow.successors[here]:
                if s == join:
                    edges |= 1 << here
                else:
                    todo.append(s)
    return edges, seen & between, again


def _backward(predecessors: Sequence[tuple[int, ...]], start: int, without: int, parts: list[int] | None) -> bytearray:
    """The blocks (flags) that can reach `start` without passing `without`, including `start`; if `parts` is given,
    only those of the same part."""
    seen = bytearray(len(predecessors))
    seen[start] = 1
    todo = [start]
    while todo:
        for p in predecessors[todo.pop()]:
            if not seen[p] and p != without and (parts is None or parts[p] == parts[start]):
                seen[p] = 1
                todo.append(p)
    return seen
