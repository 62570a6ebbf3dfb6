"""Globals that a change may leave with another value, although nothing compares them: those of other files, and those
that a driver cannot name or of which it sees only a part. If only they differ, the versions are not equivalent."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from secateur.assumption import WRITTEN, Assumption, AssumptionKind
from secateur.dependence.memory.abstract_objects import ObjectKind
from secateur.evolve.impact.impact import Impact, VersionImpact
from secateur.ir.model import Call, Global, Symbol
from secateur.machine.initial import of_library
from secateur.provided import facts_of

#: Written in C, and ends the program without writing the buffers of its streams.
_QUICK = "quick_exit"
#: The function of the driver.
_DRIVER = "main"


def unseen(impact: Impact, seen: Collection[str]) -> list[str]:
    """The symbols of globals that affected statements of either version may write, without those that are `seen`."""
    found = {name: None for side in (impact.old, impact.new) for name in _written(side) if name not in seen}
    return list(found)


def has_unseen_blocks(impact: Impact) -> bool:
    """May affected statements of either version write blocks that the function allocates, to which pointers in others
    lead? The driver looks at what pointers lead to, but not further."""
    return any(_writes_further(side) for side in (impact.old, impact.new))


def _writes_further(side: VersionImpact) -> bool:
    points_to, code = side.static.points_to, side.static.code
    seen = written = 0
    for node, unit in enumerate(code.owner):
        if unit.function.name == _DRIVER:
            seen |= points_to.reads(node)
    for node in side.affected:
        written |= points_to.writes(node)
    todo = [item for item in points_to.objects if item.kind is ObjectKind.HEAP and seen & item.all]
    known = set(todo)
    while todo:
        for item in points_to.led_to(todo.pop()):
            if item.kind is not ObjectKind.HEAP:
                continue
            if written & item.all:
                return True
            if item not in known:
                known.add(item)
                todo.append(item)
    return False


def unwritten_output(impact: Impact) -> Iterator[Assumption]:
    """Ends of the program in only one version that lose what is still in the buffers of streams, of the function or of
    its callers. How much that is depends on where the output goes, so it is not compared."""
    old, new = _losing(impact.old), _losing(impact.new)
    for name in sorted(old ^ new):
        yield Assumption(AssumptionKind.OUTPUT, name, WRITTEN)


def _losing(side: VersionImpact) -> set[str]:
    called = (item.callee for node in side.affected if isinstance(item := side.static.code.items[node], Call))
    names = {each.name for each in called if isinstance(each, Symbol)}
    return {name for name in names if name == _QUICK or facts_of(name).loses_output}


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
