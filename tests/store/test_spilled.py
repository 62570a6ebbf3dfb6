"""An exploration without a store sheds tasks, too, when memory is short."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path
from typing import Any

import pytest

import secateur
from secateur.exploration import spilling
from secateur.store.database import ScratchDatabase
from secateur.store.spilled import SpilledTasks

from .interrupting import explored, facts, paths
from .subjects import SUBJECTS


@pytest.fixture(autouse=True)
def scarce(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Memory is short again and again."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(spilling, "SHORT", 0)
    monkeypatch.setattr(spilling, "LOOKS", 4)
    monkeypatch.setattr(spilling, "FEW", 2)
    monkeypatch.setattr(spilling, "GROWN", 0)


def _counted(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many tasks were shed, each time."""
    shed: list[int] = []
    original = SpilledTasks.shed

    def counting(self: SpilledTasks, tasks: Any) -> bool:
        shed.append(len(tasks))
        return original(self, tasks)

    monkeypatch.setattr(SpilledTasks, "shed", counting)
    return shed


@pytest.mark.parametrize("name", ["branches", "choices", "text"])
def test_the_same_is_explored(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, given = SUBJECTS[name]
    given = {"technique": "full", "order": "bfs"} | given
    whole = explored(text, **given)
    shed = _counted(monkeypatch)
    run = explored(text, memory=100_000, **given)
    assert len(shed) > 1
    assert (facts(run), paths(run)) == (facts(whole), paths(whole))


def test_tasks_stay_in_memory_if_the_disk_is_full(monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise sqlite3.OperationalError("database or disk is full")

    text, given = SUBJECTS["branches"]
    shed = _counted(monkeypatch)
    monkeypatch.setattr(ScratchDatabase, "write", full)
    run = explored(text, technique="full", order="bfs", memory=100_000, **given)
    assert shed
    assert (run.complete, run.counts.completed) == (True, 64)


def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even while it runs, so that nothing is left if it is killed."""
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    monkeypatch.setenv("SQLITE_TMPDIR", str(scratch))
    monkeypatch.setenv("TMPDIR", str(scratch))
    database = ScratchDatabase()
    with database.batch():
        database.write("INSERT INTO facts VALUES (?, ?)", [(str(number), "x" * 1000) for number in range(20_000)])
    assert database.rows("SELECT count(*) FROM facts") == [(20_000,)]
    assert os.listdir(scratch) == []
    database.close()
    assert os.listdir(scratch) == []
    run: secateur.Run = explored(SUBJECTS["branches"][0], technique="full", memory=100_000)
    assert run.complete
