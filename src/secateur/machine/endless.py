"""Runs that never end: one that is twice in exactly the same state goes on in the same way forever.

Values are symbolic, and equal expressions are the same object. What was decided on the first round is known on the
second. So all inputs that satisfy the conditions of the path repeat that state, not only the one at hand. If memory was
allocated in between, and is no longer in use, later rounds only number it differently. For a fault one input is enough,
so there values are compared under the model.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from secateur import expr
from secateur.expr import Expr
from secateur.machine.indeterminate import is_indeterminate
from secateur.machine.memory import Memory, Object
from secateur.machine.path import Value

if TYPE_CHECKING:
    from secateur.machine.frame import Frame
    from secateur.machine.state import Code, State

#: From this look, or this number of branches on, states are kept. They are compared with a later one at each look
#: (Brent's algorithm).
FIRST_KEPT, FIRST_BRANCHES = 64, 64


class Rounds:
    """Looks at a run from time to time. With a model, values are compared under it: then only this input is known to
    repeat its state."""

    def __init__(self, model: tuple[int, ...] | None = None) -> None:
        self._model = model
        self._looks = 0
        self._following, self._branches = FIRST_KEPT, FIRST_BRANCHES
        self._kept: PastState | None = None

    def repeat(self, state: State, code: Code) -> bool:
        """Is the run, before it continues with `code`, in a state in which it was before?"""
        self._looks += 1
        if self._kept is not None and self._kept.is_now(state, code, self._model):
            return True
        if self._looks >= self._following or len(state.branches) >= self._branches:
            self._kept = PastState(state, code)
            self._following, self._branches = 2 * self._looks, 2 * max(FIRST_BRANCHES, len(state.branches))
        return False


class PastState:
    """Everything that decides how a run goes on."""

    def __init__(self, state: State, code: Code) -> None:
        self.code = code
        self.frames = [frame.copy() for frame in state.frames]
        self.memory = state.memory.fork()
        self.others = _others(state)
        self.others_leave: Expr | int = False  # for which inputs the state that was the same under a model is not

    def is_now(self, state: State, code: Code, model: tuple[int, ...] | None) -> bool:
        frames = state.frames
        if code is not self.code or len(frames) != len(self.frames) or _others(state) != self.others:
            return False
        pairs = zip(reversed(self.frames), reversed(frames), strict=True)
        same = _Sameness(model)
        if not all(same.frames(one, two) for one, two in pairs) or not same.memories(self.memory, state.memory):
            return False
        for different in same.different:
            self.others_leave = expr.or_(self.others_leave, different, 1)
        return True


def _others(state: State) -> tuple[object, ...]:
    return len(state.inputs), state.returned, state.wrapping


class _Sameness:
    """Are two things the same, for all inputs or under one model?"""

    def __init__(self, model: tuple[int, ...] | None) -> None:
        self._model = model
        self.different: list[Expr | int] = []  # for other inputs, what is the same under the model may not be

    def frames(self, one: Frame, two: Frame) -> bool:
        return (
            one.code is two.code
            and one.call is two.call
            and self._lists(one.registers, two.registers)
            and self._lists(one.varargs, two.varargs)
            and {n: item.number for n, item in one.allocas.items()}
            == {n: item.number for n, item in two.allocas.items()}
        )

    def memories(self, one: Memory, two: Memory) -> bool:
        return one.objects.keys() == two.objects.keys() and all(
            self._objects(item, two.objects[number]) for number, item in one.objects.items()
        )

    def _objects(self, one: Object, two: Object) -> bool:
        if one is two:
            return True
        if one.size is not two.size and one.size != two.size:
            return False
        return (
            one.base is two.base
            and one.era == two.era
            and one.kept.keys() == two.kept.keys()
            and all(self._values(value, two.kept[key]) for key, value in one.kept.items())
        )

    def _lists(self, some: list[Value] | tuple[Value, ...], others: list[Value] | tuple[Value, ...]) -> bool:
        return len(some) == len(others) and all(map(self._values, some, others))

    def _values(self, one: object, two: object) -> bool:
        """The zeros of floats are equal, but not the same; a NaN is not even equal to itself."""
        if one is two:
            return True
        if self._model is not None and (isinstance(one, Expr) or isinstance(two, Expr)):
            return self._same_number(one, two)
        if type(one) is not type(two) or one != two:
            return False
        return not isinstance(one, float) or math.copysign(1.0, one) == math.copysign(1.0, two)  # type: ignore[arg-type]

    def _same_number(self, one: object, two: object) -> bool:
        number = self._number(one)
        if number is None or number != self._number(two):
            return False
        assert isinstance(one, Expr | int)
        assert isinstance(two, Expr | int)
        width = one.width if isinstance(one, Expr) else two.width if isinstance(two, Expr) else 64
        self.different.append(expr.ne(one, two, width))
        return True

    def _number(self, value: object) -> int | None:
        """The number under the model; None if there is none, or its width is not known."""
        assert self._model is not None
        if isinstance(value, Expr):
            return None if is_indeterminate(value) else int(expr.evaluate(value, self._model))
        return int(value) if isinstance(value, int) else None
