"""Tasks that a stored run has left are made when their turn comes, and not before: each costs a run."""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

import secateur
from secateur.cli import app
from secateur.exploration.earlier import EarlierInput, LeftTask, Rerun
from secateur.exploration.task import Task
from secateur.store import shed_tasks
from store.interrupting import explored, facts, interrupt_after, paths
from store.subjects import SUBJECTS

#: Tasks that are read at once.
BLOCK = 4


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(shed_tasks, "MANY", BLOCK)


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many tasks were made again, for each run that was made for them."""
    counts: list[int] = []
    original = Rerun.left

    def counting(self: Rerun, origin: EarlierInput, tasks: Sequence[LeftTask], *rest: Any) -> list[Task]:
        counts.append(len(tasks))
        return original(self, origin, tasks, *rest)

    monkeypatch.setattr(Rerun, "left", counting)
    return counts


def _left() -> list[tuple[Any, ...]]:
    """The tasks in the store."""
    with closing(sqlite3.connect("out/run.sqlite")) as database:
        return database.execute("SELECT id, origin, branch FROM tasks ORDER BY id").fetchall()


def _whole() -> secateur.Run:
    text, given = SUBJECTS["branches"]
    return explored(text, technique="full", order="bfs", **given)


def _ended_early() -> secateur.Run:
    text, given = SUBJECTS["branches"]
    part = explored(text, technique="full", order="bfs", out="out", max_paths=30, **given)
    assert len(_left()) > 3 * BLOCK
    return part


def test_a_report_makes_none(made: list[int]) -> None:
    part = _ended_early()
    del made[:]
    answer = json.loads(CliRunner().invoke(app, ["report", "out", "--json"]).stdout)
    assert made == []
    assert answer["paths"]["completed"] == part.counts.completed == 30
    assert answer["paths"]["limited"] == part.counts.limited == len(_left())


@pytest.mark.parametrize("order", ["bfs", "dfs", "random"])
def test_only_those_whose_turn_has_come_are_made(order: str, made: list[int]) -> None:
    _ended_early()
    del made[:]
    more = secateur.explore(resume="out", order=order, max_paths=31)
    assert more.counts.completed == 31
    assert 0 < sum(made) <= BLOCK
    assert more.counts.limited == len(_left())


@pytest.mark.parametrize("order", ["bfs", "dfs"])
def test_each_is_made_once(order: str, made: list[int]) -> None:
    _ended_early()
    left = len(_left())
    del made[:]
    again = secateur.explore(resume="out", order=order)
    assert sum(made) == left
    assert (facts(again), paths(again)) == (facts(whole := _whole()), paths(whole))
    assert _left() == []


def test_those_whose_turn_has_not_come_stay_as_they_were(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a kill at any moment of a run that goes on finds them."""
    _ended_early()
    before = _left()
    with monkeypatch.context() as patched:
        interrupt_after(2, patched)
        secateur.explore(resume="out")
    assert set(before[2:]) <= set(_left())
    assert not set(before[:2]) & set(_left())
    assert {number for number, _, _ in _left()}.isdisjoint(origin for _, origin, _ in _left())


def test_it_begins_again_if_a_task_belongs_to_another_run() -> None:
    """Also if that shows late."""
    _ended_early()
    with closing(sqlite3.connect("out/run.sqlite")) as database, database:
        database.execute("UPDATE tasks SET place = 'elsewhere' WHERE id = (SELECT max(id) FROM tasks)")
    again = secateur.explore(resume="out")
    assert any("taken up" in note.text for note in again.result.notes)
    assert (facts(again), paths(again)) == (facts(whole := _whole()), paths(whole))
