"""The folders of formats that write a file per test."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from secateur.report.material import ReportedRun


def run_folders(name: str, runs: Sequence[ReportedRun]) -> Iterator[tuple[str, ReportedRun]]:
    """Each run with its folder: `name`, with one inside for each function if there are several."""
    for run in runs:
        source = run.data["source"].rpartition("/")[2].rpartition(".")[0]
        yield (name if len(runs) == 1 else f"{name}/{source}-{run.data['function']}"), run
