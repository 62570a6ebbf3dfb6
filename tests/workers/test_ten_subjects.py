"""Ten programs with one, two and four workers, and with one that is killed (see subjects.py)."""

from __future__ import annotations

import os
import signal
from typing import Any

import pytest

from secateur.options import Parallel
from secateur.workers import places
from secateur.workers.processes import ProcessCrew
from secateur.workers.spreading import Spreading

from .subjects import SMALL, SUBJECTS, TECHNIQUES, alone, explored, told

pytestmark = pytest.mark.slow


@pytest.fixture
def made(monkeypatch: pytest.MonkeyPatch) -> list[Spreading]:
    """Explorations that were spread, in small parts."""
    found: list[Spreading] = []

    def small(crew: Any, after: int, **_: object) -> Spreading:
        found.append(Spreading(crew, *SMALL))
        return found[-1]

    monkeypatch.setattr(places, "Spreading", small)
    return found


@pytest.mark.parametrize("technique", TECHNIQUES)
@pytest.mark.parametrize("subject", SUBJECTS)
@pytest.mark.parametrize("jobs", [2, 4])
def test_any_number_of_workers(jobs: int, subject: str, technique: str, made: list[Spreading]) -> None:
    assert told(explored(subject, technique, Parallel(jobs=jobs)), technique) == alone(subject, technique)


@pytest.mark.parametrize("technique", TECHNIQUES)
@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_worker_is_killed(
    subject: str, technique: str, made: list[Spreading], monkeypatch: pytest.MonkeyPatch
) -> None:
    given: list[int] = []
    give = ProcessCrew.give

    def giving(crew: ProcessCrew, worker: int, order: Any) -> None:
        given.append(worker)
        if len(given) == 2:
            os.kill(crew.processes[worker], signal.SIGKILL)
        give(crew, worker, order)

    monkeypatch.setattr(ProcessCrew, "give", giving)
    result = explored(subject, technique, Parallel(jobs=2))
    assert told(result, technique) == alone(subject, technique)
    assert sum(each.tally.lost for each in made) == (len(given) >= 2)


@pytest.mark.parametrize("subject", SUBJECTS)
def test_it_is_really_spread(subject: str, made: list[Spreading]) -> None:
    explored(subject, "full", Parallel(jobs=2))
    assert sum(each.tally.parts for each in made) > 2
