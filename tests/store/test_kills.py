"""Explorations that are killed at random moments, and taken up again."""

from __future__ import annotations

from pathlib import Path

import pytest

from .kills import survey


@pytest.mark.parametrize("kills", [5, pytest.param(200, marks=pytest.mark.slow)], ids=["a few", "many"])
def test_nothing_is_lost(kills: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tally = survey(kills, seed=kills)
    assert tally.kills >= kills
    assert tally.stored
    assert tally.differences == []
