"""Globals that a change may leave with another value, although nothing compares them: those of other files, and those
that a driver cannot name or of which it sees only a part. If only they differ, the versions are not equivalent."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from secateur.evolve.impact.impact import Impact, VersionImpact
from secateur.ir.model import Global
from secateur.machine.initial import of_library


def unseen(impact: Impact, seen: Collection[str]) -> list[str]:
    """The symbols of globals that affected statements of either version may write, without those that are `seen`."""
    found = {name: None for side in (impact.old, impact.new) for name in _written(side) if name not in seen}
    return list(found)


def _written(side: VersionImpact) -> Iterator[str]:
    points_to = side.static.points_to
    written = 0
    for node in side.affected:
        written |= points_to.writes(node)
    for item in side.static.program.globals.values():
        if not _is_own(item) and written & points_to.object_of_global(item.name).all:
            yield item.name


def _is_own(item: Global) -> bool:
    """Is it a constant, the driver's (its function is `main`), or something that our C library keeps for itself? The
    library is compiled without positions."""
    is_library = not item.position.line and of_library(item.name) is None
    return item.constant or item.name.startswith("main.") or is_library
