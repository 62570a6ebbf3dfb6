"""What follows an exploration is estimated from what was found, by trying it now and then."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path as Folder

import pytest

from secateur.exploration.budget import Meter, Spent
from secateur.exploration.result import Result
from secateur.exploration.work_after import MARGIN, SMALL, USUAL, WorkAfter
from secateur.exploration.written_size import steps_size, written_size
from secateur.machine.library.output import STDOUT
from secateur.machine.path import Path
from secateur.options import Budget

from .exploring import explorer_for

BRANCHES = "int main(void) { int s = 0; for (int i = 0; i < 8; i++) if (INT > i) s += i; return s & 1; }"
FAULTS = """int main(void)
{
    int x = INT;
    if (x == 1) return 1 / (x - 1);
    if (x == 2) return 1 / (x - 2);
    return 0;
}
"""


def _paths(text: str, folder: Folder) -> list[Path]:
    return explorer_for(text, folder).run().paths


def test_few_paths_are_tried(tmp_path: Folder) -> None:
    paths = _paths(BRANCHES, tmp_path)
    assert len(paths) == 256
    tried: list[Path] = []
    after, result = WorkAfter(tried.append), Result("full")
    after.follows(result)
    for path in paths:
        result.add(path)
        after.look(result)
    assert 5 < len(tried) < 40
    assert set(tried) <= set(paths)


def test_a_large_path_is_not_tried(tmp_path: Folder) -> None:
    path = replace(_paths("int main(void) { return 0; }", tmp_path)[0], output=((STDOUT, b"x" * SMALL),))
    tried: list[Path] = []
    after, result = WorkAfter(tried.append), Result("full")
    after.follows(result)
    result.add(path)
    after.look(result)
    assert not tried
    assert after.writing == pytest.approx(MARGIN * USUAL * written_size(path))


def test_faults_are_tried_natively_only_if_there_are_any(tmp_path: Folder) -> None:
    for text, seconds in ((BRANCHES, 0.0), (FAULTS, 2.0)):
        after, result = WorkAfter(lambda path: None, confirming=2.0), Result("full")
        after.follows(result)
        for path in _paths(text, tmp_path):
            result.add(path)
        assert after.seconds - after.writing == pytest.approx(seconds)


def test_the_first_path_with_a_fault_has_steps_in_the_files(tmp_path: Folder) -> None:
    result, sizes = Result("full"), 0
    for path in _paths(FAULTS, tmp_path):
        result.add(path)
        sizes += written_size(path) + (0 if path.fault is None else steps_size(path))
    assert len(result.by_fault) == 2
    assert result.size == sizes


@pytest.mark.parametrize(("kept", "lost"), [(1.0, 1.0), (30.0, 5.0)])
def test_an_exploration_ends_earlier_but_not_before_half_of_its_time(kept: float, lost: float) -> None:
    meter = Meter(Budget(timeout=10.0, cpu=10.0))
    meter.keep(kept)
    assert meter.deadline == pytest.approx(meter.started + 10 - lost)
    assert meter.cpu_deadline == pytest.approx(meter.cpu_started + 10 - lost)
    meter.started -= 10 - lost + 0.001
    meter.keep(kept + 0.5)
    meter.keep(kept)
    assert meter.time_spent() is Spent.TIME
    assert meter.left_budget.timeout == 0


def test_nothing_is_kept_without_a_limit() -> None:
    meter = Meter(Budget(max_paths=3))
    meter.keep(5.0)
    assert meter.deadline is None
    assert meter.time_spent() is None
