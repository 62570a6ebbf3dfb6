"""Commands run in an empty folder, so that tests can check which files they write and how they name them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from secateur.exploration.task import Task
from secateur.exploration.techniques import TECHNIQUES
from secateur.exploration.techniques.full import Full
from secateur.machine.path import Path as Run


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


class Same(Full):
    """Finds everything, under another name."""

    name = "same"


class Lazy(Full):
    """Stops after the first path."""

    name = "lazy"

    def tasks(self, path: Run, task: Task | None) -> Iterator[Task]:
        return iter(())


@pytest.fixture
def two_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replaces the techniques other than `full` by `same`, and `lazy`, which misses faults."""
    for name in set(TECHNIQUES) - {"full"}:
        monkeypatch.delitem(TECHNIQUES, name)
    for made in (Same, Lazy):
        monkeypatch.setitem(TECHNIQUES, made.name, made)
