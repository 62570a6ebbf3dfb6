"""Both versions approximated by SPA, with shared stars for the values they have in common.

A `*` is any value. If each version had its own star for the same unknown, any comparison of the two could have any
outcome. So a value that the change does not affect, and that is abstracted at the same place in both versions, is one
star in both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from secateur import expr
from secateur.approximation.approximation import Approximation
from secateur.approximation.frames import Point, StaticFrame
from secateur.approximation.stars import Stars
from secateur.approximation.strategy import Key, Strategy
from secateur.evolve.augmentation.counterparts import Counterparts
from secateur.evolve.impact.impact import VersionImpact
from secateur.evolve.impact.pair import Pair
from secateur.expr import Expr
from secateur.ir.model import Call, Register
from secateur.machine.machine import Machine

#: Numbers reserved for inputs that only some runs read.
LATER_INPUTS = 64
#: A place in a run that both versions share: an instruction, the iterations of the enclosing loops, the call stack.
CommonPlace = tuple[object, ...]
#: Stars by name.
StarPool = dict[tuple[object, ...], Expr]


class Approximated:
    """The approximations of the old and the new version, over the same inputs."""

    def __init__(
        self,
        pair: Pair,
        counterparts: Counterparts,
        strategy: Callable[[], Strategy],
        rounds: int,
        pool: StarPool | None = None,
        label: str = "",
    ) -> None:
        """`pool`: the stars of approximations whose conditions are asked for together; each has a `label` of its own,
        as its stars stand for something else."""
        self.pair = pair
        self._counterparts = counterparts
        for machine in pair.machines:
            machine.run(*machine.start(()))  # numbers the inputs
        first = len(pair.machines[1].variables) + LATER_INPUTS
        pool = {} if pool is None else pool
        self.versions = tuple(
            Approximation(static, machine, strategy(), rounds)
            for static, machine in zip(pair.statics, pair.machines, strict=True)
        )
        for side, version in enumerate(self.versions):
            impact = (pair.impact.old, pair.impact.new)[side]
            names = _Names(version, impact, counterparts.shared[side], side)
            version.expansion.stars = _SharedStars(pair.machines[side], pool, first, names, label)

    def points(self, side: int, node: int) -> dict[CommonPlace, Point]:
        """The copies of an instruction by place."""
        shared = self._counterparts.shared[side]
        return {place_of(point, shared): point for point in self.versions[side].points(node)}


def place_of(point: Point, shared: list[int]) -> CommonPlace:
    return (shared[point.node], point.frame.graph.copies[point.copy].rounds, *_calls(point.frame, shared))


def _calls(frame: StaticFrame, shared: list[int]) -> Iterator[object]:
    """The calls that led to a frame, innermost first; a frame that stands for several calls is identified by name."""
    here: StaticFrame | None = frame
    while here is not None:
        if here.is_anywhere:
            yield here.name
        elif here.caller is not None:
            yield shared[here.node]
            yield here.caller.graph.copies[here.copy].rounds
        here = here.caller


class _Names:
    """The name of a star: the same in both versions if the change does not affect it."""

    def __init__(self, version: Approximation, impact: VersionImpact, shared: list[int], side: int) -> None:
        self._version = version
        self._shared = shared
        self._side = side
        self._affected = impact.affected
        self._frames: dict[int, StaticFrame] = {}
        for unit in version.code.units.values():
            for point in version.points(unit.first):
                self._frames[point.frame.number] = point.frame

    def __call__(self, key: Key) -> tuple[object, ...]:
        return self._common(key) or (self._side, *key)

    def _common(self, key: Key) -> tuple[object, ...] | None:
        """The shared name for the value of an instruction or a parameter; None if the versions do not share it."""
        match key:
            case ("parameter", int() as number, int() as index):
                frame = self._frames.get(number)
                if frame is None or _is_later(frame) or not self._is_passed_alike(frame, index):
                    return None
                return ("parameter", index, *_calls(frame, self._shared))
            case (int() as number, int() as copy, int() as node, *parts):
                frame = self._frames.get(number)
                if frame is None or _is_later(frame, copy) or node in self._affected or self._shared[node] < 0:
                    return None
                return ("value", *parts, *place_of(Point(frame, copy, node), self._shared))
        return None

    def _is_passed_alike(self, frame: StaticFrame, index: int) -> bool:
        """Is an argument the same in both versions, unaffected by the change?"""
        item = self._version.code.items[frame.node]
        if frame.caller is None or not isinstance(item, Call) or index >= len(item.arguments):
            return False
        argument = item.arguments[index]
        if isinstance(argument, Register):
            home = frame.caller.unit.homes[argument.index]
            return home >= 0 and home not in self._affected
        return self._shared[frame.node] >= 0 and frame.node not in self._affected


def _is_later(frame: StaticFrame, copy: int | None = None) -> bool:
    """Is it in an iteration that stands for all later ones of a loop, or in a call that stands for several? Then it is
    ambiguous."""
    while not frame.is_anywhere:
        if copy is not None and any(number >= frame.graph.rounds for number in frame.graph.copies[copy].rounds):
            return True
        if frame.caller is None:
            return False
        frame, copy = frame.caller, frame.copy
    return True


class _SharedStars(Stars):
    """Stars, numbered after the inputs. `pool` holds the stars of both versions by name."""

    def __init__(
        self,
        machine: Machine,
        pool: StarPool,
        first: int,
        name: Callable[[Key], tuple[object, ...]],
        label: str,
    ) -> None:
        super().__init__(machine)
        self._label = label
        self._pool = pool
        self._first = first
        self._name = name

    def _fresh(self, key: Key, width: int, kind: str) -> Expr:
        name = (self._label, *self._name(key), width)
        if name not in self._pool:
            self._pool[name] = expr.variable("*", width, self._first + len(self._pool), kind)
        return self._pool[name]
