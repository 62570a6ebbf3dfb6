"""Functions that can have more than one activation at a time."""

from __future__ import annotations

from collections.abc import Mapping, Sequence


def recursive(names: Sequence[str], callees: Mapping[str, Sequence[str]]) -> frozenset[str]:
    """The functions that can call themselves, directly or through others."""
    found: set[str] = set()
    for group in components(names, callees):
        if len(group) > 1 or group[0] in callees.get(group[0], ()):
            found.update(group)
    return frozenset(found)


def components(names: Sequence[str], callees: Mapping[str, Sequence[str]]) -> list[list[str]]:
    """Groups of mutually recursive functions, callees before callers (Tarjan)."""
    number: dict[str, int] = {}
    low: dict[str, int] = {}
    held: dict[str, None] = {}
    groups: list[list[str]] = []
    for root in names:
        if root in number:
            continue
        number[root] = low[root] = len(number)
        held[root] = None
        walk = [(root, iter(callees.get(root, ())))]
        while walk:
            here, rest = walk[-1]
            for name in rest:
                if name not in number:
                    number[name] = low[name] = len(number)
                    held[name] = None
                    walk.append((name, iter(callees.get(name, ()))))
                    break
                if name in held:
                    low[here] = min(low[here], number[name])
            else:
                walk.pop()
                if walk:
                    above = walk[-1][0]
                    low[above] = min(low[above], low[here])
                if low[here] == number[here]:
                    groups.append(_taken(held, here))
    return groups


def _taken(held: dict[str, None], last: str) -> list[str]:
    group: list[str] = []
    while not group or group[-1] != last:
        group.append(held.popitem()[0])
    return group[::-1]
