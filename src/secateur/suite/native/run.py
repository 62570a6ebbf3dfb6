"""Runs native tests: every test in its own process, forked from a server that has the program loaded."""

from __future__ import annotations

import contextlib
import os
import struct
import subprocess
import threading
from collections.abc import Sequence
from types import TracebackType
from typing import IO

from secateur.errors import SecateurError
from secateur.suite.native.build import Executable
from secateur.suite.native.outcome import NativeOutcome, RawOutcome, read_outcome
from secateur.suite.test import Recorded


class ServerError(SecateurError):
    """The test program does not start, or its server broke off: a fault of the machine, not of a test."""


class Server:
    """The fork server of one executable; a context manager. One test at a time."""

    def __init__(self, executable: Executable) -> None:
        self._executable = executable
        keep = {name: os.environ[name] for name in ("LD_LIBRARY_PATH",) if name in os.environ}
        try:
            self._process = subprocess.Popen(
                [executable.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=keep
            )
        except OSError as error:
            raise ServerError(f"the test program does not start: {error}") from error

    def run(self, recorded: Sequence[Recorded], timeout: float) -> NativeOutcome:
        """Run one test; it is killed after `timeout` seconds."""
        return read_outcome(self._exchange(encode(recorded), timeout), self._executable.lines)

    def _exchange(self, inputs: bytes, timeout: float) -> RawOutcome:
        to, back = _pipe(self._process.stdin), _pipe(self._process.stdout)
        try:
            to.write(struct.pack("<II", len(inputs), max(1, round(timeout * 1000))) + inputs)
            to.flush()
            status, late, *sizes = struct.unpack("<5I", _read(back, 20))
            return RawOutcome(status, bool(late), *(_read(back, size) for size in sizes))
        except (OSError, struct.error) as error:
            raise ServerError(f"the server of the test program stopped unexpectedly{self._last_words()}") from error

    def _last_words(self) -> str:
        self._process.kill()
        words = _pipe(self._process.stderr).read().decode(errors="replace").strip()
        return f": {words}" if words else f" with status {self._process.wait()}"

    def __enter__(self) -> Server:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.kill()
        self._process.wait()
        for pipe in (self._process.stdin, self._process.stdout, self._process.stderr):
            with contextlib.suppress(OSError):  # a request that was never read
                _pipe(pipe).close()


def run(executable: Executable, recorded: Sequence[Recorded], timeout: float = 10.0) -> NativeOutcome:
    """Run one test."""
    with Server(executable) as server:
        return server.run(recorded, timeout)


def run_all(
    executable: Executable, tests: Sequence[Sequence[Recorded]], timeout: float = 10.0, jobs: int | None = None
) -> list[NativeOutcome]:
    """Run many tests, `jobs` at a time (default: the number of processors); outcomes in the order of the tests."""
    count = min(jobs or len(os.sched_getaffinity(0)), len(tests))
    if count <= 1:
        with Server(executable) as server:
            return [server.run(test, timeout) for test in tests]
    outcomes: list[NativeOutcome | None] = [None] * len(tests)
    failures: list[BaseException] = []
    numbers = iter(range(len(tests)))
    lock = threading.Lock()

    def work() -> None:
        try:
            with Server(executable) as server:
                while True:
                    with lock:
                        number = next(numbers, None)
                    if number is None or failures:
                        return
                    outcomes[number] = server.run(tests[number], timeout)
        except BaseException as error:  # raised in the caller
            failures.append(error)

    threads = [threading.Thread(target=work, daemon=True) for _ in range(count)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
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


def _read(stream: IO[bytes], size: int) -> bytes:
    data = stream.read(size)
    if len(data) != size:
        raise OSError("end of file")
    return data
