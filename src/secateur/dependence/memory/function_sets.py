"""The points-to sets of functions and calls, as used by the constraints."""

from __future__ import annotations

from secateur.dependence.memory.abstract_objects import AbstractObject
from secateur.dependence.memory.effects import Effect
from secateur.dependence.memory.inclusion import NOTHING
from secateur.ir.model import Call, Function, Int
from secateur.ir.types import store_size_of

#: An instruction: the name of its function and its position among the function's items.
NodePlace = tuple[str, int]


class FunctionSets:
    """The sets of a function: registers from `first` on, return value, variable arguments. If it has an `effect`, that
    says what a call stores and returns, and the body only what it accesses in all calls."""

    def __init__(self, function: Function, first: int, effect: Effect | None = None) -> None:
        self.effect = effect
        self.function = function
        self.first = first
        self.returned = first + function.body.register_count
        self.rest = self.returned + 1


class CallPlace:
    """A call, with the callees found so far."""

    def __init__(self, frame: FunctionSets, ordinal: int, instruction: Call, arguments: list[int], result: int) -> None:
        self.frame = frame
        self.ordinal = ordinal
        self.instruction = instruction
        self.arguments = arguments
        self.result = result
        self.callees: dict[str, None] = {}
        self.made: AbstractObject | None = None

    @property
    def place(self) -> NodePlace:
        return self.frame.function.name, self.ordinal

    def argument(self, number: int) -> int:
        """The set of an argument; programs may declare a function with too few parameters."""
        arguments = self.arguments
        return arguments[number] if -len(arguments) <= number < len(arguments) else NOTHING


def extent(effect: Effect, call: Call) -> int | None:
    """The number of bytes that a function without a body reads or writes, if it is constant."""
    given = call.arguments
    if effect.like is not None and effect.like < len(given):
        return store_size_of(given[effect.like].type)
    if effect.length is not None and effect.length < len(given):
        length = given[effect.length]
        return length.value if isinstance(length, Int) and length.value >= 0 else None
    return None
