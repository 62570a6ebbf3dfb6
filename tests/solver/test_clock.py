"""CPU time counts what runs beside this process, once."""

from __future__ import annotations

import os
import signal
import time

from secateur.solver import clock


def _busy(seconds: float) -> int:
    """A child that computes for so long, and then waits to be killed."""
    child = os.fork()
    if child == 0:
        end = time.process_time() + seconds
        while time.process_time() < end:
            pass
        signal.pause()
    return child


def test_a_running_child_counts_and_then_counts_as_ended() -> None:
    before = clock.cpu_time()
    child = _busy(0.2)
    clock.watch(child)
    while time.clock_gettime(~child << 3 | 2) < 0.2:
        time.sleep(0.01)
    running = clock.cpu_time() - before
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    clock.forget(child)
    ended = clock.cpu_time() - before
    assert 0.2 <= running <= ended + 0.05  # the system counts ended children in hundredths
    assert ended < 2 * running
