"""Explore a C function and list its faults with what the native run says."""

from __future__ import annotations

from pathlib import Path

import secateur


def faults(text: str, folder: Path, check: str | None = None) -> list[tuple[str, int]]:
    """Kind and line of every fault of `f`, each confirmed natively; the other tests must pass natively too."""
    source = folder / "program.c"
    source.write_text(text)
    run = secateur.explore(f"{source}:f", check=check)
    assert [fault.kind for fault in run.faults if fault.confirmed is not True] == []
    replayed = secateur.replay(run.write(folder / "out"))
    assert [test.test.name for test in replayed.tests if not test.confirmed] == []
    return sorted((str(fault.kind), fault.line) for fault in run.faults)


def line_of(text: str, mark: str = "HERE") -> int:
    return next(number for number, line in enumerate(text.splitlines(), 1) if mark in line)
