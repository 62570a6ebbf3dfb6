"""Ctrl-C, and other signals that ask a command to end.

The first one interrupts what runs: an exploration ends with what it has found, a native trial is left out. Where
nothing may be left half done, as when files are written, it is only noted. The second one ends the command at once.
"""

from __future__ import annotations

import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

#: What asks a command to end: Ctrl-C, `kill`, and a terminal that is closed.
SIGNALS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)  # fmt: skip


class Interruption:
    """The handler of these signals, for one command."""

    def __init__(self) -> None:
        self.count = 0
        self._shield = ""  # what is being done that is to be finished

    def install(self) -> None:
        for number in SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:  # as under nohup
                signal.signal(number, self)

    def __call__(self, number: int, frame: FrameType | None) -> None:
        self.count += 1
        if self._shield and self.count == 1:
            print(f"secateur: interrupted; {self._shield} first (Ctrl-C again ends at once)", file=sys.stderr)
            return
        raise KeyboardInterrupt

    @contextmanager
    def shielded(self, what: str) -> Iterator[None]:
        before, self._shield = self._shield, what
        try:
            yield
        finally:
            self._shield = before


@contextmanager
def shielded(what: str) -> Iterator[None]:
    """The first signal does not interrupt what is done here: it is named, and finished. Without a command that handles
    signals in this way, as in a program that uses the API, nothing changes."""
    handler = signal.getsignal(signal.SIGINT)
    if not isinstance(handler, Interruption):
        yield
        return
    with handler.shielded(what):
        yield


def installed() -> Interruption | None:
    """The handler of the command that runs; asking for it takes some microseconds."""
    handler = signal.getsignal(signal.SIGINT)
    return handler if isinstance(handler, Interruption) else None


def signals_seen() -> int:
    """How many of them a command has got."""
    handler = installed()
    return 0 if handler is None else handler.count


def was_interrupted() -> bool:
    return signals_seen() > 0


def end_if_interrupted() -> None:
    """Before something that can be left out: a signal may have come while nothing could be interrupted."""
    if was_interrupted():
        raise KeyboardInterrupt
