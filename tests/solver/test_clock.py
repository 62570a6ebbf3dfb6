"""CPU time counts what runs beside this process, once."""

from __future__ import annotations

import os
import signal
import subprocess
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


def test_a_child_of_a_child_counts_while_it_runs() -> None:
    before = clock.cpu_time_of_all()
    shell = subprocess.Popen(["sh", "-c", "while :; do :; done & wait"], start_new_session=True)
    try:
        while clock.cpu_time_of_all() - before < 0.2 and clock.cpu_time() - before < 5:
            time.sleep(0.01)
        assert clock.cpu_time_of_all() - clock.cpu_time() > 0.1
        assert clock.cpu_time_of_all([shell.pid]) - clock.cpu_time() < 0.1
    finally:
        os.killpg(shell.pid, signal.SIGKILL)
        shell.wait()
