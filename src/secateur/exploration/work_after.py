"""What has to be done when an exploration is over takes time, too: tests are made, faults are tried, files are written.

How long that takes depends on the program and on the computer. So it is tried while paths are found: now and then, the
tests of a small path are made and thrown away, which gives the seconds per byte of the files. The exploration ends so
much before its limit.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from secateur.exploration.result import Result
from secateur.exploration.written_size import steps_size, written_size
from secateur.machine.path import Path

#: Seconds per byte until a path was tried, and what is added because not all that will be done is tried.
USUAL, MARGIN = 1e-7, 1.25
#: Maximum bytes of the files of a path that is tried, and how many times more there must be to write before the next.
SMALL, MORE = 1 << 16, 1.2
#: Seconds to show a fault, without its tests.
SHOWN = 0.001


class WorkAfter:
    """Estimates what follows some explorations. `tried`: makes what is written of a path. `confirming`: seconds to try
    faults natively, if there are any."""

    def __init__(self, tried: Callable[[Path], object], confirming: float = 0.0) -> None:
        self._tried, self.confirming = tried, confirming
        self._results: list[Result] = []
        self._seconds = self._size = 0.0  # of what was tried
        self._next = 0.0

    def follows(self, result: Result) -> None:
        """What this exploration finds will be written, too."""
        self._results.append(result)

    @property
    def writing(self) -> float:
        """CPU seconds to make and to write what was found so far."""
        rate = self._seconds / self._size if self._size else USUAL
        size = sum(each.size for each in self._results)
        return MARGIN * rate * size + SHOWN * sum(len(each.by_fault) for each in self._results)

    @property
    def seconds(self) -> float:
        """For all that follows."""
        return self.writing + (self.confirming if any(each.by_fault for each in self._results) else 0.0)

    def look(self, result: Result) -> None:
        """Try the newest path, if there is much more to write than before."""
        if result.size < self._next or not result.paths:
            return
        path = result.paths[-1]
        size = written_size(path) + (0 if path.fault is None else steps_size(path))
        if size > SMALL:
            return
        self._next = MORE * result.size
        if not self._size:
            self._tried(path)  # modules are loaded, and tables are made
        started = time.process_time()
        self._tried(path)
        self._seconds += time.process_time() - started
        self._size += size
