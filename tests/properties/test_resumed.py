"""Explorations of random programs that are taken up from their store (see resumed.py)."""

from __future__ import annotations

from random import Random

import pytest

from .differential import KINDS
from .resumed import differences


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("technique", ["full", "auto", "pse"])
def test_nothing_is_missed_or_invented(technique: str, kind: str) -> None:
    for number in range(2):
        text = KINDS[kind](Random(f"resumed/{number}")).text
        found, _ = differences(text, technique, Random(number))
        assert not found, text
