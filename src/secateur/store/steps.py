"""What the steps of an exploration have changed since the last batch. A signal may interrupt at any place, so a step
first becomes one value, and is applied in a way that can be repeated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import NamedTuple

from secateur.exploration.result import Counts, FaultKey, Result
from secateur.exploration.task import Task
from secateur.machine.limit import Limit
from secateur.machine.path import Path


class Tally(NamedTuple):
    """What a result had counted at the end of a step. `paths` and `notes`: how many it had. A tuple, as each step makes
    one."""

    counts: tuple[int, ...]
    instructions: int
    paths: int
    notes: int
    stopped: Mapping[Limit, int]
    by_fault: Mapping[FaultKey, int]

    def counted(self) -> Counts:
        return Counts(*self.counts)


class EndedStep(NamedTuple):
    """The tasks that were taken and added, the paths with goals that are left, and the tally at its end."""

    taken: Sequence[Task]
    added: Sequence[Task]
    goals: Sequence[Path]
    tally: Tally


_tuple = tuple.__new__  # that of a NamedTuple takes three times as long, and each step makes two


def ended_step(taken: Sequence[Task], added: Sequence[Task], goals: Sequence[Path], tally: Tally) -> EndedStep:
    return _tuple(EndedStep, (taken, added, goals, tally))


@dataclass(slots=True)
class Changes:
    """`waiting`: tasks that came, `gone`: stored tasks that went. Only what waits is held here, so that the states of
    paths that are done can be freed."""

    waiting: dict[Task, None] = field(default_factory=dict)
    gone: dict[Task, None] = field(default_factory=dict)
    goals: dict[Path, None] = field(default_factory=dict)
    tally: Tally | None = None  # None: no step has ended

    def apply(self, step: EndedStep, stored: Mapping[Task, int]) -> None:
        """`stored`: the tasks that were written. The same step may be applied twice."""
        taken, added, goals, tally = step
        waiting = self.waiting
        for task in taken:
            waiting.pop(task, None)
            if task in stored:
                self.gone[task] = None
        for task in added:
            waiting[task] = None
        for path in goals:
            self.goals[path] = None
        self.tally = tally


#: All counts, in their order.
_NUMBERS = attrgetter(*(each.name for each in fields(Counts)))


def tally_of(result: Result, last: Tally | None) -> Tally:
    """What is counted by kind is copied only if it has changed."""
    numbers = _NUMBERS(result.counts)
    if last is not None and last[0][1] == numbers[1] and last[0][3] == numbers[3]:
        stopped, by_fault = last[4], last[5]
    else:
        stopped, by_fault = dict(result.stopped), dict(result.by_fault)
    counted = (numbers, result.instructions, len(result.paths), len(result.notes), stopped, by_fault)
    return _tuple(Tally, counted)
