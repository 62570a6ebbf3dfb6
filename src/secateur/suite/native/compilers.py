"""Compilers that run side by side, in threads. Who waits for them may be interrupted: then they are ended, too. Nobody
wants their results, and no thread ends before its compiler."""

from __future__ import annotations

import subprocess
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from dataclasses import dataclass, field


class _Stopped(Exception):
    """A thread begins something that nobody wants any more."""


@dataclass(slots=True)
class _Group:
    """What some threads run for one caller."""

    lock: threading.Lock = field(default_factory=threading.Lock)
    running: set[subprocess.Popen[bytes]] = field(default_factory=set)
    is_stopped: bool = False

    def start(self, command: Sequence[str]) -> subprocess.Popen[bytes]:
        with self.lock:
            if self.is_stopped:
                raise _Stopped
            process = _started(command)
            self.running.add(process)
            return process

    def stop(self) -> None:
        with self.lock:
            self.is_stopped = True
            for process in self.running:
                process.kill()


_group: ContextVar[_Group | None] = ContextVar("_group", default=None)


def _started(command: Sequence[str]) -> subprocess.Popen[bytes]:
    pipe = subprocess.PIPE
    return subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe)


def run_compiler(command: Sequence[str], text: bytes) -> subprocess.CompletedProcess[bytes]:
    """Run it to its end, with the text as its input. What interrupts the thread ends the compiler."""
    group = _group.get()
    with _started(command) if group is None else group.start(command) as process:
        try:
            output, error = process.communicate(text)
        except BaseException:
            process.kill()
            raise
        finally:
            if group is not None:
                group.running.discard(process)
    return subprocess.CompletedProcess(command, process.returncode, output, error)


def side_by_side(work: Sequence[Callable[[], bytes]]) -> list[bytes]:
    """The results in order; if there are several errors, the first in order is raised."""
    if len(work) == 1:
        return [work[0]()]
    group = _Group()

    def begun(job: Callable[[], bytes]) -> bytes:
        _group.set(group)
        return job()

    with ThreadPoolExecutor() as pool:
        try:
            return list(pool.map(begun, work))
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            group.stop()
            raise
