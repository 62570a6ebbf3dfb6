"""How much memory this process holds, and a limit on how much more it may take."""

from __future__ import annotations

import os
import sys
from pathlib import Path

#: MiB that a solver may use in any case.
LEAST = 64
_RESIDENT, _DATA = 1, 5  # fields of /proc/self/statm


def resident_memory() -> int:
    """MiB that this process holds now; 0 where the system does not report it."""
    return _pages(_RESIDENT) * os.sysconf("SC_PAGE_SIZE") >> 20


def _pages(field: int) -> int:
    try:
        return int(Path("/proc/self/statm").read_text().split()[field])
    except (OSError, IndexError, ValueError):
        return 0


def left_of(limit: int | None) -> int | None:
    """What a solver beside this process may use, in MiB; None if there is no limit."""
    return None if limit is None else max(LEAST, limit - resident_memory())


class GrowthLimit:
    """Of the memory of this process, from now on: whoever asks for more gets none."""

    def __init__(self) -> None:
        self._before = _pages(_DATA) * os.sysconf("SC_PAGE_SIZE")

    def set(self, mib: int | None) -> None:
        """None: no limit."""
        if sys.platform != "linux":
            return
        import resource  # noqa: PLC0415 - only here

        most = resource.getrlimit(resource.RLIMIT_DATA)[1]
        wanted = resource.RLIM_INFINITY if mib is None else self._before + (mib << 20)
        if most != resource.RLIM_INFINITY:
            wanted = most if mib is None else min(wanted, most)
        resource.setrlimit(resource.RLIMIT_DATA, (wanted, most))
