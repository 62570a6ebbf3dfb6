"""The flow of control through all functions that a program can call, as a graph of numbered nodes.

A block is cut into pieces where it calls a function of the program. The graph has only ways that a run can take: a
function returns to the call that it was entered by. So every piece is there twice. The first, `open`, stands for a run
whose earlier calls are not known: it may return to any caller. The second is entered by a call of the graph: it may
call further functions, but a return is no way out of it. An edge leads past each call; its length is the shortest way
through the function.
"""

from __future__ import annotations

import heapq
import re
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field

from secateur.ir.model import (
    Block,
    Call,
    ConditionalJump,
    Function,
    IndirectJump,
    Jump,
    Program,
    Return,
    Switch,
    Symbol,
    Terminator,
)

#: There is no way.
FAR = 1 << 30

Edges = list[list[tuple[int, int]]]
"""For each node, the next nodes, each with the length of the way: the number of decisions and calls."""


@dataclass(frozen=True, slots=True)
class CodeSide:
    """The edge from a block that decides to one of its targets."""

    function: str
    block: str
    target: str


@dataclass(slots=True)
class _Unit:
    """A function: its pieces, and where they call and return."""

    function: Function
    pieces: dict[str, list[tuple[int, int]]] = field(default_factory=dict)  # by block: (index of the call, node)
    calls: list[tuple[int, int, tuple[str, ...]]] = field(default_factory=list)  # (before, after, callees)
    exits: list[int] = field(default_factory=list)
    steps: list[tuple[int, int, int]] = field(default_factory=list)  # (from, to, length) inside the function
    to_exit: dict[int, int] = field(default_factory=dict)  # from each piece and side to a return

    @property
    def entry(self) -> int:
        return self.pieces[self.function.body.entry.label][0][1]

    @property
    def length(self) -> int:
        return self.to_exit.get(self.entry, FAR)


class CodeGraph:
    """`sides` and `piece` give open nodes; the other node of the same code is `inner` of it."""

    def __init__(self, program: Program, entry: str) -> None:
        self._program = program
        self._units: dict[str, _Unit] = {}
        self._count = 0
        self.sides: dict[CodeSide, int] = {}
        self._titles: dict[str, str] = {}
        waiting = deque([entry])
        while waiting:
            name = waiting.popleft()
            if name not in self._units:
                unit = self._units[name] = self._unit(program.functions[name])
                waiting.extend(callee for _, _, callees in unit.calls for callee in callees)
        self._measure_lengths()
        self.edges = self._edges()
        self._to_exits = {node: length for unit in self._units.values() for node, length in unit.to_exit.items()}

    def inner(self, node: int) -> int:
        return node + self._count

    def to_exit(self, node: int) -> int:
        """The shortest way to the end of the function; for either of the two nodes of the same code."""
        return self._to_exits.get(node % self._count, FAR)

    def piece(self, function: str, block: str, index: int) -> int | None:
        """The piece that an instruction is in. A function may have the name that it has in the source."""
        unit = self._units.get(function) or self._units.get(self._titles.get(function, ""))
        found = None if unit is None else unit.pieces.get(block)
        return None if found is None else next((node for end, node in found if index <= end), found[-1][1])

    # --- the functions

    def _node(self) -> int:
        self._count += 1
        return self._count - 1

    def _unit(self, function: Function) -> _Unit:
        unit = _Unit(function)
        self._titles.setdefault(re.sub(r"\.\d+$", "", function.name), function.name)
        blocks = function.body.blocks
        for block in blocks.values():
            self._cut(unit, block)
        for block in blocks.values():
            last = unit.pieces[block.label][-1][1]
            if isinstance(block.terminator, Return):
                unit.exits.append(last)
            targets = _targets(block.terminator)
            if len(targets) == 1:
                unit.steps.append((last, unit.pieces[targets[0]][0][1], 0))
                continue
            for target in targets:
                side = self.sides[CodeSide(function.name, block.label, target)] = self._node()
                unit.steps += [(last, side, 1), (side, unit.pieces[target][0][1], 0)]
        return unit

    def _cut(self, unit: _Unit, block: Block) -> None:
        pieces = unit.pieces[block.label] = []
        node = self._node()
        for index, instruction in enumerate(block.instructions):
            callees = tuple(self._callees(instruction)) if isinstance(instruction, Call) else ()
            if callees:
                after = self._node()
                pieces.append((index, node))
                unit.calls.append((node, after, callees))
                node = after
        pieces.append((len(block.instructions), node))

    def _callees(self, call: Call) -> Iterator[str]:
        """A call through a pointer may lead to any function with as many parameters: this is for distances only."""
        functions = self._program.functions
        if isinstance(call.callee, Symbol):
            found = functions.get(call.callee.name)
            if found is not None and not found.is_declaration:
                yield found.name
            return
        for function in functions.values():
            if not function.is_declaration and len(function.parameters) == len(call.arguments):
                yield function.name

    def _measure_lengths(self) -> None:
        """The shortest way through each function. A function is measured again when one that it calls gets shorter."""
        callers: dict[str, dict[str, None]] = {}
        for name, unit in self._units.items():
            for _, _, callees in unit.calls:
                for callee in callees:
                    callers.setdefault(callee, {})[name] = None
        waiting = deque(reversed(self._units))
        queued = set(waiting)
        while waiting:
            name = waiting.popleft()
            queued.discard(name)
            unit = self._units[name]
            before, unit.to_exit = unit.length, self._to_exit(unit)
            if unit.length < before:
                again = [caller for caller in callers.get(name, ()) if caller not in queued]
                waiting.extend(again)
                queued.update(again)

    def _to_exit(self, unit: _Unit) -> dict[int, int]:
        previous: dict[int, list[tuple[int, int]]] = {}
        for start, end, length in (*unit.steps, *self._past_calls(unit)):
            previous.setdefault(end, []).append((start, length))
        found: dict[int, int] = {}
        heap = [(0, node) for node in unit.exits]
        while heap:
            length, node = heapq.heappop(heap)
            if node not in found:
                found[node] = length
                for start, more in previous.get(node, ()):
                    heapq.heappush(heap, (length + more, start))
        return found

    def _past_calls(self, unit: _Unit) -> Iterator[tuple[int, int, int]]:
        for before, after, callees in unit.calls:
            length = min(self._units[callee].length for callee in callees)
            if length < FAR:
                yield before, after, 1 + length

    def _edges(self) -> Edges:
        edges: Edges = [[] for _ in range(2 * self._count)]
        for unit in self._units.values():
            for start, end, length in (*unit.steps, *self._past_calls(unit)):
                edges[start].append((end, length))
                edges[self.inner(start)].append((self.inner(end), length))
            for before, after, callees in unit.calls:
                for callee in callees:
                    called = self._units[callee]
                    edges[before].append((self.inner(called.entry), 1))
                    edges[self.inner(before)].append((self.inner(called.entry), 1))
                    for end in called.exits:
                        edges[end].append((after, 0))
        return edges


def _targets(terminator: Terminator) -> list[str]:
    """Where a block can go on, each target once."""
    match terminator:
        case Jump(target=target):
            return [target]
        case ConditionalJump(if_true=if_true, if_false=if_false):
            return list(dict.fromkeys((if_true, if_false)))
        case Switch(default=default, cases=cases):
            return list(dict.fromkeys((default, *(target for _, target in cases))))
        case IndirectJump(targets=targets):
            return list(dict.fromkeys(targets))
    return []
