"""What a run leaves of its region, for techniques whose tasks stand for regions of inputs."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from secateur.dependence.trace.relevance import numbers
from secateur.exploration.sides import has_other_side
from secateur.exploration.snapshots import until
from secateur.exploration.task import Remainder
from secateur.expr import Expr
from secateur.machine.path import Path
from secateur.machine.snapshot import Snapshot


def remainders(
    path: Path, order: Iterable[int], region: Sequence[Expr], snapshots: tuple[Snapshot, ...]
) -> Iterator[Remainder]:
    """The inputs of the region that take one of the decisions differently, by the first such decision in `order`."""
    held, prefix = set(region), 0
    for number in order:
        branch = path.branches[number]
        if branch.condition not in held:
            if has_other_side(branch):
                known = {path.branches[n].condition for n in numbers(prefix)}
                rest = tuple(c for c in region if c not in known)
                yield Remainder(path, number, until(snapshots, number), prefix, rest)
            held.add(branch.condition)
        prefix |= 1 << number
