"""Budgets that hold where nobody asks: inside a long static analysis, or one call of a library function.

The loop and the machine look at the budget between steps. A step can take long, so an alarm looks, too. It gives the
step some time to end by itself, because what is interrupted is lost.
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

from secateur.exploration.budget import Meter, Spent, resident_memory
from secateur.solver.clock import cpu_time

#: Seconds between two looks, after the time limit, and until the next attempt if an interruption was swallowed.
EVERY, LATE, AGAIN = 0.25, 0.5, 2.0
#: How far memory may exceed its limit, in MiB.
MORE = 16


class OutOfBudget(BaseException):
    """A step was interrupted. Not an `Exception`: nothing but the loop may catch it."""

    def __init__(self, spent: Spent) -> None:
        super().__init__(spent)
        self.spent = spent


@contextmanager
def alarm(meter: Meter) -> Iterator[None]:
    """Interrupts what runs inside when time or memory is used up. Only the main thread can be interrupted, and only if
    nobody else uses the alarm of the process; otherwise budgets are looked at between steps only."""
    limited = meter.budget.is_timed or meter.budget.memory is not None
    in_main = threading.current_thread() is threading.main_thread()
    if not limited or not in_main or signal.getsignal(signal.SIGALRM) is not signal.SIG_DFL:
        yield
        return
    last = 0.0

    def look(*_: object) -> None:
        nonlocal last
        spent, now = _used_up(meter), time.monotonic()
        if spent is not None and now - last > AGAIN:
            last = now
            raise OutOfBudget(spent)

    signal.signal(signal.SIGALRM, look)
    signal.setitimer(signal.ITIMER_REAL, EVERY, EVERY)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


def _used_up(meter: Meter) -> Spent | None:
    if meter.deadline is not None and time.monotonic() > meter.deadline + LATE:
        return Spent.TIME
    if meter.cpu_deadline is not None and cpu_time() > meter.cpu_deadline + LATE:
        return Spent.CPU
    limit = meter.budget.memory
    return Spent.MEMORY if limit is not None and resident_memory() > limit + MORE else None
