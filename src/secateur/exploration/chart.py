"""The control flow graph of the DiSE paper, across calls: its nodes are statements or basic blocks."""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterator, Sequence
from enum import StrEnum
from itertools import pairwise

from secateur.dependence.by_line.lines import Lines
from secateur.dependence.static import Static
from secateur.machine.compiler import Segment


class NodeKind(StrEnum):
    """What a node of the control flow graph is: "we map each program location to a corresponding CFG node. In the
    evaluation, however, a CFG node maps to a basic block" (section 4.1)."""

    STATEMENTS = "statements"
    BLOCKS = "blocks"


class Chart:
    """Nodes are statements: the instructions of one source line in a block, in the order of the text; or whole blocks,
    which are called statements here as well.

    `lines[n]` is the place of a statement, `instructions[n]` its instructions, `successors[n]` the statements that can
    follow.
    """

    def __init__(self, static: Static, kind: NodeKind = NodeKind.STATEMENTS) -> None:
        self.static = static
        self.kind = kind
        self.lines: list[tuple[str, int]] = []
        self.instructions: list[list[int]] = []
        self._of_block: dict[tuple[str, int], list[int]] = {}
        self._split(Lines(static.code))
        self.successors = self._edges()
        self._reach: dict[int, int] = {}

    def _split(self, lines: Lines) -> None:
        code = self.static.code
        for name, unit in code.units.items():
            for block in range(unit.flow.exit):
                made = self._of_block[name, block] = []
                for node in unit.nodes_of(block):
                    place = lines.place(node)
                    if place is None:
                        continue
                    here = (place.file, place.line)
                    if not made or (self.kind is NodeKind.STATEMENTS and self.lines[made[-1]] != here):
                        made.append(len(self.lines))
                        self.lines.append(here)
                        self.instructions.append([])
                    self.instructions[made[-1]].append(node)

    def _edges(self) -> list[list[int]]:
        """A call leads to the callee, and the end of the callee to the statements after the call."""
        found: list[dict[int, None]] = [{} for _ in self.lines]
        code, calls = self.static.code, self.static.slices.calls
        for name, unit in code.units.items():
            for block in range(unit.flow.exit):
                own = self._of_block[name, block]
                for one, two in pairwise(own):
                    found[one][two] = None
                if own:
                    for following in unit.flow.successors[block]:
                        found[own[-1]].update(dict.fromkeys(self.first(name, following)))
        for here, nodes in enumerate(self.instructions):
            after = list(found[here])
            for callee in dict.fromkeys(c for node in nodes for c in calls.defined(node)):
                found[here].update(dict.fromkeys(self.first(callee, 0)))
                for end in self._ends(callee):
                    found[end].update(dict.fromkeys([*after, here]))
        return [list(f) for f in found]

    def _ends(self, name: str) -> list[int]:
        flow = self.static.code.units[name].flow
        last = [b for b in range(flow.exit) if not flow.successors[b]]
        return [own[-1] for own in self._nearest(name, last, flow.predecessors)]

    def first(self, name: str, block: int) -> list[int]:
        """The statements that a block begins with; those of the following blocks, if it has none itself."""
        return [own[0] for own in self._nearest(name, [block], self.static.code.units[name].flow.successors)]

    def _nearest(self, name: str, start: list[int], edges: Sequence[tuple[int, ...]]) -> Iterator[list[int]]:
        """The statements of each start block; if it has none, those of the nearest blocks that have some."""
        todo, seen = deque(start), set(start)
        while todo:
            here = todo.popleft()
            own = self._of_block[name, here]
            if own:
                yield own
                continue
            for other in edges[here]:
                if other not in seen:
                    seen.add(other)
                    todo.append(other)

    def passed(self, segment: Segment) -> Iterator[int]:
        """The statements that begin in a segment of code."""
        unit = self.static.code.units[segment.function]
        calls = self.static.slices.calls
        for label, index, _ in segment.parts:
            block = unit.flow.number[label]
            start = unit.starts[block] + len(unit.function.body.blocks[label].phis) + index
            for statement in self._of_block[segment.function, block]:
                begin = self.instructions[statement][0]
                if begin >= start and not any(calls.defined(n) for n in range(start, begin)):
                    yield statement

    def reachable(self, start: int) -> int:
        """The statements that can be reached, including the first one, as a bit set."""
        found = self._reach.get(start)
        if found is None:
            seen = {start}
            todo = [start]
            while todo:
                for following in self.successors[todo.pop()]:
                    if following not in seen:
                        seen.add(following)
                        todo.append(following)
            found = self._reach[start] = sum(1 << n for n in seen)
        return found

    def distance(self, start: int, targets: Collection[int]) -> int | None:
        """The smallest number of branches between a statement and one of the targets; None if none can be reached."""
        best = {start: 0}
        todo = deque([start])
        while todo:
            here = todo.popleft()
            if here in targets:
                return best[here]
            following = self.successors[here]
            step = len(following) > 1
            for there in following:
                if there not in best:
                    best[there] = best[here] + step
                    if step:
                        todo.append(there)
                    else:
                        todo.appendleft(there)
        return None

    def containing(self, nodes: Collection[int]) -> list[int]:
        """The statements with one of these instructions."""
        return [n for n, own in enumerate(self.instructions) if any(node in nodes for node in own)]
