"""CPU time: what this process, its children that have ended, and the solvers beside it have used."""

from __future__ import annotations

import os
import time
from collections.abc import Collection
from contextlib import suppress
from pathlib import Path

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


def cpu_time_of_all(strangers: Collection[int] = ()) -> float:
    """With what other children use that are still running, such as compilers, but not these. It is looked up for each
    process, so it is not for every step."""
    others = [child for child in running_children() if child not in _beside and child not in strangers]
    return cpu_time() + sum(map(_used_below, others))


def running_children() -> list[int]:
    return _children(os.getpid())


def _used_below(process: int) -> float:
    """By a process, those that it has waited for, and those that it has not."""
    used = 0.0
    with suppress(OSError, ValueError, IndexError):
        fields = Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()
        used = sum(map(int, fields[11:15])) / os.sysconf("SC_CLK_TCK")
    return used + sum(map(_used_below, _children(process)))


def _children(process: int) -> list[int]:
    """Each belongs to the thread that started it. Empty where the system does not say."""
    found: list[int] = []
    for thread in Path(f"/proc/{process}/task").glob("*/children"):
        with suppress(OSError):
            found += map(int, thread.read_bytes().split())
    return found


def _used_by(process: int) -> float:
    """Linux has a clock for each process: its number is made of the process's number."""
    try:
        return time.clock_gettime(~process << 3 | 2)
    except OSError:
        return 0.0
