"""Programs as users write them: explored, and every test checked natively."""

from __future__ import annotations

from pathlib import Path

import secateur
from secateur.suite.replay import replay


def explored(folder: Path, text: str, function: str = "", **options: object) -> secateur.Run:
    """The answer for a source; all of its tests replay as predicted."""
    source = folder / "p.c"
    source.write_text(text)
    run = secateur.explore(f"{source}:{function}" if function else str(source), **options)  # type: ignore[arg-type]
    report = replay(run.write(folder / "out"))
    assert [each.differences for each in report.failed] == []
    assert report.confirmed
    return run


def statuses(run: secateur.Run) -> list[int]:
    """How the process ended on each path, in order."""
    return sorted(test.outcome.status for test in run.tests)


def outputs(run: secateur.Run) -> list[str]:
    return [test.outcome.output.decode() for test in run.tests]


def results(run: secateur.Run) -> set[str]:
    """What the function returned."""
    return {value for test in run.tests for name, value in test.outcome.observations if name == "return"}
