"""What an exploration reports while it runs."""

from __future__ import annotations

from pathlib import Path

import pytest

from secateur.exploration import progress
from secateur.exploration.progress import Progress, ProgressReporter
from secateur.options import Budget

from .exploring import explorer_for

TEXT = """
int main(void) {
    int a = INT, b = INT;
    if (a > 3) b = 0;
    assert(b != 5);
    if (a == 9) return 1;
    return 2;
}"""


def test_everything_that_is_known_is_reported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "EVERY", 0.0)
    monkeypatch.setattr(progress, "SHARE", 0)
    seen: list[Progress] = []
    explorer = explorer_for(TEXT, tmp_path, budget=Budget(timeout=1000.0, cpu=500.0))
    explorer._reporter = ProgressReporter(seen.append)
    result = explorer.run()
    last = seen[-1]
    assert (last.paths, last.faults, last.queue) == (result.explored, 1, 0)
    assert last.lines == (result.coverage.covered_lines, len(result.coverage.lines))
    assert last.sides == (result.coverage.covered_sides, 2 * len(result.coverage.branches))
    assert last.newest.startswith("assertion at ")
    assert last.left is not None
    assert 0 < last.left < 501
    assert last.rate > 0
    assert last.memory > 0
