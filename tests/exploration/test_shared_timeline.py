"""With workers, the table of moments says who made which run."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import secateur
from secateur.workers import places
from secateur.workers.spreading import Spreading


def test_rows_have_a_worker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(places, "Spreading", lambda crew, after, **_: Spreading(crew, 2000, 2000, 2000))
    source, table = tmp_path / "f.c", tmp_path / "trace.csv"
    source.write_text("int f(int a[5]) { int n = 0; for (int i = 0; i < 5; i++) if (a[i] > i) n++; return n; }\n")
    run = secateur.explore(f"{source}:f", technique="full", jobs=2, trace=table, confirm=False)
    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert len(rows) == run.counts.runs == 32
    assert {row["worker"] for row in rows} == {"0", "1", "2"}
    for worker in "012":
        own = [row for row in rows if row["worker"] == worker]
        assert [int(row["runs"]) for row in own] == list(range(1, len(own) + 1))
        assert all(float(row["cpu"]) >= 0 for row in own)
