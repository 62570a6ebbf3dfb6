"""Explorations that are killed at random moments, and taken up again."""

from __future__ import annotations

from pathlib import Path

import pytest

import secateur
from secateur.store import recorder

from .interrupting import explored
from .kills import Tally, small_parts, survey
from .subjects import LARGER, SUBJECTS


@pytest.mark.parametrize("kills", [5, pytest.param(200, marks=pytest.mark.slow)], ids=["a few", "many"])
@pytest.mark.parametrize("jobs", [1, 2])
def test_nothing_is_lost(kills: int, jobs: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    tally = survey(kills, seed=kills, jobs=jobs)
    assert tally.kills >= kills
    assert tally.stored
    assert (tally.spread > 0) == (jobs > 1)
    assert tally.differences == []


@pytest.mark.parametrize("name", ["limited", "text"])
def test_a_spread_run_is_stored_in_its_order(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Workers deliver their paths in any order; the last of them had been written from another list than the first."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(recorder, "EVERY", 0.01)
    tally = Tally()
    with small_parts(tally):
        run = explored(
            SUBJECTS[name][0], technique="full", jobs=2, out=Path("out"), **SUBJECTS[name][1] | LARGER.get(name, {})
        )
    assert tally.spread
    stored = secateur.explore(resume=Path("out"))
    assert [test.path for test in stored.tests] == [test.path for test in run.tests]
    assert stored.counts == run.counts
