"""Commands run in an empty folder, so that tests can check which files they write and how they name them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from secateur.exploration import techniques
from secateur.exploration.task import Task
from secateur.exploration.techniques.full import Full
from secateur.machine.path import Path as Run
from secateur.suite import plain_build


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.fixture(autouse=True)
def no_compiler(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whether a computer has a C compiler must not show in what commands print."""
    monkeypatch.setattr(plain_build, "find_compiler", lambda: None)


class Same(Full):
    """Finds everything, under another name."""

    name = "same"
    reduces = True


class Lazy(Full):
    """Stops after the first path."""

    name = "lazy"

    def tasks(self, path: Run, task: Task | None) -> Iterator[Task]:
        return iter(())


@pytest.fixture
def two_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """Techniques besides `full`: `same`, and `lazy`, which misses things."""
    monkeypatch.setattr(techniques, "PROGRAMS", {made.name: made for made in (Full, Same, Lazy)})
