"""Both versions approximated by SPA, with what they have in common told to be the same.

A `*` is any value. If each version had its own for the same unknown, every comparison of them could come out as one
likes. So where the change has no say in a value, and it is abstracted in both versions at the same place, it is one
star in both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from secateur import expr
from secateur.approximation.approximation import Approximation
from secateur.approximation.frames import Point, StaticFrame
from secateur.approximation.stars import Star, Stars
from secateur.approximation.strategy import Key, Strategy
from secateur.evolve.augmentation.counterparts import Counterparts
from secateur.evolve.impact.impact import VersionImpact
from secateur.evolve.impact.pair import Pair
from secateur.expr import Expr, Value
from secateur.ir.model import Call, Position, Register
from secateur.machine.machine import Machine

#: Numbers that are left for inputs which only some runs ask for.
LATER_INPUTS = 64
#: A place in a run that both versions share: an instruction, the rounds of the loops around it, the calls that lead to
#: it.
CommonPlace = tuple[object, ...]


class Approximated:
    """The approximations of the old and of the new version, over the same inputs. `known`: of each version, the points
    by place."""

    def __init__(self, pair: Pair, counterparts: Counterparts, strategy: Callable[[], Strategy], rounds: int) -> None:
        self.pair = pair
        self._counterparts = counterparts
        for machine in pair.machines:
            machine.run(*machine.start(()))  # so that the inputs have their numbers
        first = len(pair.machines[1].variables) + LATER_INPUTS
        pool: dict[tuple[object, ...], Expr] = {}
        self.versions = tuple(
            Approximation(static, machine, strategy(), rounds)
            for static, machine in zip(pair.statics, pair.machines, strict=True)
        )
        for side, version in enumerate(self.versions):
            impact = (pair.impact.old, pair.impact.new)[side]
            names = _Names(version, impact, counterparts.shared[side], side)
            version.expansion.stars = _SharedStars(pair.machines[side], pool, first, names)

    def points(self, side: int, node: int) -> dict[CommonPlace, Point]:
        """The copies of an instruction by place."""
        shared = self._counterparts.shared[side]
        return {place_of(point, shared): point for point in self.versions[side].points(node)}


def place_of(point: Point, shared: list[int]) -> CommonPlace:
    return (shared[point.node], point.frame.graph.copies[point.copy].rounds, *_calls(point.frame, shared))


def _calls(frame: StaticFrame, shared: list[int]) -> Iterator[object]:
    """How a frame was entered, the last call first; one that stands for several is called by its name."""
    here: StaticFrame | None = frame
    while here is not None:
        if here.is_anywhere:
            yield here.name
        elif here.caller is not None:
            yield shared[here.node]
            yield here.caller.graph.copies[here.copy].rounds
        here = here.caller


class _Names:
    """What a star is called: the same in both versions, if the change has no say in it."""

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
        """Of values of instructions and of parameters; None if the versions do not have it in common."""
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
        """Is an argument the same in both versions, whatever the change does?"""
        item = self._version.code.items[frame.node]
        if frame.caller is None or not isinstance(item, Call) or index >= len(item.arguments):
            return False
        argument = item.arguments[index]
        if isinstance(argument, Register):
            home = frame.caller.unit.homes[argument.index]
            return home >= 0 and home not in self._affected
        return self._shared[frame.node] >= 0 and frame.node not in self._affected


def _is_later(frame: StaticFrame, copy: int | None = None) -> bool:
    """Is it in a round that stands for all later ones of a loop, or in a call that stands for several? Then it is not
    known which one is meant."""
    while not frame.is_anywhere:
        if copy is not None and any(number >= frame.graph.rounds for number in frame.graph.copies[copy].rounds):
            return True
        if frame.caller is None:
            return False
        frame, copy = frame.caller, frame.copy
    return True


class _SharedStars(Stars):
    """Stars that are numbered behind the inputs. `pool` has those of both versions by name."""

    def __init__(
        self,
        machine: Machine,
        pool: dict[tuple[object, ...], Expr],
        first: int,
        name: Callable[[Key], tuple[object, ...]],
    ) -> None:
        super().__init__(machine)
        self._pool = pool
        self._first = first
        self._name = name

    def of_width(
        self, key: Key, width: int, why: str, position: Position, opens: Key | None = None, kind: str = "signed"
    ) -> Value:
        full = (*key, width)
        found = self._by_key.get(full)
        if found is None:
            name = (*self._name(key), width)
            if name not in self._pool:
                self._pool[name] = expr.variable("*", width, self._first + len(self._pool), kind)
            found = self._by_key[full] = self._pool[name]
            self.all[found] = Star(found, why, position, opens)
            self.mask |= found.variables
        return found
