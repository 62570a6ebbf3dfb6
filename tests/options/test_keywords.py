"""The keywords that type checkers see are those that the options have."""

from __future__ import annotations

import pytest

from secateur.options import jobs, keywords, options_of

PAIRS = [
    (getattr(jobs, f"{name}Options"), getattr(keywords, f"{name}Keywords"))
    for name in (
        "Explore",
        "Compare",
        "Diff",
        "Augment",
        "Debug",
        "Signature",
        "Approximate",
        "Invariants",
        "Deps",
        "Replay",
        "Reduce",
        "Explain",
        "Project",
        "Suite",
    )
]


@pytest.mark.parametrize(("job", "typed"), PAIRS, ids=[job.__name__ for job, _ in PAIRS])
def test_keywords_are_those_of_the_options(job: type, typed: type) -> None:
    names = [each.name for each in options_of(job)]
    assert len(names) == len(set(names)), "a keyword must name one option"
    assert set(names) == set(typed.__annotations__) | {
        name for base in typed.__mro__ for name in getattr(base, "__annotations__", {})
    }
