"""Runs that never end: one that is twice in exactly the same state goes on in the same way forever.

Values are symbolic, and equal expressions are the same object. What was decided on the first round is known on the
second. So all inputs that satisfy the conditions of the path repeat that state, not only the one at hand. If memory was
allocated in between, and is no longer in use, later rounds only number it differently.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from secateur.machine.memory import Memory, Object
from secateur.machine.path import Value

if TYPE_CHECKING:
    from secateur.machine.frame import Frame
    from secateur.machine.state import Code, State

#: From this look on, states are kept. They are compared with a later one at each look (Brent's algorithm).
FIRST_KEPT = 64


class Rounds:
    """Looks at a run from time to time."""

    def __init__(self) -> None:
        self._looks = 0
        self._following = FIRST_KEPT
        self._kept: _Moment | None = None

    def repeat(self, state: State, code: Code) -> bool:
        """Is the run, before it continues with `code`, in a state in which it was before?"""
        self._looks += 1
        if self._kept is not None and self._kept.is_now(state, code):
            return True
        if self._looks >= self._following:
            self._kept = _Moment(state, code)
            self._following *= 2
        return False


class _Moment:
    """Everything that decides how a run goes on."""

    def __init__(self, state: State, code: Code) -> None:
        self.code = code
        self.frames = [frame.copy() for frame in state.frames]
        self.memory = state.memory.fork()
        self.others = _others(state)

    def is_now(self, state: State, code: Code) -> bool:
        frames = state.frames
        if code is not self.code or len(frames) != len(self.frames) or _others(state) != self.others:
            return False
        pairs = zip(reversed(self.frames), reversed(frames), strict=True)
        return all(_same_frame(one, two) for one, two in pairs) and _same_memory(self.memory, state.memory)


def _others(state: State) -> tuple[object, ...]:
    return len(state.inputs), state.returned, state.wrapping


def _same_frame(one: Frame, two: Frame) -> bool:
    return (
        one.code is two.code
        and one.call is two.call
        and _same_values(one.registers, two.registers)
        and _same_values(one.varargs, two.varargs)
        and {n: item.number for n, item in one.allocas.items()} == {n: item.number for n, item in two.allocas.items()}
    )


def _same_memory(one: Memory, two: Memory) -> bool:
    return one.objects.keys() == two.objects.keys() and all(
        _same_object(item, two.objects[number]) for number, item in one.objects.items()
    )


def _same_object(one: Object, two: Object) -> bool:
    if one is two:
        return True
    if one.size is not two.size and one.size != two.size:
        return False
    return (
        one.base is two.base
        and one.era == two.era
        and one.kept.keys() == two.kept.keys()
        and all(_same(value, two.kept[key]) for key, value in one.kept.items())
    )


def _same_values(some: list[Value] | tuple[Value, ...], others: list[Value] | tuple[Value, ...]) -> bool:
    return len(some) == len(others) and all(map(_same, some, others))


def _same(one: object, two: object) -> bool:
    """The zeros of floats are equal, but not the same; a NaN is not even equal to itself."""
    if one is two:
        return True
    if type(one) is not type(two) or one != two:
        return False
    return not isinstance(one, float) or math.copysign(1.0, one) == math.copysign(1.0, two)  # type: ignore[arg-type]
