"""Two back ends on one question, when a core is free for the second.

The first one's answer counts. The second only helps where that cannot matter: if it finds that there is no model, there
is none, and nobody waits for the first. If it finds a model, the first one's is awaited all the same, so that the model
does not depend on who is faster; only if the first gives up is the second one's model used.
"""

from __future__ import annotations

import os
import select
import time

from secateur.solver.question import Reply
from secateur.solver.worker import Worker

_HEAD_START = 0.5
"""Seconds for the first before the second starts: most questions need less than starting it would cost."""


class Race:
    """`second` is None if there is no race. `seconds` are of CPU time, per back end."""

    def __init__(self, first: Worker, second: Worker | None = None) -> None:
        self._first = first
        self._second = second
        self.is_reproducible = True
        """Is the last answer the one that the first back end gives, or one on which all agree?"""

    def limit_memory(self, mib: int | None) -> None:
        for worker in (self._first, self._second):
            if worker is not None:
                worker.memory = mib

    @property
    def memory(self) -> int | None:
        return self._first.memory

    def ask(self, text: str, seconds: float, deadline: float | None = None) -> Reply:
        """`deadline`: as of `time.monotonic`. Nobody waits longer."""
        self.is_reproducible = True
        first, second = self._first, self._second
        first.ask(text, seconds)
        if second is None:
            return self._in_time(first.reply(deadline))
        start = time.monotonic() + _HEAD_START
        answer = first.reply(start if deadline is None else min(start, deadline))
        if answer is not None:
            return answer
        if not core_is_free() or (deadline is not None and deadline <= start):
            return self._in_time(first.reply(deadline))
        second.ask(text, seconds)
        return self._run(first, second, deadline)

    def _run(self, first: Worker, second: Worker, deadline: float | None) -> Reply:
        other: Reply | None = None
        while True:
            select.select([first] if other else [first, second], [], [], 0.2)
            now = time.monotonic()
            answer = first.reply(now)
            if other is None:
                other = second.reply(now)
            if answer is not None and answer[0] != "unknown":
                if other is None:
                    second.stop()
                return answer
            if answer is not None:
                other = other or self._in_time(second.reply(deadline))
                self.is_reproducible = other[0] == "unsat"
                return other
            if other is not None and other[0] == "unsat":
                first.stop()
                return other
            if deadline is not None and now >= deadline:
                return self._in_time(None)

    def _in_time(self, reply: Reply | None) -> Reply:
        if reply is not None:
            return reply
        self.stop()
        return "unknown", "the time was up"

    def stop(self) -> None:
        self._first.stop()
        if self._second is not None:
            self._second.stop()


def core_is_free() -> bool:
    """Does this process have a second core that nobody seems to use?"""
    try:
        cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
        return cores > 1 and os.getloadavg()[0] < cores
    except OSError:
        return False
