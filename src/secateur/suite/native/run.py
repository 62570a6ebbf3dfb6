"""Runs native tests: every test in its own process, forked from a server that has the program loaded."""

from __future__ import annotations

import os
import select
import struct
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from types import TracebackType
from typing import IO

from secateur.errors import SecateurError
from secateur.suite.native.build import Executable
from secateur.suite.native.fence import NativeProcess, require_fence
from secateur.suite.native.outcome import NativeOutcome, RawOutcome, read_outcome
from secateur.suite.test import Recorded

LONGEST_ANSWER = 4 << 20
"""Of one channel; the server cuts what is longer."""
_ALWAYS_FITS = 4000
"""Bytes of a request that can be written to a pipe although nobody reads it yet."""
_HEAD = struct.Struct("<5I")
_GRACE = 5.0
"""Seconds after the time limit in which the server must have ended a test and answered."""


class ServerError(SecateurError):
    """The test program does not start, or its server broke off: a fault of the machine, not of a test."""


class Server:
    """The fork server of one executable; a context manager. One test at a time. If the program is trusted, there is no
    fence around it."""

    def __init__(self, executable: Executable, trust: bool = False) -> None:
        self._executable = executable
        words = () if trust else ("fenced",)
        try:
            self._native = NativeProcess(executable.path, executable.digest, words, trust=trust, serves=True)
        except OSError as error:
            raise ServerError(f"the test program does not start: {error}") from error
        self._process = self._native.process
        self._unread = bytearray()
        os.set_blocking(_pipe(self._process.stdin).fileno(), False)

    def run(self, recorded: Sequence[Recorded], timeout: float) -> NativeOutcome:
        """Run one test; it is killed after `timeout` seconds."""
        self._ask(_request(recorded, timeout), timeout)
        return self._answer(timeout)

    def run_each(
        self, tests: Iterable[tuple[int, Sequence[Recorded]]], timeout: float
    ) -> Iterator[tuple[int, NativeOutcome]]:
        """Run numbered tests, one at a time. While one runs, the next is asked for: the server need not wait."""
        running: int | None = None
        for number, recorded in tests:
            request = _request(recorded, timeout)
            if running is not None and len(request) > _ALWAYS_FITS:
                yield running, self._answer(timeout)
                running = None
            self._ask(request, timeout)
            if running is not None:
                yield running, self._answer(timeout)
            running = number
        if running is not None:
            yield running, self._answer(timeout)

    def _ask(self, request: bytes, timeout: float) -> None:
        try:
            _write(_pipe(self._process.stdin).fileno(), request, time.monotonic() + timeout + _GRACE)
        except OSError as error:
            raise self._stopped() from error

    def _answer(self, timeout: float) -> NativeOutcome:
        back = _pipe(self._process.stdout).fileno()
        try:
            raw = _response(back, self._unread, time.monotonic() + timeout + _GRACE)
        except OSError as error:
            raise self._stopped() from error
        return read_outcome(raw, self._executable.lines)

    def _stopped(self) -> ServerError:
        return ServerError(f"the server of the test program stopped unexpectedly{self._last_words()}")

    def _last_words(self) -> str:
        """What it said at its end; the pipe holds no more than this."""
        status = self._native.end()
        words = os.read(_pipe(self._process.stderr).fileno(), 1 << 16).decode(errors="replace").strip()
        return f": {words}" if words else f" with status {status}"

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._native.__exit__(kind, error, trace)


def run(
    executable: Executable, recorded: Sequence[Recorded], timeout: float = 10.0, trust: bool = False
) -> NativeOutcome:
    """Run one test."""
    with Server(executable, trust) as server:
        return server.run(recorded, timeout)


def run_all(
    executable: Executable,
    tests: Sequence[Sequence[Recorded]],
    timeout: float = 10.0,
    jobs: int | None = None,
    trust: bool = False,
) -> list[NativeOutcome]:
    """Run many tests, `jobs` at a time (default: the number of processors); outcomes in the order of the tests."""
    require_fence(trust)
    count = min(jobs or len(os.sched_getaffinity(0)), len(tests))
    if count <= 1:
        with Server(executable, trust) as server:
            return [outcome for _, outcome in server.run_each(enumerate(tests), timeout)]
    outcomes: list[NativeOutcome | None] = [None] * len(tests)
    failures: list[BaseException] = []
    numbers = iter(range(len(tests)))
    lock = threading.Lock()

    def waiting() -> Iterator[tuple[int, Sequence[Recorded]]]:
        while not failures:
            with lock:
                number = next(numbers, None)
            if number is None:
                return
            yield number, tests[number]

    def work() -> None:
        try:
            with Server(executable, trust) as server:
                for number, outcome in server.run_each(waiting(), timeout):
                    outcomes[number] = outcome
        except BaseException as error:  # raised in the caller
            failures.append(error)

    threads = [threading.Thread(target=work, daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    try:
        for thread in threads:
            thread.join()
    except BaseException as error:  # nobody wants the other tests any more
        failures.append(error)
        raise
    if failures:
        raise failures[0]
    return [outcome for outcome in outcomes if outcome is not None]


def encode(recorded: Sequence[Recorded]) -> bytes:
    """The inputs as the runtime reads them: kind and name as C strings, size, bytes."""
    return b"".join(
        b"%s\0%s\0%s%s" % (item.kind.encode(), item.name.encode(), struct.pack("<I", len(item.data)), item.data)
        for item in recorded
    )


def _pipe(stream: IO[bytes] | None) -> IO[bytes]:
    assert stream is not None
    return stream


def _write(to: int, data: bytes, end: float) -> None:
    """To a pipe that does not block."""
    left = memoryview(data)
    while left:
        try:
            left = left[os.write(to, left) :]
        except BlockingIOError:
            _await(to, select.POLLOUT, end)


def _request(recorded: Sequence[Recorded], timeout: float) -> bytes:
    inputs = encode(recorded)
    return struct.pack("<II", len(inputs), max(1, round(timeout * 1000))) + inputs


def _response(back: int, data: bytearray, end: float) -> RawOutcome:
    """The server's answer to one request; see server.c. `data` is what was read before, and then what is left over."""
    _read(back, data, _HEAD.size, end)
    status, late, *sizes = _HEAD.unpack_from(data)
    if max(sizes) > LONGEST_ANSWER:
        raise OSError("an impossible answer")
    whole = _HEAD.size + sum(sizes)
    _read(back, data, whole, end)
    ends = accumulate(sizes, initial=_HEAD.size)
    raw = RawOutcome(status, bool(late), *(bytes(data[a:b]) for a, b in pairwise(ends)))
    del data[:whole]
    return raw


def _read(back: int, data: bytearray, size: int, end: float) -> None:
    """Until `data` has at least that size."""
    while len(data) < size:
        _await(back, select.POLLIN, end)
        part = os.read(back, 1 << 16)
        if not part:
            raise OSError("end of file")
        data += part


def _await(file: int, event: int, end: float) -> None:
    """Wait until something can be read or written. The server itself cannot be relied on: it is part of the program."""
    poll = select.poll()
    poll.register(file, event)
    if not poll.poll(max(0.0, end - time.monotonic()) * 1000):
        raise OSError("no answer")
