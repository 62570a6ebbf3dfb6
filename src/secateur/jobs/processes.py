"""Pieces of work in processes of their own, several at a time; results in the order of the pieces.

Each process is forked from this one, so that it begins with all that is loaded here, and ends after one piece: no piece
can use up the memory of the next one, or bring it down.
"""

from __future__ import annotations

import os
import pickle
import select
import selectors
import signal
import struct
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from types import FrameType
from typing import Any, Generic, TypeVar

from secateur.jobs.child import Send, work_as_child
from secateur.solver import clock

T = TypeVar("T")
R = TypeVar("R")

#: The longest message that a process can send while it works, in bytes: so much is written at once.
LONGEST = min(getattr(select, "PIPE_BUF", 512), 4096)


@dataclass(slots=True)
class _Running:
    number: int
    pid: int
    pipe: int
    data: bytearray = field(default_factory=bytearray)


class ProcessPool(Generic[T, R]):
    """`work` makes a result of a piece; `lost` makes one if its process died. Ctrl-C ends the pieces that run, which
    may still give a result, and begins no others. `hear`: gets what a piece tells while it runs, with its number.
    `begin`: called here just before a piece is begun, with the number of those that have not ended; what it returns is
    worked on instead, or nothing more is begun if that is None."""

    def __init__(
        self,
        work: Callable[[T], R],
        lost: Callable[[T], R],
        jobs: int,
        hear: Callable[[int, Any], None] | None = None,
        begin: Callable[[T, int], T | None] = lambda piece, left: piece,
    ) -> None:
        self._work, self._lost, self._jobs = work, lost, jobs
        self._begin = begin
        self._interrupts = 0
        self._running: dict[int, _Running] = {}
        self._messages = _Messages(hear)

    def tell(self, message: Any) -> None:
        """Called by `work`, in the process of a piece. A message that is too long is not sent."""
        self._messages.send(message)

    def run(self, pieces: Sequence[T], done: Callable[[T, R], None] = lambda piece, result: None) -> list[R | None]:
        """None for pieces that were not begun. `done` is called as each one ends."""
        results: list[R | None] = [None] * len(pieces)
        if not hasattr(os, "fork"):
            for number, piece in enumerate(pieces):
                begun = self._begin(piece, len(pieces) - number)
                if begun is None:
                    break
                result = self._work(begun)
                results[number] = result
                done(piece, result)
            return results
        waiting = list(range(len(pieces)))[::-1]
        before = signal.signal(signal.SIGINT, self._interrupt)
        try:
            with selectors.DefaultSelector() as pipes, self._messages as messages:
                pipes.register(messages.reading, selectors.EVENT_READ)
                while self._running or (waiting and not self._interrupts):
                    while waiting and len(self._running) < self._jobs and not self._interrupts:
                        number = waiting.pop()
                        begun = self._begin(pieces[number], len(waiting) + 1 + len(self._running))
                        if begun is None:
                            waiting.clear()
                            break
                        started = self._start(number, begun)
                        pipes.register(started.pipe, selectors.EVENT_READ)
                    for key, _ in pipes.select(timeout=1.0):
                        if key.fd == messages.reading:
                            messages.receive()
                            continue
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
        """A signal waits until the child is known here, and until it has a handler of its own there. If another thread
        has let it through meanwhile, the child gets it now."""
        reading, writing = os.pipe()
        known = self._interrupts
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            pid = os.fork()
            if pid == 0:
                os.setpgid(0, 0)  # Ctrl-C comes from us, once
                os.close(reading)
                self._messages.number = number
                for other in self._running.values():
                    os.close(other.pipe)

                def work(send: Send) -> None:
                    signal.pthread_sigmask(signal.SIG_SETMASK, before)
                    send(self._work(piece))

                work_as_child(work, writing)
            os.close(writing)
            clock.watch(pid)
            self._running[reading] = _Running(number, pid, reading)
            if self._interrupts > known:
                os.kill(pid, signal.SIGINT)
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
        clock.forget(running.pid)
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
            clock.forget(each.pid)
            os.close(each.pipe)
        self._running.clear()


class _Messages:
    """A pipe for what pieces tell while they run, each message with the number of its piece."""

    _HEAD = struct.Struct("<II")

    def __init__(self, hear: Callable[[int, Any], None] | None) -> None:
        self._hear = hear
        self.number = 0
        self.reading = self._writing = -1
        self._data = bytearray()

    def __enter__(self) -> _Messages:
        self.reading, self._writing = os.pipe()
        os.set_blocking(self._writing, False)  # nobody waits for a display
        return self

    def __exit__(self, *_: object) -> None:
        os.close(self.reading)
        os.close(self._writing)

    def send(self, message: Any) -> None:
        if self._hear is None or self._writing < 0:
            return
        data = pickle.dumps(message, protocol=pickle.HIGHEST_PROTOCOL)
        if len(data) + self._HEAD.size <= LONGEST:
            with suppress(BlockingIOError):
                os.write(self._writing, self._HEAD.pack(self.number, len(data)) + data)

    def receive(self) -> None:
        self._data += os.read(self.reading, 1 << 16)
        while len(self._data) >= self._HEAD.size:
            number, size = self._HEAD.unpack_from(self._data)
            end = self._HEAD.size + size
            if len(self._data) < end:
                return
            message = pickle.loads(bytes(self._data[self._HEAD.size : end]))
            del self._data[:end]
            if self._hear is not None:
                self._hear(number, message)
