"""CPU time: what this process, its children that have ended, and the solvers beside it have used."""

from __future__ import annotations

import os
import time

#: Processes that run beside this one, with the process that started them.
_beside: dict[int, int] = {}


def watch(process: int) -> None:
    """Count what this child uses while it runs; the system counts it when it has been waited for."""
    _beside[process] = os.getpid()


def forget(process: int) -> None:
    """It has been waited for, or somebody else's."""
    _beside.pop(process, None)


def cpu_time() -> float:
    """In seconds, since some moment that does not change."""
    own = os.times()
    total = own.user + own.system + own.children_user + own.children_system
    for process, parent in tuple(_beside.items()):
        if parent == os.getpid():
            total += _used_by(process)
    return total


def _used_by(process: int) -> float:
    """Linux has a clock for each process: its number is made of the process's number."""
    try:
        return time.clock_gettime(~process << 3 | 2)
    except OSError:
        return 0.0
