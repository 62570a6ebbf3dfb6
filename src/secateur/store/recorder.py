"""Writes an exploration to its store while it runs: what it found, and what is left to do.

A step costs little: it is noted in memory, and half a second of steps is written at once. Most tasks come and go within
that time and are never written.
"""

from __future__ import annotations

import json
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from secateur.exploration.budget import resident_memory
from secateur.exploration.coverage import measure
from secateur.exploration.earlier import place_of
from secateur.exploration.result import Counts, EarlierCounts, FaultKey
from secateur.exploration.task import Task
from secateur.machine.indeterminate import is_indeterminate
from secateur.machine.limit import Limit
from secateur.machine.path import Ending, Path
from secateur.store.database import Database
from secateur.store.texts import counts_text, model_text

if TYPE_CHECKING:
    from secateur.exploration.loop import Explorer

#: Seconds between two batches, and between two rows of statistics.
EVERY, STATISTICS = 0.5, 1.0


#: Tasks that were taken and added, paths that were found, paths with goals that are left, and what was counted.
_Step = tuple[list[Task], list[Task], list[Path], list[Path], tuple[int, ...], "_Parts"]
#: What paths were stopped by, and the number of paths with each fault.
_Parts = tuple[Mapping[Limit, int], Mapping[FaultKey, int]]


@dataclass(frozen=True, slots=True)
class _Batch:
    """What holds once a batch is written: the numbers of the tasks that are stored, those of the paths that they leave,
    each with its tasks counted, and the next number."""

    number: int
    tasks: dict[Task, int]
    origins: dict[Path, tuple[int, int]]
    following: int


class RunRecorder:
    """An `Observer` of one exploration. `generation` numbers the times that a run began again. `known`: how many paths
    of the result are stored already."""

    def __init__(self, database: Database, generation: int = 0, known: int = 0) -> None:
        self._database = database
        self._generation = generation
        self._known = known
        self._last = _Batch(int(database.fact("batch") or 0), {}, {}, 1)
        self._tried: _Batch | None = None  # a batch of which it is not known whether it was written
        self._new()
        self._written = self._measured = time.monotonic()
        self._covered = (-1, (0, 0))  # what had been run when coverage was measured
        self.seconds = 0.0  # that went into recording

    def _new(self) -> None:
        self._steps: list[_Step] = []  # since the last batch
        self._taken: list[Task] = []  # in this step
        self._added: list[Task] = []
        self._goals: list[Path] = []
        self._parted = (-1, -1)  # what the last step had counted of limits and faults, and of which
        self._parts: _Parts = ({}, {})
        self._is_first = True  # what is stored of tasks is of an earlier exploration

    # --- while it runs

    def begin(self, explorer: Explorer) -> None:
        self._explorer = explorer
        self._new()
        self._last = replace(self._last, tasks={}, origins={})

    def added(self, tasks: list[Task]) -> None:
        self._added += tasks

    def taken(self, task: Task) -> None:
        self._taken.append(task)

    def goals_left(self, path: Path) -> None:
        self._goals.append(path)

    def ended(self) -> None:
        explorer = self._explorer
        result = explorer.result
        if self._is_first and not self._steps and not explorer.is_taken_up:
            self._generation += 1
            self._known = 0
        counts = result.counts
        counted = (
            counts.completed,
            counts.faulty,
            counts.cut,
            counts.limited,
            counts.unknown,
            counts.infeasible,
            counts.runs,
            counts.covering,
            result.instructions,
            len(result.notes),
        )
        if (counts.limited, counts.faulty) != self._parted:
            self._parted = (counts.limited, counts.faulty)
            self._parts = (dict(result.stopped), dict(result.by_fault))
        found = result.paths[self._known :]
        step = (self._taken, self._added, found, self._goals, counted, self._parts)
        self._steps.append(step)  # at once: a step is whole
        self._known += len(found)
        self._taken, self._added, self._goals = [], [], []
        if time.monotonic() - self._written >= EVERY:
            self.flush()

    # --- batches

    def flush(self) -> None:
        """Write all steps that have ended. An interruption may leave it open whether a batch was written."""
        started = time.monotonic()
        tried = self._tried
        if tried is not None and self._database.fact("batch") == str(tried.number):
            self._now(tried)
        if self._steps:
            with self._database.batch():
                self._tried = self._write()
            self._now(self._tried)
        self._written = time.monotonic()
        self.seconds += self._written - started

    def _now(self, written: _Batch) -> None:
        self._last = written
        self._steps, self._is_first = [], False
        self._tried = None

    def _write(self) -> _Batch:
        write, last = self._database.write, self._last
        if self._is_first:
            for table in ("tasks", "origins", "goals"):
                write(f"DELETE FROM {table}")
        batch = _Batch(last.number + 1, dict(last.tasks), dict(last.origins), last.following)
        if self._explorer.can_be_resumed:
            batch = self._write_tasks(batch)
        write(
            "INSERT INTO paths (generation, model, cut, reason, covering, branches, ending, fault) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [self._path_row(path) for step in self._steps for path in step[2]],
        )
        write("INSERT OR REPLACE INTO goals VALUES (?, ?, ?)", [_input_row(p) for step in self._steps for p in step[3]])
        self._write_state(self._steps[-1][4], self._steps[-1][5])
        self._write_moment()
        self._database.state("batch", str(batch.number))
        return batch

    def _write_tasks(self, batch: _Batch) -> _Batch:
        """Tasks that came and went since the last batch are not written at all."""
        numbers, origins, following = batch.tasks, batch.origins, batch.following
        waiting: dict[Task, None] = {}
        gone: list[Task] = []
        for taken, added, *_ in self._steps:
            waiting |= dict.fromkeys(added)
            for task in taken:
                if task in waiting:
                    del waiting[task]
                elif task in numbers:
                    gone.append(task)
        write = self._database.write
        write("DELETE FROM tasks WHERE id = ?", [(numbers.pop(task),) for task in gone])
        write("DELETE FROM origins WHERE id = ?", [(number,) for number in _without(origins, gone)])
        left: list[tuple[object, ...]] = []
        rows: list[tuple[object, ...]] = []
        for task in filter(self._explorer.technique.is_left_over, waiting):
            number, count = origins.get(task.origin, (0, 0))
            if not number:
                number = following
                following += 1
                left.append((number, *_input_row(task.origin)))
            origins[task.origin] = (number, count + 1)
            numbers[task] = following
            rows.append((following, number, task.index, place_of(task.branch)))
            following += 1
        write("INSERT INTO origins VALUES (?, ?, ?, ?)", left)
        write("INSERT INTO tasks VALUES (?, ?, ?, ?)", rows)
        return replace(batch, following=following)

    def _path_row(self, path: Path) -> tuple[object, ...]:
        fault = None if path.fault is None else f"{path.fault.kind} at {path.fault.position}"
        covering = self._explorer.result.is_covering(path)
        labels = " ".join(path.labels)
        return (self._generation, *_input_row(path), covering, labels, path.ending.value, fault)

    def _write_state(self, counted: tuple[int, ...], parts: _Parts) -> None:
        """`counted`: at the end of the last step."""
        explorer, state = self._explorer, self._database.state
        machine, result = explorer.machine, explorer.result
        *numbers, instructions, notes = counted
        whole = EarlierCounts(
            result.technique,
            Counts(*numbers),
            instructions,
            explorer.elapsed,
            result.notes[:notes],
            parts[0],
            tuple(machine.assumptions),
            result.used,
            explorer.cuts if explorer.can_be_resumed else (),
            result.solver,
            parts[1],
        )
        state("counts", counts_text(whole))
        state(
            "variables",
            json.dumps([list(key) for key, each in machine.variables.items() if not is_indeterminate(each)]),
        )
        state("arbitrary", str(machine.arbitrary))
        state("generation", str(self._generation))
        state("resumable", str(int(explorer.can_be_resumed)))
        state("technique", explorer.technique.name)

    def _write_moment(self) -> None:
        now = time.monotonic()
        if now - self._measured < STATISTICS:
            return
        self._measured = now
        explorer = self._explorer
        run = sum(len(code.covered) for code in explorer.machine.codes())
        if run != self._covered[0]:
            coverage = measure(explorer.machine)
            self._covered = (run, (coverage.covered_lines, coverage.covered_sides))
        elapsed, stats, counts = explorer.elapsed, explorer.solver.stats, explorer.result.counts
        share = stats.seconds / elapsed if elapsed else 0.0
        row = (
            elapsed,
            time.process_time(),
            explorer.result.explored,
            *self._covered[1],
            counts.faulty,
            len(explorer.frontier),
            share,
            resident_memory(),
        )
        self._database.write("INSERT INTO moments VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", [row])


def _without(origins: dict[Path, tuple[int, int]], gone: Sequence[Task]) -> list[int]:
    """Takes tasks away from the paths that they leave; the numbers of paths that have none left."""
    empty = []
    for task in gone:
        number, count = origins[task.origin]
        if count == 1:
            del origins[task.origin]
            empty.append(number)
        else:
            origins[task.origin] = (number, count - 1)
    return empty


def _input_row(path: Path) -> tuple[object, ...]:
    """The input of a path; where it was cut, if the technique did so."""
    is_cut = path.ending is Ending.CUT or bool(path.reason)
    return model_text(path.model), len(path.branches) if is_cut else None, path.reason
