"""What an exploration has shown after each path: the measures over time of Wang et al., Figures 6 to 8.

Their *distinctive* path is one on which some statement sees a symbolic value that no earlier path has shown. So the
values of every statement are kept (by the structural hash of the expression), as are the conditions under which each
branch and each check was decided. Values are numbers, too: `a = 4` and `a = 2` are two. A pointer is its place in
whichever object it points to, because the numbers of objects are arbitrary. Only the user's code counts.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from copy import copy
from dataclasses import dataclass

from secateur import expr
from secateur.exploration.coverage import measure
from secateur.exploration.result import Result
from secateur.expr import Expr
from secateur.ir.types import PointerType
from secateur.machine.machine import Machine
from secateur.machine.memory import SHIFT
from secateur.machine.path import OWN_FILES, Path, Value
from secateur.machine.state import State

_OFFSET = (1 << SHIFT) - 1


@dataclass(frozen=True, slots=True)
class Moment:
    """The state of an exploration after one run. `runs` counts all of them, `paths` only different ones; where another
    technique takes over, `paths` begins again, all else stays. `distinctive`: runs that showed a value that was new.
    `worker`: who made the run, 0 for the first process; a worker counts its own runs and paths, and goes on from what
    had been seen when it began."""

    technique: str
    seconds: float
    cpu: float
    runs: int
    paths: int
    distinctive: int
    values: int
    lines: int
    branches: int
    faults: int
    worker: int = 0


class Timeline:
    """Observes an exploration and calls `write` after each run."""

    def __init__(self, write: Callable[[Moment], None]) -> None:
        self.write = write
        self._worker = 0
        self._before = self._last = (0, 0)  # runs and paths: of earlier parts, and of this one
        self._started: tuple[float, float] | None = None
        self._seen: set[int] = set()
        self.moments: list[Moment] = []
        self._is_new = False  # did the run that has just ended show a value for the first time?
        self._distinctive = 0
        self._lines: set[tuple[str, int]] = set()
        self._sides: set[tuple[object, ...]] = set()
        self._faults: set[tuple[object, ...]] = set()

    def for_worker(self, number: int) -> Timeline:
        """That of a new worker process: its moments are sent with the parts that it explores (`sent`)."""
        made = copy(self)
        made._worker, made.moments = number, []
        made._before = made._last = (0, 0)
        made.write = made.moments.append
        monotonic, _ = self._started or (time.monotonic(), 0.0)
        made._started = monotonic, time.process_time()
        return made

    def begin_part(self) -> None:
        """Runs and paths are counted on."""
        self._before = self._before[0] + self._last[0], self._before[1] + self._last[1]
        self._last = (0, 0)

    def sent(self) -> list[Moment]:
        """Those since the last call."""
        moments, self.moments = self.moments, []
        self.write = self.moments.append
        return moments

    def follow(self, machine: Machine) -> None:
        """Called before the first run of a machine."""
        self._started = self._started or (time.monotonic(), time.process_time())
        machine.values = True
        self._machine = machine
        self._run_before = (-1, -1)  # what was run when coverage was last measured
        self._paths_before = 0
        self._pointers = {
            function.name: frozenset(
                result.index
                for block in function.body.blocks.values()
                for each in (*block.phis, *block.instructions)
                if (result := getattr(each, "result", None)) is not None and isinstance(result.type, PointerType)
            )
            for function in machine.user_functions()
        }

    def see(self, state: State) -> None:
        """Called after each run, with the values that it computed."""
        seen, before = self._seen, len(self._seen)
        for function, register, value in state.values:
            pointers = self._pointers.get(function)
            if pointers is not None:
                shown = _place(value) if register in pointers else value
                seen.add(hash((function, register, shown.key if isinstance(shown, Expr) else shown, type(shown))))
        state.values.clear()  # snapshots keep the state
        self._is_new = len(seen) > before

    def step(self, path: Path, result: Result, technique: str) -> None:
        """Called when a run is in the result. The failing side of a check is not run: only its condition is new."""
        before = len(self._seen)
        for branch in path.branches:
            site = branch.site
            if not site.position.file.startswith(OWN_FILES):
                self._seen.add(hash((site.function, site.place, site.kind, site.fault, branch.condition.key)))
        self._distinctive += self._is_new or len(self._seen) > before
        self._is_new = False
        self._look(result)
        assert self._started is not None
        monotonic, cpu = self._started
        self._last = result.counts.runs, result.explored
        runs, paths = self._before
        self.write(
            Moment(
                technique,
                time.monotonic() - monotonic,
                time.process_time() - cpu,
                runs + result.counts.runs,
                paths + result.explored,
                self._distinctive,
                len(self._seen),
                len(self._lines),
                len(self._sides),
                len(self._faults),
                self._worker,
            )
        )

    def _look(self, result: Result) -> None:
        """Faults and coverage; the latter only if something was run for the first time."""
        for path in result.paths[self._paths_before :]:
            if path.fault is not None:
                self._faults.add((path.fault.kind, path.fault.position))
        self._paths_before = len(result.paths)
        codes = list(self._machine.codes())
        run = (
            sum(len(code.covered) for code in codes),
            sum(segment.entered for code in codes for segment in code.segments.values()),
        )
        if run != self._run_before:
            self._run_before = run
            coverage = measure(self._machine)
            self._lines.update(place for place, covered in coverage.lines.items() if covered)
            for place, sides in coverage.branches.items():
                self._sides.update((*place, side) for side, covered in enumerate(sides) if covered)


def _place(value: Value) -> Value | tuple[bool, int]:
    """Where in its object a pointer points to."""
    if isinstance(value, Expr):
        return expr.extract(value, 0, SHIFT, 64)
    return (value == 0, int(value) & _OFFSET)
