"""What the steps of an exploration have changed since the last batch. A signal may interrupt at any place, so a step is
applied in a way that can be repeated.

This runs at the end of each step, which may have taken no more than a fifth of a millisecond: what a batch can do is
left to the batch.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from secateur.exploration.result import Counts, FaultKey, Result
from secateur.exploration.task import Task
from secateur.machine.limit import Limit
from secateur.machine.path import Path

#: What `tally_of` gives: the numbers of a `Tally`, as a plain tuple, which is made in a quarter of the time.
RawTally = tuple[tuple[int, ...], Mapping[Limit, int], Mapping[FaultKey, int]]


class Tally(NamedTuple):
    """What a result had counted at the end of a step. `paths` and `notes`: how many it had."""

    counts: Counts
    instructions: int
    paths: int
    notes: int
    stopped: Mapping[Limit, int]
    by_fault: Mapping[FaultKey, int]

    @staticmethod
    def of(raw: RawTally) -> Tally:
        numbers, stopped, by_fault = raw
        *counts, instructions, paths, notes = numbers
        return Tally(Counts(*counts), instructions, paths, notes, stopped, by_fault)


@dataclass(slots=True)
class Changes:
    """`waiting`: tasks that came, `gone`: stored tasks that went. Only what waits is held here, so that the states of
    paths that are done can be freed."""

    waiting: dict[Task, None] = field(default_factory=dict)
    gone: dict[Task, None] = field(default_factory=dict)
    goals: dict[Path, None] = field(default_factory=dict)
    tally: RawTally | None = None  # None: no step has ended

    def apply(
        self,
        taken: Sequence[Task],
        added: Sequence[Task],
        goals: Sequence[Path],
        tally: RawTally,
        stored: Mapping[Task, int],
    ) -> None:
        """A step that has ended. `stored`: the tasks that were written. The same step may be applied twice, the second
        time in part."""
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


def tally_of(result: Result, last: RawTally | None) -> RawTally:
    """What is counted by kind is copied only if it has changed."""
    counts = result.counts
    faulty, limited = counts.faulty, counts.limited
    numbers = (
        counts.completed,
        faulty,
        counts.cut,
        limited,
        counts.unknown,
        counts.infeasible,
        counts.runs,
        counts.covering,
        result.instructions,
        len(result.paths),
        len(result.notes),
    )
    if last is not None and last[0][1] == faulty and last[0][3] == limited:
        return numbers, last[1], last[2]
    return numbers, dict(result.stopped), dict(result.by_fault)
