"""Workers as processes of this computer. They are forked when the program is compiled and the first runs are made, so
they begin with all of that, and share its memory."""

from __future__ import annotations

import gc
import mmap
import os
import signal
import sys
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path
from typing import NoReturn

from secateur.solver import clock
from secateur.solver.worker import end_with_parent
from secateur.workers.crew import Delivery
from secateur.workers.part import PartOrder
from secateur.workers.part_explorer import PartExplorer
from secateur.workers.transport import packed_order


@dataclass(slots=True)
class _Forked:
    process: int
    pipe: Connection
    is_busy: bool = False


class ProcessCrew:
    """`begin`: called in a new process, with the number of the worker."""

    def __init__(self, begin: Callable[[int], PartExplorer], count: int) -> None:
        self._begin = begin
        self._workers: dict[int, _Forked] = {}
        self._hurried = mmap.mmap(-1, count + 1)  # a byte for each, which it sees
        gc.freeze()  # or the collector of each worker would copy the memory that they share
        for number in range(1, count + 1):
            self._start(number)

    @property
    def size(self) -> int:
        return len(self._workers)

    @property
    def processes(self) -> dict[int, int]:
        """By number of the worker."""
        return {number: worker.process for number, worker in self._workers.items()}

    def _start(self, number: int) -> None:
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        ours, theirs = Pipe()
        process = os.fork()
        if process == 0:
            ours.close()
            _work(self._begin, number, theirs, self._hurried)
        theirs.close()
        clock.watch(process)
        self._workers[number] = _Forked(process, ours)

    def free(self) -> Sequence[int]:
        return [number for number, worker in self._workers.items() if not worker.is_busy]

    def give(self, worker: int, order: PartOrder) -> None:
        self._workers[worker].is_busy = True
        self._hurried[worker] = 0
        with suppress(OSError):  # it is gone: `wait` notices
            self._workers[worker].pipe.send_bytes(packed_order(order))

    @property
    def can_hurry(self) -> bool:
        return True

    def hurry(self, worker: int) -> None:
        self._hurried[worker] = 1

    def session(self, worker: int) -> int:
        return self._workers[worker].process

    def wait(self, seconds: float) -> list[Delivery]:
        found = []
        by_pipe = {worker.pipe: number for number, worker in self._workers.items()}
        for pipe in wait(list(by_pipe), seconds):
            assert isinstance(pipe, Connection)
            number = by_pipe[pipe]
            try:
                found.append(Delivery(number, pipe.recv_bytes()))
                self._workers[number].is_busy = False
            except (EOFError, OSError):
                was_busy = self._workers[number].is_busy
                self.replace(number)
                if was_busy:
                    found.append(Delivery(number, None))
        return found

    def memory(self) -> dict[int, int]:
        return {number: _memory_of(worker.process) for number, worker in self._workers.items()}

    def replace(self, worker: int) -> None:
        self._end(worker)
        self._start(worker)

    def _end(self, worker: int) -> None:
        ended = self._workers.pop(worker)
        with suppress(ProcessLookupError):
            os.kill(ended.process, signal.SIGKILL)
        with suppress(ChildProcessError):
            os.waitpid(ended.process, 0)
        clock.forget(ended.process)
        ended.pipe.close()

    def close(self) -> None:
        for number in list(self._workers):
            self._end(number)
        self._hurried.close()
        gc.unfreeze()


def _memory_of(process: int) -> int:
    """MiB of a process. What it shares with others counts in part; 0 where the system does not report it."""
    try:
        lines = Path(f"/proc/{process}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return next((int(line.split()[1]) >> 10 for line in lines if line.startswith("Pss:")), 0)


def own_memory() -> int:
    return _memory_of(os.getpid())


def _work(begin: Callable[[int], PartExplorer], number: int, pipe: Connection, hurried: mmap.mmap) -> NoReturn:
    """Until the pipe is closed, or the process that forked this one is gone. Ctrl-C is for that one."""
    status = 1
    try:
        end_with_parent()
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        for each in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(each, signal.SIG_DFL)
        worker = begin(number)
        worker.is_hurried = lambda: hurried[number] != 0
        while True:
            pipe.send_bytes(worker.explore(pipe.recv_bytes()))
    except (EOFError, BrokenPipeError):
        status = 0
    except BaseException:
        traceback.print_exc(file=sys.__stderr__)
    finally:
        os._exit(status)
