"""Tasks that a worker has left, and gets back."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path as Folder

import pytest

from secateur.exploration.earlier import given_of
from secateur.exploration.task import Flip, Task
from secateur.machine.path import Path
from secateur.workers import kept_tasks
from secateur.workers.kept_tasks import KeptTasks
from secateur.workers.part import PartOrigin, origins_of

from .test_spreading import explored


@pytest.fixture(scope="module")
def paths(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    return explored(tmp_path_factory.mktemp("tree"), is_spread=False)[0].paths


def _nothing(task: Task) -> object:
    return None


def _tasks(path: Path) -> list[Task]:
    return [Flip(path, number) for number in range(len(path.branches))]


def test_they_are_given_back_once(paths: list[Path]) -> None:
    kept, tasks = KeptTasks(), _tasks(paths[0])
    assert not kept.put(tasks, _nothing)
    (origin,) = origins_of(tasks, _nothing)
    assert kept.take(origin) == tasks
    assert kept.take(origin) is None


def test_a_part_of_what_leaves_a_path(paths: list[Path]) -> None:
    kept, tasks = KeptTasks(), _tasks(paths[0])
    kept.put(tasks, _nothing)
    (origin,) = origins_of(tasks, _nothing)
    some = PartOrigin(origin.lineage, origin.given, origin.branches[:2])
    assert kept.take(some) == tasks[:2]
    assert kept.take(origin) is None  # two of them are made anew, and so is the whole path


def test_a_path_with_another_name_is_another_one(paths: list[Path]) -> None:
    """The paths that follow it would have wrong names."""
    kept, tasks = KeptTasks(), _tasks(paths[1])
    kept.put(tasks, _nothing)
    (origin,) = origins_of(tasks, _nothing)
    assert kept.take(replace(origin, lineage=())) is None


def test_the_newest_are_kept(paths: list[Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept_tasks, "MOST", 3)
    kept, tasks = KeptTasks(), _tasks(paths[0])
    assert kept.put(tasks, _nothing) == tasks[:-3]
    assert len(kept) == 3


def test_paths_are_told_apart_by_their_inputs(paths: list[Path], tmp_path: Folder) -> None:
    kept = KeptTasks()
    first, second = _tasks(paths[0])[:1], _tasks(paths[-1])[:1]
    assert given_of(paths[0]) != given_of(paths[-1])
    kept.put([*first, *second], _nothing)
    (origin,) = origins_of(second, _nothing)
    assert kept.take(origin) == second
