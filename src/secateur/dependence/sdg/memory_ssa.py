"""Memory in SSA form: the definitions of a location that reach an access, for one function.

Locations that a function cannot distinguish (every access touches all of them or none) form one *group*. The state of a
group at some point is a *version*: its contents on entry, the result of a join, or the result of a write. A write that
might not replace the whole group keeps the old contents: it is a weak update, and its `previous` version is part of it.
Versions are computed on demand, so joins that are never read are never created.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from secateur.dependence.control.closure import bits
from secateur.dependence.control.code import Unit
from secateur.dependence.control.flow import Flow

#: Within one instruction: it reads, performs its own write, then its callees read and write.
OWN, CALLED = 0, 1


#: The kinds of versions.
ENTRY, JOIN, WRITE = 0, 1, 2


class MemoryVersion(NamedTuple):
    """`node` and `stage` identify the write; `is_weak`: the old contents may still be there."""

    kind: int
    group: int
    block: int
    node: int = -1
    stage: int = OWN
    is_weak: bool = False


class Write(NamedTuple):
    """One instruction's write to one group."""

    node: int
    stage: int
    is_weak: bool


def partition(sets: Iterable[int]) -> list[int]:
    """The coarsest partition of the locations in which each given set is a union of groups."""
    marks: dict[int, list[int]] = {}
    for number, one in enumerate(dict.fromkeys(sets)):
        for location in bits(one):
            marks.setdefault(location, []).append(number)
    groups: dict[tuple[int, ...], int] = {}
    for location in sorted(marks):
        key = tuple(marks[location])
        groups[key] = groups.get(key, 0) | 1 << location
    return list(groups.values())


def grouped(sets: Iterable[int], shared: int, most: int) -> list[int]:
    """The same, but with at most about `most` groups of `shared` locations: beyond that, only those groups are split
    that the most frequent sets distinguish, and a set may touch a part of a group."""
    counts = Counter(sets)
    groups = partition(counts)
    if sum(1 for group in groups if group & shared) <= most:
        return groups
    apart = [group & ~shared for group in groups if group & ~shared]
    common = [shared & union(groups)]
    for one, _ in counts.most_common():
        inside = [part for group in common for part in (group & one, group & ~one) if part]
        if len(inside) <= most:
            common = inside
        if len(inside) == most:
            break
    return [*common, *apart]


def union(sets: Iterable[int]) -> int:
    whole = 0
    for one in sets:
        whole |= one
    return whole


class Grouping:
    """Groups by number, and the groups that a set of locations touches."""

    def __init__(self, groups: Sequence[int]) -> None:
        self.groups = list(groups)
        self._of = {location: number for number, group in enumerate(groups) for location in bits(group)}
        self._touched: dict[int, tuple[int, ...]] = {}

    def touched(self, locations: int) -> tuple[int, ...]:
        found = self._touched.get(locations)
        if found is None:
            of = self._of
            numbers = {of[location] for location in bits(locations) if location in of}
            found = self._touched[locations] = tuple(sorted(numbers))
        return found


class MemorySSA:
    """The versions of one function's groups. `writes[group]` is ordered by node."""

    def __init__(self, unit: Unit, writes: dict[int, list[Write]]) -> None:
        self.unit = unit
        self.flow = unit.flow
        self._frontiers = frontiers(unit.flow)
        self._writes: dict[int, dict[int, list[Write]]] = {}
        for group, found in writes.items():
            by_block: dict[int, list[Write]] = {}
            for write in found:
                by_block.setdefault(unit.blocks[write.node - unit.first], []).append(write)
            self._writes[group] = by_block
        self._joins: dict[int, frozenset[int]] = {}
        self._ends: dict[tuple[int, int], MemoryVersion] = {}

    def before(self, group: int, node: int, stage: int = OWN) -> MemoryVersion:
        """The version before the instruction or, for `CALLED`, before its callees run."""
        block = self.unit.blocks[node - self.unit.first]
        for write in reversed(self._writes.get(group, {}).get(block, ())):
            if (write.node, write.stage) < (node, stage):
                return self._written(group, block, write)
        return self._at_start(group, block)

    def at_end(self, group: int, block: int) -> MemoryVersion:
        """The version at the end of the block."""
        passed: list[int] = []
        here = block
        by_block = self._writes.get(group, {})
        joins = self._joins_of(group)
        while True:
            found = self._ends.get((group, here))
            if found is not None:
                break
            passed.append(here)
            if here in by_block:
                found = self._written(group, here, by_block[here][-1])
            elif here in joins:
                found = MemoryVersion(JOIN, group, here)
            elif self.flow.idom[here] < 0:
                found = MemoryVersion(ENTRY, group, 0)
            else:
                here = self.flow.idom[here]
                continue
            break
        for one in passed:
            self._ends[group, one] = found
        return found

    def previous(self, version: MemoryVersion) -> MemoryVersion:
        """The version that a weak update preserves in part."""
        return self.before(version.group, version.node, version.stage)

    def incoming(self, version: MemoryVersion) -> list[tuple[int, MemoryVersion]]:
        """The versions that a join merges, one per reachable predecessor."""
        flow = self.flow
        return [(p, self.at_end(version.group, p)) for p in flow.predecessors[version.block] if flow.reachable[p]]

    def _written(self, group: int, block: int, write: Write) -> MemoryVersion:
        return MemoryVersion(WRITE, group, block, write.node, write.stage, write.is_weak)

    def _at_start(self, group: int, block: int) -> MemoryVersion:
        if block in self._joins_of(group):
            return MemoryVersion(JOIN, group, block)
        above = self.flow.idom[block]
        return self.at_end(group, above) if above >= 0 else MemoryVersion(ENTRY, group, 0)

    def _joins_of(self, group: int) -> frozenset[int]:
        """Where different versions can meet: the iterated dominance frontier of the writing blocks."""
        found = self._joins.get(group)
        if found is None:
            seen: set[int] = set()
            todo = list(self._writes.get(group, ()))
            while todo:
                for join in self._frontiers[todo.pop()]:
                    if join not in seen:
                        seen.add(join)
                        todo.append(join)
            found = self._joins[group] = frozenset(seen)
        return found


def frontiers(flow: Flow) -> list[tuple[int, ...]]:
    """The dominance frontier of each block."""
    found: list[dict[int, None]] = [{} for _ in range(flow.exit)]
    for join in range(flow.exit):
        ways = [p for p in flow.predecessors[join] if flow.reachable[p]]
        if not flow.reachable[join] or len(ways) < 2:
            continue
        for start in ways:
            here = start
            while here not in (flow.idom[join], -1):
                found[here][join] = None
                here = flow.idom[here]
    return [tuple(f) for f in found]
