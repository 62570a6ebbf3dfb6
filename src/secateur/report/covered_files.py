"""The coverage of several explorations together, file by file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from secateur.report.material import ReportedRun


def covered_files(runs: Sequence[ReportedRun]) -> list[Mapping[str, Any]]:
    """As `coverage.files` in the JSON: a line or side that any of them runs is covered."""
    if len(runs) == 1:
        return list(runs[0].data["coverage"]["files"])
    found: dict[str, tuple[dict[int, bool], dict[tuple[int, int, int], list[bool]]]] = {}
    for run in runs:
        for each in run.data["coverage"]["files"]:
            lines, sides = found.setdefault(each["file"], ({}, {}))
            for line in each["missed"]:
                lines.setdefault(line, False)
            lines.update(dict.fromkeys(each["covered"], True))
            for branch in each["branches"]:
                place = (branch["line"], branch["column"], branch["number"])
                before = sides.setdefault(place, [False, False])
                sides[place] = [before[0] or branch["true"], before[1] or branch["false"]]
    return [_file(file, lines, sides) for file, (lines, sides) in sorted(found.items())]


def _file(
    file: str, lines: Mapping[int, bool], sides: Mapping[tuple[int, int, int], Sequence[bool]]
) -> Mapping[str, Any]:
    return {
        "file": file,
        "covered": sorted(line for line, run in lines.items() if run),
        "missed": sorted(line for line, run in lines.items() if not run),
        "branches": [
            {"line": line, "column": column, "number": number, "true": true, "false": false}
            for (line, column, number), (true, false) in sorted(sides.items())
        ],
    }
