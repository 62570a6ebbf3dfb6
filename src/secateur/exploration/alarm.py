"""Budgets that hold where nobody asks: inside a long static analysis, or one call of a library function.

The loop and the machine look at the budget between steps. A step can take long, so an alarm looks, too. It gives the
step some time to end by itself, because what is interrupted is lost.
"""

from __future__ import annotations

import gc
import os
import signal
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

from secateur.errors import BudgetError
from secateur.exploration.budget import Meter, Spent
from secateur.expr.expr import FORGETTING
from secateur.options import Budget
from secateur.solver.clock import cpu_time_of_all
from secateur.solver.memory import resident_memory

#: Seconds between two looks, after the time limit, and until the next attempt if an interruption was swallowed.
EVERY, LATE, AGAIN = 0.25, 0.5, 2.0
#: How far memory may exceed its limit, in MiB.
MORE = 16


class OutOfBudget(BaseException):
    """A step was interrupted. Not an `Exception`: nothing but the loop may catch it."""

    def __init__(self, spent: Spent) -> None:
        super().__init__(spent)
        self.spent = spent


#: The meters of what runs now, the outermost first.
_meters: list[Meter] = []


@contextmanager
def alarm(meter: Meter) -> Iterator[None]:
    """Interrupts what runs inside when time or memory is used up. Inside another one, both are looked at: whoever
    catches an interruption should end soon, as it comes again. Only the main thread can be interrupted, and only if
    nobody else uses the alarm of the process; otherwise budgets are looked at between steps only."""
    limited = meter.budget.is_timed or meter.budget.memory is not None
    in_main = threading.current_thread() is threading.main_thread()
    is_first = not _meters
    if not limited or not in_main or (is_first and signal.getsignal(signal.SIGALRM) is not signal.SIG_DFL):
        yield
        return
    _meters.append(meter)
    if is_first:
        signal.signal(signal.SIGALRM, _Look())
        signal.setitimer(signal.ITIMER_REAL, EVERY, EVERY)
    try:
        yield
    finally:
        if is_first:
            signal.setitimer(signal.ITIMER_REAL, 0)
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
        if meter in _meters:  # not in a child that was forked inside
            _meters.remove(meter)


@contextmanager
def before_the_answer(budget: Budget) -> Iterator[None]:
    """For what has to be done first: if it takes all the time, there is no answer."""
    try:
        with alarm(Meter(budget)):
            yield
    except OutOfBudget as reason:
        option = "memory" if reason.spent is Spent.MEMORY else "cpu" if reason.spent is Spent.CPU else "timeout"
        raise BudgetError("a limit was reached before anything could be explored", advice=f"raise --{option}") from None


def _forget() -> None:
    """A child has no timer, and budgets of its own."""
    if _meters:
        _meters.clear()
        signal.signal(signal.SIGALRM, signal.SIG_DFL)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


class _Look:
    """What the alarm does."""

    def __init__(self) -> None:
        self._last = 0.0

    def __call__(self, _: int, frame: FrameType | None) -> None:
        now = time.monotonic()
        if now - self._last <= AGAIN:
            return
        for meter in _meters:
            spent = _used_up(meter)
            if spent is not None and not _is_swallowed(frame):
                self._last = now
                raise OutOfBudget(spent)


def _is_swallowed(frame: FrameType | None) -> bool:
    """Does Python only print an exception that is raised here? It does for callbacks of weak references, which
    expressions have, and for those of the garbage collector, which other libraries may have."""
    codes = [FORGETTING, *(getattr(each, "__code__", None) for each in gc.callbacks)]
    while frame is not None and frame.f_code not in codes:
        frame = frame.f_back
    return frame is not None


@contextmanager
def heeded_interrupt(meter: Meter) -> Iterator[None]:
    """Ctrl-C is also noted, as a command does (`Interruption`). Python ignores exceptions in some places, such as
    callbacks of weak references, which expressions have; the next look at the budget then finds it."""
    meter.heed()
    in_main = threading.current_thread() is threading.main_thread()
    if not in_main or signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield
        return

    def note(*_: object) -> None:
        meter.interrupted = True
        raise KeyboardInterrupt

    signal.signal(signal.SIGINT, note)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def _used_up(meter: Meter) -> Spent | None:
    if meter.deadline is not None and time.monotonic() > meter.deadline + LATE:
        return Spent.TIME
    if meter.cpu_deadline is not None and cpu_time_of_all(meter.strangers) > meter.cpu_deadline + LATE:
        return Spent.CPU
    limit = meter.budget.memory
    return Spent.MEMORY if limit is not None and resident_memory() > limit + MORE else None
