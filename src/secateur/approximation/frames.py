"""Activations of functions: the caller and the call site of each."""

from __future__ import annotations

from dataclasses import dataclass, field

from secateur.approximation.unrolled import Unrolled, unroll
from secateur.dependence.control.code import Unit
from secateur.dependence.static import Static

#: Maximum depth of nested activations that are distinguished.
MOST_FRAMES = 24


@dataclass(slots=True, eq=False)
class StaticFrame:
    """`copy` and `node` are the call in the caller's frame. Without a caller it is the start, or, if it `is_anywhere`,
    it stands for all activations that are not distinguished: nothing is known about their arguments."""

    number: int
    unit: Unit
    graph: Unrolled
    caller: StaticFrame | None = None
    copy: int = 0
    node: int = -1
    is_anywhere: bool = False
    named: frozenset[int] = field(default_factory=frozenset)  # registers that are values of the user's variables

    @property
    def name(self) -> str:
        return self.unit.function.name

    @property
    def level(self) -> int:
        """How many activations of the same function are below this one on the stack."""
        found, here = 0, self.caller
        while here is not None:
            found += here.unit is self.unit
            here = here.caller
        return found

    @property
    def depth(self) -> int:
        found, here = 0, self.caller
        while here is not None:
            found, here = found + 1, here.caller
        return found


@dataclass(frozen=True, slots=True)
class Point:
    """An instruction in one activation and in specific rounds of the enclosing loops."""

    frame: StaticFrame
    copy: int
    node: int


class Frames:
    """Frames by call site, and the unrolled functions that they share. `rounds`: the number of loop rounds, and of
    recursive activations of a function, that are distinguished."""

    def __init__(self, static: Static, rounds: int) -> None:
        self.static = static
        self.rounds = rounds
        self._count = 0
        self._entered: dict[tuple[int, int, int, str], StaticFrame | None] = {}
        self._graphs: dict[str, Unrolled] = {}
        self._anywhere: dict[str, StaticFrame] = {}
        self._named: dict[str, frozenset[int]] = {}

    def root(self, name: str, start: int = -1) -> StaticFrame:
        unit = self.static.code.units[name]
        graph = self._graph(unit) if start < 0 else unroll(unit, self.rounds, start)
        return self._made(StaticFrame(self._next(), unit, graph))

    def anywhere(self, name: str) -> StaticFrame:
        """The frame that stands for all activations of a function that are not distinguished."""
        found = self._anywhere.get(name)
        if found is None:
            unit = self.static.code.units[name]
            found = self._anywhere[name] = self._made(
                StaticFrame(self._next(), unit, self._graph(unit), is_anywhere=True)
            )
        return found

    def enter(self, frame: StaticFrame, copy: int, node: int, name: str) -> StaticFrame | None:
        key = (frame.number, copy, node, name)
        if key not in self._entered:
            unit = self.static.code.units[name]
            made = self._made(StaticFrame(self._next(), unit, self._graph(unit), frame, copy, node))
            deep = made.level > self.rounds or made.depth > MOST_FRAMES
            self._entered[key] = None if deep else made
        return self._entered[key]

    def _next(self) -> int:
        self._count += 1
        return self._count

    def _graph(self, unit: Unit) -> Unrolled:
        name = unit.function.name
        found = self._graphs.get(name)
        if found is None:
            found = self._graphs[name] = unroll(unit, self.rounds)
        return found

    def _made(self, frame: StaticFrame) -> StaticFrame:
        name = frame.name
        found = self._named.get(name)
        if found is None:
            variables = frame.unit.function.body.variables
            found = self._named[name] = frozenset(v.register for v in variables if not v.address)
        frame.named = found
        return frame
