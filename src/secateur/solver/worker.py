"""A process that answers questions with one back end: ended by one that costs too much, started again for the next.

Back ends check their clock only occasionally: not while rewriting or bit-blasting a division. So the kernel ends the
process when it has used its CPU time. It also ends it when the process that asks is gone. A crash costs the question.
"""

from __future__ import annotations

import gc
import json
import os
import select
import signal
import struct
import sys
import time
import weakref
from typing import NoReturn

from secateur.solver import clock
from secateur.solver.backend import Backend
from secateur.solver.memory import GrowthLimit, left_of
from secateur.solver.question import Reply, conditions_of, reply_to

_GRACE = 0.2
"""Seconds of CPU time that an answer may need beyond the limit."""

_PATIENCE = 5
"""On a busy machine a question may take this many times its CPU time, and some seconds."""

_LENGTH = struct.Struct("<I")
_PR_SET_PDEATHSIG = 1


class Worker:
    """Answers one question at a time: `ask`, then `reply`."""

    def __init__(self, backend: Backend) -> None:
        self.name = backend.name
        self._backend = backend
        self._process: _Process | None = None
        self._seconds = 0.0
        self._latest = 0.0
        self.memory: int | None = None  # MiB, of this process and its own together

    def ask(self, text: str, seconds: float) -> None:
        """Begin with a question that may use so many seconds of CPU time."""
        self._seconds = seconds
        self._latest = time.monotonic() + _PATIENCE * seconds + 2
        message = json.dumps((text, seconds, left_of(self.memory))).encode()
        process = self._running()
        try:
            process.send(message)
        except BrokenPipeError:  # it was killed from outside while it had nothing to do
            self.stop()
            self._running().send(message)

    def _running(self) -> _Process:
        if self._process is None or self._process.owner != os.getpid():
            self._process = _Process(self._backend)
        return self._process

    def stop(self) -> None:
        """End the process, whatever it does."""
        if self._process is not None:
            self._process.end()
        self._process = None

    def fileno(self) -> int:
        """Ready for reading when `reply` has an answer."""
        assert self._process is not None
        return self._process.answers

    def reply(self, until: float | None = None) -> Reply | None:
        """The answer; None if there is none at the time `until` (as of `time.monotonic`), but may still come."""
        assert self._process is not None
        last = self._latest if until is None else min(until, self._latest)
        answer = self._process.receive(last)
        if answer is not None:
            return answer
        if self._process.is_ended:
            ended_by = self._process.end()
            self._process = None
            if ended_by == signal.SIGPROF:
                return "unknown", f"{self.name} took longer than {self._seconds:g} s"
            why = "" if self.memory is None else f", perhaps for want of memory: {self.memory} MiB are allowed"
            return "unknown", f"{self.name} ended unexpectedly (signal {ended_by}){why}"
        if last < self._latest:
            return None
        self.stop()
        return "unknown", f"{self.name} took longer than {self._seconds:g} s"


class _Process:
    """The child process and its two pipes. It is ended with this object, and with the process that owns it."""

    def __init__(self, backend: Backend) -> None:
        asked_reading, self._questions = os.pipe()
        self.answers, answers_writing = os.pipe()
        self.owner = os.getpid()
        self.is_ended = False
        self._data = b""
        self._child = os.fork()
        if self._child == 0:
            os.close(self._questions)
            os.close(self.answers)
            _serve(backend, asked_reading, answers_writing, self.owner)
        clock.watch(self._child)
        os.close(asked_reading)
        os.close(answers_writing)
        self._close = weakref.finalize(self, _end, self._child, self.owner, (self._questions, self.answers))

    def send(self, message: bytes) -> None:
        data = memoryview(_LENGTH.pack(len(message)) + message)
        while data:
            data = data[os.write(self._questions, data) :]

    def receive(self, until: float) -> Reply | None:
        """A whole answer; None if it does not come in time, or never, because the process has ended."""
        while True:
            if len(self._data) >= _LENGTH.size:
                end = _LENGTH.size + _LENGTH.unpack_from(self._data)[0]
                if len(self._data) >= end:
                    kind, content = json.loads(self._data[_LENGTH.size : end])
                    self._data = self._data[end:]
                    return kind, content
            if not select.select([self.answers], [], [], max(0.0, until - time.monotonic()))[0]:
                return None
            part = os.read(self.answers, 1 << 16)
            if not part:
                self.is_ended = True
                return None
            self._data += part

    def end(self) -> int:
        """End the process; the number of the signal that ended it."""
        if not self.is_ended:
            self._close()
            return signal.SIGKILL
        _, status = os.waitpid(self._child, 0)
        clock.forget(self._child)
        self._close.detach()
        os.close(self._questions)
        os.close(self.answers)
        return os.WTERMSIG(status) if os.WIFSIGNALED(status) else 0


def _end(child: int, owner: int, pipes: tuple[int, int]) -> None:
    """Kill the child and wait for it. A process that was forked later than the child only closes its pipes."""
    if os.getpid() == owner:
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
    clock.forget(child)
    for pipe in pipes:
        os.close(pipe)


def end_with_parent() -> None:
    """Called in a child: the kernel ends it when its parent is gone, however that ended."""
    if sys.platform == "linux":
        import ctypes  # noqa: PLC0415 - only here

        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)


def _be_quiet() -> None:
    """A back end that crashes prints something, and perhaps dumps its memory. Who asked hears of it anyway."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 2)
    if sys.platform == "linux":
        import resource  # noqa: PLC0415 - only here

        resource.setrlimit(resource.RLIMIT_CORE, (0, resource.getrlimit(resource.RLIMIT_CORE)[1]))


def _serve(backend: Backend, questions: int, answers: int, owner: int) -> NoReturn:
    """The child: answers until there are no more questions."""
    try:
        for number in (signal.SIGINT, signal.SIGHUP):  # for the parent
            signal.signal(number, signal.SIG_IGN)
        signal.signal(signal.SIGPROF, signal.SIG_DFL)
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        gc.freeze()
        end_with_parent()
        _be_quiet()
        growth = GrowthLimit()
        with os.fdopen(questions, "rb") as asking, os.fdopen(answers, "wb") as answering:
            while os.getppid() == owner and (head := asking.read(_LENGTH.size)):
                text, seconds, memory = json.loads(asking.read(_LENGTH.unpack(head)[0]))
                signal.setitimer(signal.ITIMER_PROF, seconds + _GRACE)
                growth.set(memory)
                conditions = conditions_of(text)
                reply = reply_to(backend.check(conditions, _PATIENCE * seconds), conditions)
                signal.setitimer(signal.ITIMER_PROF, 0)
                message = json.dumps(reply).encode()
                answering.write(_LENGTH.pack(len(message)) + message)
                answering.flush()
    finally:
        os._exit(1)
