"""A run that has begun and has not ended: it can be set aside between two segments, and go on later."""

from __future__ import annotations

from typing import TYPE_CHECKING

from secateur.machine.endless import Rounds
from secateur.machine.limit import Limit, LimitKind
from secateur.machine.path import Ending, Path
from secateur.machine.state import Stop

if TYPE_CHECKING:
    from secateur.machine.state import Code, State


class OpenRun:
    """`code` comes next. `before`: instructions that were counted already. `rounds`: looks for repeated states."""

    __slots__ = ("before", "code", "rounds", "state")

    def __init__(self, state: State, code: Code, rounds: Rounds | None) -> None:
        self.state = state
        self.code = code
        self.rounds = rounds
        self.before = state.steps

    def so_far(self) -> Path:
        """The path up to here. Its instructions are counted from now on."""
        limit = Limit(LimitKind.UNFINISHED)
        path = self.state.path(Stop(Ending.INTERRUPTED, limit=limit), self.before)
        self.before = self.state.steps
        return path
