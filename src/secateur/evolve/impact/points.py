"""Where a version executes a change: its own changed statements, and what stands for those of the other version.

Up to the first changed statement that either version executes, both take the same sides of the branches that they have
in common. So a statement that only the other version has is executed there only if the sides that it is control
dependent on are taken here, too. What every call executes, such as the head of a loop, which is control dependent on
itself, is executed only if its function is called here.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Protocol

from secateur.dependence.static import Static
from secateur.evolve.matching.matching import Matching
from secateur.exploration.change_points import Points


class ChangedSide(Protocol):
    """A version with its changed statements."""

    @property
    def static(self) -> Static: ...

    @property
    def changed(self) -> frozenset[int]: ...


def points(old: ChangedSide, new: ChangedSide, matching: Matching) -> tuple[Points, Points]:
    """The points of the old and of the new version."""
    to_old = {two: one for one, two in matching.to_new.items()}
    back = {two: one for one, two in matching.functions.items()}
    from_new = _counterparts(new.static, new.changed, old.static, to_old, back)
    from_old = _counterparts(old.static, old.changed, new.static, matching.to_new, matching.functions)
    return (
        Points(old.changed, from_new.edges, from_new.entries),
        Points(new.changed, from_old.edges, from_old.entries),
    )


def _counterparts(
    other: Static, changed: Collection[int], here: Static, matched: Mapping[int, int], functions: Mapping[str, str]
) -> Points:
    """What stands here for the changed statements of the other version. A branch that is itself changed stands for
    what it controls."""
    edges: set[tuple[str, int, int]] = set()
    entries: set[str] = set()
    for name, block in sorted({(other.code.owner[n].function.name, other.code.block_of(n)) for n in changed}):
        unit = other.code.units[name]
        sides = unit.flow.controls[block]
        if unit.flow.always(block) and functions.get(name) in here.code.units:
            entries.add(functions[name])
        for branch, side in sides:
            node = matched.get(unit.terminator(branch))
            twin = here.code.owner[node] if node is not None else None
            start = here.code.block_of(node) if node is not None else 0
            if twin is not None and side < len(twin.flow.successors[start]):
                edges.add((twin.function.name, start, twin.flow.successors[start][side]))
            elif (twin or unit.terminator(branch) not in changed) and functions.get(name) in here.code.units:
                entries.add(functions[name])
    return Points(frozenset(), frozenset(edges), frozenset(entries))
