"""SPA for a program: path-family conditions and values at its instructions, in terms of inputs and `*`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from secateur import expr
from secateur.approximation.expansion import Expansion
from secateur.approximation.frames import Frames, Point, StaticFrame
from secateur.approximation.operations import Held
from secateur.approximation.stars import Stars
from secateur.approximation.strategy import Strategy
from secateur.dependence.static import Static
from secateur.expr import Value
from secateur.ir.model import Call, Operand, Position, Symbol
from secateur.ir.types import Type
from secateur.machine.library.process import EXIT
from secateur.machine.machine import Machine
from secateur.machine.path import OWN_FILES
from secateur.provided import facts_of

#: Number of loop rounds, and of recursive activations of a function, that are distinguished.
ROUNDS = 2
#: Maximum number of copies of one instruction that are distinguished.
MOST_POINTS = 256


class Approximation:
    """All paths of a program from its start, or of one function from its entry or from one of its instructions.

    The program starts in the driver, so the driver's knowledge about the inputs is available. From any other start,
    parameters and variables are inputs with their own names, and the content of memory is unknown.
    """

    def __init__(
        self,
        static: Static,
        machine: Machine,
        strategy: Strategy | None = None,
        rounds: int = ROUNDS,
        function: str | None = None,
        start: int = -1,
    ) -> None:
        self.static = static
        self.code = static.code
        self.frames = Frames(static, rounds)
        name = self.code.owner[start].function.name if start >= 0 else function or static.entry
        self.root = self.frames.root(name, start)
        self.expansion = Expansion(static, machine, self.root, strategy or Strategy(), self.frames)
        self._points: dict[int, list[Point]] = {}
        self._activations: dict[str, list[StaticFrame]] = {}
        self._assumed: Value | None = None

    @property
    def stars(self) -> Stars:
        return self.expansion.stars

    @property
    def expansions(self) -> int:
        """How many uses were traced back to their definitions: the cost of SPA."""
        return self.expansion.expansions

    @contextmanager
    def until(self, deadline: float) -> Iterator[None]:
        """Questions are `Suspended` at the deadline, and can be asked again."""
        self.expansion.deadline = deadline
        try:
            yield
        finally:
            self.expansion.deadline = None

    def points(self, node: int) -> list[Point]:
        """The copies of an instruction, one per activation and round of the enclosing loops. If there are too many, one
        of them stands for all the others."""
        found = self._points.get(node)
        if found is None:
            found = self._points[node] = list(self._find_points(node))
        return found

    def condition(self, point: Point) -> Value:
        """The path-family condition from the start to the point: for every input whose run gets there, it holds for
        some values of the stars."""
        with _deep():
            return self.expansion.conditions.reach(point.frame, point.copy)

    def value(self, point: Point) -> Held:
        """What the instruction computes at the point."""
        with _deep():
            return self.expansion.value(point.frame, point.copy, point.node, 0)

    def operand(self, point: Point, operand: Operand) -> Held:
        """The value of an operand of the instruction at the point."""
        with _deep():
            return self.expansion.operand(point.frame, point.copy, operand, 0)

    def content(self, point: Point, address: Value, size: int) -> Value | None:
        """The content of `size` bytes of memory before the instruction."""
        with _deep():
            return self.expansion.contents.at(point.frame, point.copy, point.node, address, size, 0)

    def load(self, point: Point, address: Value, kind: Type) -> Value | None:
        """What a load of this scalar type would read before the instruction; None if every run ends in a fault."""
        with _deep():
            found = self.expansion.load(point.frame, point.copy, point.node, address, kind, 0)
        assert not isinstance(found, tuple)
        return found

    @property
    def assumed(self) -> Value:
        """What the driver assumes about the inputs."""
        if self._assumed is None:
            assumed: Value = True
            for node, item in enumerate(self.code.items):
                if (
                    self._assumes(item)
                    and self.code.owner[node] is self.root.unit
                    and self.root.graph.copies[0].first < 0
                ):
                    assert isinstance(item, Call)
                    given = item.arguments[-1]  # a part of a contract has its number before it
                    for point in self.points(node):
                        value = self.operand(point, given)
                        assert not isinstance(value, tuple)
                        width = getattr(given.type, "width", 32)
                        holds = expr.or_(expr.not_(self.condition(point)), expr.ne(value, 0, width), 1)
                        assumed = expr.and_(assumed, holds, 1)
            self._assumed = assumed
        return self._assumed

    def place_of(self, frame: StaticFrame, node: int) -> Position:
        """The position of an instruction in the user's code; for one in the C library, that of the call."""
        position = self.code.position(node)
        while position.file.startswith(OWN_FILES) and frame.caller is not None:
            frame, node = frame.caller, frame.node
            position = self.code.position(node)
        return position

    @staticmethod
    def _assumes(item: object) -> bool:
        return isinstance(item, Call) and isinstance(item.callee, Symbol) and facts_of(item.callee.name).assumes

    # --- locating instructions

    def _find_points(self, node: int) -> Iterator[Point]:
        block = self.code.block_of(node)
        for frame in self._activations_of(self.code.owner[node].function.name):
            graph = frame.graph
            for copy in graph.copies_of(block):
                if node >= graph.copies[copy].first:
                    yield Point(frame, copy, node)

    def _activations_of(self, name: str) -> list[StaticFrame]:
        """The frames of a function; the last one may stand for all that are not distinguished."""
        found = self._activations.get(name)
        if found is None:
            found = []
            complete = self._search(name, found)
            if not complete:
                found.append(self.frames.anywhere(name))
            self._activations[name] = found
        return found

    def _search(self, name: str, found: list[StaticFrame]) -> bool:
        """Follow the calls that can lead to a function; False if some were left out."""
        leading = self._leading_to(name)
        complete = EXIT not in leading  # it also runs after `main` has returned
        todo = [self.root]
        while todo:
            frame = todo.pop()
            if frame.name == name:
                found.append(frame)
            if len(found) + len(todo) > MOST_POINTS:
                return False
            for copy, node, callee in reversed(list(self._calls(frame, leading))):
                inner = self.frames.enter(frame, copy, node, callee)
                if inner is None:
                    complete = False
                else:
                    todo.append(inner)
        return complete

    def _calls(self, frame: StaticFrame, leading: frozenset[str]) -> Iterator[tuple[int, int, str]]:
        unit, graph = frame.unit, frame.graph
        for node in range(unit.first, unit.last):
            if isinstance(self.code.items[node], Call):
                for callee in self.static.points_to.callees(node):
                    if callee in leading:
                        for copy in graph.copies_of(self.code.block_of(node)):
                            if node >= graph.copies[copy].first and graph.flow.reachable[copy]:
                                yield copy, node, callee

    def _leading_to(self, name: str) -> frozenset[str]:
        """The functions from which a function can be called, itself included."""
        seen = {name}
        todo = [name]
        while todo:
            for node in self.static.points_to.callers(todo.pop()):
                caller = self.code.owner[node].function.name
                if caller not in seen:
                    seen.add(caller)
                    todo.append(caller)
        return frozenset(seen)


@contextmanager
def _deep() -> Iterator[None]:
    """Raise the recursion limit: expansion recurses as deep as the chains of definitions."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, 200_000))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
