"""Programs as users write them: explored, with every test checked natively, or compared."""

from __future__ import annotations

from pathlib import Path
from typing import Any

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


def compared(old: str, new: str, **options: Any) -> secateur.Diff:
    """The answer of `diff` for two texts, which become files of the current folder."""
    Path("old.c").write_text(old)
    Path("new.c").write_text(new)
    return secateur.diff("old.c", "new.c", **options)


def statuses(run: secateur.Run) -> list[int]:
    """How the process ended on each path, in order."""
    return sorted(test.outcome.status for test in run.tests)


def outputs(run: secateur.Run) -> list[str]:
    return [test.outcome.output.decode() for test in run.tests]


def results(run: secateur.Run) -> set[str]:
    """What the function returned."""
    return {value for test in run.tests for name, value in test.outcome.observations if name == "return"}
