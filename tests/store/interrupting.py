"""Explorations that are interrupted after some steps, and what must be the same afterwards."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

import secateur
from secateur.store import recorder
from secateur.store.recorder import RunRecorder


def interrupt_after(steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The next exploration with a store is interrupted as by Ctrl-C, in the middle of the step after these."""
    taken = RunRecorder.taken
    left = [steps]

    def counted(self: RunRecorder, task: Any) -> None:
        taken(self, task)
        left[0] -= 1
        if left[0] < 0:
            raise KeyboardInterrupt

    monkeypatch.setattr(RunRecorder, "taken", counted)


def write_often(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each step is a batch."""
    monkeypatch.setattr(recorder, "EVERY", 0.0)


def explored(text: str, **given: Any) -> secateur.Run:
    Path("f.c").write_text(text)
    return secateur.explore("f.c:f", confirm=False, **given)


def facts(run: secateur.Run) -> dict[str, Any]:
    """What a run that was interrupted must have in common with one that was not, whatever the technique."""
    coverage = run.coverage
    return {
        "complete": run.complete,
        "faults": sorted({(fault.kind, fault.file, fault.line) for fault in run.faults}),
        "lines": coverage.lines,
        "branches": coverage.branches,
        "limits": sorted({str(limit.kind) for limit in run.result.limits}),
        "assumptions": sorted(map(str, run.assumptions)),
    }


def paths(run: secateur.Run) -> dict[str, Any]:
    """What full exploration has, too: the same paths."""
    counts = run.counts
    tests = sorted((test.path, str(test.outcome.kind), str(test.outcome.fault)) for test in run.tests)
    return {"counts": (counts.completed, counts.faulty, counts.limited, counts.infeasible), "tests": tests}
