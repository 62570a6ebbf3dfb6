"""Writes an exploration to its store while it runs: what it found, and what is left to do.

A step costs little: it is noted in memory, and half a second of steps is written at once. Most tasks come and go within
that time and are never written.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from secateur.exploration.earlier import ShedGroup
from secateur.exploration.progress import CoverageMeter
from secateur.exploration.result import EarlierCounts
from secateur.exploration.task import Task
from secateur.machine.indeterminate import is_indeterminate
from secateur.machine.path import Path
from secateur.solver.memory import resident_memory
from secateur.store.database import Database
from secateur.store.shed_tasks import ShedTasks
from secateur.store.steps import Changes, RawTally, Tally, tally_of
from secateur.store.texts import counts_text, path_input

if TYPE_CHECKING:
    from secateur.exploration.loop import Explorer

#: Seconds between two batches, and between two rows of statistics.
EVERY, STATISTICS = 0.5, 1.0
#: A batch comes later, but not longer than so many times that, if less than this part was time of ours.
BUSY, LATEST = 0.4, 10
#: Seconds after which a run without any path is stored.
PATIENCE = 5.0


@dataclass(frozen=True, slots=True)
class _Batch:
    """What a batch changes once it is written: tasks that are stored now, with their numbers, and others that are not
    any more; by path, its number and how many tasks leave it (0: none). `following`: the next number. `paths`: how many
    are stored. `facts`: those that are written."""

    number: int
    following: int
    paths: int = 0
    added: Mapping[Task, int] = field(default_factory=dict)
    gone: Sequence[Task] = ()
    origins: Mapping[Path, tuple[int, int]] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)


class RunRecorder:
    """An `Observer` of one exploration. `begin`: makes the store ready; called before the first batch. `generation`
    numbers the times that a run began again. `known`: how many paths of the result are stored already, and in how many
    `batches`. `patience`: seconds before anything is written."""

    def __init__(
        self,
        begin: Callable[[], Database],
        generation: int = 0,
        known: int = 0,
        batches: int = 0,
        patience: float = 0.0,
    ) -> None:
        self._begin = begin
        self._patience = patience
        self._opened: Database | None = None
        self._generation = generation
        self._known = known
        self._last = _Batch(batches, 1)
        self._tasks: dict[Task, int] = {}  # that are stored, with their numbers
        self._origins: dict[Path, tuple[int, int]] = {}  # the paths that they leave: numbers, and how many leave it
        self._shed = ShedTasks()
        self.shed_count = 0  # how many these are, for every look at what waits
        self._tried: _Batch | None = None  # a batch of which it is not known whether it was written
        self._forget()
        self._started = self._written = self._measured = time.monotonic()
        self._worked = time.process_time()
        self._next = self._started + EVERY  # when a batch may be due
        self._coverage = CoverageMeter()
        self.seconds = 0.0  # that went into writing

    def _forget(self) -> None:
        self._changes = Changes()  # since the last batch
        self._ended: RawTally | None = None  # of a step that may not have been applied to them
        self._taken: list[Task] = []  # in the step that runs
        self._added: list[Task] = []
        self._goals: list[Path] = []
        self._are_goals_tried = False  # those that are stored
        self._is_first = True  # what is stored of goals is of an earlier exploration
        self._are_tasks_ours = False  # those that are stored
        self._paths: list[Path] | None = None  # of which the last step has counted some
        self._are_paths_others = False  # than those that are stored, or in another order

    # --- while it runs

    def begin(self, explorer: Explorer) -> None:
        self._explorer = explorer
        self._forget()
        self._tasks, self._origins, self._shed, self.shed_count = {}, {}, ShedTasks(), 0

    def take_over(self) -> None:
        """What is stored stays as it is: a kill finds it there at any moment."""
        self._opened = self._opened or self._begin()
        self._shed, following = ShedTasks.all_of(self._database)
        self.shed_count = len(self._shed)
        self._last = replace(self._last, following=following)
        self._are_tasks_ours = True

    def added(self, tasks: list[Task]) -> None:
        self._added += tasks

    def taken(self, task: Task) -> None:
        self._taken.append(task)

    def goals_left(self, path: Path) -> None:
        self._goals.append(path)

    def goals_tried(self) -> None:
        self._goals.clear()
        self._changes.goals.clear()
        self._are_goals_tried = True

    def ended(self) -> None:
        explorer, changes = self._explorer, self._changes
        if self._is_first and changes.tally is None and not explorer.is_taken_up:
            self._generation += 1
            self._known = 0
        paths = explorer.result.paths
        if paths is not self._paths:  # workers found them in the order in which they ended
            self._are_paths_others = self._are_paths_others or self._paths is not None
            self._paths = paths
        self._ended = tally = tally_of(explorer.result, changes.tally)
        taken, added, goals = self._taken, self._added, self._goals
        changes.apply(taken, added, goals, tally, self._tasks)
        taken.clear()  # whatever is left of these three when a signal comes is applied again
        added.clear()
        goals.clear()
        self._ended = None
        if time.monotonic() >= self._next and self._is_due():
            self.flush()

    def _is_due(self) -> bool:
        """On a busy machine, there is less to write."""
        now = time.monotonic()
        is_late = now - self._written >= LATEST * EVERY
        if is_late or time.process_time() - self._worked >= BUSY * EVERY:
            return True
        self._next = now + EVERY * BUSY / 4  # asking costs something, too
        return False

    # --- batches

    def flush(self, at_once: bool = False) -> None:
        """Write all steps that have ended; `at_once`: however short it was. An interruption may leave open whether a
        batch was written."""
        started = time.monotonic()
        if self._opened is None and not at_once and not self._has_something(started):
            return
        self._opened = self._opened or self._begin()
        tried = self._tried
        if tried is not None and self._database.fact("batch") == str(tried.number):
            self._now(tried)
        if self._ended is not None:
            self._changes.apply(self._taken, self._added, self._goals, self._ended, self._tasks)
            self._taken, self._added, self._goals, self._ended = [], [], [], None
        if self._changes.tally is not None:
            with self._database.batch():
                self._tried = self._write(Tally.of(self._changes.tally))
            self._now(self._tried)
        self._written, self._worked = time.monotonic(), time.process_time()
        self._next = self._written + EVERY
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
        raw = self._changes.tally if self._ended is None else self._ended
        if raw is None:
            return False
        least = self._patience if Tally.of(raw).paths else max(self._patience, PATIENCE)
        return now - self._started >= least

    def _now(self, written: _Batch) -> None:
        """May be interrupted, and is then repeated."""
        for task in written.gone:
            self._tasks.pop(task, None)
        self._tasks.update(written.added)
        for path, (number, count) in written.origins.items():
            if count:
                self._origins[path] = (number, count)
            else:
                self._origins.pop(path, None)
        self._last, self._known = written, written.paths
        self._changes, self._is_first, self._are_goals_tried, self._are_paths_others = Changes(), False, False, False
        self._tried = None

    def _write(self, tally: Tally) -> _Batch:
        write, last, changes = self._database.write, self._last, self._changes
        if self._is_first:
            for table in ("goals",) if self._are_tasks_ours else ("tasks", "origins", "goals"):
                write(f"DELETE FROM {table}")
        batch = _Batch(last.number + 1, last.following, tally.paths)
        if self._explorer.can_be_resumed:
            batch = self._write_tasks(batch)
        if self._are_paths_others:
            write("DELETE FROM paths WHERE generation = ?", [(self._generation,)])
        found = (self._paths or [])[0 if self._are_paths_others else self._known : tally.paths]
        write(
            "INSERT INTO paths (generation, model, cut, reason, tried, covering, ending, fault)"
            " VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
            [self._path_row(path) for path in found],
        )
        if self._are_goals_tried:
            write("DELETE FROM goals")
        write("INSERT OR REPLACE INTO goals VALUES (?, ?, ?, ?)", [path_input(path) for path in changes.goals])
        facts = {**self._facts(tally), "batch": str(batch.number)}
        self._database.state({name: text for name, text in facts.items() if last.facts.get(name) != text})
        self._write_moment()
        return replace(batch, facts=facts)

    def _write_tasks(self, batch: _Batch) -> _Batch:
        """Tasks that came and went since the last batch are not written at all."""
        following, origins = batch.following, _Leaving(self._origins)
        write, gone = self._database.write, list(self._changes.gone)
        for task in gone:
            origins.count(task.origin, -1)
        write("DELETE FROM tasks WHERE id = ?", [(self._tasks[task],) for task in gone])
        left: list[tuple[object, ...]] = []
        rows: list[tuple[object, ...]] = []
        added: dict[Task, int] = {}
        for task in filter(self._explorer.technique.is_left_over, self._changes.waiting):
            origin = task.origin
            number = origins.number(origin)
            if not number:
                number = following
                following += 1
                origins.changed[origin] = (number, 0)
                left.append((number, *path_input(origin)))
            origins.count(origin, 1)
            added[task] = following
            rows.append((following, number, task.index, task.place, task.is_rest))
            following += 1
        write("INSERT INTO origins VALUES (?, ?, ?, ?, ?)", left)
        write("INSERT INTO tasks VALUES (?, ?, ?, ?, ?)", rows)
        write(self._shed.unused_origins, [(number,) for number in origins.empty()])
        return replace(batch, following=following, added=added, gone=gone, origins=origins.changed)

    # --- tasks that are stored and not held in memory

    def shed(self, tasks: Sequence[Task]) -> bool:
        """Hold them no longer: they stay in the store."""
        self._opened = self._opened or self._begin()
        self.flush()
        if not self._shed.has_index:
            with self._database.batch():
                self._database.write(self._shed.index)
            self._shed.has_index = True
        numbers = []
        for task in tasks:
            number, count = self._origins[task.origin]
            numbers.append(self._tasks.pop(task))
            if count == 1:
                del self._origins[task.origin]
            else:
                self._origins[task.origin] = (number, count - 1)
        self._shed.put(numbers)
        self.shed_count = len(self._shed)
        return True

    def next_shed(self, is_newest: bool) -> list[ShedGroup]:
        """Some of them, by the path that they leave. They are held again when they are `regained`."""
        return self._shed.read(self._database, is_newest)

    def regained(self, group: ShedGroup, tasks: Sequence[Task]) -> None:
        for task, number in zip(tasks, group.numbers, strict=bool(tasks)):
            self._origins[task.origin] = (group.origin, len(tasks))
            self._tasks[task] = number
        self._shed.remove(group)
        self.shed_count = len(self._shed)

    def _path_row(self, path: Path) -> tuple[object, ...]:
        fault = None if path.fault is None else f"{path.fault.kind} at {path.fault.position}"
        covering = self._explorer.result.is_covering(path)
        return (self._generation, *path_input(path), covering, path.ending.value, fault)

    def _facts(self, tally: Tally) -> dict[str, str]:
        """What there is once, and changes from batch to batch."""
        explorer = self._explorer
        machine, result = explorer.machine, explorer.result
        whole = EarlierCounts(
            result.technique,
            tally.counts,
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
        return {
            "counts": counts_text(whole),
            "variables": json.dumps([list(k) for k, each in machine.variables.items() if not is_indeterminate(each)]),
            "arbitrary": str(machine.arbitrary),
            "generation": str(self._generation),
            "resumable": str(int(explorer.can_be_resumed)),
            "technique": explorer.technique.name,
        }

    def _write_moment(self) -> None:
        now = time.monotonic()
        if now - self._measured < STATISTICS:
            return
        self._measured = now
        explorer = self._explorer
        self._coverage.look(explorer.machine)
        elapsed, stats, counts = explorer.elapsed, explorer.solver.stats, explorer.result.counts
        share = stats.seconds / elapsed if elapsed else 0.0
        row = (
            elapsed,
            time.process_time(),
            explorer.result.explored,
            self._coverage.lines[0],
            self._coverage.sides[0],
            counts.faulty,
            len(explorer.frontier) + len(explorer.long_runs),
            share,
            resident_memory(),
        )
        self._database.write("INSERT INTO moments VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)", [row])


class _Leaving:
    """How many tasks leave each path, as a batch changes it."""

    def __init__(self, before: Mapping[Path, tuple[int, int]]) -> None:
        self._before = before
        self.changed: dict[Path, tuple[int, int]] = {}

    def _now(self, path: Path) -> tuple[int, int]:
        return self.changed.get(path) or self._before.get(path, (0, 0))

    def number(self, path: Path) -> int:
        return self._now(path)[0]

    def count(self, path: Path, more: int) -> None:
        number, count = self._now(path)
        self.changed[path] = (number, count + more)

    def empty(self) -> list[int]:
        return [number for number, count in self.changed.values() if not count]
