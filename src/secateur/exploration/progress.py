"""How far an exploration has come, for a display."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import TYPE_CHECKING

from secateur.exploration.coverage import measure
from secateur.machine.machine import Machine
from secateur.solver.memory import resident_memory

if TYPE_CHECKING:
    from secateur.exploration.loop import Explorer

#: Seconds between two reports, and over which the rate is taken.
EVERY, WINDOW = 0.1, 3.0
#: Measuring coverage may take one part in this many of the time.
SHARE = 50


@dataclass(frozen=True, slots=True)
class Progress:
    """The progress of an exploration. `rate`: paths per second, of late. `lines` and `sides` are covered of so many.
    `memory` in MiB, of all processes. `left`: seconds of the time limit, by the clock or in CPU time, whichever ends
    first. `newest`: the fault that was found last. `workers`: processes that explore."""

    paths: int
    faults: int
    queue: int
    solver_share: float
    elapsed: float
    rate: float = 0.0
    lines: tuple[int, int] = (0, 0)
    sides: tuple[int, int] = (0, 0)
    memory: int = 0
    left: float | None = None
    newest: str = ""
    workers: int = 1


def together(each: Sequence[Progress], workers: int) -> Progress:
    """Explorations that run side by side, as one."""
    elapsed = max(one.elapsed for one in each)
    return Progress(
        sum(one.paths for one in each),
        sum(one.faults for one in each),
        sum(one.queue for one in each),
        sum(one.solver_share * one.elapsed for one in each) / (sum(one.elapsed for one in each) or 1.0),
        elapsed,
        sum(one.rate for one in each),
        _sum(one.lines for one in each),
        _sum(one.sides for one in each),
        sum(one.memory for one in each),
        min((one.left for one in each if one.left is not None), default=None),
        next((one.newest for one in reversed(each) if one.newest), ""),
        workers,
    )


def _sum(parts: Iterable[tuple[int, int]]) -> tuple[int, int]:
    both = list(parts)
    return sum(part for part, _ in both), sum(whole for _, whole in both)


class CoverageMeter:
    """What is covered, measured again when something new was run, but not too often."""

    def __init__(self) -> None:
        self._measured: tuple[Machine, int] | None = None
        self._next = 0.0
        self.lines = self.sides = (0, 0)

    def look(self, machine: Machine) -> None:
        now = monotonic()
        if now < self._next or self._measured == (machine, machine.news):
            return
        self._measured = machine, machine.news
        coverage = measure(machine)
        self.lines = coverage.covered_lines, len(coverage.lines)
        self.sides = coverage.covered_sides, 2 * len(coverage.branches)
        ended = monotonic()
        self._next = ended + SHARE * (ended - now)


class ProgressReporter:
    """Tells `report` from time to time how an exploration goes."""

    def __init__(self, report: Callable[[Progress], None]) -> None:
        self._report = report
        self._last = 0.0
        self._coverage = CoverageMeter()
        self._before = self._since = (0.0, 0)  # when, and how many paths there were

    def look(self, explorer: Explorer) -> None:
        elapsed = explorer.meter.elapsed
        if elapsed - self._last < EVERY:
            return
        self._last = elapsed
        self._report(self._progress(explorer, elapsed))

    def _progress(self, explorer: Explorer, elapsed: float) -> Progress:
        result, coverage = explorer.result, self._coverage
        coverage.look(explorer.machine)
        return Progress(
            result.explored,
            result.counts.faulty,
            len(explorer.frontier) + len(explorer.long_runs) + explorer.waiting_elsewhere,
            explorer.solver.stats.seconds / elapsed if elapsed else 0.0,
            elapsed,
            self._rate(elapsed, result.explored),
            coverage.lines,
            coverage.sides,
            resident_memory() + explorer.memory_elsewhere,
            explorer.meter.left,
            next((f"{kind} at {place}" for kind, place in reversed(result.by_fault)), ""),
            explorer.workers,
        )

    def _rate(self, now: float, paths: int) -> float:
        """Since the beginning of the window before this one."""
        if now - self._since[0] >= WINDOW:
            self._before, self._since = self._since, (now, paths)
        then, before = self._before
        return max(0, paths - before) / (now - then) if now > then else 0.0
