"""The decisions that the outcome of a run depends on."""

from __future__ import annotations

from secateur.dependence.trace.relevance import Relevance, numbers
from secateur.exploration.criteria import DEFAULT, Criterion
from secateur.exploration.hidden import end_decisions


def deciding(relevance: Relevance, criterion: Criterion = DEFAULT) -> frozenset[int]:
    """Their numbers: the relevant slice of what is observed or, if the run ends early, of its end."""
    path = relevance.path
    if not criterion.is_seen(path):
        return frozenset(numbers(end_decisions(path, relevance) | relevance.printed))
    seen = criterion.decisions(relevance) | relevance.printed
    for each in relevance.observed:
        seen |= each
    return frozenset(numbers(seen))
