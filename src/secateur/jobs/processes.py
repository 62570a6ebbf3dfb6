"""Pieces of work in processes of their own, several at a time; results in the order of the pieces.

Each process is forked from this one, so that it begins with all that is loaded here, and ends after one piece: no piece
can use up the memory of the next one, or bring it down.
"""

from __future__ import annotations

import os
import pickle
import selectors
import signal
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, Generic, TypeVar

from secateur.jobs.child import Send, work_as_child

T = TypeVar("T")
R = TypeVar("R")


@dataclass(slots=True)
class _Running:
    number: int
    pid: int
    pipe: int
    data: bytearray = field(default_factory=bytearray)


class ProcessPool(Generic[T, R]):
    """`work` makes a result of a piece; `lost` makes one if its process died. Ctrl-C ends the pieces that run, which
    may still give a result, and begins no others."""

    def __init__(self, work: Callable[[T], R], lost: Callable[[T], R], jobs: int) -> None:
        self._work, self._lost, self._jobs = work, lost, jobs
        self._interrupts = 0
        self._running: dict[int, _Running] = {}

    def run(self, pieces: Sequence[T], done: Callable[[T, R], None] = lambda piece, result: None) -> list[R | None]:
        """None for pieces that were not begun. `done` is called as each one ends."""
        results: list[R | None] = [None] * len(pieces)
        if not hasattr(os, "fork"):
            for number, piece in enumerate(pieces):
                result = self._work(piece)
                results[number] = result
                done(piece, result)
            return results
        waiting = list(range(len(pieces)))[::-1]
        before = signal.signal(signal.SIGINT, self._interrupt)
        try:
            with selectors.DefaultSelector() as pipes:
                while self._running or (waiting and not self._interrupts):
                    while waiting and len(self._running) < self._jobs and not self._interrupts:
                        number = waiting.pop()
                        started = self._start(number, pieces[number])
                        pipes.register(started.pipe, selectors.EVENT_READ)
                    for key, _ in pipes.select(timeout=1.0):
                        ended = self._read(key.fd)
                        if ended is not None:
                            pipes.unregister(key.fd)
                            piece = pieces[ended.number]
                            given = self._result(ended, piece)
                            results[ended.number] = given
                            done(piece, given)
        finally:
            signal.signal(signal.SIGINT, before)
            self._end_all()
        return results

    @property
    def was_interrupted(self) -> bool:
        return self._interrupts > 0

    def _start(self, number: int, piece: T) -> _Running:
        """A signal waits until the child is known here, and until it has a handler of its own there."""
        reading, writing = os.pipe()
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            pid = os.fork()
            if pid == 0:
                os.setpgid(0, 0)  # Ctrl-C comes from us, once
                os.close(reading)
                for other in self._running.values():
                    os.close(other.pipe)

                def work(send: Send) -> None:
                    signal.pthread_sigmask(signal.SIG_SETMASK, before)
                    send(self._work(piece))

                work_as_child(work, writing)
            os.close(writing)
            self._running[reading] = _Running(number, pid, reading)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return self._running[reading]

    def _read(self, pipe: int) -> _Running | None:
        """What has ended, if it has."""
        running = self._running[pipe]
        data = os.read(pipe, 1 << 16)
        if data:
            running.data += data
            return None
        del self._running[pipe]
        os.close(pipe)
        os.waitpid(running.pid, 0)
        return running

    def _result(self, ended: _Running, piece: T) -> R:
        try:
            result: Any = pickle.loads(bytes(ended.data))
        except (EOFError, pickle.UnpicklingError):
            return self._lost(piece)
        return result  # type: ignore[no-any-return]

    def _interrupt(self, number: int, frame: FrameType | None) -> None:
        self._interrupts += 1
        for each in self._running.values():
            os.kill(each.pid, signal.SIGINT if self._interrupts == 1 else signal.SIGKILL)

    def _end_all(self) -> None:
        for each in self._running.values():
            os.kill(each.pid, signal.SIGKILL)
            os.waitpid(each.pid, 0)
            os.close(each.pipe)
        self._running.clear()
