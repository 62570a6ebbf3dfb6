"""Explorations in stages: each ends because of a budget, the next one goes on."""

from __future__ import annotations

from pathlib import Path

import pytest

from .stages import survey


@pytest.mark.parametrize("runs", [8, pytest.param(150, marks=pytest.mark.slow)], ids=["a few", "many"])
def test_the_last_stage_ends_as_one_run(runs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tally = survey(runs, seed=runs)
    assert tally.stages
    assert tally.spread
    assert tally.differences == []
