"""Ctrl-C after the exploration: what was found is kept (FINDINGS C5)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NoReturn

import pytest

import secateur
from secateur.suite import plain_build, replay


def _interrupt(*_: object, **__: object) -> NoReturn:
    raise KeyboardInterrupt


def _notes(run: secateur.Run) -> list[str]:
    return [note["text"] for note in run.to_json()["notes"]]


@pytest.fixture(autouse=True)
def source(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("f.c").write_text("int f(int x) { return 10 / (x & 3); }\n")


def test_while_faults_are_tried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay, "replay_suite", _interrupt)
    run = secateur.explore("f.c:f", check_tests=False)
    assert [(fault.kind, fault.confirmed) for fault in run.faults] == [("division-by-zero", None)]
    assert _notes(run) == ["interrupted: not all faults were tried natively"]
    assert len(json.loads((run.write() / "tests.json").read_text())["tests"]) == len(run.tests) == 2


def test_while_tests_are_built(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(plain_build, "check_suite", _interrupt)
    run = secateur.explore("f.c:f", check_tests=True)
    assert run.faults[0].confirmed
    assert run.suite_check is None
    assert _notes(run) == ["interrupted: tests.c was not tried with a compiler"]
