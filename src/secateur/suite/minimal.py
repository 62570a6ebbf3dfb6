"""A suite without tests that add nothing: each one left takes a side, or ends in a way, that the others do not."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from secateur.suite.titles import Behaviour


def minimal(behaviours: Sequence[Behaviour]) -> list[Behaviour]:
    """As few as a greedy choice finds, in their order. Of several that are equally good the first is taken, so that
    further tests at the end change nothing."""
    left = _added(behaviours)
    chosen: list[Behaviour] = []
    while left:
        best = max(behaviours, key=lambda each: len(left & _adds(each)))
        chosen.append(best)
        left -= _adds(best)
    for each in list(chosen):  # later choices may have made it needless
        others = [other for other in chosen if other is not each]
        if _adds(each) <= _added(others):
            chosen = others
    return [each for each in behaviours if each in chosen]


def _adds(each: Behaviour) -> set[str]:
    """The sides it takes, and its outcome."""
    return {*each.sides, f"ends: {each.outcome}"}


def _added(behaviours: Iterable[Behaviour]) -> set[str]:
    return {each for behaviour in behaviours for each in _adds(behaviour)}
