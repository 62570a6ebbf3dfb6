"""Writes an exploration to its store while it runs: what it found, and what is left to do.

A step costs little: it is noted in memory, and half a second of steps is written at once. Most tasks come and go within
that time and are never written.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from secateur.exploration.budget import resident_memory
from secateur.exploration.coverage import measure
from secateur.exploration.earlier import place_of
from secateur.exploration.result import EarlierCounts
from secateur.exploration.task import Task
from secateur.machine.indeterminate import is_indeterminate
from secateur.machine.path import Ending, Path
from secateur.store.database import Database
from secateur.store.steps import Changes, EndedStep, Tally, tally_of
from secateur.store.texts import counts_text, model_text

if TYPE_CHECKING:
    from secateur.exploration.loop import Explorer

#: Seconds between two batches, and between two rows of statistics.
EVERY, STATISTICS = 0.5, 1.0
#: Seconds after which a run without any path is stored.
PATIENCE = 5.0


@dataclass(frozen=True, slots=True)
class _Batch:
    """What holds once a batch is written: the numbers of the tasks that are stored, those of the paths that they leave,
    each with its tasks counted, the next number, and how many paths are stored."""

    number: int
    tasks: dict[Task, int]
    origins: dict[Path, tuple[int, int]]
    following: int
    paths: int = 0


class RunRecorder:
    """An `Observer` of one exploration. `begin`: makes the store ready; called before the first batch. `generation`
    numbers the times that a run began again. `known`: how many paths of the result are stored already, and in how many
    `batches`."""

    def __init__(self, begin: Callable[[], Database], generation: int = 0, known: int = 0, batches: int = 0) -> None:
        self._begin = begin
        self._opened: Database | None = None
        self._generation = generation
        self._known = known
        self._last = _Batch(batches, {}, {}, 1)
        self._tried: _Batch | None = None  # a batch of which it is not known whether it was written
        self._forget()
        self._started = self._written = self._measured = time.monotonic()
        self._covered = (-1, (0, 0))  # what had been run when coverage was measured
        self.seconds = 0.0  # that went into writing

    def _forget(self) -> None:
        self._changes = Changes()  # since the last batch
        self._step: EndedStep | None = None  # that has ended, and may not have been applied to them
        self._taken: list[Task] = []  # in the step that runs
        self._added: list[Task] = []
        self._goals: list[Path] = []
        self._is_first = True  # what is stored of tasks is of an earlier exploration

    # --- while it runs

    def begin(self, explorer: Explorer) -> None:
        self._explorer = explorer
        self._forget()
        self._last = replace(self._last, tasks={}, origins={})

    def added(self, tasks: list[Task]) -> None:
        self._added += tasks

    def taken(self, task: Task) -> None:
        self._taken.append(task)

    def goals_left(self, path: Path) -> None:
        self._goals.append(path)

    def ended(self) -> None:
        explorer = self._explorer
        if self._is_first and self._changes.tally is None and not explorer.is_taken_up:
            self._generation += 1
            self._known = 0
        tally = tally_of(explorer.result, self._changes.tally)
        self._step = EndedStep(self._taken, self._added, self._goals, tally)
        self._apply(self._step)
        self._taken, self._added, self._goals = [], [], []
        if time.monotonic() - self._written >= EVERY:
            self.flush()

    def _apply(self, step: EndedStep) -> None:
        self._changes.apply(step, self._last.tasks)
        self._step = None

    # --- batches

    def flush(self) -> None:
        """Write all steps that have ended. An interruption may leave open whether a batch was written."""
        started = time.monotonic()
        if self._opened is None and not self._has_something(started):
            return
        self._opened = self._opened or self._begin()
        tried = self._tried
        if tried is not None and self._database.fact("batch") == str(tried.number):
            self._now(tried)
        if self._step is not None:
            self._apply(self._step)
        if self._changes.tally is not None:
            with self._database.batch():
                self._tried = self._write(self._changes.tally)
            self._now(self._tried)
        self._written = time.monotonic()
        self.seconds += self._written - started

    @property
    def has_begun(self) -> bool:
        """Is anything written?"""
        return self._opened is not None

    @property
    def _database(self) -> Database:
        assert self._opened is not None
        return self._opened

    def _has_something(self, now: float) -> bool:
        """Has a path ended by itself? If none has, perhaps nothing can be run, which is an error: that is seen soon."""
        tally = self._changes.tally if self._step is None else self._step.tally
        return tally is not None and (tally.paths > 0 or now - self._started >= PATIENCE)

    def _now(self, written: _Batch) -> None:
        self._last, self._known = written, written.paths
        self._changes, self._is_first = Changes(), False
        self._tried = None

    def _write(self, tally: Tally) -> _Batch:
        write, last, changes = self._database.write, self._last, self._changes
        if self._is_first:
            for table in ("tasks", "origins", "goals"):
                write(f"DELETE FROM {table}")
        batch = _Batch(last.number + 1, dict(last.tasks), dict(last.origins), last.following, tally.paths)
        if self._explorer.can_be_resumed:
            batch = self._write_tasks(batch)
        found = self._explorer.result.paths[self._known : tally.paths]
        write(
            "INSERT INTO paths (generation, model, cut, reason, covering, ending, fault) VALUES (?, ?, ?, ?, ?, ?, ?)",
            [self._path_row(path) for path in found],
        )
        write("INSERT OR REPLACE INTO goals VALUES (?, ?, ?)", [_input_row(path) for path in changes.goals])
        self._write_state(tally)
        self._write_moment()
        self._database.state("batch", str(batch.number))
        return batch

    def _write_tasks(self, batch: _Batch) -> _Batch:
        """Tasks that came and went since the last batch are not written at all."""
        numbers, origins, following = batch.tasks, batch.origins, batch.following
        write, gone = self._database.write, list(self._changes.gone)
        write("DELETE FROM tasks WHERE id = ?", [(numbers.pop(task),) for task in gone])
        write("DELETE FROM origins WHERE id = ?", [(number,) for number in _without(origins, gone)])
        left: list[tuple[object, ...]] = []
        rows: list[tuple[object, ...]] = []
        for task in filter(self._explorer.technique.is_left_over, self._changes.waiting):
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
        return (self._generation, *_input_row(path), covering, path.ending.value, fault)

    def _write_state(self, tally: Tally) -> None:
        explorer, state = self._explorer, self._database.state
        machine, result = explorer.machine, explorer.result
        whole = EarlierCounts(
            result.technique,
            tally.counted(),
            tally.instructions,
            explorer.elapsed,
            result.notes[: tally.notes],
            tally.stopped,
            tuple(machine.assumptions),
            result.used,
            explorer.cuts if explorer.can_be_resumed else (),
            result.solver,
            tally.by_fault,
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
