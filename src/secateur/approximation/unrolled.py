"""A function without cycles: its loops unrolled for some rounds, and all later rounds merged into one more.

That last round stands for any later one. It begins at a *pivot*, where everything that the loop can change may have
any value; its back edge leads nowhere, since taking it only means that this was not yet the round in question. So each
copy of a block is executed at most once, and dominance and control dependence between copies have the same meaning as
in code without loops.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from secateur.dependence.control.closure import bits, components
from secateur.dependence.control.code import Unit
from secateur.dependence.control.flow import FlowGraph
from secateur.ir.model import Return

#: Copies that are not copies of a block.
PIVOT, EXIT, DEAD = -1, -2, -3

#: Maximum number of copies; above it, loops get fewer rounds.
MOST_COPIES = 4000


@dataclass(slots=True, eq=False)
class Loop:
    """`heads`: the blocks through which it is entered; `blocks`: all its blocks."""

    number: int
    heads: tuple[int, ...]
    blocks: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Copy:
    """A block in specific rounds of the enclosing loops, outermost first. `first`: the first instruction, for a block
    in the middle of which the analysis starts. `loop`: the loop of a pivot."""

    block: int
    rounds: tuple[int, ...]
    first: int = -1
    loop: Loop | None = None


@dataclass(slots=True, eq=False)
class Unrolled:
    """Copies by number; 0 is the start. The sides are those of the block's branch, or the heads for a pivot."""

    unit: Unit
    rounds: int
    around: list[tuple[Loop, ...]]
    copies: list[Copy] = field(default_factory=list)
    flow: FlowGraph = field(init=False)
    order: list[int] = field(init=False)  # the position of each copy in topological order
    exit: int = field(init=False)
    _number: dict[tuple[int, tuple[int, ...], int], int] = field(default_factory=dict)
    _of_block: dict[int, int] = field(default_factory=dict)
    _between: dict[int, tuple[int, ...]] = field(default_factory=dict)
    _regions: dict[int, int] = field(default_factory=dict)
    _spans: list[tuple[int, int]] = field(init=False)

    def copy_of(self, block: int, rounds: tuple[int, ...]) -> int | None:
        return self._number.get((block, rounds, -1))

    def loops_around(self, block: int) -> int:
        return len(self.around[block])

    def is_around(self, outer: int, inner: int) -> bool:
        """Do all loops around `outer` also enclose `inner`?"""
        if inner < 0:
            return not self.around[outer]
        loops = self.around[outer]
        return self.around[inner][: len(loops)] == loops

    def copies_of(self, block: int) -> list[int]:
        return bits(self._of_block.get(block, 0))

    def mask_of(self, block: int) -> int:
        """All copies of a block, as a bit set."""
        return self._of_block.get(block, 0)

    def pivots_of(self, block: int) -> int:
        """The pivots of the loops that contain a block, as a bit set."""
        found = 0
        for number, copy in enumerate(self.copies):
            if copy.loop is not None and block in copy.loop.blocks:
                found |= 1 << number
        return found

    @property
    def returns(self) -> bool:
        return bool(self.flow.predecessors[self.exit])

    def label(self, copy: int) -> str:
        return self.unit.flow.labels[self.copies[copy].block]

    def dominates(self, upper: int, lower: int) -> bool:
        begin, end = self._spans[upper]
        return begin <= self._spans[lower][0] < end

    def between(self, copy: int) -> tuple[int, ...]:
        """The copies from which this one can be reached, later ones first, back to and including its dominator."""
        found = self._between.get(copy)
        if found is None:
            top = self.flow.idom[copy]
            seen = {top}
            todo = list(self.flow.predecessors[copy])
            while todo:
                here = todo.pop()
                if here not in seen:
                    seen.add(here)
                    todo += self.flow.predecessors[here]
            order = self.order
            found = self._between[copy] = tuple(sorted(seen, key=lambda n: -order[n]))
        return found

    def region(self, copy: int) -> int:
        """The copies strictly between the immediate dominator of a copy and the copy, as a bit set."""
        found = self._regions.get(copy)
        if found is None:
            found = 0
            for n in self.between(copy)[:-1]:
                found |= 1 << n
            self._regions[copy] = found
        return found


def unroll(unit: Unit, rounds: int, start: int = -1) -> Unrolled:
    """Unroll from the function's entry, or from the instruction with number `start`."""
    around = _loops(unit)
    for fewer in range(rounds, -1, -1):
        made = _Unrolling(Unrolled(unit, fewer, around)).run(start, MOST_COPIES if fewer else None)
        if made is not None:
            return made
    raise AssertionError("without rounds there is no limit")


class _Unrolling:
    def __init__(self, made: Unrolled) -> None:
        self.made = made
        self.around = made.around
        self.successors: list[tuple[int, ...]] = []
        self.todo: list[int] = []

    def run(self, start: int, most: int | None) -> Unrolled | None:
        made, unit = self.made, self.made.unit
        block = 0 if start < 0 else unit.blocks[start - unit.first]
        # if it starts in the middle of a loop, no round has begun yet
        self._add(Copy(block, (-1,) * len(self.around[block]), start))
        made.exit = self._add(Copy(EXIT, ()))
        dead = self._add(Copy(DEAD, ()))
        while self.todo:
            if most is not None and len(made.copies) > most:
                return None
            here = self.todo.pop()
            self.successors[here] = tuple(self._targets(made.copies[here], made.exit, dead))
        made.flow = FlowGraph(self.successors, [made.exit])
        made.order = _order(self.successors)
        made._spans = _spans(made.flow.idom)
        for n, copy in enumerate(made.copies):
            if copy.block >= 0:
                made._of_block[copy.block] = made._of_block.get(copy.block, 0) | 1 << n
        return made

    def _targets(self, copy: Copy, exit_: int, dead: int) -> Iterator[int]:
        if copy.loop is not None:
            for head in copy.loop.heads:
                yield self._add(Copy(head, copy.rounds))
        elif copy.block >= 0:
            unit = self.made.unit
            last = unit.items[unit.terminator(copy.block) - unit.first]
            if isinstance(last, Return) and not unit.flow.ending[copy.block]:
                yield exit_
            for target in unit.flow.successors[copy.block]:
                yield self._target(copy, target, dead)

    def _target(self, copy: Copy, target: int, dead: int) -> int:
        here, there = self.around[copy.block], self.around[target]
        common = 0
        while common < min(len(here), len(there)) and here[common] is there[common]:
            common += 1
        rounds = copy.rounds[:common]
        if not there or target not in there[-1].heads:
            return self._add(Copy(target, rounds))
        again = common == len(there)
        number = rounds[-1] + 1 if again else 0
        rounds = (*rounds[:-1], number) if again else (*rounds, 0)
        if number > self.made.rounds:
            return dead
        if number == self.made.rounds:
            return self._add(Copy(PIVOT, rounds, loop=there[-1]))
        return self._add(Copy(target, rounds))

    def _add(self, copy: Copy) -> int:
        made = self.made
        key = (copy.block if copy.loop is None else -100 - copy.loop.number, copy.rounds, copy.first)
        found = made._number.get(key)
        if found is None:
            found = made._number[key] = len(made.copies)
            made.copies.append(copy)
            self.successors.append(())
            self.todo.append(found)
        return found


def _loops(unit: Unit) -> list[tuple[Loop, ...]]:
    """For each block, the loops around it, outermost first.

    A loop is a strongly connected component. Without the blocks through which it is entered, each component that
    remains is an inner loop. This also holds for loops with several entries.
    """
    successors, count = unit.flow.successors, unit.flow.exit
    predecessors, reachable = unit.flow.predecessors, unit.flow.reachable
    count_loops = 0
    around: list[list[Loop]] = [[] for _ in range(count)]
    todo = [frozenset(range(count))]
    while todo:
        inside = todo.pop()
        edges = [[s for s in successors[n] if s in inside] if n in inside else [] for n in range(count)]
        for part in components(edges):
            if len(part) == 1 and part[0] not in edges[part[0]]:
                continue
            blocks = frozenset(part)
            heads = [n for n in sorted(part) if any(reachable[p] and p not in blocks for p in predecessors[n])]
            heads = heads or [min(part)]  # nothing leads there
            loop = Loop(count_loops, tuple(heads), tuple(sorted(part)))
            count_loops += 1
            for n in part:
                around[n].append(loop)
            todo.append(blocks - set(heads))
    for found in around:
        found.sort(key=lambda loop: -len(loop.blocks))
    return [tuple(found) for found in around]


def _order(successors: list[tuple[int, ...]]) -> list[int]:
    """For each node of an acyclic graph, its position in topological order."""
    missing = [0] * len(successors)
    for following in successors:
        for s in following:
            missing[s] += 1
    ready = [n for n in range(len(successors)) if not missing[n]]
    places = [0] * len(successors)
    count = 0
    while ready:
        here = ready.pop()
        places[here] = count
        count += 1
        for s in successors[here]:
            missing[s] -= 1
            if not missing[s]:
                ready.append(s)
    assert count == len(successors), "a graph without cycles"
    return places


def _spans(idom: list[int]) -> list[tuple[int, int]]:
    """For each node, the range of preorder numbers of itself and all nodes it dominates in the dominator tree."""
    below: list[list[int]] = [[] for _ in idom]
    for n, above in enumerate(idom):
        if above >= 0:
            below[above].append(n)
    spans = [(0, 0)] * len(idom)
    count = 0
    for root in (n for n, above in enumerate(idom) if above < 0):
        stack: list[tuple[int, bool]] = [(root, False)]
        while stack:
            here, done = stack.pop()
            if done:
                spans[here] = (spans[here][0], count)
                continue
            spans[here] = (count, count)
            count += 1
            stack.append((here, True))
            stack += [(n, False) for n in reversed(below[here])]
    return spans
