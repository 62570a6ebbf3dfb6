"""The time of `signature` is for everything: both versions, the conditions of rows, and comparing them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import secateur
from secateur.evolve.behaviour.signatures import RowStatus
from secateur.exploration.budget import Meter
from secateur.jobs import signature
from secateur.jobs.plan import Plan
from secateur.solver import Solver

OLD = "int f(int x, int y) { if (x > 3) return y; if (y > x) return 1; return x * 2; }\n"
NEW = OLD.replace("x * 2", "x * 3")


def _explored(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, **options: Any) -> Any:
    monkeypatch.chdir(tmp_path)
    Path("old.c").write_text(OLD)
    Path("new.c").write_text(NEW)
    return secateur.signature("old.c:f", "new.c:f", **options)


def test_two_versions_share_the_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    budgets: list[float] = []
    explore = Plan.explore

    def spied(self: Plan, *words: Any, **options: Any) -> Any:
        budgets.append(self.budget.timeout or 0.0)
        return explore(self, *words, **options)

    monkeypatch.setattr(Plan, "explore", spied)
    found = _explored(monkeypatch, tmp_path, timeout=9000.0)
    assert found.equivalent is False
    assert 1000 < budgets[0] <= 1800
    assert 1000 < budgets[1] <= 2700
    assert len(budgets) == 2


def test_when_the_time_is_over_no_question_is_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Rows that were not compared are unknown, and nothing is claimed to be in one version only."""
    give_up_at, times = Solver.give_up_at, []

    def late(self: Solver, *_: object) -> None:
        times.append(self.stats.queries)
        give_up_at(self, 0.0, 0.0)

    monkeypatch.setattr(Solver, "give_up_at", late)
    found = _explored(monkeypatch, tmp_path, timeout=9000.0)
    assert len(times) == 3  # the rows of both versions, and comparing them
    assert {row.pair.status for row in found.rows} == {RowStatus.UNKNOWN}
    assert {len(found.old.rows), len(found.new.rows)} == {3}
    assert found.equivalent is None


def test_time_that_is_over_makes_the_rows_incomplete(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = signature._rows

    def late(plan: Plan, technique: Any, machine: Any, meter: Meter) -> Any:
        meter.started -= 10_000
        return rows(plan, technique, machine, meter)

    monkeypatch.setattr(signature, "_rows", late)
    found = _explored(monkeypatch, tmp_path, timeout=9000.0)
    assert not found.old.complete
    assert found.equivalent is not True
    assert len(found.old.rows) == 3


def test_time_to_show_the_rows_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept: list[float] = []
    keep = Meter.keep

    def spied(self: Meter, seconds: float) -> None:
        kept.append(seconds)
        keep(self, seconds)

    monkeypatch.setattr(Meter, "keep", spied)
    found = _explored(monkeypatch, tmp_path, timeout=9000.0)
    rows = len(found.old.rows), len(found.new.rows)
    assert kept == pytest.approx([signature.SHOWN * count for count in (*rows, sum(rows))])
