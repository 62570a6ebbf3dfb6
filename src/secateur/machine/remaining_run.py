"""The rest of a run that was stopped before a branch, on its input alone.

What the run has computed is replaced by its values under the model, so that the rest takes as long as a concrete run.
Anything that stays symbolic, such as an indeterminate value, only makes it slower. The rest covers no code: it was not
explored.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeGuard

from secateur import expr
from secateur.expr import HAS_INDETERMINATE, Expr
from secateur.machine.floats import of_bits
from secateur.machine.frame import Frame
from secateur.machine.state import BranchSite, Code, State

if TYPE_CHECKING:
    from secateur.machine.memory import Memory

#: Widths of floats whose values are numbers in Python; None for other registers.
_PLAIN = (None, 32, 64)


def remaining_run(stopped: State, condition: Expr | bool, site: BranchSite) -> tuple[State, Code]:
    """The rest of a run that was stopped before it decided on a condition. It takes over the memory."""
    state = RemainingRun(stopped)
    taken = expr.evaluate(condition, state.model) if isinstance(condition, Expr) else condition
    segment = site.if_true if taken else site.if_false
    assert segment is not None
    return state, segment.run


class RemainingRun(State):
    is_speculative = True

    def __init__(self, stopped: State) -> None:
        super().__init__(stopped.machine, stopped.memory, stopped.model, stopped.limits)
        self.concrete = True
        self.branches = stopped.branches.copy()
        self.inputs = stopped.inputs.copy()
        self.occurrences = stopped.occurrences.copy()
        self.wide = stopped.wide
        self.observations = stopped.observations.copy()
        self.output = stopped.output.copy()
        self.unportable, self.applied = stopped.unportable, stopped.applied
        self.bounded, self.wrapping = stopped.bounded.copy(), stopped.wrapping
        self.serial, self.steps = stopped.serial, stopped.steps
        self.ended, self.returned, self.result = stopped.ended, stopped.returned, stopped.result
        self.merging, self.left = stopped.merging, stopped.left
        self._open = HAS_INDETERMINATE | self.machine.arbitrary
        self._replace_values(self.memory)
        self.frames = [self._concrete_frame(frame) for frame in stopped.frames]
        self.registers = self.frames[-1].registers

    def tested(self, outcome: bool, site: BranchSite) -> None:
        """It covers nothing."""

    def visit(self, condition: bool, site: BranchSite) -> None:
        """Nobody asks for its states."""

    # --- values

    def _is_known(self, value: object) -> TypeGuard[Expr]:
        """Does a value follow from the model? The address whose computation may wrap is recognised as it is."""
        if not isinstance(value, Expr) or value.variables & self._open:
            return False
        return self.wrapping is None or value is not self.wrapping[0]

    def _replace_values(self, memory: Memory) -> None:
        """In memory, floats are bit patterns, too."""
        initial, model = self.machine.initial.objects, self.model
        for number, item in [*memory.objects.items()]:
            if initial.get(number) is item:
                continue
            known = {key: value for key, value in item.kept.items() if self._is_known(value)}
            if known:
                kept = memory.owned(item).kept
                for key, value in known.items():
                    kept[key] = expr.evaluate(value, model)

    def _concrete_frame(self, frame: Frame) -> Frame:
        made = frame.copy()
        floats = frame.code.floats
        for index, value in enumerate(made.registers):
            width = floats.get(index)
            if self._is_known(value) and width in _PLAIN:
                found = expr.evaluate(value, self.model)
                made.registers[index] = found if width is None else of_bits(found, width)
        return made
