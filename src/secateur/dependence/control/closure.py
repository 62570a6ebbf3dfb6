"""Propagation along the edges of a graph: bit sets collected over strongly connected components."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol, Self, TypeVar


class Mergeable(Protocol):
    """A set: a bit set, or anything else with a union."""

    def __or__(self, other: Self, /) -> Self: ...


SetT = TypeVar("SetT", bound=Mergeable)


def bits(number: int) -> list[int]:
    """The positions of the set bits, lowest first."""
    text = bin(number)
    last = len(text) - 1
    found: list[int] = []
    at = text.rfind("1")
    while at >= 0:
        found.append(last - at)
        at = text.rfind("1", 0, at)
    return found


def transpose(rows: Sequence[int], count: int) -> list[int]:
    """The `count` columns of a bit matrix, as bit sets of rows. Equal rows are processed once."""
    alike: dict[int, int] = {}
    for number, row in enumerate(rows):
        alike[row] = alike.get(row, 0) | 1 << number
    columns = [0] * count
    for row, numbers in alike.items():
        for column in bits(row):
            columns[column] |= numbers
    return columns


def components(edges: Sequence[Sequence[int]]) -> list[list[int]]:
    """The strongly connected components, each after all components it has edges to (Tarjan, without recursion)."""
    count = len(edges)
    index = [0] * count  # 0: not seen yet
    low = [0] * count
    stack: list[int] = []
    found: list[list[int]] = []
    done = count + 1
    seen = 0
    for root in range(count):
        if index[root]:
            continue
        work: list[tuple[int, Iterator[int]]] = []
        here, rest = root, iter(edges[root])
        seen += 1
        index[here] = low[here] = seen
        stack.append(here)
        while True:
            for target in rest:
                if not index[target]:
                    work.append((here, rest))
                    here, rest = target, iter(edges[target])
                    seen += 1
                    index[here] = low[here] = seen
                    stack.append(here)
                    break
                low[here] = min(low[here], low[target])
            else:
                if low[here] == index[here]:
                    part: list[int] = []
                    while not part or part[-1] != here:
                        part.append(stack.pop())
                        low[part[-1]] = done
                    found.append(part)
                if not work:
                    break
                reached = low[here]
                here, rest = work.pop()
                low[here] = min(low[here], reached)
    return found


def spread(edges: Sequence[Sequence[int]], parts: Sequence[Sequence[int]], seeds: Sequence[int]) -> list[int]:
    """`spread_sets` for bit sets."""
    return spread_sets(edges, parts, seeds, 0)


def spread_sets(
    edges: Sequence[Sequence[int]], parts: Sequence[Sequence[int]], seeds: Sequence[SetT], nothing: SetT
) -> list[SetT]:
    """Per node, the union of the seeds of all nodes that reach it, including its own.

    `parts` are the graph's `components`. There may be fewer seeds than nodes: the last nodes then have none, and are
    left out of the result.
    """
    found = list(seeds) + [nothing] * (len(edges) - len(seeds))
    for part in reversed(parts):
        if len(part) == 1:
            whole = found[part[0]]
        else:
            whole = nothing
            for node in part:
                whole = whole | found[node]
            for node in part:
                found[node] = whole
        if whole:
            for node in part:
                for target in edges[node]:
                    known = found[target]
                    if known is not whole:  # equal sets are one object: there are far fewer sets than nodes
                        both = known | whole
                        found[target] = whole if both == whole else known if both == known else both
    return found[: len(seeds)]
