"""Work in a process of its own that begins with all that this one knows.

Explorations that are to be compared must not help each other: expressions, caches of the solver and the memory that
Python keeps would make the later ones look better, or run into `--memory` sooner. Processes that are forked from the
same one begin alike.
"""

from __future__ import annotations

import os
import pickle
import signal
import sys
import traceback
from collections.abc import Callable
from threading import Timer, current_thread, main_thread
from types import FrameType
from typing import Any, NoReturn

from secateur.solver.worker import end_with_parent

Send = Callable[[Any], None]


def run_in_child(work: Callable[[Send], None], receive: Send, limit: float | None = None) -> bool:
    """Whatever `work` sends is received here, in order. False if it was interrupted.

    Ctrl-C interrupts the work, not us: what it still sends then is received too. A second Ctrl-C ends it, and so does
    the time limit in seconds, which is no interruption.
    """
    if not hasattr(os, "fork"):
        work(receive)
        return True
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    reading, writing = os.pipe()
    interrupts = _Interrupts()
    with interrupts:
        child = os.fork()
        if child == 0:
            os.close(reading)
            work_as_child(work, writing)
        os.close(writing)
        interrupts.forward_to(child)
        timer = Timer(limit or 0, interrupts.end)
        if limit is not None:
            timer.daemon = True
            timer.start()
        try:
            with os.fdopen(reading, "rb") as pipe:
                _receive_all(pipe, receive)
        finally:
            timer.cancel()
            interrupts.child = None
            _, status = os.waitpid(child, 0)
    if status and not interrupts.count and not interrupts.is_over:
        raise RuntimeError("an exploration ended unexpectedly: this is a bug in Secateur")
    return not interrupts.count


def _receive_all(pipe: Any, receive: Send) -> None:
    while True:
        try:
            message = pickle.load(pipe)
        except (EOFError, pickle.UnpicklingError):  # the end, or the middle of a message when it was killed
            return
        receive(message)


class _Interrupts:
    """Hands Ctrl-C, SIGTERM and SIGHUP on, instead of raising here, where it could tear a message."""

    def __init__(self) -> None:
        self.count = 0
        self.child: int | None = None
        self.is_over = False  # the time limit ended it

    def __enter__(self) -> None:
        numbers = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP) if current_thread() is main_thread() else ()
        self._before = {number: signal.signal(number, self._note) for number in numbers}

    def __exit__(self, *_: object) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)

    def forward_to(self, child: int) -> None:
        self.child = child
        if self.count:
            os.kill(child, signal.SIGINT)

    def end(self) -> None:
        if self.child is not None:
            self.is_over = True
            os.kill(self.child, signal.SIGKILL)

    def _note(self, number: int, frame: FrameType | None) -> None:
        self.count += 1
        if self.child is not None:
            os.kill(self.child, signal.SIGINT if self.count == 1 else signal.SIGKILL)


def work_as_child(work: Callable[[Send], None], writing: int) -> NoReturn:
    """In a child: do the work, send its messages, and end."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        """A terminal tells us too, not only our parent: once is enough."""
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise KeyboardInterrupt

    status = 1
    try:
        end_with_parent()
        signal.signal(signal.SIGINT, interrupt)
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        with os.fdopen(writing, "wb") as pipe:

            def send(message: Any) -> None:
                pickle.dump(message, pipe)
                pipe.flush()

            work(send)
        status = 0
    except KeyboardInterrupt:
        pass
    except BaseException:
        traceback.print_exc(file=sys.__stderr__)
    finally:
        os._exit(status)
