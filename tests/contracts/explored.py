"""Functions explored from text, as a user would."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import secateur
from secateur.jobs.run import Run


def explored(text: str, function: str, folder: Path, **options: Any) -> Run:
    file = folder / "source.c"
    file.write_text(text)
    return secateur.explore(f"{file}:{function}", out=folder / "out", **options)


def shown(run: Run) -> list[tuple[str, int, str, str]]:
    """The faults: kind, line, judgement, needs."""
    return [(fault.kind, fault.line, str(fault.contract), fault.needs) for fault in run.faults]
