"""The order in which the decisions of a relevant slice can be negated one by one.

The procedure `reorder` of Algorithm 1 in "Path Exploration based on Symbolic Output" by Qi, Nguyen and Roychoudhury.
"""

from __future__ import annotations

from collections.abc import Sequence


def reordered(decisions: int, before: Sequence[int]) -> list[int]:
    """The last decision is the pivot: those that it depends on go before it,
    the others after it, and both parts are ordered in the same way."""
    found: list[int] = []
    todo = [(decisions, False)]
    while todo:
        part, is_pivot = todo.pop()
        if not part:
            continue
        pivot = part.bit_length() - 1
        if is_pivot:
            found.append(pivot)
            continue
        rest = part & ~(1 << pivot)
        todo += [(rest & ~before[pivot], False), (1 << pivot, True), (rest & before[pivot], False)]
    return found
